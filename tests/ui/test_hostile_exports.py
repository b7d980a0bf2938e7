"""What people typed, in everything that leaves: it is what they typed, and opens or runs nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2
import pytest
from msgspec.structs import replace
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QApplication

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.chronicle.games import ChronicleActions
from lastdays.campaign.exchange.sharing import (
    SharedCampaign,
    SharedGroup,
    read_shared_campaign,
    read_shared_group,
    render_tale,
)
from lastdays.campaign.game_records import GameRecordActions
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.printing.print_jobs import PrintActions, PrintChoice
from lastdays.campaign.printing.print_kinds import KINDS
from lastdays.cli.main import main
from store.exercise import edit_group

#: What a spreadsheet runs, a browser follows, and a viewer opens.
FORMULA = "=cmd|' /C calc'!A0"
NAMES = (
    FORMULA,
    "@SUM(1+9)*cmd|' /C x'!A0",
    "+cmd|x!A0",
    "-2+3+cmd|x!A0",
    "[a](javascript:alert(1))",
    "![b](file:///etc/passwd)",
    "<javascript:alert(2)>",
)
LINKS = (
    "javascript:alert(1) file:///etc/passwd [c](javascript:alert(1)) <file:///etc/passwd>\n"
    '<a href="javascript:alert(3)">d</a> <img src=file:///etc/passwd> data:text/html,x\n'
    "[e]: javascript:alert(4)\n\n[e]\n=cmd|' /C calc'!A0\n\\\\host\\share"
)


@pytest.fixture
def hostile(riverside: Workspace) -> tuple[Workspace, str, str]:
    """The sample, with links and formulas in every name and note; the ids of campaign and group."""
    campaign = riverside.campaigns()[0].id
    groups = GroupActions(riverside)
    actions = CampaignActions(riverside)
    actions.rename(campaign, FORMULA)
    actions.write_notes(campaign, LINKS)
    for n, summary in enumerate(riverside.groups(campaign)):
        value = riverside.group(summary.id).group
        groups.write_notes(summary.id, LINKS)
        edit_group(groups, summary.id, name=NAMES[n], player=NAMES[n + 1], points=1, games=1)
        for member, name in zip(value.roster, NAMES, strict=False):
            groups.edit_member(summary.id, replace(member, name=name))
            groups.write_notes(summary.id, LINKS, member.id)
    (game, *_rest) = riverside.campaign(campaign).campaign.games
    records = GameRecordActions(riverside)
    records.record(campaign, replace(game, notes=LINKS))
    other = records.new_record(campaign, (riverside.groups(campaign)[0].id,), FORMULA)
    records.record(campaign, other)
    ChronicleActions(riverside).write(campaign, game.id, LINKS)
    return riverside, campaign, riverside.groups(campaign)[0].id


def tales(hostile: tuple[Workspace, str, str]) -> tuple[SharedGroup, SharedCampaign]:
    """Everything that is told of a group and of the campaign."""
    workspace, campaign, group = hostile
    return (
        read_shared_group(workspace, group, notes=True),
        read_shared_campaign(workspace, campaign, notes=True),
    )


def leads_elsewhere(markdown: str) -> tuple[list[str], str]:
    """The links and pictures that a reader of Markdown makes of a text, and its letters."""
    document = QTextDocument()
    document.setMarkdown(markdown)
    found: list[str] = []
    block = document.begin()
    while block.isValid():
        at = block.begin()
        while not at.atEnd():
            form = at.fragment().charFormat()
            if form.isAnchor() or form.isImageFormat():
                found.append(form.anchorHref() or form.toImageFormat().name())
            at += 1
        block = block.next()
    return found, document.toPlainText()


def test_markdown_has_no_link_and_no_picture(
    hostile: tuple[Workspace, str, str], qapp: QApplication
) -> None:
    for tale in tales(hostile):
        found, letters = leads_elsewhere(render_tale(tale, "markdown"))
        assert found == []
        assert "[c](javascript:alert(1))" in letters


def test_what_would_be_a_link_is_seen_by_these_tests(qapp: QApplication) -> None:
    found, _letters = leads_elsewhere("[a](javascript:alert(1)) ![b](file:///etc/passwd)")
    assert found == ["javascript:alert(1)", "file:///etc/passwd"]


@pytest.mark.sweep
def test_text_is_what_was_typed(hostile: tuple[Workspace, str, str]) -> None:
    for tale in tales(hostile):
        text = render_tale(tale, "text")
        assert FORMULA in text.upper() or FORMULA in text or FORMULA.upper() in text
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f]", text)


@pytest.mark.sweep
def test_no_paper_has_a_link_or_runs_anything(
    hostile: tuple[Workspace, str, str], tmp_path: Path
) -> None:
    workspace, _campaign, group = hostile
    printing = PrintActions(workspace)
    choice = PrintChoice(tuple(KINDS))
    target = tmp_path / "all.pdf"
    printing.save(printing.make({group: choice}), target, {group: choice})
    content = target.read_bytes()
    for key in (b"URI", b"Launch", b"JavaScript", b"JS", b"GoToR", b"SubmitForm", b"ImportData",
                b"OpenAction", b"AA", b"EmbeddedFile", b"RichMedia"):  # fmt: skip
        assert not re.search(rb"/" + key + rb"\b", content), key
    document = pypdfium2.PdfDocument(content)
    said = ""
    for page in document:
        raw = pypdfium2.raw
        assert raw.FPDFPage_GetAnnotCount(page) == 0
        said += page.get_textpage().get_text_bounded()
    assert "javascript:alert(1)" in re.sub(r"\s", "", said)
    document.close()


@pytest.mark.sweep
def test_lists_on_the_console_have_a_line_and_a_column_for_each(
    hostile: tuple[Workspace, str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    workspace = hostile[0]
    path = workspace.store.path
    names = {group.name for group in workspace.groups()}
    workspace.store.close()
    assert main(["--store", str(path), "groups"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert {line.split("\t")[1] for line in lines} == names
    assert {line.count("\t") for line in lines} == {5}


def test_only_one_module_writes_for_spreadsheets() -> None:
    """It keeps formulas from being run; another that writes values separated by commas would have to."""
    import lastdays

    program = Path(lastdays.__file__).parent
    writers = set()
    for module in program.rglob("*.py"):
        text = module.read_text(encoding="utf-8")
        if re.search(r"^\s*(import|from) csv\b", text, re.MULTILINE):
            writers.add(str(module.relative_to(program)))
    assert writers == {"campaign/exchange/spreadsheet.py"}

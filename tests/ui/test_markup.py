"""What people typed is shown as they typed it, on every page: markup in a name is no markup."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtGui import Qt as QtText, QTextDocument
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QLabel,
    QMenu,
    QMessageBox,
    QTextEdit,
    QWidget,
)

from lastdays.campaign.sample import add_sample
from lastdays.errors import LastDaysError
from lastdays.rulebook import load
from lastdays.ui.app import Session
from lastdays.ui.models.rows import plain_hint
from lastdays.ui.pages.web_preview import WebPreview
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.session_page import SessionPage
from store.exercise import edit_group
from sure import as_a
from ui.hands import do, settle, shown_within
from ui.tour import tour
from unit.sources import names, nodes_of

#: What a name holds that wants to be let in: short, so that no list cuts it before it is markup.
EVIL = "<img src='file:///etc/passwd'><b>"
#: The marks by which it is known where it was shown.
MARK = "<img"
ROLES = (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.StatusTipRole, Qt.ItemDataRole.WhatsThisRole)


@dataclass
class Shown:
    """Where markup would have been read as markup, and how often what people typed was met."""

    places: list[str] = field(default_factory=list)
    read: set[str] = field(default_factory=set)
    hints: int = 0
    labels: int = 0
    cells: int = 0


def hostile_packs(folder: Path) -> None:
    """Writes a pack that gives markup to the names of gear, skills, Perks and types."""
    book = load()
    pack = folder / "hostile"
    pack.mkdir()
    kinds = "characters firearms close_combat equipment perks refuges injuries skills"
    for kind in kinds.split():
        entries = getattr(book, kind).items()
        lines = [f'[{key}]\nname = "{EVIL}{e.name}"\n' for key, e in entries]
        (pack / f"{kind}.toml").write_text("\n".join(lines), encoding="utf-8")


def spoil(session: Session) -> None:
    """Types markup into every field that a person can fill in."""
    services = session.services
    campaign = session.services.workspace.campaigns()[0].id
    services.campaigns.rename(campaign, f"{EVIL}Riverside")
    services.campaigns.write_notes(campaign, EVIL)
    for group in services.workspace.groups(campaign):
        view = services.workspace.group(group.id).group
        names = {"name": f"{EVIL}{view.name}", "player": f"{EVIL}Ann"}
        edit_group(services.groups, group.id, **names, points=view.points, games=1)
        services.groups.write_notes(group.id, EVIL)
        for member in view.members:
            services.groups.edit_member(group.id, replace(member, name=f"{EVIL}{member.name}"))
            services.groups.write_notes(group.id, EVIL, member.id)


@pytest.fixture(scope="module")
def shown(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shown]:
    """One walk through a window in which everything that can be typed is markup."""
    folder, found = tmp_path_factory.mktemp("markup"), Shown()
    with pytest.MonkeyPatch.context() as patch:
        for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
            patch.setenv(name, str(folder / name))
        packs = folder / "packs"
        packs.mkdir()
        hostile_packs(packs)
        session = Session(
            folder / "s.sqlite", source=Random(1), theme=Theme("dark"), packs=[packs / "hostile"]
        )
        try:
            assert not session.services.catalogue.refused_packs
            add_sample(session.services.workspace)
            spoil(session)
            session.window.resize(1280, 720)
            session.window.show()
            session.window.refresh()
            for place in tour(session):
                rename_zombies(session)
                look(session.window, place, found)
        finally:
            session.close()
            session.window.deleteLater()
            settle()
        yield found


def rename_zombies(session: Session) -> None:
    page = session.window.page()
    tracker = getattr(page, "tracker", None)
    for zombie in getattr(getattr(tracker, "state", None), "zombies", ()):
        if MARK not in zombie.name:
            with suppress(LastDaysError):
                do(as_a(SessionPage, page), "rename", piece=zombie.id, name=f"{EVIL}{zombie.id}")


def look(window: QWidget, place: str, found: Shown) -> None:
    """Reads every label, hint and cell of what is shown."""
    found.read.add(place.partition(":")[0])
    for widget in (window, *shown_within(window)):
        for text in (widget.toolTip(), widget.whatsThis(), widget.statusTip()):
            hint(text, f"{place}: hint of {type(widget).__name__}", found)
        if isinstance(widget, QLabel) and MARK in widget.text():
            found.labels += 1
            if widget.textFormat() != Qt.TextFormat.PlainText:
                found.places.append(f"{place}: label {widget.text()[:60]}")
        # The guide's reader shows the program's own pages; nothing that people type gets there.
        ours = (
            type(widget).__name__ == "Reader" and MARK not in as_a(QTextEdit, widget).toPlainText()
        )
        # The preview shows a page in which what people type is escaped, so that it stands there whole.
        if isinstance(widget, WebPreview):
            text = widget.toPlainText()
            ours = text.count(MARK) == text.count(EVIL)
        if isinstance(widget, QMessageBox | QTextEdit) and not ours:
            found.places.append(f"{place}: {type(widget).__name__} reads markup")
        if isinstance(widget, QAbstractItemView) and widget.model() is not None:
            cells(widget.model(), f"{place}: {widget.accessibleName()}", found)
    for menu in window.findChildren(QMenu):
        if menu.toolTipsVisible():  # else nobody sees what they say
            for action in menu.actions():
                hint(action.toolTip(), f"{place}: hint in a menu", found)


def cells(model: QAbstractItemModel, place: str, found: Shown) -> None:
    """Reads what a table says on hover, its heads too."""
    nobody = QModelIndex()
    rows = min(model.rowCount(nobody), 12)
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(nobody)
    for row, column, role in product(range(rows), range(columns), ROLES):
        hint(model.index(row, column).data(role), f"{place}, cell {row}:{column}", found)
    found.cells += rows * columns
    for way, many in ((Qt.Orientation.Horizontal, columns), (Qt.Orientation.Vertical, rows)):
        for n in range(many):
            hint(model.headerData(n, way, ROLES[0]), f"{place}, head {n}", found)


def hint(text: object, place: str, found: Shown) -> None:
    """Has a text that Qt would read as markup be one that `plain` made."""
    if not isinstance(text, str) or not text:
        return
    escaped = text.startswith('<p style="white-space:pre-wrap">')
    found.hints += escaped and "&lt;img" in text
    inside = text.removeprefix('<p style="white-space:pre-wrap">').removesuffix("</p>")
    if QtText.mightBeRichText(text) and (not escaped or "<" in inside):
        found.places.append(f"{place}: {text[:60]}")


def test_markup_in_any_name_is_shown_and_not_read(shown: Shown) -> None:
    assert shown.places == []
    assert shown.hints > 200
    assert shown.labels > 50
    assert shown.cells > 1000
    assert len(shown.read) > 10


def drawn(text: str) -> str:
    """What a hint shows; a picture in it would be a letter of its own."""
    document = QTextDocument()
    document.setHtml(text)
    return document.toPlainText()


@pytest.mark.parametrize(
    "text",
    [f"{EVIL} and\nmore", "<b>x</b>", "&lt;b&gt; is bold", "  <?xml?>", "a<br/>b", "a < b"],
)
def test_what_could_be_markup_is_drawn_as_it_was_typed(qapp: QApplication, text: str) -> None:
    assert drawn(plain_hint(text)) == text


@pytest.mark.parametrize("text", ["", "1 & 2", "it's", "a > b", "%s {name} \\n"])
def test_what_cannot_be_markup_stays_as_it_is(text: str) -> None:
    assert plain_hint(text) == text
    assert not QtText.mightBeRichText(text)


def literal(node: ast.expr) -> bool:
    """Whether a hint is the program's own words, or `plain_hint` made it."""
    match node:
        case ast.Constant():
            return True
        case ast.Call(func=ast.Name(id="_" | "plain_hint")):
            return True
        case ast.IfExp(body=body, orelse=other):
            return literal(body) and literal(other)
    return False


#: A hint that is put back as it was.
PUT_BACK = {("ui/widgets/parts.py", "enable_or_explain")}


@pytest.mark.sweep
def test_every_hint_is_the_programs_own_words_or_plain() -> None:
    found = []
    for name in names("ui"):
        back = {
            id(node)
            for function in nodes_of(name, ast.FunctionDef)
            if (name, function.name) in PUT_BACK
            for node in ast.walk(function)
        }
        for call in nodes_of(name, ast.Call):
            if isinstance(call.func, ast.Attribute) and id(call) not in back:
                hints = call.func.attr in ("setToolTip", "setWhatsThis", "setStatusTip")
                if hints and not literal(call.args[-1]):
                    found.append(f"{name}:{call.lineno}")
    assert found == []

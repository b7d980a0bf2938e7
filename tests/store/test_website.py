"""A campaign as a folder of web pages: what stands on them, what doesn't, and how they are written."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from PIL import Image

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.chronicle.entries import EntryActions
from lastdays.campaign.chronicle.games import ChronicleActions
from lastdays.campaign.exchange.sharing import read_shared_campaign, render_tale
from lastdays.campaign.exchange.website import (
    FIRST,
    LISTED,
    Kept,
    PagesFolder,
    Private,
    Website,
    file_of,
    mark_of,
    write_pages,
    write_website,
)
from lastdays.campaign.game_records import GameRecordActions
from lastdays.campaign.groups import GroupActions
from lastdays.desktop.files import write_whole
from lastdays.errors import DocumentError
from pictures import jpeg
from store.exercise import edit_group
from store.web_page import Page

#: Where the pages are written one by one.
WRITES = "lastdays.campaign.exchange.website.write_whole"
#: What a browser would follow or run if it were more than letters.
EVIL = (
    "<script>alert(1)</script><img src=http://evil.example/a.png> {{ 7*7 }} {% if %} javascript:x"
)


def pages_of(workspace: Workspace, campaign: str, private: Private | None = None) -> Mapping[str, bytes]:  # fmt: skip
    return Website(workspace, campaign, private or Private()).made()


def html_of(files: Mapping[str, bytes]) -> dict[str, Page]:
    return {name: Page(content) for name, content in files.items() if name.endswith(".html")}


def test_every_page_leads_to_pages_that_are_there(played_campaign: tuple[Workspace, str]) -> None:
    files = pages_of(*played_campaign)
    pages = html_of(files)
    assert len(pages) == 4 + 2 + 4  # the campaign's own, two groups, four games
    reached = {FIRST}
    for page in pages.values():
        led = {
            value.partition("#")[0] for name, value in page.attributes if name in ("href", "src")
        }
        led.discard("")
        assert led <= set(files)
        reached |= led
    assert set(pages) <= reached
    for page in pages.values():  # a link within a page has its end there
        ids = {value for name, value in page.attributes if name == "id"}
        ends = {v[1:] for name, v in page.attributes if name == "href" and v.startswith("#")}
        assert ends <= ids


def test_nothing_is_run_nor_asked_for(riverside: Workspace) -> None:
    """Whatever people typed is letters; no page has a script, or a link out of its folder."""
    campaign = riverside.campaigns()[0].id
    actions, groups = CampaignActions(riverside), GroupActions(riverside)
    actions.rename(campaign, EVIL[:60])
    actions.write_notes(campaign, EVIL)
    for summary in riverside.groups(campaign):
        group = riverside.group(summary.id).group
        groups.write_notes(group.id, EVIL)
        edit_group(groups, group.id, name=f"{summary.name[:5]}{EVIL[:60]}", player=EVIL[:40], points=1, games=1)  # fmt: skip
        for member in group.roster[:2]:
            groups.edit_member(group.id, replace(member, name=EVIL[:60]))
            groups.write_notes(group.id, EVIL, member.id)
    (game, *_rest) = riverside.campaign(campaign).campaign.games
    GameRecordActions(riverside).record(campaign, replace(game, notes=EVIL))
    ChronicleActions(riverside).write(campaign, game.id, EVIL)
    files = pages_of(riverside, campaign, Private(notes=True, players=True))
    for name, page in html_of(files).items():
        assert not set(page.tags) & {"script", "iframe", "object", "embed", "form", "base", "style"}
        assert ("name", "viewport") in page.attributes
        assert any("default-src 'none'" in value for _n, value in page.attributes), name
        for key, value in page.attributes:
            assert not key.startswith("on"), (key, value)
            if key in ("href", "src", "action", "srcset", "poster", "data"):
                assert value in files or value.startswith("#"), value
    said = html_of(files)
    assert EVIL in said[FIRST].text
    assert EVIL in said[file_of("game", game.id)].text
    assert "49" not in said[FIRST].said.replace("Scavenge", "")
    assert b"http" not in files["style.css"]
    assert b"url(" not in files["style.css"]


def test_what_is_private_is_told_only_where_it_is_wished(riverside: Workspace) -> None:
    campaign, groups = riverside.campaigns()[0].id, GroupActions(riverside)
    (summary, *_rest) = riverside.groups(campaign)
    value = riverside.group(summary.id).group
    groups.write_notes(summary.id, "Secret-group")
    groups.write_notes(summary.id, "Secret-member", value.roster[0].id)
    CampaignActions(riverside).write_notes(campaign, "Secret-campaign")
    edit_group(groups, summary.id, player="Anne Other")

    def found(private: Private) -> set[str]:
        text = " ".join(p.said for p in html_of(pages_of(riverside, campaign, private)).values())
        return {
            word
            for word in ("Secret-group", "Secret-member", "Secret-campaign", "Anne Other")
            if word in text
        }

    assert found(Private()) == set()
    assert found(Private(players=True)) == {"Anne Other"}
    first = html_of(pages_of(riverside, campaign, Private(players=True)))[FIRST].said
    assert "Players" in first
    assert f"Anne Other{value.name}" in first
    assert found(Private(notes=True)) == {"Secret-group", "Secret-member", "Secret-campaign"}


def test_a_face_lies_beside_the_pages_once(riverside: Workspace, tmp_path: Path) -> None:
    campaign = riverside.campaigns()[0].id
    (summary, *_rest) = riverside.groups(campaign)
    for member in riverside.group(summary.id).group.roster[:2]:
        GroupActions(riverside).set_portrait(summary.id, member.id, jpeg())
    files = pages_of(riverside, campaign)
    (picture,) = (name for name in files if name.startswith("pictures/"))
    page = files[file_of("group", summary.id)].decode()
    assert page.count(f'src="{picture}"') == 2
    write_pages(tmp_path / "pages", campaign, files)
    assert (tmp_path / "pages" / picture).read_bytes() == files[picture]


def test_what_was_written_between_games_stands_among_them_with_its_pictures(riverside: Workspace) -> None:  # fmt: skip
    campaign = riverside.campaigns()[0].id
    (game, *_rest) = riverside.campaign(campaign).campaign.games
    (summary, *_more) = riverside.groups(campaign)
    entries = EntryActions(riverside)
    entry = entries.begin(campaign, "2031-05-01", "truce", f"Nobody shoots. {EVIL}")
    entries.set_about(campaign, entry, ((summary.id, ""),))
    entries.add_picture(campaign, entry, jpeg())
    ChronicleActions(riverside).add_picture(campaign, game.id, jpeg())
    files = pages_of(riverside, campaign)
    (picture,) = (name for name in files if name.startswith("pictures/"))
    page, played = Page(files["chronicle.html"]), Page(files[file_of("game", game.id)])
    assert page.said.index("Truce") < page.said.index("Game 1:")  # the latest first
    assert f"1 May 2031 · {summary.name}" in page.said
    assert EVIL in page.text
    assert ("src", picture) in page.attributes
    assert ("src", picture) in played.attributes


def test_only_what_has_changed_is_written(riverside: Workspace, tmp_path: Path) -> None:
    campaign = riverside.campaigns()[0].id
    (one, other, *_rest) = riverside.groups(campaign)
    kept = Kept(str(tmp_path / "pages"))
    first = write_website(riverside, campaign, kept)
    folder = tmp_path / "pages"
    names = {str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file()}
    assert first == len(names) - 1  # all but the list of them
    assert write_website(riverside, campaign, kept) == 0
    before = {name: (folder / name).stat().st_mtime_ns for name in names}
    edit_group(GroupActions(riverside), one.id, points=41)
    written = write_website(riverside, campaign, kept)
    changed = {name for name in names if (folder / name).stat().st_mtime_ns != before[name]}
    assert changed == {FIRST, file_of("group", one.id)}
    assert written == 2
    GroupActions(riverside).delete(other.id)
    write_website(riverside, campaign, kept)
    assert not (folder / file_of("group", other.id)).exists()


def contents(folder: Path) -> dict[str, bytes | None]:
    """All that is in a folder: each file's content, None for a folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
    }


def a_page(folder: Path) -> None:
    (folder / FIRST).write_text("mine", encoding="utf-8")


def a_style_sheet(folder: Path) -> None:
    (folder / "style.css").write_text("mine", encoding="utf-8")


def a_folder_like_a_page(folder: Path) -> None:
    (folder / "rules.html").mkdir()


def a_list_of_others_files(folder: Path) -> None:
    (folder / "photo.jpg").write_text("mine", encoding="utf-8")
    (folder / LISTED).write_text('["photo.jpg"]', encoding="utf-8")


def a_list_that_is_damaged(folder: Path) -> None:
    (folder / LISTED).write_text("[" * 5000, encoding="utf-8")


@pytest.mark.parametrize(
    "holds",
    [a_page, a_style_sheet, a_folder_like_a_page, a_list_of_others_files, a_list_that_is_damaged],
)
def test_a_folder_that_holds_something_else_is_refused_whole(
    riverside: Workspace, tmp_path: Path, holds: Callable[[Path], None]
) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    holds(folder)
    before = contents(folder)
    with pytest.raises(DocumentError, match="isn't empty"):
        write_website(riverside, riverside.campaigns()[0].id, Kept(str(folder)))
    assert contents(folder) == before


def test_a_hidden_file_such_as_a_repository_s_does_no_harm(
    riverside: Workspace, tmp_path: Path
) -> None:
    folder = tmp_path / "pages"
    (folder / ".git").mkdir(parents=True)
    assert write_website(riverside, riverside.campaigns()[0].id, Kept(str(folder)))


def test_another_campaign_s_pages_are_refused(riverside: Workspace, tmp_path: Path) -> None:
    campaign = riverside.campaigns()[0].id
    folder = tmp_path / "pages"
    write_website(riverside, campaign, Kept(str(folder)))
    before = contents(folder)
    other = CampaignActions(riverside).begin("Another")
    with pytest.raises(DocumentError, match="doesn't hold this campaign's web pages"):
        write_website(riverside, other, Kept(str(folder)))
    assert contents(folder) == before


def test_what_came_into_the_folder_later_is_never_touched(
    riverside: Workspace, tmp_path: Path
) -> None:
    campaign = riverside.campaigns()[0].id
    folder, photographs = tmp_path / "ours", tmp_path / "photographs"
    kept = Kept(str(folder))
    write_website(riverside, campaign, kept)
    (folder / "holiday.jpg").write_text("mine", encoding="utf-8")
    assert write_website(riverside, campaign, kept) == 0
    assert (folder / "holiday.jpg").read_text(encoding="utf-8") == "mine"

    photographs.mkdir()
    (photographs / "photo.jpg").write_text("mine", encoding="utf-8")
    (folder / "pictures").symlink_to(photographs)
    pages = PagesFolder(mark_of(campaign), ("../outside.html", "pictures/photo.jpg"))
    (folder / LISTED).write_bytes(msgspec.json.encode(pages))
    before = contents(folder)
    with pytest.raises(DocumentError, match="isn't one of the web pages"):
        write_website(riverside, campaign, kept)
    assert contents(folder) == before
    assert (photographs / "photo.jpg").read_text(encoding="utf-8") == "mine"


def test_a_page_that_is_now_a_link_is_refused(riverside: Workspace, tmp_path: Path) -> None:
    campaign = riverside.campaigns()[0].id
    folder, elsewhere = tmp_path / "ours", tmp_path / "mine.html"
    write_website(riverside, campaign, Kept(str(folder)))
    elsewhere.write_text("mine", encoding="utf-8")
    (folder / "rules.html").unlink()
    (folder / "rules.html").symlink_to(elsewhere)
    with pytest.raises(DocumentError, match="isn't one of the web pages"):
        write_website(riverside, campaign, Kept(str(folder)))
    assert elsewhere.read_text(encoding="utf-8") == "mine"


def test_pages_that_could_not_all_be_written_say_how_many_were(
    riverside: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(target: Path, content: bytes) -> None:
        if target.name == "rules.html":
            raise DocumentError("The disk is full.")
        write_whole(target, content)

    monkeypatch.setattr(WRITES, full)
    with pytest.raises(
        DocumentError, match=r"The disk is full\. Of the changed web pages \d+ were"
    ):
        write_website(riverside, riverside.campaigns()[0].id, Kept(str(tmp_path / "pages")))


def test_a_folder_without_a_name_is_refused(riverside: Workspace) -> None:
    with pytest.raises(DocumentError, match="Name a folder"):
        write_website(riverside, riverside.campaigns()[0].id, Kept(" "))


def test_a_write_that_is_cut_short_leaves_whole_pages(
    riverside: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At whichever file it ends: each page is old or new, and the next time makes all of it new."""
    campaign = riverside.campaigns()[0].id
    old = pages_of(riverside, campaign)
    new = {**{n: c + b"<!-- new -->" for n, c in old.items()}, "more.html": b"more"}

    for ends in range(len(new) + 1):
        folder, left = tmp_path / str(ends), [ends]
        write_pages(folder, campaign, old)

        def cut(target: Path, content: bytes, left: list[int] = left) -> None:
            if not left[0]:
                raise KeyboardInterrupt
            left[0] -= 1
            write_whole(target, content)

        monkeypatch.setattr(WRITES, cut)
        with pytest.raises(KeyboardInterrupt):
            write_pages(folder, campaign, new)
        monkeypatch.setattr(WRITES, write_whole)
        for name in new:
            there = (folder / name).read_bytes() if (folder / name).exists() else None
            assert there in (old.get(name), new[name])
        write_pages(folder, campaign, new)
        assert {n: (folder / n).read_bytes() for n in new} == new
        write_pages(folder, campaign, old)
        assert not (folder / "more.html").exists()


def test_a_folder_that_can_t_be_written_to_is_a_sentence(riverside: Workspace, tmp_path: Path) -> None:  # fmt: skip
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(DocumentError, match="can't be used for web pages"):
        write_website(riverside, riverside.campaigns()[0].id, Kept(str(tmp_path / "file")))


@pytest.mark.long
@pytest.mark.skipif(not shutil.which("chromium"), reason="no Chromium here")
@pytest.mark.parametrize("width", [360, 390, 1280])
def test_a_browser_opens_every_page_and_asks_nobody(
    played_campaign: tuple[Workspace, str], tmp_path: Path, width: int
) -> None:
    """No message of the console, no request but for the folder's own files, and what Chromium asks
    its makers of itself."""
    workspace, campaign = played_campaign
    folder = tmp_path / "pages"
    write_website(workspace, campaign, Kept(str(folder), Private(players=True)))
    group = next(iter(workspace.groups(campaign))).id
    game = workspace.campaign(campaign).campaign.games[0].id
    for name in (FIRST, "chronicle.html", "memorial.html", "rules.html", file_of("group", group), file_of("game", game)):  # fmt: skip
        net, picture = tmp_path / "net.json", tmp_path / "page.png"
        done = subprocess.run(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             "--disable-background-networking", "--disable-component-update", "--no-first-run",
             f"--log-net-log={net}", f"--screenshot={picture}", f"--window-size={width},3000",
             "--enable-logging=stderr", f"--user-data-dir={tmp_path / 'browser'}", (folder / name).as_uri()],
            capture_output=True, text=True, check=True, timeout=120,
        )  # fmt: skip
        assert "CONSOLE" not in done.stderr, done.stderr
        asking = net.read_text(encoding="utf-8", errors="replace")
        asked = set(re.findall(r'"url":"(\w+)://([^/"]*)', asking))
        elsewhere = {host for scheme, host in asked if scheme not in ("file", "data", "chrome")}
        assert not {host for host in elsewhere if not host.endswith(("google.com", "googleapis.com", "gvt1.com"))}  # fmt: skip
        with Image.open(picture) as seen:
            beside = seen.convert("L").crop((width - 6, 160, width, seen.height)).getextrema()
        assert beside[0] == beside[1], f"{name} is wider than {width}"


def test_tied_groups_share_a_place_in_whatever_is_shared(
    riverside: Workspace, campaign: str
) -> None:
    groups, refuge = GroupActions(riverside), next(iter(riverside.catalogue.refuges))
    for name in ("Night Shift", "Day Shift"):
        groups.create_with_leader(campaign, name, "everyday-hero", name, refuge)
    page = pages_of(riverside, campaign)[FIRST].decode()
    told = render_tale(read_shared_campaign(riverside, campaign), "text")
    for name in ("Night Shift", "Day Shift"):
        assert re.search(rf"<td>2</td><th[^>]*><a[^>]*>{name}<", page)
        assert f"- {name} · place 2 · " in told

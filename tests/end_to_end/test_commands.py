"""The commands that need no window, as a person types them."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QApplication

from lastdays import __version__
from lastdays.campaign import Workspace
from lastdays.campaign.exchange.campaign_file import FILE_MOST
from lastdays.campaign.game_night import GameNightActions
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.seasons import SeasonActions
from lastdays.cli import commands
from lastdays.cli.main import main
from lastdays.desktop import paths
from lastdays.rulebook import load
from lastdays.rulebook.packs import Chosen, rulebooks_of
from lastdays.store import open_store
from lastdays.store.schema import latest_version

#: Types a command: status, output, errors.
Typed = Callable[..., tuple[int, str, str]]


@pytest.fixture
def type_in(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Typed:
    """Types a command against this test's store: status, output, errors."""

    def run(*words: str, store: str = "s.sqlite") -> tuple[int, str, str]:
        status = main(["--store", str(tmp_path / store), *words])
        told = capsys.readouterr()
        assert "Traceback" not in told.err
        return status, told.out, told.err

    return run


@pytest.fixture
def sample(tmp_path: Path, sample_store: Path) -> None:
    """The sample campaign is in this test's store already."""
    shutil.copy(sample_store, tmp_path / "s.sqlite")


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out == f"lastdays {__version__}\n"


def test_sample_groups_check(type_in: Typed) -> None:
    assert type_in("sample")[1] == "Added the campaign Riverside with 2 groups.\n"
    lines = type_in("groups")[1].splitlines()
    assert lines == [
        "Riverside\tCarl's Crew\tCarl\t8 members\t9 Scavenge Points\t0 warnings",
        "Riverside\tZeke's Truckers\tZeke\t8 members\t0 Scavenge Points\t0 warnings",
    ]
    assert (
        type_in("sample", "long-winter")[1] == "Added the campaign The long winter with 1 group.\n"
    )
    status, out, _err = type_in("check")
    assert status == 0
    assert f"Schema: {latest_version()}" in out
    assert "All is well with 3 groups." in out


@pytest.mark.parametrize(
    "words",
    [
        ("--store", "postgresql+psycopg//ann:s3cret@club/league", "groups"),
        ("--store", " mysql://ann:s3cret@club/league", "groups"),
        ("postgresql://ann:s3cret@club/league",),
        ("groups", "postgresql://ann:s3 cret@club/league"),
        ("check", "POSTGRESQL:ann:s3cret@club/league"),
        ("recover", "postgresql://ann:s3cret@club/league", "-o", "x.sqlite"),
        ("export", "Carl's Crew", "-o", "postgresql://ann:s3cret@club/league"),
        ("print", "Carl's Crew", "-o", "postgresql://ann:s3cret@club/league"),
    ],
)
def test_a_mistyped_address_makes_no_file_and_is_not_shown(
    words: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    try:
        status: object = main(words)
    except SystemExit as left:
        status = left.code
    told = capsys.readouterr()
    assert status in (1, 2)
    assert told.err.startswith(("lastdays: ", "usage: "))
    assert "cret" not in told.err + told.out
    assert not list(tmp_path.iterdir())


def test_a_name_that_no_file_can_have_is_said(
    type_in: Typed, sample: object, tmp_path: Path
) -> None:
    far = str(tmp_path / ("x" * 300))
    for words in (
        ("export", "Carl's Crew", "-o", far),
        ("export", "--campaign", "Riverside", "-o", far),
        ("print", "Carl's Crew", "-o", far),
        ("share", "Carl's Crew", "-o", f"{far}.txt"),
        ("recover", str(tmp_path / "s.sqlite"), "-o", far),
        ("restore", far),
        ("import", far),
    ):
        status, _out, err = type_in(*words)
        assert status == 1
        assert "its name is too long" in err, words


def test_a_store_is_not_replaced_by_what_is_exported_unasked(
    type_in: Typed,
    sample: object,
    sample_store: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other = tmp_path / "other.sqlite"
    shutil.copy(sample_store, other)
    before = other.read_bytes()
    outputs = (
        ("export", "Carl's Crew"),
        ("export", "--campaign", "Riverside"),
        ("print", "Carl's Crew", "--what", "reference"),
        ("share", "Carl's Crew"),
    )
    for words in outputs:
        status, _out, err = type_in(*words, "-o", str(other))
        assert (status, other.read_bytes()) == (1, before)
        assert "is a store and was left unchanged" in err
    asked: list[str] = []
    for answer, replaced in (("no", False), ("", False), ("Yes ", True)):
        monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)

        def answered(text: str, answer: str = answer) -> str:
            asked.append(text)
            return answer

        monkeypatch.setattr("builtins.input", answered)
        status, _out, err = type_in("export", "Carl's Crew", "-o", str(other))
        assert (status == 0, other.read_bytes() != before) == (replaced, replaced)
    assert "other.sqlite is a store" in asked[0]
    status, _out, err = type_in("export", "Carl's Crew", "-o", str(tmp_path / "s.sqlite"))
    assert status == 1
    assert "is the open store itself" in err


def test_an_empty_store_says_so(type_in: Typed, tmp_path: Path) -> None:
    open_store(tmp_path / "s.sqlite").close()
    assert type_in("groups")[1] == "No groups yet. 'lastdays sample' adds two.\n"
    assert type_in("campaigns")[1] == "No campaigns yet. 'lastdays sample' adds one.\n"
    for words in (("games",), ("standing",), ("export", "--csv", "lives", "-o", "-")):
        assert type_in(*words) == (1, "", "lastdays: There is no campaign in this store yet.\n")


def test_what_only_reads_makes_no_store_of_a_mistyped_name(type_in: Typed, tmp_path: Path) -> None:
    file = str(tmp_path / "out")
    for words in (
        ("groups",),
        ("campaigns",),
        ("games",),
        ("standing",),
        ("check",),
        ("backup",),
        ("backups",),
        ("export", "Carl's Crew", "-o", file),
        ("share", "Carl's Crew"),
        ("print", "Carl's Crew", "-o", file),
    ):
        status, out, err = type_in(*words, store="typo.sqlite")
        assert (status, out) == (1, ""), words
        assert f"There is no store at {tmp_path / 'typo.sqlite'}." in err
    assert not list(tmp_path.iterdir())
    status, _out, err = type_in("sample", store="typo.sqlite")
    assert (status, err) == (0, f"lastdays: made a new store, {tmp_path / 'typo.sqlite'}.\n")
    assert type_in("sample", store="typo.sqlite")[2] == ""


@pytest.mark.usefixtures("sample")
def test_the_store_is_named_before_or_after_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = str(tmp_path / "s.sqlite")
    assert main(["--store", store, "groups"]) == 0
    before = capsys.readouterr().out
    assert main(["groups", "--store", store]) == 0
    assert capsys.readouterr().out == before
    assert before.count("Riverside") == 2
    assert main(["--store", str(tmp_path / "none"), "groups", "--store", store]) == 0


@pytest.mark.usefixtures("sample")
def test_no_file_is_replaced_unless_it_is_said(type_in: Typed, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    for words in (
        ("export", "Carl's Crew"),
        ("export", "--campaign", "Riverside"),
        ("export", "--csv", "members"),
        ("share", "Carl's Crew"),
        ("share", "Carl's Crew", "--chat", "group"),
        ("print", "Carl's Crew", "--what", "reference"),
    ):
        file.write_text("mine", encoding="utf-8")
        status, _out, err = type_in(*words, "-o", str(file))
        assert (status, file.read_text(encoding="utf-8")) == (1, "mine"), words
        assert "is already there and was left unchanged" in err
        assert type_in(*words, "-o", str(file), "--force")[0] == 0
        assert file.read_bytes() != b"mine"


@pytest.mark.usefixtures("sample")
def test_a_dash_is_standard_input_and_output(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = ["--store", str(tmp_path / "s.sqlite")]
    assert main([*store, "export", "Carl's Crew", "-o", "-"]) == 0
    document = capfdbinary.readouterr().out
    assert json.loads(document)["format"] == "lastdays-group"
    assert main([*store, "export", "--campaign", "Riverside", "-o", "-"]) == 0
    assert capfdbinary.readouterr().out.startswith(b"PK")
    assert main([*store, "print", "Carl's Crew", "--what", "group", "-o", "-"]) == 0
    assert capfdbinary.readouterr().out.startswith(b"%PDF")
    assert main([*store, "share", "Carl's Crew", "-o", "-"]) == 0
    assert capfdbinary.readouterr().out.startswith(b"CARL'S CREW\n")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(document), encoding="utf-8"))
    assert main([*store, "import", "-"]) == 0
    assert capfdbinary.readouterr().out == b"Imported Carl's Crew (2) into Riverside.\n"
    monkeypatch.setattr(
        "sys.stdin", io.TextIOWrapper(io.BytesIO(bytes(FILE_MOST + 1)), encoding="utf-8")
    )
    assert main([*store, "import", "-"]) == 1
    assert b"Standard input is too large: it can be 64 MB at most." in capfdbinary.readouterr().err
    assert not (tmp_path / "-").exists()


@pytest.mark.usefixtures("sample")
def test_a_file_for_a_program_is_not_shown_on_a_terminal(
    type_in: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    status, out, err = type_in("export", "--campaign", "Riverside", "-o", "-")
    assert (status, out) == (1, "")
    assert "Name a file, or send the output on." in err


@pytest.mark.usefixtures("sample")
def test_what_is_listed_is_json_for_other_programs(type_in: Typed) -> None:
    def listed(*words: str) -> Any:
        status, out, err = type_in(*words, "--json")
        assert (status, err) == (0, "")
        return json.loads(out)

    type_in("backup")
    (campaign,) = listed("campaigns")
    assert (campaign["name"], campaign["groups"], campaign["games"]) == ("Riverside", 2, 1)
    carl, zeke = listed("groups")
    assert (carl["campaign"], carl["name"], carl["leader"]) == ("Riverside", "Carl's Crew", "Carl")
    assert (zeke["members"], zeke["scavenge_points"], zeke["warnings"]) == (8, 0, [])
    (game,) = listed("games")
    assert (game["number"], game["day"]) == (1, campaign["latest_game"])
    assert {side["group"] for side in game["sides"]} == {carl["id"], zeke["id"]}
    standing = listed("standing", "--campaign", "Riverside")
    places = [(place["place"], place["name"]) for place in standing["standing"]]
    assert places == [(1, "Zeke's Truckers"), (2, "Carl's Crew")]
    found = listed("check")
    assert (found["sound"], found["well"], found["damage"]) == (True, True, [])
    (backup,) = listed("backups")
    assert backup["groups"] == ["Carl's Crew", "Zeke's Truckers"]


@pytest.mark.usefixtures("sample")
def test_what_is_listed_is_a_line_each_for_people(type_in: Typed) -> None:
    (campaign,) = type_in("campaigns")[1].splitlines()
    assert campaign.split("\t")[:3] == ["Riverside", "2 groups", "1 game"]
    (game,) = type_in("games")[1].splitlines()
    number, _day, _encounter, sides, _result = game.split("\t")
    assert (number, sides) == ("1", "Zeke's Truckers against Carl's Crew")
    first, second = type_in("standing")[1].splitlines()
    assert first.startswith("1\tZeke's Truckers\t1 game\tWon: 1\tDrawn: 0\tLost: 0\tRating: ")
    assert second.startswith("2\tCarl's Crew\t1 game\tWon: 0\tDrawn: 0\tLost: 1\tRating: ")


@pytest.mark.usefixtures("sample")
def test_check_says_well_only_where_it_lists_nothing_that_is_not(
    type_in: Typed, tmp_path: Path
) -> None:
    assert type_in("check")[1].endswith("All is well with 2 groups.\n")
    file = tmp_path / "poor.json"
    type_in("export", "Carl's Crew", "-o", str(file))
    document = json.loads(file.read_text(encoding="utf-8"))
    document["group"]["members"][0]["gear"] *= 6
    for place, piece in enumerate(document["group"]["members"][0]["gear"]):
        document["group"]["members"][0]["gear"][place] = {**piece, "id": f"piece-{place}"}
    file.write_text(json.dumps(document), encoding="utf-8")
    assert type_in("import", str(file))[0] == 0
    status, out, _err = type_in("check")
    assert (status, "All is well" in out) == (0, False)
    assert "Riverside/Carl's Crew (2): " in out
    assert "The store is sound. " in out
    assert "listed above" in out.splitlines()[-1]
    assert json.loads(type_in("check", "--json")[1])["well"] is False
    with closing(open_store(tmp_path / "s.sqlite")) as store:
        workspace = Workspace(store, load())
        poor = next(g.id for g in workspace.groups() if g.name == "Carl's Crew (2)")
        for violation in workspace.group(poor).violations:
            GroupActions(workspace).allow(poor, violation)
    lines = type_in("check")[1].splitlines()
    assert [
        line for line in lines if "Carl's Crew (2)" in line and not line.endswith(" (allowed)")
    ] == []
    assert lines[-1] == "All is well with 3 groups."


@pytest.mark.usefixtures("sample")
def test_tables_for_a_spreadsheet(type_in: Typed, tmp_path: Path) -> None:
    for table, rows in (("members", 16), ("results", 2), ("standing", 2), ("lives", 16)):
        file = tmp_path / f"{table}.csv"
        assert type_in("export", "--csv", table, "-o", str(file))[1] == f"Wrote {file}.\n"
        content = file.read_bytes()
        assert content.startswith(b"\xef\xbb\xbf")
        read = list(csv.reader(content.decode("utf-8-sig").splitlines()))
        assert len(read) == rows + 1, table
        assert {len(cells) for cells in read} == {len(read[0])}
    assert "A table or a calendar is of a whole campaign" in type_in("export", "Carl's Crew", "--csv", "members", "-o", "-")[2]  # fmt: skip
    assert "Name a group, or a campaign" in type_in("export", "-o", str(tmp_path / "x"))[2]


@contextmanager
def opened(file: Path) -> Iterator[Workspace]:
    """The store of a test, as the window opens it."""
    store = open_store(file)
    rulebooks = rulebooks_of(store.path)
    yield Workspace(store, rulebooks.of(Chosen()), rulebooks=rulebooks)
    store.close()


@pytest.mark.usefixtures("sample")
def test_planned_games_for_a_calendar(type_in: Typed, tmp_path: Path) -> None:
    said = type_in("export", "--calendar", "-o", str(tmp_path / "night.ics"))
    assert "No planned game has a date" in said[2]
    with opened(tmp_path / "s.sqlite") as workspace:
        nights = GameNightActions(workspace)
        campaign = workspace.campaigns()[0].id
        nights.set_day(campaign, "2026-10-03")
        nights.add(campaign)
    file = tmp_path / "night.ics"
    assert type_in("export", "--calendar", "-o", str(file))[1] == f"Wrote {file}.\n"
    assert b"DTSTART;VALUE=DATE:20261003\r\n" in file.read_bytes()
    assert "already" in type_in("export", "--calendar", "-o", str(file))[2]
    out = type_in("export", "--calendar", "--campaign", "Riverside", "-o", "-")[1]
    assert out.startswith("BEGIN:VCALENDAR")
    assert "one at a time" in type_in("export", "--calendar", "--csv", "lives", "-o", "-")[2]
    assert "of a whole campaign" in type_in("export", "Carl's Crew", "--calendar", "-o", "-")[2]


@pytest.mark.usefixtures("sample")
def test_a_closed_season_is_listed(type_in: Typed, tmp_path: Path) -> None:
    now = type_in("standing")[1]
    game = type_in("games")[1]
    with opened(tmp_path / "s.sqlite") as workspace:
        SeasonActions(workspace).close(workspace.campaigns()[0].id, "The first winter", {})
    assert type_in("games")[1] == "No game has been recorded yet.\n"
    assert type_in("games", "--season", "the first winter")[1] == game
    assert type_in("standing", "--season", "The first winter")[1] == now
    assert "\t0 games\t" in type_in("standing")[1]
    (campaign,) = json.loads(type_in("campaigns", "--json")[1])
    assert campaign["seasons"] == ["The first winter"]
    said = type_in("games", "--season", "Gone")[2]
    assert "No closed season is called Gone. The closed seasons are: The first winter." in said
    table = type_in("export", "--csv", "results", "--season", "The first winter", "-o", "-")[1]
    assert len(table.splitlines()) == 3
    assert "A season is named for a table" in type_in(
        "export", "--campaign", "Riverside", "--season", "The first winter", "-o", "-"
    )[2]  # fmt: skip
    assert type_in("check")[0] == 0


@pytest.mark.usefixtures("sample")
def test_a_campaign_that_is_put_away_is_listed_last_and_not_meant_by_default(
    type_in: Typed, tmp_path: Path
) -> None:
    type_in("sample", "long-winter")
    with opened(tmp_path / "s.sqlite") as workspace:
        names = {campaign.name: campaign.id for campaign in workspace.campaigns()}
        assert list(names) == ["Riverside", "The long winter"]
        SeasonActions(workspace).put_away(names["Riverside"])
    lines = type_in("campaigns")[1].splitlines()
    assert [line.split("\t")[0] for line in lines] == ["The long winter", "Riverside"]
    assert lines[1].endswith("\tput away")
    assert len(type_in("games")[1].splitlines()) == 3
    assert len(type_in("games", "--campaign", "Riverside")[1].splitlines()) == 1


@pytest.mark.usefixtures("sample")
def test_posts_for_a_chat(type_in: Typed) -> None:
    status, out, _err = type_in("share", "--campaign", "Riverside", "--chat", "game")
    assert (status, out.splitlines()[0][:19]) == (0, "Riverside · Game 1:")
    out = type_in("share", "--campaign", "Riverside", "--chat", "standing")[1]
    assert out.startswith("Riverside · Standings · after 1 game\n\n- Zeke's Truckers · place 1 · ")
    out = type_in("share", "Carl's Crew", "--chat", "group")[1]
    assert out.startswith("CARL'S CREW\n")
    assert "Name the group" in type_in("share", "--campaign", "Riverside", "--chat", "group")[2]
    assert "name it with --campaign" in type_in("share", "Carl's Crew", "--chat", "game")[2]


def test_export_import_and_names_that_fit_none_or_several(type_in: Typed, tmp_path: Path) -> None:
    type_in("sample")
    type_in("sample")
    file = tmp_path / "zeke.json"
    status, _out, err = type_in("export", "Zeke's Truckers", "-o", str(file))
    assert status == 1
    assert "Riverside (2)/Zeke's Truckers; Riverside/Zeke's Truckers" in err
    assert not file.exists()
    status, _out, err = type_in("export", "Nobody", "-o", str(file))
    assert status == 1
    assert "No group is called Nobody. The groups are:" in err
    assert type_in("export", "Riverside/Zeke's Truckers", "-o", str(file))[0] == 0
    assert json.loads(file.read_text(encoding="utf-8"))["format"] == "lastdays-group"
    status, _out, err = type_in("import", str(file))
    assert status == 1
    assert "Say which with --campaign: Riverside; Riverside (2)" in err
    assert type_in("import", str(file), "--campaign", "riverside")[0] == 0
    assert type_in("import", str(file), store="other.sqlite")[1] == (
        "Imported Zeke's Truckers into Imported.\n"
    )


@pytest.mark.parametrize("file", ["battlescribe.ros", "new-recruit.json"])
def test_a_roster_is_imported_and_what_is_not_understood_is_printed(
    type_in: Typed, file: str
) -> None:
    roster = str(Path(__file__).parents[1] / "fixtures" / "rosters" / file)
    status, out, _err = type_in("import", roster)
    assert status == 0
    assert out.splitlines() == [
        "Imported Mercy Street into Imported.",
        "Not understood: Ann Mercy: Charismatic",
        "Not understood: Survivalist: Hunger: Hungry",
        "Not understood: Horse (“Silver”)",
    ]
    assert type_in("groups")[1].count("Mercy Street\tAnn Mercy") == 1
    status, out, err = type_in("import", roster, "--known", "merge")
    assert (status, out) == (1, "")
    assert "Mercy Street is already here" in err
    assert type_in("groups")[1].count("Mercy Street") == 1


@pytest.mark.usefixtures("sample")
def test_what_bad_input_gets(type_in: Typed, tmp_path: Path) -> None:
    foreign = tmp_path / "list.json"
    foreign.write_text('{"roster": []}', encoding="utf-8")
    status, _out, err = type_in("import", str(foreign))
    assert status == 1
    assert "it isn't a Last Days group" in err
    status, _out, err = type_in("import", str(tmp_path / "missing.json"))
    assert status == 1
    assert "could not be read: it doesn't exist" in err
    status, _out, err = type_in("export", "Carl's Crew", "-o", str(foreign / "x" / "y.json"))
    assert status == 1
    assert "could not be written" in err


@pytest.mark.usefixtures("sample")
def test_check_finds_damage(type_in: Typed, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "s.sqlite") as db:
        db.execute("UPDATE characters SET level = 9 WHERE name = 'Mo'")
    db.close()
    status, out, _err = type_in("check")
    assert status == 1
    assert "Zeke's Truckers: The rows of characters don't match its history." in out
    content = bytearray((tmp_path / "s.sqlite").read_bytes())
    content[8192:40000] = b"\x01" * (40000 - 8192)
    (tmp_path / "s.sqlite").write_bytes(content)
    status, out, err = type_in("check")
    assert status == 1
    assert "damaged" in (out + err).lower() or "could not be read" in err


def test_a_pack_beside_the_store_is_used_and_missed_without_a_traceback(
    type_in: Typed, tmp_path: Path
) -> None:
    from lastdays.campaign import Workspace
    from lastdays.rulebook import load
    from lastdays.store import open_store
    from store.exercise import found_hospital
    from unit.rulebook.packing import write_pack

    pack = write_pack(tmp_path / "packs")
    store = open_store(tmp_path / "s.sqlite")
    found_hospital(Workspace(store, load(packs=[pack])))
    store.close()
    assert "isn't in the rulebook" not in type_in("check")[1]
    (pack / "perks.toml").write_text("[ward]\ncost = 'x'\n[helipad]\n", encoding="utf-8")
    status, out, _err = type_in("check")
    assert status == 0
    assert "Content pack left out: hospital: perks.toml [ward] cost:" in out
    assert "All is well" not in out
    assert "Content pack left out: hospital: perks.toml [helipad] summary:" in out
    assert "Ward 9/Night Shift: The Refuge Hospital isn't in the rulebook" in out
    status, out, _err = type_in("groups")
    assert status == 0
    assert "Night Shift\tDr Ana" in out
    assert type_in("export", "Night Shift", "-o", str(tmp_path / "g.json"))[0] == 0
    assert type_in("import", str(tmp_path / "g.json"), store="other.sqlite")[0] == 0
    assert "Wrote" in type_in("print", "Night Shift", "-o", str(tmp_path / "g.pdf"))[1]


def test_no_display_is_said_in_one_sentence(
    type_in: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    status, _out, err = type_in("window")
    assert status == 1
    assert "no display" in err


@pytest.mark.usefixtures("sample")
def test_printing_from_the_command_line(type_in: Typed, tmp_path: Path) -> None:
    import pypdfium2 as pdfium

    file = tmp_path / "cards of Zeke.pdf"
    status, out, err = type_in(
        "print", "Zeke's Truckers", "Carl's Crew", "-o", str(file),
        "--layout", "poker", "--paper", "letter", "--ink-saver", "--what", "characters,group,zombies",
    )  # fmt: skip
    assert (status, out, err) == (0, f"Wrote {file}, 5 pages.\n", "")
    opened = pdfium.PdfDocument(file)
    assert [b.get_title() for b in opened.get_toc()][:2] == ["Zeke", "Mo"]
    assert round(opened[0].get_width()) == 612
    words = "".join(page.get_textpage().get_text_range() for page in opened)
    assert "Father Tom" in words
    assert "Knockback" in words


@pytest.mark.usefixtures("sample")
def test_printing_only_what_has_changed(type_in: Typed, tmp_path: Path) -> None:
    file = tmp_path / "c.pdf"
    arguments = ("print", "Carl's Crew", "-o", str(file), "--only-changed")
    assert type_in(*arguments)[0] == 0
    before = file.read_bytes()
    status, out, _err = type_in(*arguments)
    assert status == 0
    assert "Nothing has changed since it was last printed" in out
    assert file.read_bytes() == before


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            ("--layout", "huge"),
            "There's no layout 'huge'. Choose one of quarter, half, roster, tarot, poker",
        ),
        (("--layout", "20x20"), "too small to read"),
        (("--layout", "210x297"), "does not fit on A4 with these margins. The largest that does"),
        (("--layout", "half", "--bleed", "9"), "The bleed can be 0 to 5 mm."),
        (("--bleed", "nan"), "The bleed can be 0 to 5 mm."),
        (("--offset", "1"), "'1' isn't an offset"),
        (("--offset", "50,0"), "The offset of the backs can be 10 mm at most."),
        (("--copies", "0"), "One to 20 copies can be printed at once."),
        (("--what", "posters"), "'posters' can't be printed. Choose one of characters, group"),
        (("--what", ","), "There's nothing to print"),
    ],
)
def test_what_cannot_be_printed_is_said_and_nothing_is_written(
    type_in: Typed,
    tmp_path: Path,
    options: tuple[str, ...],
    said: str,
) -> None:
    file = tmp_path / "c.pdf"
    status, _out, err = type_in("print", "Carl's Crew", "-o", str(file), *options)
    assert status == 1
    assert said in err
    assert not file.exists()


@pytest.mark.sweep
@pytest.mark.usefixtures("sample")
def test_printing_for_a_print_shop(type_in: Typed, tmp_path: Path) -> None:
    """One page, or one picture, for each side of a card; never among other files."""
    file, folder = tmp_path / "shop.pdf", tmp_path / "shop"
    layout = ("--layout", "poker", "--what", "group")
    status, out, _err = type_in("print", "Carl's Crew", "-o", str(file), "--one-a-page", *layout)
    assert status == 0
    assert "2 pages" in out
    given = ("print", "Carl's Crew", "--pictures", str(folder), "--dpi", "600", "--bleed", "2")
    status, out, _err = type_in(*given, *layout)
    assert status == 0
    assert f"Wrote 2 pictures to {folder}." in out
    names = [picture.name for picture in sorted(folder.iterdir())]
    assert names == ["1 Carls Crew.png", "2 Carls Crew back.png"]
    before = [picture.read_bytes() for picture in sorted(folder.iterdir())]
    status, _out, err = type_in(*given, *layout)
    assert status == 1
    assert "isn't empty: choose a new folder. Nothing was written." in err
    assert before == [picture.read_bytes() for picture in sorted(folder.iterdir())]


@pytest.mark.sweep
@pytest.mark.usefixtures("sample")
def test_what_had_to_give_way_is_told_on_the_way(type_in: Typed, tmp_path: Path) -> None:
    document = tmp_path / "g.json"
    type_in("export", "Zeke's Truckers", "-o", str(document))
    content = json.loads(document.read_text(encoding="utf-8"))
    content["group"]["members"][0]["notes"] = "blah " * 2000
    content["group"]["members"][1]["name"] = "Zed 🧟"
    document.write_text(json.dumps(content), encoding="utf-8")
    type_in("import", str(document))
    file = tmp_path / "c.pdf"
    _status, _out, err = type_in("print", "Zeke's Truckers (2)", "-o", str(file))
    assert "Zeke: Continues on" in err
    assert "Zed 🧟: No font has these characters; they are spelled out: 🧟 [zombie]." in err


@pytest.mark.usefixtures("sample")
def test_backups_are_made_listed_and_given_back(type_in: Typed, tmp_path: Path) -> None:
    assert type_in("backups")[1] == "There are no backups yet.\n"
    assert "Wrote" in type_in("backup")[1]
    assert "Nothing has changed" in type_in("backup")[1]
    type_in("export", "Carl's Crew", "-o", str(tmp_path / "crew.json"))
    assert type_in("import", str(tmp_path / "crew.json"), "--campaign", "Riverside")[0] == 0
    assert type_in("groups")[1].count("Carl's Crew") == 2
    (line,) = type_in("backups")[1].splitlines()
    name, _size, inside = line.split("\t")
    assert inside == "Carl's Crew, Zeke's Truckers"
    status, out, _err = type_in("restore", name)
    assert status == 0
    assert type_in("groups")[1].count("Carl's Crew") == 1
    before = out.splitlines()[1].rpartition(" ")[2].removesuffix(".")
    assert type_in("restore", before)[0] == 0
    assert type_in("groups")[1].count("Carl's Crew") == 2
    assert type_in("check")[0] == 0


@pytest.mark.usefixtures("sample")
def test_what_is_left_of_a_damaged_store_is_written_anew(type_in: Typed, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "s.sqlite") as db:
        db.execute(
            "UPDATE revisions SET document = x'00' WHERE id = "
            "(SELECT head FROM groups WHERE name = 'Carl''s Crew')"
        )
    db.close()
    new = tmp_path / "new.sqlite"
    status, out, _err = type_in("recover", str(tmp_path / "s.sqlite"), "-o", str(new))
    assert status == 1
    assert "Recovered: Carl's Crew" in out
    assert "Missing: Carl's Crew was recovered from an earlier entry of its history." in out
    assert type_in("check", store="new.sqlite")[0] == 0
    assert type_in("recover", str(tmp_path / "s.sqlite"), "-o", str(new))[0] == 1
    whole = str(tmp_path / "whole.sqlite")
    assert type_in("recover", str(new), "-o", whole)[0] == 0, "nothing is missing of a sound one"


@pytest.mark.parametrize(("ends", "status"), [(KeyboardInterrupt, 130), (BrokenPipeError, 1)])
def test_a_command_that_is_cut_short_says_so_by_its_status(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ends: type[BaseException], status: int
) -> None:
    def cut(_options: object) -> int:
        raise ends

    monkeypatch.setitem(cast("dict[str, object]", commands.COMMANDS), "groups", cut)
    with (tmp_path / "out").open("w") as out:
        monkeypatch.setattr("sys.stdout", out)
        assert main(["groups"]) == status


def test_a_program_without_a_console_prints_nowhere(
    type_in: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So is a window's program of Windows started."""
    monkeypatch.setattr("sys.stdout", None)
    monkeypatch.setattr("sys.stderr", None)
    assert main(["--store", "none.sqlite", "groups"]) == 1
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    sys.stdout.close()


@pytest.mark.sweep
@pytest.mark.skipif(sys.platform != "linux", reason="on Linux there may be no display")
@pytest.mark.parametrize(
    ("display", "said"),
    [
        (
            {"QT_QPA_PLATFORM": "nonsense"},
            ": QT_QPA_PLATFORM asks for nonsense, which can't be used",
        ),
        ({"DISPLAY": ":987"}, ""),  # a library of X may be missing, too
    ],
)
def test_a_display_that_qt_cannot_use_is_a_sentence(
    tmp_path: Path, display: dict[str, str], said: str
) -> None:
    usual = {name: word for name, word in os.environ.items() if name != "QT_QPA_PLATFORM"}
    command = [sys.executable, "-m", "lastdays", "--store", str(tmp_path / "s.sqlite"), "window"]
    done = subprocess.run(
        command, env={**usual, **display}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith(f"lastdays: The window can't be drawn{said}")


@pytest.mark.sweep
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full output here")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "asked",
    [
        ["groups"],
        ["check"],
        ["backup"],
        ["games", "--json"],
        ["share", "Carl's Crew"],
        ["export", "Carl's Crew", "-o", "-"],
        ["print", "Carl's Crew", "-o", "-"],
        ["report", "form"],
        ["--version"],
        ["--help"],
    ],
    ids=" ".join,
)
def test_an_output_that_is_full_is_a_sentence(
    sample_store: Path, monkeypatch: pytest.MonkeyPatch, asked: list[str], unbuffered: str
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    command = [sys.executable, "-m", "lastdays", "--store", str(sample_store), *asked]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "lastdays: The output can't be written: the disk is full.\n"


def test_the_window_opens_the_store_it_is_given_or_the_usual_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[object] = []

    class ElsewhereError(Exception):
        pass

    def run(store: object, file: object, at: str) -> int:
        opened.append((store, file, at))
        if len(opened) > 3:
            raise ElsewhereError
        return 7

    starting = SimpleNamespace(run=run, HandedOverError=ElsewhereError)
    monkeypatch.setitem(sys.modules, "lastdays.ui.app", cast("ModuleType", starting))
    window = SimpleNamespace(show_frame=object, handed_over=lambda *_given: False)
    frame = cast("ModuleType", window)
    monkeypatch.setitem(sys.modules, "lastdays.desktop.opening", frame)
    store, file = tmp_path / "s.sqlite", tmp_path / "a.ros"
    assert main(["--store", str(store)]) == 7
    assert main([]) == 7
    assert main(["--store", str(store), "open", str(file)]) == 7
    assert opened == [(store, None, ""), (paths.default_store(), None, ""), (store, file, "")]
    assert main(["--store", str(store), "open", str(file)]) == 0
    assert capsys.readouterr().out == f"{file} is opened in the window that is open.\n"


def test_a_whole_campaign_goes_out_and_comes_in(
    type_in: Typed, tmp_path: Path, sample: object
) -> None:
    file = tmp_path / "river.lastdays-campaign"
    assert type_in("export", "--campaign", "Riverside", "-o", str(file))[0] == 0
    status, out, _err = type_in("import", str(file), store="other.sqlite")
    assert (status, out) == (0, "Imported the campaign Riverside with 2 groups.\n")
    assert type_in("groups", store="other.sqlite")[1] == type_in("groups")[1]
    assert type_in("check", store="other.sqlite")[0] == 0
    assert "Riverside (2)" in type_in("import", str(file), "--known", "second")[1]
    assert type_in("check")[0] == 0
    file.write_bytes(file.read_bytes()[:-200])
    status, _out, err = type_in("import", str(file))
    assert status == 1
    assert err.endswith("Nothing was imported.\n")
    assert "No campaign is called" in type_in("export", "--campaign", "x", "-o", str(file))[2]


def test_a_copy_of_a_campaign_is_not_added_unasked(
    type_in: Typed, tmp_path: Path, sample: object
) -> None:
    file = tmp_path / "river.lastdays-campaign"
    type_in("export", "--campaign", "Riverside", "-o", str(file))
    before = type_in("campaigns")[1]
    for choice in ((), ("--known", "refuse")):
        status, out, err = type_in("import", str(file), *choice)
        assert (status, out) == (1, "")
        assert "Riverside is already here. Use --known merge" in err
        assert err.endswith("Nothing was imported.\n")
    same = type_in("import", str(file), "--known", "merge")
    assert same == (0, "The file has nothing new for Riverside.\n", "")
    assert type_in("campaigns")[1] == before


def _renamed_in(store: Path, member: str, name: str) -> None:
    """Rename a member in a store."""
    opened = open_store(store)
    groups = GroupActions(Workspace(opened, load()))
    for group in groups.workspace.groups():
        for one in groups.workspace.group(group.id).group.members:
            if one.name == member:
                groups.edit_member(group.id, replace(one, name=name))
    opened.close()


def test_a_campaign_is_merged_with_a_copy_of_it_in_another_store(
    type_in: Typed, tmp_path: Path, sample: object
) -> None:
    """Where both changed the same, it is refused and listed until a side is taken; the other store stays
    as it is."""
    file, there = tmp_path / "river.lastdays-campaign", tmp_path / "there.sqlite"
    type_in("export", "--campaign", "Riverside", "-o", str(file))
    type_in("import", str(file), store=there.name)
    _renamed_in(there, "Mo", "Moe")
    before = there.read_bytes()
    assert "Riverside is already here" in type_in("import", str(there))[2]
    assert type_in("import", str(there), "--known", "merge") == (
        0,
        "Merged the file into Riverside.\nChanged: 1 group.\n",
        "",
    )
    assert there.read_bytes() == before
    _renamed_in(there, "Moe", "Moses")
    _renamed_in(tmp_path / "s.sqlite", "Moe", "Maurice")
    status, out, err = type_in("import", str(there), "--known", "merge")
    assert (status, out) == (1, "")
    assert "Zeke's Truckers: Maurice: Name – here: Maurice; in the file: Moses" in err
    assert type_in("import", str(there), "--known", "theirs")[0] == 0
    assert type_in("import", str(there), "--known", "theirs")[1] == (
        "The file has nothing new for Riverside.\n"
    )
    assert "(2)" not in type_in("campaigns")[1]
    assert type_in("check")[0] == 0


def test_a_store_that_is_none_of_ours_is_left_alone(
    type_in: Typed, tmp_path: Path, sample: object
) -> None:
    before = type_in("campaigns")[1]
    damaged = tmp_path / "damaged.sqlite"
    damaged.write_bytes(b"SQLite format 3\x00" + b"\x01" * 5_000)
    status, out, err = type_in("import", str(damaged), "--known", "merge")
    assert (status, out) == (1, "")
    assert f"{damaged} " in err
    foreign = tmp_path / "foreign.sqlite"
    with closing(sqlite3.connect(foreign)) as other:
        other.execute("CREATE TABLE songs (id)")
    assert type_in("import", str(foreign), "--known", "merge")[0] == 1
    own = tmp_path / "s.sqlite"
    assert "is the store that is open here" in type_in("import", str(own))[2]
    assert type_in("campaigns")[1] == before


def test_a_group_taken_home_is_merged(type_in: Typed, tmp_path: Path, sample: object) -> None:
    """Out of the club's store, into the player's, and back."""
    out, back = tmp_path / "out.lastdays.json", tmp_path / "back.lastdays.json"
    type_in("export", "Carl's Crew", "-o", str(out))
    type_in("import", str(out), store="home.sqlite")
    type_in("export", "Carl's Crew", "-o", str(back), store="home.sqlite")
    said = type_in("import", str(back), "--known", "merge")
    assert said == (0, "Merged the file into Carl's Crew.\n", "")
    assert "(2)" not in type_in("groups")[1]
    assert "Carl's Crew (2)" in type_in("import", str(back))[1]


def test_a_group_and_a_campaign_are_told(type_in: Typed, tmp_path: Path, sample: object) -> None:
    assert type_in("share", "Carl's Crew")[1].startswith("CARL'S CREW\n")
    assert type_in("share", "Carl's Crew", "--markdown")[1].startswith("# Carl's Crew\n")
    pages, text = tmp_path / "river", tmp_path / "river.md"
    said = type_in("share", "--campaign", "Riverside", "--pages", str(pages))
    assert said == (0, f"Wrote 9 files into {pages}.\n", "")
    assert (pages / "index.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert "Wrote 0 files" in type_in("share", "--campaign", "Riverside", "--pages", str(pages))[1]
    assert "for a campaign" in type_in("share", "Carl's Crew", "--pages", str(pages))[2]
    assert type_in("share", "--campaign", "Riverside", "-o", str(text))[0] == 0
    assert text.read_text(encoding="utf-8").startswith("# Riverside\n")
    status, _out, err = type_in("share", "Carl's Crew", "-o", str(tmp_path / "crew.doc"))
    assert status == 1
    assert "has to end in one of .png, .md, .txt" in err
    assert "A picture shows one group" in type_in("share", "--campaign", "Riverside", "-o", str(tmp_path / "a.png"))[2]  # fmt: skip


@pytest.mark.sweep
def test_a_group_is_drawn(
    type_in: Typed, tmp_path: Path, sample: object, qapp: QApplication
) -> None:
    picture = tmp_path / "crew.png"
    assert type_in("share", "Carl's Crew", "-o", str(picture))[0] == 0
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_content_pack_is_begun_and_checked(type_in: Typed, tmp_path: Path) -> None:
    pack = tmp_path / "mine"
    status, out, _err = type_in("pack", "new", str(pack))
    assert status == 0
    assert f"Wrote {pack}." in out
    assert type_in("pack", "check", str(pack))[1].startswith("No faults in mine 0.1: Watchman")
    (pack / "perks.toml").write_text("[x]\nname = 'X'\n", encoding="utf-8")
    status, out, _err = type_in("pack", "check", str(pack))
    assert status == 1
    assert "perks.toml [x] cost: " in out
    assert "2 faults in mine." in out
    (pack / "perks.toml").write_text("[armoury]\ncost = 3\n", encoding="utf-8")
    status, out, _err = type_in("pack", "check", str(pack))
    assert status == 0
    assert out.endswith(
        "Changes what the book says:\nperks.toml [armoury] cost: 3 instead of 20.\n"
    )
    said = '[x]\nname = "X"\nsummary = "X"\ncost = 1\npoints = "D6"\n'
    (pack / "perks.toml").write_text(said, encoding="utf-8")
    status, out, _err = type_in("pack", "check", str(pack))
    assert status == 1
    assert "perks.toml [x] points: it has no effect without worked." in out
    assert "1 fault in mine." in out
    status, _out, err = type_in("pack", "new", str(pack))
    assert status == 1
    assert "is already there" in err
    assert type_in("pack", "check", str(tmp_path / "gone"))[0] == 1
    assert not (tmp_path / "s.sqlite").exists()


def test_the_example_is_written_zipped_and_checked(type_in: Typed, tmp_path: Path) -> None:
    import shutil

    assert type_in("pack", "new", str(tmp_path / "ex"), "--example")[0] == 0
    shutil.make_archive(str(tmp_path / "ex-1.0"), "zip", tmp_path, "ex")
    status, out, _err = type_in("pack", "check", str(tmp_path / "ex-1.0.zip"))
    assert status == 0
    assert "No faults in The Hospital 1.0: Chief Medic, " in out


@pytest.mark.sweep
def test_a_game_is_begun_checked_and_played_at_random(type_in: Typed, tmp_path: Path) -> None:
    pack = tmp_path / "mine"
    status, out, _err = type_in("game", "new", str(pack))
    assert status == 0
    assert f"Wrote {pack}." in out
    assert "lastdays game check" in out
    status, out, _err = type_in("game", "check", str(pack))
    assert (status, out.splitlines()[0][:52]) == (
        0,
        "First to Ten: 200 of 200 random games ended. They to",
    )
    assert type_in("game", "new", str(pack))[0] == 1
    status, out, _err = type_in("game", "play", str(pack), "--random", "30")
    assert status == 0
    assert "  30 × {player} has ten points and has won." in out.splitlines()
    file = pack / "games" / "game.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace(">= 10", ">= 11"), encoding="utf-8")
    for command in ("game", "pack"):  # nobody can have eleven
        status, out, _err = type_in(command, "check", str(pack))
        assert status == 1
        assert "First to Ten: None of 5 random games came to an end within 1000 moves." in out
        assert "1 fault in mine." in out
    file.write_text(text.replace("die = 1", "dice = 1"), encoding="utf-8")
    status, out, _err = type_in("game", "check", str(pack))
    assert status == 1
    assert "games/game.toml rules.roll.results.0.when: 'dice' has no value here." in out
    status, _out, err = type_in("game", "play", str(pack))
    assert status == 1
    assert "has faults: lastdays game check lists them." in err
    assert type_in("game", "play", str(pack), "--random", "0")[0] == 1
    assert type_in("game", "check", str(tmp_path / "gone"))[0] == 1


@pytest.mark.sweep
def test_the_example_game_is_written_and_checked(type_in: Typed, tmp_path: Path) -> None:
    assert type_in("game", "new", str(tmp_path / "bus"), "--example")[0] == 0
    status, out, _err = type_in("pack", "check", str(tmp_path / "bus"))
    assert (status, out) == (0, "No faults in The Last Bus 1.0: The Last Bus.\n")


def test_nothing_of_a_pack_steers_the_terminal(type_in: Typed, tmp_path: Path) -> None:
    pack = tmp_path / "mine\u202e\x9b31m"
    assert type_in("pack", "new", str(pack))[0] == 0
    (pack / "pack.toml").write_text(
        'name = "Mi\\u009b31mne"\nversion = "1\\u2066"\n', encoding="utf-8"
    )
    (pack / "perks.toml").write_text(
        '[plant]\nname = "Pl\\u202eant"\ncost = 3\n"bog\\u009bus" = 1\nsummary = "."\n',
        encoding="utf-8",
    )
    status, out, err = type_in("pack", "check", str(pack))
    assert status == 1
    assert "bogus" in out + err
    assert not set("\x9b\u202e\u2066") & set(out + err)


def test_names_of_an_older_store_do_not_steer_the_terminal(
    type_in: Typed, sample: None, tmp_path: Path
) -> None:
    with sqlite3.connect(tmp_path / "s.sqlite") as db:
        db.execute("UPDATE campaigns SET name = 'Ri\x9b31mver\u202eside'")
    db.close()
    for command in ("groups", "check"):
        _status, out, err = type_in(command)
        assert "Ri31mverside" in out
        assert not set("\x9b\u202e") & set(out + err)


def test_a_report_form_is_printed_and_what_comes_back_is_read_and_recorded(
    type_in: Typed, sample: None, tmp_path: Path
) -> None:
    status, form, _errors = type_in("report", "form")
    assert status == 0
    assert form.startswith("Last Days – report of game 2")
    file = tmp_path / "message.txt"
    answered = form.replace("Reported by:", "Reported by: Anna")
    answered = answered.replace("\nMo:", "\nMo: out by Bea").replace("\nZeke:", "\nZeke: 2 zombis")
    file.write_text(answered + "the truck was ours\n\nwhat a night", encoding="utf-8")
    status, told, _errors = type_in("report", "read", str(file))
    assert status == 1
    assert told.splitlines() == [
        "Game 2: Zeke's Truckers against Carl's Crew",
        "As reported by: Anna",
        "Encounter\tScavengers",
        "Zeke: zombies\t2",
        "Mo: Out of Action\tby Bea",
        "In a sentence: the truck was ours",
        "Not read: what a night",
    ]
    assert len(type_in("games")[1].splitlines()) == 1, "nothing is recorded"
    file.write_text(answered, encoding="utf-8")
    status, told, _errors = type_in("report", "read", str(file), "--record")
    assert (status, told.splitlines()[-1]) == (0, "Game 2 is recorded.")
    assert len(type_in("games")[1].splitlines()) == 2
    status, form, _errors = type_in("report", "form", "--game", "2")
    assert form.startswith("Last Days – report of game 2: Scavengers")


def test_a_report_that_cannot_be_recorded_says_why(
    type_in: Typed, sample: None, tmp_path: Path
) -> None:
    file = tmp_path / "message.txt"
    for text, why in (
        ("hello", "Nothing in this text is about the game."),
        ("Form: ElsewhereError BBBB-2\nZeke: out", "This form is of another campaign."),
        ("Last Days\nZeke: 2 zombies\nLast Days\nZeke: 3 zombies", "The reports differ."),
        ("a" * 30_000, "a report has at most 20000"),
        ("a" * 2**21, "too large"),
    ):
        file.write_text(text, encoding="utf-8")
        status, _told, errors = type_in("report", "read", str(file), "--record")
        assert status == 1
        assert why in errors
    assert "no recorded game 7" in type_in("report", "form", "--game", "7")[2]
    assert len(type_in("games")[1].splitlines()) == 1

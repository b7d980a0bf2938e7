"""Reports of games: the form, and what is read of it when it comes back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lastdays import language
from lastdays.campaign.reports.cast import Cast, GearPiece, Player, ReportSide, form_names_of
from lastdays.campaign.reports.facts import (
    Fact,
    about_in_words,
    differences,
    settled_facts,
    value_in_words,
    with_facts,
)
from lastdays.campaign.reports.form import LETTERS_MOST, code_in, code_of, report_form
from lastdays.campaign.reports.grammar import LISTS
from lastdays.campaign.reports.lines import LETTERS_MOST as READ_MOST, LINES_MOST, lines_of
from lastdays.campaign.reports.reading import Report, read_reports
from lastdays.campaign.reports.words import NUMBERS, joined_letters, vocabulary
from lastdays.desktop import message_files, paths
from lastdays.errors import LastDaysError
from lastdays.language import speaking
from lastdays.model.game_record import Appearance, GameRecord, Side, SupplyToken
from lastdays.rulebook import Catalogue

ZEKES = ("Zeke", "Mo", "Lou", "Dr. No, the 3rd", "Marine 1", "Marine 2", "Tom")
CARLS = ("Carl", "Bea", "Tim and Tom", "Mo", "Katarzyna")
BOOZE, MOLOTOV, SECOND_MOLOTOV = (
    GearPiece("booze", "Booze"),
    GearPiece("m1", "Molotov"),
    GearPiece("m2", "Molotov"),
)


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    language.speak("en")


def made_up(*, together: bool = False, alone: bool = False) -> Cast:
    """A game of two groups, in both of which somebody is called Mo."""
    names = [*ZEKES] if alone else [*ZEKES, *CARLS]
    sides = [ReportSide("Zeke's Truckers", "zekes"), ReportSide("Carl's Crew", "carls")]
    gear = {"Zeke": (BOOZE, MOLOTOV, SECOND_MOLOTOV), "Bea": (GearPiece("b2", "Booze"),)}
    players = []
    for place, (name, called) in enumerate(zip(names, form_names_of(names), strict=True)):
        side = 0 if place < len(ZEKES) else 1
        key = f"{name}/{side}"
        players.append(Player(key, name, called, side, gear.get(name, ())))
    return Cast(
        sides=tuple(sides[:1] if alone else sides),
        players=tuple(players),
        absent={"Old Pete": "Old Pete of Carl's Crew is dead."},
        encounters={"Scavengers": "scavengers", "The Escape": "the-escape"},
        plays_together=together,
        has_vehicle=True,
        has_stranger=True,
    )


def read(text: str, cast: Cast | None = None) -> Report:
    """The only report in a text."""
    (report,) = read_reports(text, cast or made_up())
    return report


def said(text: str, cast: Cast | None = None) -> dict[str, object]:
    """What a text says, by what it is about."""
    return {fact.key: fact.value for fact in read(text, cast).facts}


def left(text: str) -> list[str]:
    """What isn't read of a text."""
    return [line.piece for line in read(text).unread]


# The form


def test_the_form_names_the_game_both_groups_and_what_to_fill_in() -> None:
    form = report_form(made_up(), code_of("riverside", 12, "f"), "Riverside", "Scavengers")
    assert form == (
        "Last Days – report of game 12: Scavengers\n"
        "Form: Riverside JJCJ-12-RK\n"
        "How to fill in: out by NAME, 2 zombies, 1 rival, token, 1 objective, used GEAR. Or nothing.\n"
        "\n"
        "Reported by:\n"
        "Who won:\n"
        "Who broke:\n"
        "Who claimed Supply Tokens, how many:\n"
        "Who drove away:\n"
        "Who brought the stranger home:\n"
        "\n"
        "Zeke's Truckers:\n"
        "Zeke:\nMo (1):\nLou:\nDr. No, the 3rd:\nMarine 1:\nMarine 2:\nTom:\n"
        "\n"
        "Carl's Crew:\n"
        "Carl:\nBea:\nTim and Tom:\nMo (2):\nKatarzyna:\n"
        "\n"
        "In a sentence:\n"
    )
    assert read_reports(form, made_up()) == [], "nothing is filled in"


@pytest.mark.parametrize("length", [5, 30, 90, 200])
def test_a_form_for_two_groups_of_twelve_has_fewer_than_2000_letters(length: int) -> None:
    names = [f"{chr(65 + n)}{'x' * (length - 3)}{n:02}" for n in range(24)]
    called = form_names_of(names)
    players = []
    for place, name in enumerate(names):
        players.append(Player(f"member-{place}", name, called[place], place // 12))
    sides = (ReportSide("S" * length, "a"), ReportSide("T" * length, "b"))
    cast = Cast(sides, tuple(players), has_vehicle=True, has_stranger=True)
    for code in message_files.offered():
        with speaking(message_files.read(code)):
            form = report_form(cast, code_of("c", 120, "f"), "R" * length, "Massacre Site")
        assert len(form) < LETTERS_MOST
        lines = []
        for line in form.splitlines():
            is_member = line[:1] in "ABCDEFGHIJKLMNOPQRSTUVWX" and "xx" in line
            lines.append(f"{line} 2 zombies" if is_member else line)
        facts = said("\n".join(lines), cast)
        if length > 5:
            expected = {f"{n // 12}/member-{n}/zombies": 2 for n in range(24)}
            assert facts == expected, "names that were shortened are known, too"


def test_a_code_names_campaign_game_and_fixture() -> None:
    code = code_of("riverside", 12, "fixture")
    assert code_in(f"Form: The campaign {code}") == code
    assert code_in("Form: Riverside jjcj - 12") == code_of("riverside", 12)
    assert code_in("nothing of the kind: 12-12") is None
    assert code.is_of(code_of("riverside", 3).campaign)
    assert not code.is_of(code_of("lakeside", 12).campaign)
    slipped = code_in(str(code).replace("J", "K", 1))
    assert slipped is not None
    assert slipped.is_of(code.campaign), "one wrong letter is a slip"


FILLED = {
    "en": ("out by {}", "out by zombie, 2 zombies", "token, 1 objective", "used Booze and Molotov"),
    "de": (
        "raus durch {}",
        "raus durch Zombie, 2 Zombies",
        "Token, 1 Ziel",
        "Booze und Molotov verbraucht",
    ),
    "fr": (
        "hors de combat par {}",
        "tué par un zombie, 2 zombies",
        "jeton, 1 objectif",
        "consommé : Booze et Molotov",
    ),
}


@pytest.mark.parametrize("code", message_files.offered())
@pytest.mark.parametrize("alone", [False, True])
def test_the_form_of_each_language_is_read_whole(code: str, alone: bool) -> None:
    cast = made_up(alone=alone)
    with speaking(message_files.read(code)):
        form = report_form(cast, code_of("riverside", 12), "Riverside", "The Escape")
    by, fell, brought, used = FILLED[code]
    endings = ["Anna", "won" if alone else "Zeke's Truckers", "nobody" if alone else "Carl's Crew"]
    if not alone:
        endings.append("Zeke's Truckers 2")
    answers = {
        "Zeke": used, "Mo (1)": "" if alone else by.format("Mo (2)"), "Lou": fell, "Dr. No, the 3rd": brought,
    }  # fmt: skip
    lines: list[str] = []
    for line in form.splitlines():
        name = line.rstrip(" :\u00a0")
        if name in answers:
            line = f"{line} {answers[name]}"
        elif endings and line.endswith(":") and len(lines) > 3:
            line = f"{line} {endings.pop(0)}"
        lines.append(line)
    report = read("\n".join(lines), cast)
    assert report.unread == ()
    assert report.reporter == "Anna"
    assert report.number == 12
    facts = {fact.key: fact.value for fact in report.facts}
    expected: dict[str, object] = {
        "-1//encounter": "the-escape",
        "0//won": True,
        "0/Zeke/0/used": ("booze", "m1"),
        "0/Lou/0/out": "zombie",
        "0/Lou/0/zombies": 2,
        "0/Dr. No, the 3rd/0/carried": 1,
        "0/Dr. No, the 3rd/0/objectives": 1,
    }
    if alone:
        expected |= {"0//broke": False}
    else:
        expected |= {
            "0/Mo/0/out": "Mo/1", "1//won": False, "0//broke": False, "1//broke": True, "0//claimed": 2,
        }  # fmt: skip
    assert facts == expected


# What is read


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        ("Zeke: out by Bea, 2 zombies", {"out": "Bea/1", "zombies": 2}),
        ("ZEKE - OUT BY BEA; 2 ZOMBIES", {"out": "Bea/1", "zombies": 2}),
        ("zeke out bea 2 zombies", {"out": "Bea/1", "zombies": 2}),
        ("  * *Zeke*:   out,, two zombies.", {"out": "", "zombies": 2}),
        ("> > 3) Zeke = fell to a zombie + 1 Rivale", {"out": "zombie", "rivals": 1}),
        ("[21:03, 3.5.2026] Anna Müller: Zeke: tué par Béa et 3 zombies", {"out": "Bea/1", "zombies": 3}),
        ("03.05.26, 21:03 - Anna: Zeke: ausgeschaltet von Katarzyna", {"out": "Katarzyna/1"}),
        ("5/3/26, 9:03 PM - Anna: Zeke: 2z", {"zombies": 2}),
        ("21:03 <anna> Zeke: killed 4 zombies", {"zombies": 4}),
        ("Anna: Zeke: no zombies", {"zombies": 0}),
        ("Zeke: 2 tokens held, ２ zombies", {"held": 2, "zombies": 2}),
        ("Zeke: used 2 Molotovs, Booze", {"used": ("booze", "m1", "m2")}),
        ("Zeke: Molotow verbraucht", {"used": ("m1",)}),
        ("Zeke: held back", {"part": "held-back"}),
        ("Zeke: wasn't there", {"part": "missing"}),
        ("Zeke: out by 3 zombies, 1 zombie", {"out": "zombie", "zombies": 1}),
        ("Zeke: raus (Zombie)", {"out": "zombie"}),
        ("Zeke: nothing", {}),
        ("Zeke: unverletzt", {}),
        ("Zeke:", {}),
    ],
)  # fmt: skip
def test_what_a_members_line_says(line: str, facts: dict[str, object]) -> None:
    reports = read_reports(line + "\nMarine 2: token", made_up())
    expected = {f"0/Zeke/0/{kind}": value for kind, value in facts.items()}
    expected["0/Marine 2/0/carried"] = 1
    assert {fact.key: fact.value for fact in reports[0].facts} == expected
    assert reports[0].unread == ()


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        ("Who won: Carls Crew", {"1//won": True, "0//won": False}),
        ("Sieger: zekes truckers", {"0//won": True, "1//won": False}),
        ("Carl's Crew: verloren", {"0//won": True, "1//won": False}),
        ("Carl's Crew fled", {"1//broke": True}),
        ("Who broke: nobody", {"0//broke": False, "1//broke": False}),
        ("Unentschieden!", {"0//won": False, "1//won": False}),
        ("Carl's Crew: claimed 3 tokens", {"1//claimed": 3}),
        ("Who claimed Supply Tokens, how many: Carl's Crew 3", {"1//claimed": 3}),
        ("Who drove away: Lou", {"0//vehicle": "Lou/0"}),
        ("Who drove away: Carl's Crew", {"1//vehicle": ""}),
        ("Fremder: Bea", {"1//stranger": "Bea/1"}),
        ("Zombies: Zeke 3, 2 Bea, Marine 2 x4", {"0/Zeke/0/zombies": 3, "1/Bea/1/zombies": 2, "0/Marine 2/0/zombies": 4}),
        ("Tokens: Lou, Tim and Tom and Dr. No, the 3rd", {"0/Lou/0/carried": 1, "1/Tim and Tom/1/carried": 1, "0/Dr. No, the 3rd/0/carried": 1}),
        ("Out: Lou by Bea; Katarzyna (zombie)", {"0/Lou/0/out": "Bea/1", "1/Katarzyna/1/out": "zombie"}),
        ("Used: Bea Booze", {"1/Bea/1/used": ("b2",)}),
        ("Last Days – Bericht zu Spiel 12: The Escape\nLou: out", {"-1//encounter": "the-escape", "0/Lou/0/out": ""}),
    ],
)  # fmt: skip
def test_what_a_line_about_the_game_says(line: str, facts: dict[str, object]) -> None:
    assert said(line) == facts
    assert left(line) == []


def test_a_name_that_two_have_is_whose_part_it_stands_in() -> None:
    text = "Zeke's Truckers\nMo: 1 zombie\n\nCarl's Crew:\nMo: 2 zombies"
    assert said(text) == {"0/Mo/0/zombies": 1, "1/Mo/1/zombies": 2}
    assert said("Mo (2): 2 zombies\nMo (1): token") == {"1/Mo/1/zombies": 2, "0/Mo/0/carried": 1}
    assert said("Lou: out by Mo") == {"0/Lou/0/out": "Mo/1"}, "the rival"
    assert left("Mo: 1 zombie\nLou: token") == ["Mo: 1 zombie"], "before any part it is nobody's"


def test_names_are_taken_by_likeness_and_it_is_said() -> None:
    report = read("Zkee: out by Katarzina, used Molotof")
    assert [(guess.typed, guess.taken_as) for guess in report.guesses] == [
        ("Zkee", "Zeke"), ("Katarzina", "Katarzyna"), ("Molotof", "Molotov"),
    ]  # fmt: skip
    assert read("Zeke: out by Bea").guesses == ()
    assert left("Marine 3: out\nLou: token") == ["Marine 3: out"], "a number is no slip"


@pytest.mark.parametrize(
    "piece",
    [
        "3",
        "zombies",
        "out zombie 2 tokens",
        "not out",
        "nearly out",
        "out by Lou",
        "out by Zeke",
        "out by Old Pete",
        "1000 zombies",
        "used Adrenaline",
        "fell to the big guy",
        "Mo 3",
        "killed Bea",
    ],
)
def test_what_can_be_read_in_two_ways_or_not_whole_stays_as_it_came(piece: str) -> None:
    text = f"Zeke: {piece}\nLou: token"
    assert said(text) == {"0/Lou/0/carried": 1}
    (line,) = read(text).unread
    assert (line.came, line.piece) == (f"Zeke: {piece}", piece)


def test_what_a_report_says_twice_in_two_ways_is_not_taken() -> None:
    report = read("Zeke: 2 zombies, out\nZombies: Zeke 3\nZeke: out by Bea\nZeke: 3 zombies")
    assert {fact.key: fact.value for fact in report.facts} == {"0/Zeke/0/out": "Bea/1"}
    assert {line.why for line in report.unread} == {
        "The report says two different things about this."
    }
    assert [line.came for line in report.unread] == [
        "Zeke: 2 zombies, out", "Zombies: Zeke 3", "Zeke: 3 zombies",
    ]  # fmt: skip


def test_who_is_gone_is_not_taken_for_another() -> None:
    (line,) = read("Old Pete: 3 zombies\nLou: token").unread
    assert line.why == "Old Pete of Carl's Crew is dead."


def test_who_sent_it_and_the_sentence() -> None:
    report = read(
        "Gemeldet von: Anna\nLou: token\nIn a sentence: We had the truck,\nthey had the fuel.\n\nbye"
    )
    assert report.reporter == "Anna"
    assert report.quote == "We had the truck, they had the fuel."
    assert [line.piece for line in report.unread] == ["bye"]
    assert read("[21:03, 3.5.2026] Anna: Lou: token").reporter == "Anna", "who the chat names"
    repeated = "Anna: Lou: token\nAnna: Zeke: out\nAnna: Bea: out"
    assert read(repeated).reporter == "Anna"


def test_two_forms_in_one_message_are_two_reports() -> None:
    form = "Last Days – report of game 2\nReported by: {}\nZeke: {} zombies\n"
    first, second = read_reports(form.format("Anna", 2) + form.format("Ben", 3), made_up())
    assert (first.reporter, second.reporter) == ("Anna", "Ben")
    (point,) = differences([first.facts, second.facts])
    assert [fact.value for fact in point.facts if fact] == [2, 3]


def test_a_form_quoted_empty_above_the_answer_says_nothing() -> None:
    form = report_form(made_up(), code_of("riverside", 12), "Riverside", "")
    quoted = "".join(f"> {line}\n" for line in form.splitlines())
    (report,) = read_reports(quoted + "\n" + form.replace("Zeke:", "Zeke: out"), made_up())
    assert [fact.key for fact in report.facts] == ["0/Zeke/0/out"]
    assert report.unread == ()


def test_together_all_win_or_lose_and_nobody_has_a_rival() -> None:
    cast = made_up(together=True)
    assert said("Won or lost: verloren", cast) == {"0//lost": True, "1//lost": True}
    assert said("Won or lost: won", cast) == {"0//won": True, "1//won": True}
    (report,) = read_reports("Zeke: out by Bea, 1 rival, 2 zombies", cast)
    assert [line.piece for line in report.unread] == ["out by Bea", "1 rival"]


def test_alone_a_game_is_won_lost_or_neither() -> None:
    cast = made_up(alone=True)
    assert said("Result: won", cast) == {"0//won": True}
    assert said("Won or lost: neither", cast) == {"0//won": False, "0//lost": False}
    assert said("Broke: yes", cast) == {"0//broke": True}


def test_a_name_without_letters_has_a_number() -> None:
    names = ("🔥", "Zeke 🔥", "李")
    players = []
    for name, called in zip(names, form_names_of(names), strict=True):
        players.append(Player(name, name, called, 0))
    cast = Cast((ReportSide("Les Étoiles ★", "g"),), tuple(players))
    form = report_form(cast, code_of("riverside", 2), "Riverside", "")
    assert "🔥 (1):" in form.splitlines()
    form = form.replace("🔥 (1):", "🔥 (1): out").replace("李:", "李: 2 zombies")
    facts = said(form.replace("Zeke 🔥:", "Zeke: token"), cast)
    assert facts == {"0/🔥/out": "", "0/李/zombies": 2, "0/Zeke 🔥/carried": 1}


# Hostile ones


def test_a_text_that_is_too_long_is_refused_in_a_sentence() -> None:
    with pytest.raises(LastDaysError, match="1048576 letters"):
        read_reports("a" * 2**20, made_up())
    with pytest.raises(LastDaysError, match="5000 lines"):
        read_reports("x\n" * 5_000, made_up())
    assert READ_MOST > 5 * LETTERS_MOST
    assert LINES_MOST > 100


def test_markup_is_text_and_letters_that_steer_are_gone() -> None:
    report = read("In a sentence: <b>we\u202e won</b>\x07 {n} %s\nReported by: <script>\u2066Anna")
    assert report.quote == "<b>we won</b> {n} %s"
    assert report.reporter == "<script>Anna"
    (line,) = lines_of("\u202eZeke\u200b: <b>out\x00</b>")
    assert line.original == "Zeke: <b>out</b>"


@pytest.mark.parametrize(
    "text",
    [
        "Zeke: " + "the " * 2_000,
        "\n".join("Zeke: " + "token 1 " * 12 for _line in range(180)),
        "\n".join(": ".join(["colon"] * 25) for _line in range(100)),
        "Zeke" + " - " * 5_000,
        "Out: " + "Marine 1 " * 1_800,
        "> " * 9_000 + "Zeke: out",
        "[" * 10_000 + "21:03] Anna: Zeke",
        "1:11 " * 3_900,
        "," * 19_999,
        "\u202e" * 19_999,
    ],
)
def test_no_text_is_taken_for_facts_by_its_size(text: str) -> None:
    for report in read_reports(text, made_up()):
        assert len(report.facts) <= 1


# The words


def test_each_language_has_words_for_everything_and_each_word_is_for_one_thing() -> None:
    table = paths.toml("report_words.toml")
    assert set(table) == set(message_files.offered())
    meanings: dict[str, set[str]] = {}
    for words in table.values():
        assert set(words["word"]) == set(table["en"]["word"])
        assert set(words["label"]) == set(table["en"]["label"])
        assert len(words["word"][NUMBERS]) == 13
        for meaning, phrases in [*words["word"].items(), *words["label"].items()]:
            for number, phrase in enumerate(phrases):
                thing = f"number {number}" if meaning == NUMBERS else meaning
                meanings.setdefault(joined_letters(phrase), set()).add(thing)
    assert {phrase: things for phrase, things in meanings.items() if len(things) > 1} == {}
    assert set(LISTS) - {"ended"} <= set(vocabulary().things.values())


# Facts


def test_reports_that_differ_are_chosen_between_and_what_one_says_counts() -> None:
    anna = [Fact(0, "a", "zombies", 2), Fact(0, "a", "out", ""), Fact(0, "b", "carried", 1)]
    ben = [Fact(0, "a", "zombies", 3), Fact(0, "a", "out", "zombie")]
    (point,) = differences([anna, ben])
    assert point.key == "0/a/zombies"
    assert settled_facts([anna, ben], {}) == [
        Fact(0, "a", "out", "zombie"),
        Fact(0, "b", "carried", 1),
    ]
    assert Fact(0, "a", "zombies", 3) in settled_facts([anna, ben], {point.key: 1})


def test_facts_are_filled_into_the_record() -> None:
    side = Side(
        "g",
        "G",
        (Appearance("a", "missing"), Appearance("b"), Appearance("d", "missing")),
        (SupplyToken("carried", "a"),),
        lost=True,
    )
    game = GameRecord("id", 2, "scavengers", (side, Side("h", "H", (Appearance("c"),))))
    game = with_facts(
        game,
        [
            Fact(-1, "", "encounter", "rescue"), Fact(0, "a", "out", "c"), Fact(0, "a", "zombies", 2),
            Fact(0, "a", "rivals", 1), Fact(0, "a", "objectives", 1), Fact(0, "a", "carried", 0),
            Fact(0, "b", "held", 1), Fact(0, "b", "used", ("x",)), Fact(0, "b", "part", "held-back"),
            Fact(0, "d", "zombies", 0), Fact(0, "d", "held", 0),
            Fact(0, "", "won", True), Fact(1, "", "broke", True), Fact(0, "", "claimed", 2),
            Fact(0, "", "vehicle", "b"), Fact(1, "", "stranger", ""), Fact(1, "nobody", "out", ""),
            Fact(7, "", "won", True),
        ],
    )  # fmt: skip
    first, second = game.sides
    assert game.encounter == "rescue"
    assert first.appearances == (
        Appearance("a", "deployed", out=True, out_by="c", zombies=2, rivals=1, objectives=1),
        Appearance("b", "held-back", spent=("x",)),
        Appearance("d", "missing"),
    )
    assert [(token.fate, token.member) for token in first.tokens] == [
        ("held", "b"), ("claimed", ""), ("claimed", ""),
    ]  # fmt: skip
    assert (first.won, first.lost, first.vehicle, first.vehicle_by) == (True, False, True, "b")
    assert (second.broke, second.stranger_home, second.stranger_by) == (True, True, "")
    assert second.appearances == (Appearance("c"),)


def test_facts_are_said_in_words(book: Catalogue) -> None:
    cast = made_up()
    told = []
    for fact in (
        Fact(-1, "", "encounter", "rescue"), Fact(0, "Mo/0", "out", "Mo/1"), Fact(0, "Zeke/0", "out", "zombie"),
        Fact(0, "Zeke/0", "out", ""), Fact(0, "Zeke/0", "used", ("booze", "m2")), Fact(0, "Lou/0", "part", "missing"),
        Fact(1, "", "won", False), Fact(1, "", "claimed", 3), Fact(0, "", "vehicle", "Lou/0"),
    ):  # fmt: skip
        told.append(f"{about_in_words(fact, cast)} | {value_in_words(fact, cast, book)}")
    assert told == [
        "Encounter | Rescue", "Mo (1): Out of Action | by Mo (2)", "Zeke: Out of Action | by a zombie",
        "Zeke: Out of Action | yes", "Zeke: gear used up | Booze and Molotov", "Lou: took part | missed the game",
        "Carl's Crew: won | no", "Carl's Crew: Supply Tokens claimed | 3",
        "Zeke's Truckers: got away with the vehicle | by Lou",
    ]  # fmt: skip

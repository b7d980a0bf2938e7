"""Games of content packs are read whole, and every fault is told at its place."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import pytest

from lastdays.desktop import paths
from lastdays.rulebook import load
from lastdays.rulebook.pack_games import GAMES_MOST, PARTS, PackGame
from lastdays.rulebook.pack_guide import game_fields, new_game, texts
from unit.rulebook.game_packing import STREET, write_game

sys.path.insert(0, str(paths.data_root() / "packaging"))

from pack_guide import guide

EXAMPLE = paths.resources() / "packs" / "last-bus"


def refused(folder: Path, text: str) -> str:
    book = load(packs=[write_game(folder, text)])
    assert book.games == ()
    return "\n".join(book.refused_packs)


def test_a_pack_of_a_game_alone_is_taken(tmp_path: Path) -> None:
    book = load(packs=[write_game(tmp_path, STREET)])
    assert book.refused_packs == ()
    (game,) = book.games
    assert (game.key, game.pack, game.title) == ("odd/street", "odd", "The Street")
    assert book.packs == ("odd",)


def test_a_game_in_a_zip_is_the_same(tmp_path: Path) -> None:
    pack = write_game(tmp_path, STREET)
    zipped = Path(shutil.make_archive(str(tmp_path / "zipped" / "odd"), "zip", pack.parent, "odd"))
    assert load(packs=[zipped]).games == load(packs=[pack]).games


@pytest.mark.parametrize(
    ("old", "new", "where", "why"),
    [
        ('title = "The Street"', 'title = ""', "title", "should not be empty"),
        ("players = [1, 6]", "players = [3, 2]", "players", "the fewest first"),
        ("players = [1, 6]", "players = [1, 9]", "players", "from 1 to 8"),
        ("players = [1, 6]", "", "players", "this is missing"),
        ("players = [1, 6]", "players = [1, 6]\nwinner = 3", "winner", "no such field"),
        ('out = "player.wounds = 3"', 'out = "playing = 3"', "out", "'playing' has no value here"),
        ('out = "player.wounds = 3"', 'out = "player.wounds ="', "out", "isn't a sum"),
        ("{all.rounds} of all", "{all.gold} of all", "headline", "'all.gold' has no value"),
        ("{choice.long} rounds.", "{player.rounds} rounds.", "setup.0", "has no value here"),
        ("{choice.long} rounds.", r"Two\nlines", "setup.0", "one line"),
        ("usual = 5", "usual = 2", "choices.long.usual", "one of those that can be chosen"),
        ("numbers = [3, 9]", "numbers = [9, 3]", "choices.long.numbers", "lowest number"),
        ("numbers = [3, 9]", "", "choices.long", "either numbers or values"),
        ('icon = "zombie"', 'icon = "ghost"', "table.counters.dead.icon", "'ghost' is unknown"),
        ('icon = "zombie"', 'icon = "pictures/no.png"', "", "no picture called"),
        ("dead = {", "turn = {", "table.counters.turn", "this name is taken"),
        ("start = 4, high = 6", "start = 7, high = 6", "player.counters.rounds.start", "between"),
        ("start = 4, high = 6", "high = 0", "player.counters.rounds.high", "more than 0"),
        ("high = 3, boxes", "high = 30, boxes", "player.counters.wounds.boxes", "from 1 to 12"),
        ("start = 4, high", "secret = true, high", "player.counters.rounds.secret", "revealed"),
        ("[pieces.door]", "[pieces.other]", "pieces.other", "this name is taken"),
        ('begins = ["player.hidden = 0"]', 'begins = ["hide"]', "turn.begins.0", "isn't an effect"),
        ('"all.hidden = 0"]', '"player.hidden = 0"]', "turn.rounds.1", "can't be changed here"),
        ('"all.hidden = 0"]', '"end turn"]', "turn.rounds.1", "only a rule moves on"),
        ('may = ["shoot", "board"]', 'may = ["shoot"]', "rules.board", "no step offers it"),
        ('may = ["shoot", "board"]', 'may = ["shoot", "board", "run"]', "steps.act", "'run' is"),
        ('passed = "player.hidden"', 'passed = "target.wounds"', "steps.act.passed", "no value"),
        ('costs = ["player.rounds 1"]', 'costs = ["1 round"]', "rules.shoot.costs.0", "a cost"),
        (
            'costs = ["player.rounds 1"]',
            'costs = ["all.rounds 1"]',
            "rules.shoot.costs.0",
            "changed",
        ),
        (
            'costs = ["player.rounds 1"]',
            'costs = ["player.hidden 1"]',
            "rules.shoot.costs.0",
            "a counter",
        ),
        ('of = "other", when', 'options = ["a"], when', "rules.shoot.ask.when", "chosen among"),
        ('of = "other", when', 'low = "1", of = "other", when', "rules.shoot.ask", "either low"),
        ('of = "other", when', 'of = "ghost", when', "rules.shoot.ask.of", "'ghost' is unknown"),
        ('die = "D6"', 'die = "D20"', "rules.shoot.die", "isn't dice"),
        ('die = "D6"', "", "rules.shoot.results.0.when", "'die' has no value here"),
        ('"target.wounds + 1"', '"choice.long + 1"', "rules.shoot.results.0.does.0", "changed"),
        ('"target.wounds + 1"', '"remove target"', "rules.shoot.results.0.does.0", "no piece"),
        ('"target.wounds + 1"', '"place ghost"', "rules.shoot.results.0.does.0", "'ghost' is"),
        ('of = "door"\nresults', 'of = "ghost"\nresults', "rules.board.of", "'ghost' is unknown"),
        ('when = "playing = 1 or turn > choice.long"', 'when = ""', "ends.0.when", "not be empty"),
        ('says = "{player} is left."', 'says = "{target} is left."', "ends.0.says", "'target' has"),
        (
            "[[ends]]",
            '[translations.de]\n"No" = "Nein"\n[[ends]]',
            "translations.de",
            "no text 'No'",
        ),
        (
            "[[ends]]",
            '[translations.de]\n"Shoot" = "{die}"\n[[ends]]',
            "translations.de",
            "other braces",
        ),
    ],
)
def test_each_fault_is_told_at_its_place(
    tmp_path: Path, old: str, new: str, where: str, why: str
) -> None:
    assert STREET.count(old) == 1
    told = refused(tmp_path, STREET.replace(old, new))
    assert f"odd: games/street.toml{' ' if where else ''}{where}: " in told
    assert why in told


def test_a_pack_with_a_faulty_game_is_left_out_whole(tmp_path: Path) -> None:
    pack = write_game(tmp_path, STREET)
    write_game(tmp_path, STREET.replace('die = "D6"', 'die = "D7"'), "other")
    book = load(packs=[pack])
    assert (book.games, book.packs) == ((), ())
    (told,) = book.refused_packs
    assert "games/other.toml rules.shoot.die" in told


def test_a_pack_holds_so_many_games(tmp_path: Path) -> None:
    for n in range(GAMES_MOST + 1):
        pack = write_game(tmp_path, STREET, f"street-{n}")
    (told,) = load(packs=[pack]).refused_packs
    assert "more than 12 games" in told


def test_a_picture_of_the_pack_is_drawn(tmp_path: Path) -> None:
    pack = write_game(tmp_path, STREET.replace('icon = "zombie"', 'icon = "pictures/ward.png"'))
    (pack / "pictures").mkdir()
    source = paths.resources() / "packs" / "hospital" / "pictures"
    picture = next(source.glob("*.png"))
    (pack / "pictures" / "ward.png").write_bytes(picture.read_bytes())
    (game,) = load(packs=[pack]).games
    assert re.fullmatch(r"picture:[0-9a-f]+:.+/.+", game.table.counters["dead"].icon)


def test_the_example_speaks_three_languages_whole() -> None:
    (game,) = load(packs=[EXAMPLE]).games
    texts_of_it = {text for _where, text in game.texts()}
    assert len(texts_of_it) > 50
    for language in ("de", "fr"):
        assert set(game.words_in(language)) == texts_of_it
    assert game.words_in("de_AT") == game.words_in("de")
    assert game.words_in("nl") == {}


def test_a_new_game_is_sound(tmp_path: Path) -> None:
    for name, text in new_game("mine").items():
        file = tmp_path / "mine" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    book = load(packs=[tmp_path / "mine"])
    assert book.refused_packs == ()
    assert [game.title for game in book.games] == ["First to Ten"]


# The guide


@pytest.mark.parametrize("kind", PARTS)
def test_the_guide_tells_every_field_of_a_game(kind: str) -> None:
    title = texts()["titles"][kind]
    section = re.search(rf"\n### {title}\n(.*?)\n##", guide(), re.DOTALL)
    assert section is not None
    listed = re.findall(r"^\| `([a-z_]+)` \|", section[1], re.MULTILINE)
    assert listed == [f for f in PARTS[kind].__struct_encode_fields__ if f != "key"]
    assert all(field.meaning.endswith(".") for field in game_fields(kind))


def test_the_game_of_the_guide_is_sound(tmp_path: Path) -> None:
    block = re.search(r"```toml\n# games/street.toml\n(.*?)```", guide(), re.DOTALL)
    assert block is not None
    book = load(packs=[write_game(tmp_path, block[1])])
    assert book.refused_packs == ()
    assert [game.title for game in book.games] == ["The Street"]


def test_every_name_of_the_guide_is_known_in_a_game(tmp_path: Path) -> None:
    """Each name has a value in a game whose counters it names."""
    listed = texts()["game_names"]
    conditions = [f"{name} >= 0" for name in listed if name != "asked"]
    thirds = [" and ".join(conditions[n::3]) for n in range(3)]
    results = ", ".join(f"{{ when = '{text}' }}" for text in thirds)
    game = f"""
title = "All names"
players = [1, 2]
[choices.wanted]
label = "Wanted"
numbers = [1, 2]
usual = 1
[table.counters]
fuel = {{ label = "Fuel" }}
[player.counters]
lives = {{ label = "Lives" }}
kills = {{ label = "Killed" }}
wounds = {{ label = "Wounds" }}
[pieces.door]
name = "Door"
counters = {{ planks = {{ label = "Planks" }} }}
[steps.act]
name = "Act"
may = ["who", "many"]
[rules.who]
label = "Who"
of = "door"
die = "D6"
ask = {{ question = "Who?", of = "player" }}
results = [{results}]
[rules.many]
label = "Many"
ask = {{ question = "How many?", low = "1", high = "3" }}
results = [{{ when = "asked > 1" }}]
[[ends]]
when = "turn > 3"
says = "Over."
"""
    assert load(packs=[write_game(tmp_path, game)]).refused_packs == ()


def test_a_game_is_a_value() -> None:
    (game,) = load(packs=[EXAMPLE]).games
    assert isinstance(game, PackGame)
    assert game == load(packs=[EXAMPLE]).games[0]

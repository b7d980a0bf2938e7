"""What a player reads of a declared game: cards, limits, secrets, reasons, the bar, what is due."""

from __future__ import annotations

from lastdays.tabletop.games import GAMES
from lastdays.tabletop.view import ButtonView, CardView, EndGame, Play, Rename, Tap, TokenView
from lastdays.tabletop.zombies.play import fight
from unit.tabletop.declaring import Party


def cards(game: Party) -> dict[str, CardView]:
    board = game.game.board(game.setting)
    return {c.id: c for c in (*(c for p in board.panels for c in p.cards), *board.foot)}


def token(game: Party, unit: str, name: str) -> TokenView:
    return next(t for t in cards(game)[unit].tokens if t.name == name)


def buttons(game: Party, unit: str) -> dict[str, ButtonView]:
    sheet = game.game.sheet(game.setting, unit)
    assert sheet is not None
    return {b.key: b for s in sheet.sections for b in s.items if isinstance(b, ButtonView)}


def test_a_panel_for_each_player_with_what_lies_before_them_and_the_rest_at_the_foot() -> None:
    game = Party(GAMES["zombie-town"], 3)
    board = game.game.board(game.setting)
    assert board.across == 3
    assert [p.id for p in board.panels] == ["p1", "p2", "p3"]
    ann = [(c.id, c.depth) for c in board.panels[0].cards]
    assert ann == [("p1", 0), ("c1", 1), ("g1", 2), ("b1", 1)]
    assert [c.id for c in board.foot] == ["table"]
    assert {c.look for p in board.panels for c in p.cards} == {""}
    game.tap("next")
    after = game.game.board(game.setting)
    assert after.active == "p1"
    assert [c.look for c in after.panels[0].cards] == ["active", "", "", ""]
    assert after.panels[2] == board.panels[2]
    assert token(game, "g1", "bullets").whose == "Gun 1"  # it lies before a character
    assert token(game, "c1", "life").whose == "Ann"


def test_hearts_stand_beside_their_limit_and_too_many_cards_say_so() -> None:
    game = Party(GAMES["zombies"], 2)
    hearts = TokenView(
        "p1", "hearts", "Hearts", 3,
        limit=5, icon="hearts", whose="Ann", boxes=True, tone="harm_text",
    )  # fmt: skip
    assert cards(game)["p1"].tokens[0] == hearts
    assert token(game, "p1", "bullets").limit is None
    assert token(game, "p1", "hand").alarm == ""
    game.tap("count", piece="p1", name="hand", amount=1)
    assert (token(game, "p1", "hand").value, token(game, "p1", "hand").limit) == (4, 3)
    assert token(game, "p1", "hand").alarm == "TOO MANY"
    assert [t.name for t in cards(game)["p1"].tokens] == [
        "hearts", "bullets", "zombies", "hand",
    ]  # fmt: skip
    rescue = Party(GAMES["zombies"], 2, scenario="rescue")
    assert "survivors" in [t.name for t in cards(rescue)["p1"].tokens]


def test_chips_are_written_in_full() -> None:
    game = Party(GAMES["zombies"], 2)
    game.tap("mark", piece="p1", name="home")
    (home,) = cards(game)["p1"].chips
    assert (home.caption, home.letter, home.on, home.written) == ("at the centre", "C", True, True)


def test_a_hero_player_has_no_zombies_and_a_box_of_figures_is_not_a_limit_to_read() -> None:
    game = Party(GAMES["last-night"], 2)
    shown = cards(game)
    assert [t.name for t in shown["p1"].tokens] == ["board", "hand"]
    assert shown["p2"].tokens == ()
    assert token(game, "p1", "board").limit == 14
    assert token(game, "table", "killed").limit is None
    assert (shown["p1"].note, shown["p2"].note) == ("Zombie player, 14 in the pool", "Hero player")
    assert [c.name for c in shown["h1"].chips] == ["acted", "shot"]
    game.go("kill", unit="h1")
    assert cards(game)["h1"].note == "KILLED"
    assert [c.name for c in cards(game)["h1"].chips] == ["acted", "shot", "dead"]


def test_what_is_hidden_has_no_value_until_it_is_revealed() -> None:
    game = Party(GAMES["zombie-town"], 3)
    game.go("wall", "3", "1", unit="b1")
    hidden = token(game, "w1", "value")
    assert (hidden.value, hidden.limit, hidden.alarm) == (None, None, "")
    game.tap("mark", piece="w1", name="revealed")
    assert (token(game, "w1", "value").value, token(game, "w1", "trap").value) == (3, 1)


def test_dice_lie_before_their_player() -> None:
    game = Party(GAMES["last-one-alive"], 3)
    board = game.game.board(game.setting)
    assert [(c.kind, c.depth) for c in board.panels[0].cards] == [("seat", 0), ("die", 1)]
    die = board.panels[0].cards[1]
    assert [(t.caption, t.value) for t in die.tokens] == [("Zombies", 1), ("Ambushes", 0)]
    assert "dice 1, tokens 0" in board.panels[0].cards[0].note
    assert [t.name for t in board.foot[0].tokens] == ["level", "drawn"]
    counted = Party(GAMES["last-one-alive"], 3, dice="20", tokens="15")
    assert [t.name for t in cards(counted)["table"].tokens] == ["level", "drawn", "dice", "tokens"]


def test_the_sheet_says_why_a_move_is_barred_before_it_is_tapped() -> None:
    game = Party(GAMES["zombie-town"], 3)
    game.tap("next")
    game.set("p1", hand=0)
    ann = buttons(game, "p1")
    assert ann["lose"].why_not == "Ann has no cards."
    assert buttons(game, "c1")["attack"] == ButtonView(
        "attack", "Zombie attack", Play("attack", {"unit": "c1"})
    )
    assert "turn" not in ann
    bob = buttons(game, "p2")
    assert (bob["turn"].label, bob["turn"].why_not) == ("Start their turn", "")
    assert bob["turn"].act == Tap("turn", {"seat": "p2"})
    game.tap("count", piece="c2", name="life", amount=-4)
    assert buttons(game, "p2")["turn"].why_not == "Bob is dead."
    assert buttons(game, "b1")["rename"].act == Rename("b1")
    sheet = game.game.sheet(game.setting, "b1")
    assert sheet is not None
    assert [s.heading for s in sheet.sections] == ["", "Change by hand, without a roll"]
    assert game.game.sheet(game.setting, "g99") is None


def test_the_sheet_has_the_note_of_its_card() -> None:
    game = Party(GAMES["last-night"], 2)
    sheet = game.game.sheet(game.setting, "p1")
    assert sheet is not None
    assert (sheet.title, sheet.about) == ("Ann", cards(game)["p1"].note)


def test_a_piece_that_has_left_the_table_has_no_card_and_no_sheet() -> None:
    game = Party(GAMES["zombie-town"], 3)
    game.tap("gone", unit="g1")
    assert "g1" not in cards(game)
    assert game.game.sheet(game.setting, "g1") is None


def test_the_bar_says_whose_turn_it_is_and_what_is_owed() -> None:
    game = Party(GAMES["zombies"], 2)
    before = game.game.bar(game.setting)
    assert (before.turn, before.now, before.waiting, before.can_go_on) == (0, "", "", True)
    game.to("discard", "p1")
    game.tap("count", piece="p1", name="hand", amount=1)
    bar = game.game.bar(game.setting)
    assert (bar.turn, bar.now) == (1, "discard")
    assert bar.steps[-1] == ("discard", "Discard")
    assert bar.line.startswith("Ann's turn · ")
    assert bar.waiting == "Ann has to discard down to three Event cards."
    assert bar.can_go_on  # a limit due at the end is passed by who says so
    assert game.game.guide(game.setting).moves[-1] == ButtonView(
        "anyway", "Continue anyway", Tap("next", {"anyway": True})
    )


def test_an_open_roll_keeps_next_waiting() -> None:
    game = Party(GAMES["zombies"], 2)
    game.to("fight")
    event = game.game.start(game.setting, fight.play("p1"))
    rolling = game.game.patch(game.setting, event.effects)
    bar = game.game.bar(rolling)
    assert (bar.can_go_on, bar.waiting) == (False, "A roll is open: finish it, or drop it.")
    assert game.game.guide(rolling) == game.game.guide(game.setting)
    assert game.game.board(rolling) == game.game.board(game.setting)


def test_after_an_end_only_ending_it_and_going_on_are_due() -> None:
    game = Party(GAMES["zombies"], 2)
    game.tap("next")
    game.tap("count", piece="p1", name="zombies", amount=25)
    guide = game.game.guide(game.setting)
    assert guide.says == "Ann has 25 zombies and has won."
    assert [(m.key, m.act) for m in guide.moves] == [("end", EndGame()), ("beyond", Tap("beyond"))]
    bar = game.game.bar(game.setting)
    assert (bar.can_go_on, bar.waiting) == (False, "The game is over. End it, or choose Play on.")
    game.tap("beyond")
    guide = game.game.guide(game.setting)
    assert guide.says.startswith("Ann draws and places a map tile")
    assert guide.moves[-1].act == EndGame()
    assert game.game.bar(game.setting).can_go_on


def test_a_move_that_is_due_is_found_there_and_not_again_on_the_sheet() -> None:
    game = Party(GAMES["zombies"], 2)
    game.tap("next")
    assert "fight" in game.offered()
    assert "fight" not in buttons(game, "p1")
    assert "fight" in buttons(game, "p2")


def test_what_lies_before_nobody_on_the_table_is_at_the_foot() -> None:
    game = GAMES["zombies"]
    setting = game.begin(("Ann", "Bob"), {c.key: c.default for c in game.choices(2)})
    board = game.board(setting.hand("table", "nobody"))
    assert [c.id for c in board.foot] == ["table"]

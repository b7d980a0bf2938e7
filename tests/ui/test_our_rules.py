"""The tab *Our rules*: what players write in its forms is stored at once, one change each, or said to be
wrong beside its field and kept as typed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit

from lastdays.campaign.campaigns import HouseRules
from lastdays.desktop import paths
from lastdays.rulebook import load
from lastdays.rulebook.own import OwnRules, rules_as_files
from lastdays.rulebook.own_entries import ENTRY_KINDS, EntryKind
from lastdays.rulebook.own_words import kinds_of_forms
from lastdays.rulebook.pack_writing import fields_as_written
from lastdays.ui.app import Session
from lastdays.ui.forms.entry_fields import (
    ChipsControl,
    EffectsControl,
    FieldControl,
    LineControl,
    NumberControl,
    OfTestControl,
    ParagraphControl,
    PartsControl,
    PaymentControl,
    PickerControl,
    ProfileControl,
    TextsControl,
    TraitsControl,
)
from lastdays.ui.navigation import CampaignRoute, NextGameRoute
from lastdays.ui.pages.campaign_page import OUR_RULES, CampaignPage
from lastdays.ui.pages.our_rules import OurRulesPanel
from lastdays.ui.widgets import dialogs
from lastdays.ui.widgets.table import Table
from lastdays.ui.window import Window
from sure import as_a, sure
from ui.hands import click, go, key, menu_item, pick, push, seen, settle
from ui.law import ambers, wrong_enters
from unit.rulebook.winter import DAY, SKY, WINTER


@pytest.fixture
def panel(sample: Session) -> OurRulesPanel:
    """The tab of the sample campaign, which has no rules yet."""
    return opened(sample)


def opened(session: Session) -> OurRulesPanel:
    page = as_a(CampaignPage, go(session.window, CampaignRoute()))
    page.tabs.setCurrentIndex(OUR_RULES)
    settle()
    return sure(page.findChild(OurRulesPanel))


@pytest.fixture
def winter(panel: OurRulesPanel) -> OurRulesPanel:
    """The tab with the rules of a hard winter."""
    for rule in WINTER.entries:
        HouseRules(panel.services.workspace).write_rule(panel.campaign_id, rule)
    panel.services.announce()
    settle()
    return panel


def stored(panel: OurRulesPanel) -> OwnRules:
    return panel.services.workspace.campaign(panel.campaign_id).campaign.own


def undo_name(panel: OurRulesPanel) -> str | None:
    return panel.services.workspace.undo_names(panel.campaign_id, None)[0]


def control(panel: OurRulesPanel, name: str, kind: type[Any] = FieldControl) -> Any:
    """The control of a field in the form that is open."""
    return as_a(kind, sure(panel.form).fields.controls[name])


def write(line: LineControl, text: str) -> None:
    """Types over what is in a line, and leaves it."""
    line.line.setFocus()
    line.line.selectAll()
    line.line.insert(text)
    line.line.clearFocus()
    settle()


def set_number(number: NumberControl, value: int) -> None:
    number.number.setValue(value)
    settle()


def open_rule(panel: OurRulesPanel, kind: str, rule: str) -> None:
    panel.list.choose_row(f"{kind}/{rule}")
    settle()


def told(panel: OurRulesPanel) -> list[str]:
    """What is said to be wrong in the form."""
    labels = sure(panel.form).findChildren(QLabel)
    return [a.text() for a in labels if a.property("kind") == "harm" and a.isVisible()]


def parts(panel: OurRulesPanel, name: str, at: int) -> dict[str, FieldControl]:
    return dict(control(panel, name, PartsControl).parts[at].fields.controls)


@pytest.mark.smoke
def test_a_counter_is_written_with_a_name_and_counts_at_once(panel: OurRulesPanel) -> None:
    click(panel, "New counter")
    assert "It is stored once it has: Name." in seen(panel)
    QTest.keyClicks(as_a(QLineEdit, panel.focusWidget()), "Sickness {n} <b>")
    key("Return")
    (counter,) = stored(panel).counters
    assert (counter.key, counter.name) == ("sickness-n-b", "Sickness {n} <b>")
    assert panel.chosen is None
    assert undo_name(panel) == "wrote the rule Sickness {n} <b>"
    assert "Sickness {n} <b>" in seen(panel.list)
    open_rule(panel, "counters", counter.key)
    write(control(panel, "name"), "Plague")
    assert (stored(panel).counters[0].key, stored(panel).counters[0].name) == (
        "sickness-n-b",
        "Plague",
    )
    click(panel, "Counts for: the group")
    assert stored(panel).counters[0].of == "group"
    assert panel.services.catalogue.own == stored(panel)
    page = panel.window()
    push(page.undo_action)  # type: ignore[attr-defined]
    assert stored(panel).counters[0].of == "member"
    assert control(panel, "of", ChipsControl).chips["member"].isChecked()
    assert sure(panel.form).read()["name"] == "Plague"


def test_what_is_wrong_is_said_beside_its_field_and_kept_until_it_is_right(
    winter: OurRulesPanel,
) -> None:
    open_rule(winter, "counters", "food")
    set_number(control(winter, "high"), 0)
    assert told(winter) == ["It has to be more than 0.", "It has to be from 0 to 0."]
    assert "What is wrong isn't stored yet: To and Start." in seen(winter)
    assert stored(winter) == WINTER
    open_rule(winter, "counters", "sickness")
    assert told(winter) == []
    winter.services.announce()  # the page is read anew
    open_rule(winter, "counters", "food")
    assert control(winter, "high").read() == 0
    assert told(winter) != []
    set_number(control(winter, "high"), 8)
    assert told(winter) == []
    assert sure(stored(winter).counter("food")).high == 8
    assert undo_name(winter) == "wrote the rule Food"


def test_what_was_typed_gives_way_when_its_rule_is_changed_elsewhere(winter: OurRulesPanel) -> None:
    open_rule(winter, "counters", "food")
    set_number(control(winter, "high"), 0)
    rules = winter.services.house_rules
    rules.remove_rule(winter.campaign_id, sure(stored(winter).counter("food")))
    winter.services.announce()
    settle()
    assert winter.chosen is None
    winter.services.workspace.undo(winter.campaign_id)
    winter.services.announce()
    open_rule(winter, "counters", "food")
    assert control(winter, "high").read() == 20


def test_what_was_typed_is_there_again_after_a_restart(
    open_window: Callable[..., Session],
) -> None:
    first = open_window(sample=True)
    panel = opened(first)
    for rule in WINTER.entries:
        HouseRules(panel.services.workspace).write_rule(panel.campaign_id, rule)
    panel.services.announce()
    open_rule(panel, "counters", "food")
    set_number(control(panel, "high"), 0)
    open_rule(panel, "counters", "sickness")
    set_number(control(panel, "high"), 2)
    panel.begin_rule("tables")
    write(control(panel, "name"), "Omens {n}")
    first.close()
    again = opened(open_window())
    assert "New table, not stored yet" in rows_said(again.list)
    open_rule(again, "tables", "")
    assert control(again, "name").read() == "Omens {n}"
    open_rule(again, "counters", "food")
    assert control(again, "high").read() == 0
    assert told(again) == ["It has to be more than 0.", "It has to be from 0 to 0."]
    set_number(control(again, "high"), 8)
    assert sure(stored(again).counter("food")).high == 8
    sickness = sure(stored(again).counter("sickness"))
    again.services.house_rules.remove_rule(again.campaign_id, sickness)
    again.services.announce()
    again.begin_rule("tables")
    click(again, "Discard")
    assert list(paths.drafts().iterdir()) == [], "what is right, gone or discarded is no draft"


def test_a_damaged_file_of_drafts_is_no_draft(open_window: Callable[..., Session]) -> None:
    panel = opened(open_window(sample=True))
    panel.begin_rule("tables")
    write(control(panel, "name"), "Omens")
    (file,) = paths.drafts().iterdir()
    file.write_bytes(b'[{"kind": "tables", "key": ')
    again = opened(open_window("other.sqlite", sample=True))
    assert again.campaign_id == panel.campaign_id
    assert "not stored yet" not in rows_said(again.list)


def test_done_leads_to_what_is_missing(panel: OurRulesPanel) -> None:
    click(panel, "New table")
    assert told(panel) == []
    key("Return")
    assert told(panel) == ["This should not be empty.", "This should not be empty."]
    assert control(panel, "name").line.hasFocus()
    assert stored(panel).tables == ()


def test_a_table_is_written_with_rows_and_effects_chosen_from_lists(winter: OurRulesPanel) -> None:
    click(winter, "New table") if winter.chosen is None else winter.begin_rule("tables")
    write(control(winter, "name"), "Weather")
    write(as_a(LineControl, parts(winter, "rows", 0)["text"]), "Calm.")
    table = sure(stored(winter).table("weather"))
    assert [(row.upto, row.text) for row in table.rows] == [(6, "Calm.")]
    click(winter, "Add a row")
    assert told(winter) == [], "nobody has typed there yet"
    write(as_a(LineControl, parts(winter, "rows", 0)["text"]), "Snow.")
    set_number(as_a(NumberControl, parts(winter, "rows", 0)["upto"]), 2)
    effects = as_a(EffectsControl, parts(winter, "rows", 0)["does"])
    menu_item(effects.add_button, "Counter")
    line = effects.lines[0]
    pick(sure(line.subject), "Food")
    assert "Food: this needs a group." not in seen(winter)
    write(sure(line.amount), "−2")
    menu_item(effects.add_button, "Gains gear")
    pick(sure(effects.lines[1].subject), "Booze")
    menu_item(effects.add_button, "Misses the next game")
    menu_item(effects.add_button, "Note")
    assert "Write a note." in told(winter)[0]
    write(sure(effects.lines[3].amount), "Wades {n} <b>.")
    row = sure(stored(winter).table("weather")).rows[0]
    assert row.does == ("counter food -2", "gains booze", "misses", "note Wades {n} <b>.")
    assert "1–2 | Snow. Food −2 · gains Booze · misses the next game" in seen(winter.preview)
    click(winter, "Effects for: the group")
    assert told(winter) == ["Misses: this needs a member."]
    click(effects, "Remove Rows 1: Effects 3: Misses the next game")
    assert sure(stored(winter).table("weather")).of == "group"


def test_an_effect_that_is_half_typed_is_said_in_words_of_a_player(winter: OurRulesPanel) -> None:
    open_rule(winter, "tables", "illness")
    effects = as_a(EffectsControl, parts(winter, "rows", 0)["does"])
    write(sure(effects.lines[0].amount), "much")
    assert told(winter) == ["Write a change, such as +1, −1, =3."]
    write(sure(effects.lines[0].amount), "=0")
    assert sure(stored(winter).table("illness")).rows[0].does == ("counter sickness =0",)
    menu_item(effects.add_button, "Scavenge Points")
    write(sure(effects.lines[1].amount), "lots")
    assert told(winter) == ["Write a number or dice, such as 2, D6, D3+1."]
    write(sure(effects.lines[1].amount), "2d6+1")
    assert sure(stored(winter).table("illness")).rows[0].does[1] == "points 2D6+1"


def test_a_level_is_added_with_what_it_changes(winter: OurRulesPanel) -> None:
    open_rule(winter, "counters", "sickness")
    click(winter, "Add a level")
    level = parts(winter, "levels", 3)
    assert level["from"].read() == 6
    write(as_a(LineControl, level["name"]), "Buried")
    assert told(winter) == ["It has to be from 0 to 5."]
    set_number(control(winter, "high"), 6)
    write(as_a(LineControl, level["modifier"]), "strength 1")
    assert told(winter) == ["Write characteristics with their change, such as E −1, CQC −1."]
    write(as_a(LineControl, level["modifier"]), "s -1, E−2")
    push(as_a(QAbstractButton, level["misses"].first_control()))
    last = sure(stored(winter).counter("sickness")).levels[-1]
    assert (last.name, last.modifier, last.misses) == ("Buried", {"S": -1, "E": -2}, True)
    click(winter, "Remove Counter levels 1")
    assert [one.name for one in sure(stored(winter).counter("sickness")).levels] == [
        *("Feverish", "Bedridden", "Buried"),
    ]


def test_a_step_shows_what_counts_beside_the_rest(winter: OurRulesPanel) -> None:
    winter.begin_rule("steps")
    write(control(winter, "name"), "Something stirs")
    assert not control(winter, "from").isVisible()
    click(winter, "When: end of each turn")
    set_number(control(winter, "from"), 5)
    pick(control(winter, "table", PickerControl).picker, "Illness")
    pay = control(winter, "pays", PaymentControl)
    pick(pay.picker, "Food")
    pay.amount.setValue(2)
    test = control(winter, "test", OfTestControl)
    pick(test.picker, "Courage")
    step = sure(stored(winter).step("something-stirs"))
    assert (step.when, step.from_turn, step.table, step.pays) == (
        *("turn", 5, "illness", "counter food 2"),
    )
    assert (sure(step.test).characteristic, sure(step.test).target) == ("C", 8)
    assert "end of each turn, from turn 5" in seen(winter.preview)
    click(winter, "When: before a game")
    click(winter, "For: the group")
    assert told(winter) == ["Illness: this needs a member."]
    pick(control(winter, "table", PickerControl).picker, "–")
    assert not control(winter, "test").isVisible()
    step = sure(stored(winter).step("something-stirs"))
    assert (step.when, step.from_turn, step.test, step.table) == ("before", 1, None, "")


def test_what_a_step_does_in_vain_is_said_beside_its_field_and_stored(
    winter: OurRulesPanel,
) -> None:
    for rule in (DAY, SKY):
        HouseRules(winter.services.workspace).write_rule(winter.campaign_id, rule)
    winter.services.announce()
    winter.begin_rule("steps")
    write(control(winter, "name"), "Turn the page")
    click(winter, "For: the campaign")
    pick(control(winter, "table", PickerControl).picker, "The sky")
    said = "Day is the campaign's: a step after a game doesn't change it."
    assert told(winter) == [said]
    assert sure(stored(winter).step("turn-the-page")).table == "sky"
    click(winter, "When: before a game")
    assert told(winter) == []
    click(winter, "Done")
    assert winter.chosen is None


@pytest.mark.parametrize("rule", WINTER.entries, ids=lambda rule: rule.key)
def test_a_form_reads_what_it_shows(winter: OurRulesPanel, rule: Any) -> None:
    open_rule(winter, rule.KIND, rule.key)
    assert sure(winter.form).read() == fields_as_written(rule)
    assert told(winter) == []


def test_a_rule_is_copied_moved_and_deleted(winter: OurRulesPanel) -> None:
    open_rule(winter, "counters", "sickness")
    click(winter, "Copy")
    assert [c.key for c in stored(winter).counters] == ["sickness", "food", "sickness-2"]
    assert stored(winter).counters[2].name == "Sickness (2)"
    assert winter.chosen == ("counters", "sickness-2")
    menu_item(winter.rule.more_button, "Move up")
    assert [c.key for c in stored(winter).counters] == ["sickness", "sickness-2", "food"]
    assert undo_name(winter) == "moved the rule Sickness (2)"
    click(winter, "Delete")
    assert [c.key for c in stored(winter).counters] == ["sickness", "food"]
    assert undo_name(winter) == "removed the rule Sickness (2)"
    assert winter.chosen is None


def test_a_rule_that_another_still_names_is_marked(winter: OurRulesPanel) -> None:
    open_rule(winter, "counters", "sickness")
    assert told_state(winter) == "Named by: Illness."
    open_rule(winter, "counters", "food")
    assert told_state(winter) == "Named by: Eat or fall ill."
    open_rule(winter, "steps", "eat")
    assert told_state(winter) == ""
    open_rule(winter, "tables", "illness")
    assert told_state(winter) == "Named by: Flaw and Eat or fall ill."
    click(winter, "Delete")
    open_rule(winter, "steps", "eat")
    assert told(winter) == ["'illness' is unknown."]
    pick(control(winter, "table", PickerControl).picker, "–")
    assert told(winter) == []


def test_a_new_rule_that_is_not_right_waits_in_the_list(panel: OurRulesPanel) -> None:
    panel.begin_rule("tables")
    write(control(panel, "name"), "Omens")
    panel.begin_rule("counters")
    assert "New table, not stored yet" in rows_said(panel.list)
    panel.begin_rule("tables")
    assert control(panel, "name").read() == "Omens"
    click(panel, "Discard")
    assert "not stored yet" not in rows_said(panel.list)
    assert stored(panel).entries == ()


def rows_said(table: Table) -> str:
    """What the cells of a table show, with what is beside their texts."""
    cells = [row.cell(0) for row in table.rows.rows]
    return "\n".join(", ".join(filter(None, (cell.text, cell.beside))) for cell in cells)


def test_plus_new_in_the_list_begins_a_rule(panel: OurRulesPanel) -> None:
    for n, kind in enumerate(kinds_of_forms()):
        index = panel.list.model().index(panel.list.rows.row_of(kind), 1)
        at: QPoint = panel.list.visualRect(index).center()
        QTest.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=at)
        settle()
        assert panel.chosen == (kind, ""), n
        click(panel, "Discard")


def test_the_kind_that_is_chosen_is_begun_with_enter(panel: OurRulesPanel) -> None:
    panel.list.setFocus()
    panel.list.choose_row("traits")
    key("Return")
    assert panel.chosen == ("traits", "")
    QTest.keyClicks(as_a(QLineEdit, panel.focusWidget()), "Flaw")
    key("Return")
    assert [trait.key for trait in stored(panel).traits] == ["flaw"]


def test_the_rules_are_saved_as_a_content_pack(
    winter: OurRulesPanel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dialogs, "ask_path", lambda *_, **_how: tmp_path)
    click(winter, "Save as a content pack…")
    folder = tmp_path / "Riverside"
    said = seen(winter.window()).replace("\u200b", "")  # a long path is broken
    assert f"Saved the content pack in {folder}." in said
    assert rules_as_files(load(packs=[folder]).own) == rules_as_files(WINTER)
    click(winter, "Save as a content pack…")
    assert (tmp_path / "Riverside 2" / "steps.toml").is_file()


def test_there_is_nothing_to_save_without_rules(panel: OurRulesPanel) -> None:
    assert not panel.save_button.isEnabled()
    assert "There are no rules of your own yet" in panel.save_button.toolTip()


def test_too_many_are_refused(panel: OurRulesPanel) -> None:
    rules = panel.services.house_rules
    for n in range(12):
        read = rules.read_rule(panel.campaign_id, "traits", f"t{n}", {"name": f"T {n}"})
        assert read.rule is not None
        rules.write_rule(panel.campaign_id, read.rule)
    panel.services.announce()
    panel.begin_rule("traits")
    write(control(panel, "name"), "One more")
    assert told(panel) == ["There are 13 entries, and at most 12 can be."]
    assert len(stored(panel).traits) == 12


def test_enter_is_amber_wherever_one_is_in_a_form(
    winter: OurRulesPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = as_a(Window, winter.window())
    window.activateWindow()
    for kind, rule in (("counters", "sickness"), ("tables", "illness"), ("steps", "eat")):
        open_rule(winter, kind, rule)
        assert ambers(window) == [winter.rule.done_button]
        assert not wrong_enters(window, monkeypatch)


# Encounters, and entries of the book


def test_an_encounter_is_written_and_chosen_for_the_next_game(panel: OurRulesPanel) -> None:
    panel.begin_rule("encounters")
    write(control(panel, "name"), "The radio tower")
    assert "In short" in told_state(panel)
    for name, text in (
        ("summary", "Climb it, and call."),
        ("scene", "The mast still stands."),
        ("objective", "Send the call."),
        ("ends", "It is over once the call is out."),
    ):
        write_paragraph(control(panel, name, ParagraphControl), text)
    set_number(control(panel, "zombies"), 6)
    set_number(control(panel, "tokens"), 3)
    set_number(control(panel, "objective_experience"), 5)
    set_number(control(panel, "turns"), 8)
    special = control(panel, "special", TextsControl)
    write_paragraph(special.parts[0], "The mast {zombies} <b>sways</b>.")
    write_paragraph(special.parts[1], "Nobody runs.")
    tower = panel.services.catalogue.encounters["the-radio-tower"]
    assert (tower.number, tower.zombies, tower.tokens, tower.turns) == (7, 6, 3, 8)
    assert tower.special == ("The mast 6 <b>sways</b>.", "Nobody runs.")
    assert "Objective: Send the call. Experience: 5." in seen(panel.preview)
    assert "It is over once the call is out. It ends after turn 8." in seen(panel.preview)
    window = panel.window()
    page = go(window, NextGameRoute())
    page.chooser.encounter.picked.emit("the-radio-tower")
    settle()
    said = seen(window)
    assert "The mast still stands." in said
    assert "Objective: Send the call. Experience: 5." in said
    assert "It ends after turn 8." in said


def told_state(panel: OurRulesPanel) -> str:
    return panel.rule.state.text()


def write_paragraph(paragraph: ParagraphControl, text: str) -> None:
    """Types over what is in a paragraph, and leaves it."""
    paragraph.text.setFocus()
    paragraph.text.selectAll()
    paragraph.text.insertPlainText(text)
    paragraph.text.clearFocus()
    settle()


def test_braces_that_name_no_number_are_said_beside_the_rule(panel: OurRulesPanel) -> None:
    panel.begin_rule("encounters")
    write(control(panel, "name"), "Fog")
    write_paragraph(control(panel, "summary"), "Thick.")
    write_paragraph(control(panel, "special", TextsControl).parts[0], "Lose {sight}.")
    assert told(panel) == ["No number for {sight}"]
    assert panel.services.catalogue.encounters["fog"].special == ()


def choose_of_book(panel: OurRulesPanel, kind: str, name: str, button: str) -> None:
    panel.store_and_close() if panel.chosen is not None else None
    panel.list.choose_row(kind)
    settle()
    pick(panel.kinds.of_book.picker, name)
    click(panel, button)


def test_an_entry_of_the_book_is_copied_and_changed(panel: OurRulesPanel) -> None:
    choose_of_book(panel, "firearms", "Revolver", "Copy entry")
    assert panel.chosen == ("firearms", "revolver-2")
    write(control(panel, "name"), "Rusty revolver")
    write(control(panel, "range"), "6, 12")
    assert told(panel) == ["Damage and knockback: they need one number for each step of the range."]
    write(control(panel, "damage"), "2, 1")
    assert told(panel) == []
    set_number(control(panel, "cost"), 1)
    menu_item(control(panel, "attributes", TraitsControl).add_button, "Noisy", "Noisy 2")
    gear = panel.services.catalogue.firearms["revolver-2"]
    assert (gear.name, gear.range, gear.damage, gear.cost) == ("Rusty revolver", (6, 12), (2, 1), 1)
    assert gear.value_of("noisy") == 2
    book = panel.services.catalogue.firearms["revolver"]
    assert (book.name, book.range) == ("Revolver", (12,))
    assert gear in panel.services.catalogue.for_sale()


def test_an_entry_of_the_book_is_changed_for_the_campaign(panel: OurRulesPanel) -> None:
    choose_of_book(panel, "characters", "Cop", "Change for this campaign")
    set_number(control(panel, "cost"), 12)
    profile = control(panel, "profile", ProfileControl)
    profile.numbers["FA"].setValue(5)
    cop = panel.services.catalogue.character("cop")
    assert (cop.cost, cop.profile["FA"]) == (12, 5)
    assert "instead of the book's" in rows_said(panel.list)
    click(panel, "Delete")
    assert panel.services.catalogue.character("cop").cost == 9


@pytest.mark.parametrize("kind", ENTRY_KINDS)
def test_each_kind_of_the_book_is_copied_and_its_form_reads_what_it_shows(
    panel: OurRulesPanel, kind: EntryKind
) -> None:
    rules, shelf = panel.services.house_rules, getattr(panel.services.catalogue, kind)
    for of_book in shelf:
        made = rules.copy_of_book(panel.campaign_id, kind, of_book)
        panel.services.announce()
        open_rule(panel, kind, made.key)
        assert told(panel) == []
        read = sure(panel.form).read()
        assert {**read, "skill_types": ()} == {**made.fields, "skill_types": ()}
        assert set(read.get("skill_types", ())) == set(made.fields.get("skill_types", ()))
        assert made.key in getattr(panel.services.catalogue, kind)
        rules.remove_rule(panel.campaign_id, made)
        panel.services.announce()


def test_a_new_one_of_each_kind_needs_a_name_and_what_it_says(panel: OurRulesPanel) -> None:
    for kind in ENTRY_KINDS:
        panel.begin_rule(kind)
        write(control(panel, "name"), "Something new")
        if "summary" in sure(panel.form).fields.controls:
            write_paragraph(control(panel, "summary", ParagraphControl), "It is new.")
        assert told(panel) == [], kind
        assert "something-new" in getattr(panel.services.catalogue, kind) or any(
            key.startswith("something-new") for key in getattr(panel.services.catalogue, kind)
        )


def test_what_no_rule_reads_is_said(panel: OurRulesPanel) -> None:
    panel.begin_rule("skills")
    write(control(panel, "name"), "Loud")
    write_paragraph(control(panel, "summary"), "Is heard far off.")
    assert told_state(panel) == ""
    set_number(control(panel, "within"), 6)
    assert told_state(panel) == "No rule reads this beside the rest: Reach."
    write_paragraph(control(panel, "summary"), "Is heard {within} inches off.")
    assert told_state(panel) == ""

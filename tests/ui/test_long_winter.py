"""The sample *The long winter*: its rules are written with nothing but the forms of the window, and what
comes of that is what is shipped."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLineEdit

from lastdays.campaign.sample import add_sample, read_sample
from lastdays.rulebook.own import OwnRules, written
from lastdays.rulebook.own_entries import ENTRY_KINDS
from lastdays.ui.app import Session
from lastdays.ui.forms.entry_fields import (
    ChipsControl,
    ChosenControl,
    EffectsControl,
    FieldControl,
    FlagControl,
    LineControl,
    NumberControl,
    OfTestControl,
    ParagraphControl,
    PartsControl,
    PaymentControl,
    PickerControl,
    TextsControl,
)
from lastdays.ui.navigation import CampaignRoute
from lastdays.ui.pages.campaign_page import OUR_RULES, CampaignPage
from lastdays.ui.pages.our_rules import OurRulesPanel
from sure import as_a, sure
from ui.hands import go, menu_item, push, settle

SHIPPED = read_sample("long-winter")
#: Rules are written in an order in which what they name is there.
KINDS = ("counters", "tables", "traits", "steps", "encounters")


@pytest.fixture
def panel(session: Session) -> OurRulesPanel:
    """The tab *Our rules* of a campaign that was just begun."""
    campaign = session.services.campaigns.begin(SHIPPED.name, "roll")
    page = as_a(CampaignPage, go(session.window, CampaignRoute(campaign)))
    page.tabs.setCurrentIndex(OUR_RULES)
    settle()
    return sure(page.findChild(OurRulesPanel))


def own(session: Session, campaign: str) -> OwnRules:
    return session.services.workspace.campaign(campaign).campaign.own


def test_its_rules_are_what_the_forms_of_the_window_make_of_what_is_typed(
    panel: OurRulesPanel, session: Session
) -> None:
    assert set(SHIPPED.rules) == set(KINDS)
    for kind in KINDS:
        for fields in SHIPPED.rules[kind].values():
            write_rule(panel, kind, fields)
    by_hand = own(session, panel.campaign_id)
    assert written(by_hand) == SHIPPED.rules
    assert by_hand == own(session, add_sample(session.services.workspace, "long-winter"))
    assert session.services.house_rules.rule_faults(panel.campaign_id) == []


def write_rule(panel: OurRulesPanel, kind: str, fields: Mapping[str, Any]) -> None:
    """Begins a rule, fills in its form and closes it."""
    panel.begin(kind)
    controls = sure(panel.form).fields.controls
    for name, value in fields.items():
        if name == "number" and kind in ENTRY_KINDS:
            continue  # the form has the next free one
        fill(controls[name], value)
    push(panel.rule.done_button)
    assert panel.chosen is None, f"{fields['name']} isn't right"


def fill(control: FieldControl, value: Any) -> None:
    """Enters a value with keys and presses, as a file has it."""
    enter = next(enter for kind, enter in FILLING.items() if isinstance(control, kind))
    enter(control, value)


def type_in(line: QLineEdit, text: str) -> None:
    """Types over what is in a line, and leaves it."""
    line.setFocus()
    line.selectAll()
    line.insert(text)
    line.clearFocus()


def fill_line(control: LineControl, value: Any) -> None:
    if isinstance(value, dict):  # changes of characteristics
        value = ", ".join(f"{key} {change:+}" for key, change in value.items())
    type_in(control.line, str(value))


def fill_paragraph(control: ParagraphControl, value: str) -> None:
    control.text.setFocus()
    control.text.selectAll()
    control.text.insertPlainText(value)
    control.text.clearFocus()


def fill_texts(control: TextsControl, value: list[str]) -> None:
    for n, text in enumerate(value):
        fill_paragraph(control.parts[n], text)


def fill_number(control: NumberControl, value: int) -> None:
    control.number.setFocus()
    control.number.selectAll()
    QTest.keyClicks(control.number, str(value))
    control.number.clearFocus()


def fill_flag(control: FlagControl, value: bool) -> None:
    if control.chip.isChecked() != value:
        push(control.chip)


def fill_chips(control: ChipsControl, value: str | list[str]) -> None:
    wanted = [value] if isinstance(value, str) else value
    for key, chip in control.chips.items():
        if chip.isChecked() != (key in wanted) and (key in wanted or isinstance(value, list)):
            push(chip)


def choose(box: QComboBox, key: str) -> None:
    box.setCurrentIndex(box.findData(key))
    box.activated.emit(box.currentIndex())


def fill_picker(control: PickerControl, value: str) -> None:
    choose(control.picker, value)


def fill_chosen(control: ChosenControl, value: list[str]) -> None:
    for key in value:
        menu_item(control.add_button, control.words(key))


def fill_test(control: OfTestControl, value: Mapping[str, Any]) -> None:
    choose(control.picker, value["characteristic"])
    control.target.setFocus()
    control.target.selectAll()
    QTest.keyClicks(control.target, str(value["target"]))
    control.target.clearFocus()


def fill_payment(control: PaymentControl, value: str) -> None:
    what, _space, amount = value.rpartition(" ")
    choose(control.picker, what)
    control.amount.setValue(int(amount))


def fill_effects(control: EffectsControl, value: list[str]) -> None:
    for words in value:
        kind, _space, rest = words.partition(" ")
        control.add(kind)
        line = control.lines[-1]
        if line.chosen is not None:
            key, _space, rest = rest.partition(" ")
            choose(line.chosen, key)
        if line.amount is not None:
            type_in(line.amount.line, rest)


def fill_parts(control: PartsControl, value: list[dict[str, Any]]) -> None:
    """Fills in the part that a new rule has, if any, and adds the others where they go."""
    if control.parts and control.words.above:
        fill_part(control, -1, value[-1])
        value = value[:-1]
    for fields in value:
        push(control.add_button)
        place = len(control.parts) - 1
        if control.words.above:
            place -= 1  # the last one is for the highest numbers
        fill_part(control, place, fields)


def fill_part(control: PartsControl, place: int, fields: Mapping[str, Any]) -> None:
    for name, value in fields.items():
        fill(control.parts[place].fields.controls[name], value)


FILLING: Mapping[type[Any], Callable[[Any, Any], None]] = {
    LineControl: fill_line,
    ParagraphControl: fill_paragraph,
    TextsControl: fill_texts,
    NumberControl: fill_number,
    FlagControl: fill_flag,
    ChipsControl: fill_chips,
    PickerControl: fill_picker,
    ChosenControl: fill_chosen,
    OfTestControl: fill_test,
    PaymentControl: fill_payment,
    EffectsControl: fill_effects,
    PartsControl: fill_parts,
}

"""Players' own rules in the words of a player: effects, payments, and what the fields of a form are
called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from lastdays.desktop import paths
from lastdays.language import _, ngettext, number, signed
from lastdays.rulebook.blanks import readable
from lastdays.rulebook.catalogue import Catalogue
from lastdays.rulebook.entries import (
    CHARACTERISTICS,
    FIREARM_CLASSES,
    KEYWORDS,
    SKILL_TYPES,
    Dice,
    characteristic_name,
    class_name,
    keyword_name,
    skill_type_name,
)
from lastdays.rulebook.own import Counter, Step, Table, Trait, WrittenRule
from lastdays.rulebook.own_effects import (
    AddNote,
    AddZombies,
    Amount,
    ChangeCounter,
    Effect,
    GainGear,
    GiveExperience,
    GivePoints,
    LoseGear,
    MissGame,
    PayCounter,
    Payment,
    PayPoints,
    RollInjury,
    RollTable,
    SetCounter,
)
from lastdays.rulebook.own_entries import WrittenEntry
from lastdays.rulebook.pack_fields import described
from lastdays.rulebook.pack_guide import meaning_of, texts


def effect_in_words(effect: Effect, catalogue: Catalogue) -> str:
    """Say what a row of a table does: 'Sickness +1', 'D6 Scavenge Points'."""
    match effect:
        case ChangeCounter(key, by):
            return f"{counter_name(key, catalogue)} {signed(by)}"
        case SetCounter(key, to):
            return f"{counter_name(key, catalogue)} = {number(to)}"
        case GivePoints(amount):
            return points_in_words(amount)
        case GiveExperience(amount):
            return _("{n} Experience", n=_amount(amount))
        case RollInjury():
            return _("a roll on the Injury Table")
        case MissGame():
            return _("misses the next game")
        case GainGear(key):
            return _("gains {gear}", gear=catalogue.gear(key).name)
        case LoseGear(key):
            return _("loses {gear}", gear=catalogue.gear(key).name)
        case AddZombies(amount):
            return _("Zombies: {n}", n=_amount(amount))
        case AddNote(text):
            return _("note: {text}", text=text)
        case RollTable(key):
            return _("then roll on {table}", table=table_name(key, catalogue))
    raise TypeError(effect)


def payment_in_words(payment: Payment, catalogue: Catalogue) -> str:
    """Say what can be paid: '1 Food', '2 Scavenge Points'."""
    match payment:
        case PayCounter(key, amount):
            return f"{amount} {counter_name(key, catalogue)}"
        case PayPoints(amount):
            return points_in_words(amount)
    raise TypeError(payment)


def points_in_words(amount: Amount) -> str:
    """Say how many Scavenge Points: 'D6 Scavenge Points', '1 Scavenge Point'."""
    count = 2 if isinstance(amount, Dice) else abs(amount)
    return ngettext("{n} Scavenge Point", "{n} Scavenge Points", count, n=_amount(amount))


def _amount(amount: Amount) -> str:
    if isinstance(amount, int):
        return number(amount)
    return str(amount)


def counter_name(key: str, catalogue: Catalogue) -> str:
    """Return the name of a counter, made from its key if there is none."""
    counter = catalogue.own.counter(key)
    return counter.name if counter is not None else readable(key)


def table_name(key: str, catalogue: Catalogue) -> str:
    """Return the name of a table, made from its key if there is none."""
    table = catalogue.own.table(key)
    return table.name if table is not None else readable(key)


# Forms


@cache
def _forms() -> Mapping[str, Any]:
    return paths.toml("packs", "forms.toml")


def kinds_of_forms() -> list[str]:
    """Return the kinds of rules that have a form, in their order."""
    return [kind for kind, form in _forms().items() if "about" in form]


class FormWords:
    """What the form of a kind of rule, or of a part of one, shows."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._form = _forms()[kind]
        self.fields = described(kind)
        #: The names of the fields in each line, and of those that are folded away.
        self.lines: list[list[str]] = self._form["lines"]
        self.more: list[list[str]] = self._form.get("more", [])
        #: The fields that mean something only beside others: those with the values they need.
        self.only: Mapping[str, Mapping[str, list[Any]]] = self._form.get("only", {})
        #: Whether another part goes above the last one, which is for the highest numbers.
        self.above: bool = self._form.get("above", False)

    @property
    def title(self) -> str:
        """Return what its rules are called: 'Counters'."""
        title: str = self._form.get("title") or texts()["titles"][self.kind]
        return _(title)

    @property
    def new(self) -> str:
        """Return the words for beginning one: 'New counter'."""
        new: str = self._form["new"]
        return _(new)

    @property
    def about(self) -> str:
        """Say what such a rule is."""
        about: str = self._form["about"]
        return _(about)

    @property
    def begun(self) -> dict[str, Any]:
        """Return the fields that a new one begins with, as a file gives them."""
        return dict(self._form.get("begun", {}))

    def caption(self, *names: str) -> str:
        """Return what a field, or several in a line, are called."""
        called: str = self._form["called"][" ".join(names)]
        return _(called)

    def meaning(self, name: str) -> str:
        """Say what a field means."""
        return _(meaning_of(self.kind, name)).replace("`", "")

    def word(self, name: str, value: str) -> str:
        """Return the words for a value that can be chosen."""
        words = self._form.get("words", {}).get(name, {})
        if value in words:
            return _(words[value])
        effects: Mapping[str, str] = texts()["effects"]
        if value in effects:
            return _(effects[value]).replace("`", "")
        return word_of_the_book(value)


def word_of_the_book(value: str) -> str:
    """Return the word for a characteristic, a Keyword, a skill type or a class of Firearms."""
    if value in CHARACTERISTICS:
        return characteristic_name(value)
    if value in KEYWORDS:
        return keyword_name(value)
    if value in SKILL_TYPES:
        return skill_type_name(value)
    if value in FIREARM_CLASSES:
        return class_name(value)
    raise KeyError(value)


def effect_names() -> dict[str, str]:
    """Return what each kind of effect is called, by the first of its words."""
    return {kind: _(name) for kind, name in _forms()["effects"].items()}


# In short


def in_short(rule: WrittenRule) -> str:
    """Say in a few words what a rule is: 'each member · 0–5', 'D6'."""
    match rule:
        case WrittenEntry(fields={"page": int()}):
            return _("instead of the book's")
        case WrittenEntry(fields={"cost": int() as cost}):
            return _("cost {n}", n=cost)
        case Counter():
            owner = FormWords(rule.KIND).word("of", rule.of)
            return f"{owner} · {number(rule.low)}–{number(rule.high)}"
        case Table():
            return str(rule.dice)
        case Step():
            return FormWords(rule.KIND).word("when", rule.when)
    return ""


def step_in_words(step: Step, catalogue: Catalogue) -> Iterator[str]:
    """Say what a step does, a sentence each."""
    words = FormWords(step.KIND)
    when = words.word("when", step.when)
    if step.when == "turn" and step.from_turn > 1:
        when = _("end of each turn, from turn {n}", n=step.from_turn)
    yield _("When: {when}. For: {who}.", when=when, who=words.word("for", step.audience))
    if step.while_above:
        counter = counter_name(step.while_above, catalogue)
        yield _("Only while {counter} is above its lowest value.", counter=counter)
    if step.payment is not None:
        yield _("Whoever pays {what} is done.", what=payment_in_words(step.payment, catalogue))
    if step.test is not None:
        characteristic = characteristic_name(step.test.characteristic)
        yield _("Test: {characteristic}/{n}.", characteristic=characteristic, n=step.test.target)
    if step.table:
        table = table_name(step.table, catalogue)
        if step.test is not None:
            yield _("Whoever fails rolls on {table}.", table=table)
        else:
            yield _("Roll on {table}.", table=table)


def trait_in_words(trait: Trait, catalogue: Catalogue) -> Iterator[str]:
    """Say what a trait is, a sentence each."""
    yield _("A text of each member.")
    if trait.table:
        yield _("Rolled on {table}.", table=table_name(trait.table, catalogue))

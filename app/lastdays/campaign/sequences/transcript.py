"""The transcript of a sequence: its sentences with the dice behind them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from lastdays.language import _, chained
from lastdays.procedure.asks import Arrange, Choose, Draw, Roll, Sum, Tell
from lastdays.procedure.replay import Asked, Replayed
from lastdays.values import Value


class StoryLine(Value, dict=True):
    """A sentence and the answers that led to it."""

    step: str
    text: str
    about: str = ""
    kind: str = ""
    asked: tuple[Asked, ...] = ()

    @cached_property
    def with_dice(self) -> str:
        """Return the sentence with its dice: 'Zeke: Full Recovery. (3+4, rolled)'."""
        dice = chained(filter(None, (dice_in_words(a) for a in self.asked)))
        return f"{self.text} ({dice})" if dice else self.text


def story(replayed: Replayed[Any]) -> Iterator[StoryLine]:
    """Yield the lines of a sequence so far; answers belong to the sentence after them."""
    waiting: list[Asked] = []
    for entry in replayed.log:
        if isinstance(entry, Tell):
            yield StoryLine(entry.step, entry.text, entry.about, entry.kind, tuple(waiting))
            waiting = []
        else:
            waiting.append(entry)
    if waiting:
        step = waiting[-1].ask.key.split("/")[0]
        chosen = [a for a in waiting if not dice_in_words(a)]
        text = _chosen_in_words(chosen[-1]) if chosen else _("The dice so far")
        yield StoryLine(step, text, asked=tuple(waiting))


def _chosen_in_words(asked: Asked) -> str:
    """Say what was chosen, with the question if needed: 'Ed may shift one roll by one: Row 4'."""
    answer, question = answer_in_words(asked), asked.ask.question
    if not isinstance(asked.ask, Choose):
        return answer
    if told := next(o.told for o in asked.ask.options if o.key == asked.value):
        return told
    if question.endswith("?"):
        return f"{question} {answer}"
    return _("{question}: {answer}", question=question.rstrip("."), answer=answer)


def how_in_words(how: str) -> str:
    """Say how an answer was given: 'rolled', 'typed', 'set by hand'."""
    match how:  # not a dict, which would translate all for every line
        case "rolled":
            return _("rolled")
        case "typed":
            return _("typed")
        case "set":
            return _("set by hand")
    return _("chosen")


def dice_in_words(asked: Asked) -> str:
    """Say what dice showed: '3+4, rolled'; '' for choices."""
    who = f", {asked.answer.who}" if asked.answer.who else ""
    match asked.ask:
        case Roll():
            faces = "+".join(str(face) for face in asked.value)
            return f"{faces}, {how_in_words(asked.answer.how)}{who}"
        case Sum(dice=dice):
            plus = f"+{dice.plus}" if dice.plus else ""
            return f"{asked.value}{plus}, {how_in_words(asked.answer.how)}{who}"
        case Draw():
            return f"{_('drawn')}, {how_in_words(asked.answer.how)}{who}"
    return ""


def answer_in_words(asked: Asked) -> str:
    """Say what was answered."""
    match asked.ask:
        case Roll() | Sum():
            return dice_in_words(asked)
        case Choose(options=options) | Draw(options=options):
            return next(o.label for o in options if o.key == asked.value)
        case Arrange():
            return _("arranged")
    return ""


def step_name(step: str) -> str:
    """Return the heading of a step of the sequence."""
    match step:  # not a dict, which would translate all for every line
        case "encounter":
            return _("Encounter")
        case "injuries":
            return _("Injuries")
        case "experience":
            return _("Experience")
        case "supplies":
            return _("Supplies")
        case "gear":
            return _("Gear")
        case "jobs":
            return _("Jobs")
        case "attack":
            return _("Zombie Attack")
        case "refuge":
            return _("Refuge")
    raise KeyError(step)


def key_in_words(key: str, names: Mapping[str, str]) -> str:
    """Return the key of an answer in words; `names` are members' by id."""
    step, *parts = key.split("/")
    words = [names.get(part, part.replace("-", " ")) for part in parts]
    return " · ".join([step_name(step), *words])

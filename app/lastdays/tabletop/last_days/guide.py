"""What is due as tasks of the window."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from lastdays.tabletop.last_days.figures import Rules
from lastdays.tabletop.last_days.game import LastDays
from lastdays.tabletop.last_days.sides import owed
from lastdays.tabletop.last_days.state import State
from lastdays.tabletop.phrases import Phrases
from lastdays.tabletop.view import ButtonView, EndGame, LookAt, OpenForm, Play, Tap

__all__ = ["Guide", "Task", "guide", "owed"]

Kind = Literal["play", "tap", "shot", "locked", "fight", "contact", "door", "look", "end"]


@dataclass(frozen=True)
class Task:
    """One thing to do: what a button says, what it begins, whom it is about.

    `kind`: a procedure, a tap, or a form of the window (a shot, a fight, a contact, a door), a
    model to look at, the end of the game.
    """

    key: str
    label: str
    kind: Kind
    name: str = ""
    args: Mapping[str, Any] = field(default_factory=dict)
    about: str = ""
    why_not: str = ""


@dataclass(frozen=True)
class Guide:
    """What the tracker says of this step: a sentence, what can be done, and sentences to go by."""

    says: str
    tasks: tuple[Task, ...]
    notes: tuple[str, ...] = ()


def guide(state: State, rules: Rules, words: Phrases) -> Guide:
    """Return the moves that are due, those that come first above."""
    found = LastDays(rules).guide(state)
    return Guide(found.says, tuple(_task(b) for b in found.moves), found.notes)


def _task(button: ButtonView) -> Task:
    kind: Any
    name, about = "", button.about
    args: Mapping[str, Any] = {}
    match button.act:
        case Tap(what, args):
            kind, name = "tap", what
        case Play(play, args):
            kind, name = "play", play
        case OpenForm(form, about):
            kind = form
        case LookAt(about):
            kind = "look"
        case EndGame():
            kind = "end"
    return Task(button.key, button.label, kind, name, args, about, button.why_not)

"""What is declared before dice are thrown: a shot, a fight, a contact, a fall."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from lastdays.language import _, number, signed
from lastdays.rulebook.known import ModifierKey
from lastdays.tabletop.last_days.fighting import Fight, frontline, may_subdue, weigh
from lastdays.tabletop.last_days.figures import Rules
from lastdays.tabletop.last_days.shooting import (
    GROUND,
    Modifier,
    Shot,
    aim,
    may_use_two,
    ready,
    targets,
)
from lastdays.tabletop.last_days.state import Figure, State
from lastdays.ui.widgets.parts import (
    Flow,
    button,
    clear,
    column,
    holder,
    label,
    percent,
    short,
    typed,
)

Choice = tuple[str, str]


class Chooser(QWidget):
    """One of several, as buttons of which one is down; hidden where there is nothing to choose."""

    chosen = Signal(str)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self.value = ""
        self.buttons: dict[str, QPushButton] = {}
        self.flow = Flow(spacing=4)
        self.heading = label(name, "faint")
        self.setLayout(column(self.heading, holder(self.flow), spacing=2))

    def show_choices(
        self, choices: Iterable[Choice], value: str = "", *, least: int = 2, said: bool = False
    ) -> str:
        """Offers choices of key and label; what is chosen now. With fewer than `least` the row
        is hidden and the only one chosen. With `said` nothing is chosen until somebody does,
        but for the only one."""
        offered = list(choices)
        keys = [key for key, _label in offered]
        first = keys[0] if keys and not (said and len(keys) > 1) else ""
        self.value = value if value in keys else first
        if keys != list(self.buttons) or any(
            self.buttons[k].text() != typed(short(text, 28)) for k, text in offered
        ):
            clear(self.flow)
            self.buttons = {}
            for key, text in offered:
                made = button(typed(short(text, 28)), partial(self._take, key))
                made.setAccessibleName(text)
                made.setCheckable(True)
                self.buttons[key] = made
                self.flow.addWidget(made)
        self.setVisible(len(offered) >= least)
        self._press()
        return self.value

    def press(self, n: int) -> None:
        """The nth button, where there is one."""
        if n <= len(self.buttons):
            self._take(list(self.buttons)[n - 1])

    def _take(self, key: str) -> None:
        self.value = key
        self._press()
        self.chosen.emit(key)

    def _press(self) -> None:
        for key, made in self.buttons.items():
            made.setChecked(key == self.value)


def parts_in_words(parts: Iterable[Modifier]) -> str:
    """'Firearms of Zeke 3, at a zombie +1'."""
    shown = []
    for n, part in enumerate(parts):
        amount = number(part.amount) if n == 0 else signed(part.amount)
        shown.append(f"{part.label} {amount}")
    return ", ".join(shown)


class Form(QWidget):
    """A form of the panel. `done` carries a procedure and its arguments, `tapped` a tap and its
    arguments, `closed` that it is left."""

    done = Signal(str, dict)
    tapped = Signal(str, dict)
    closed = Signal()
    #: Whether it stays open while somebody else is looked at.
    stays = False

    def __init__(self) -> None:
        super().__init__()
        self.back = button(_("Back"), self.closed.emit)

    @abstractmethod
    def show_state(self, state: Any, rules: Any) -> bool:
        """Shows the table as it is now; false where the form no longer applies."""

    def take_focus(self) -> None:
        """The keyboard begins here."""

    def pick(self, piece: str) -> bool:
        """A card was chosen while the form is open; whether it means something here."""
        return False

    def press(self, n: int) -> None:
        """A digit was pressed while the form is open: the nth of what is to be chosen."""


class ShotForm(Form):
    """A shot: weapon, target, range step, conditions; the number and the chance before the die."""

    def __init__(self, shooter: str, *, locked: bool) -> None:
        super().__init__()
        self.shooter = shooter
        self.locked = locked
        self._state: State | None = None
        self._rules: Rules | None = None
        self.title = label("", "question", wrap=True)
        self.gun = Chooser(_("Firearm"))
        self.target = Chooser(_("Target"))
        self.step = Chooser(_("Range"))
        self.cover = Chooser(_("Target stands"))
        self.close_by = Chooser(_("Within 3 inches"))
        self.two = Chooser(_("Gunfighter"))
        self.vehicle = Chooser(_("Vehicle within 2 inches of the target"))
        self.number = label("", "number", wrap=True)
        self.number.setAccessibleName(_("Needed"))
        self.why = label("", "faint", wrap=True)
        self.problem = label("", "warn", wrap=True)
        self.fire = button(_("&Fire"), self._fire, "first")
        self.stop = button(_("Fires no &more"), self._stop)
        for chooser in self._choosers():
            chooser.chosen.connect(lambda _key: self._weigh())
        self.gun.chosen.connect(lambda _key: self._fill())
        self.setLayout(
            column(
                self.title,
                self.number,
                self.why,
                self.problem,
                holder(Flow(self.fire, self.stop, self.back)),
                self.gun,
                self.target,
                self.step,
                self.close_by,
                self.cover,
                self.two,
                self.vehicle,
                1,
                spacing=5,
            )
        )

    def _choosers(self) -> tuple[Chooser, ...]:
        return (
            self.gun, self.target, self.step, self.cover, self.close_by, self.two, self.vehicle,
        )  # fmt: skip

    def take_focus(self) -> None:
        first = next(iter(self.target.buttons.values()), self.back)
        (self.fire if self.fire.isEnabled() else first).setFocus()

    def show_state(self, state: State, rules: Rules) -> bool:
        self._state, self._rules = state, rules
        figure = state.pieces.get(self.shooter)
        if not isinstance(figure, Figure) or not ready(state, figure, locked=self.locked):
            return False
        if self.locked and not figure.locked:
            return False
        if not self.locked and figure.fired:
            return False
        self.title.setText(
            (_("{name} spends Locked and Loaded") if self.locked else _("{name} fires")).format(
                name=figure.name
            )
        )
        self._fill()
        return True

    def _fill(self) -> None:
        state, rules = self._state, self._rules
        assert state is not None
        assert rules is not None
        figure = state.figure(self.shooter)
        guns = ready(state, figure, locked=self.locked)

        def left(gun: Any) -> int:
            return int(gun.rate - (gun.snaps if self.locked else gun.shots))

        self.gun.show_choices(
            ((g.id, _("{gun}, {n} left").format(gun=g.name, n=left(g))) for g in guns),
            self.gun.value,
            least=1,
        )
        gun = state.gun(self.gun.value)
        aims = [(t, state.name(t)) for t in targets(state, figure, locked=self.locked)]
        if gun.fire and not self.locked:
            aims.append((GROUND, _("the ground")))
        self.target.show_choices(aims, self.target.value, least=1, said=True)
        self.step.show_choices(
            ((str(n), _("up to {n}″").format(n=step[0])) for n, step in enumerate(gun.steps)),
            self.step.value,
            least=1,
        )
        self.close_by.show_choices(
            (
                ("no", _("no")),
                ("yes", _("yes, {n}").format(n=signed(rules.modifier(ModifierKey.POINT_BLANK)))),
            )
            if gun.point_blank
            else (),
            self.close_by.value,
        )
        covers = [("none", _("in the open")), ("cover", _("in cover"))]
        if state.table.solid:
            covers.append(("solid", _("behind Solid Structure")))
        self.cover.show_choices(covers, self.cover.value)
        two = may_use_two(state, figure) and not self.locked
        self.two.show_choices(
            (("one", _("one gun")), ("two", _("both guns"))) if two else (), self.two.value
        )
        alarms = [(t.id, t.name) for t in state.things if t.sort == "alarm"]
        self.vehicle.show_choices(
            [("", _("none")), *alarms, ("new", _("one with an alarm"))], self.vehicle.value
        )
        self._weigh()

    def shot(self) -> Shot:
        """The shot as it is declared."""
        return Shot(
            gun=self.gun.value,
            target=self.target.value,
            step=int(self.step.value or 0),
            cover=self.cover.value or "none",  # type: ignore[arg-type]
            close=self.close_by.value == "yes",
            locked=self.locked,
            two_guns=self.two.value == "two",
            vehicle=self.vehicle.value,
        )

    def _weigh(self) -> None:
        if self._state is None or self._rules is None:
            return
        target = self.target.value
        self.fire.setEnabled(bool(target))
        self.fire.setText(
            _("&Fire at {name}").format(name=typed(short(self._name(target), 20)))
            if target
            else _("&Fire")
        )
        self.fire.setAccessibleName(self.fire.text().replace("&", ""))
        if not target:
            aims = self.target.buttons
            text = _("Choose a target.") if aims else _("Nobody can be shot at.")
            self.number.setText(text)
            self.why.setText("")
            self.problem.hide()
            return
        found = aim(self._state, self._rules, self.shot())
        if found.skill <= 0:
            self.number.setText(_("impossible: Firearms 0"))
        else:
            needed = max(1, found.needed)
            self.number.setText(
                _("never hits · Firearms {skill}").format(skill=found.skill)
                if needed > 6
                else _("{needed} or more · {chance}").format(
                    needed=needed, chance=percent(found.chance)
                )
            )
        gun = self._state.gun(self.gun.value)
        effect = _("Damage a die + {n}, knockback {k}").format(n=found.damage, k=found.knockback)
        if gun.lobotomizer:
            effect += _(", head + {n}").format(n=gun.lobotomizer)
        self.why.setText(f"{parts_in_words(found.parts)} = {found.skill}.\n{effect}.")
        self.problem.setText(found.why_not)
        self.problem.setVisible(bool(found.why_not))
        self.fire.setEnabled(not found.why_not)

    def _name(self, target: str) -> str:
        assert self._state is not None
        return _("the ground") if target == GROUND else self._state.name(target)

    def pick(self, piece: str) -> bool:
        """A card that was chosen is the target, where it can be."""
        if piece not in self.target.buttons:
            return False
        self.target.value = piece
        self.target._press()
        self._weigh()
        return True

    def press(self, n: int) -> None:
        """A digit is a target."""
        self.target.press(n)

    def _fire(self) -> None:
        shot = self.shot()
        args = {k: v for k, v in vars(shot).items() if v not in ("", False, 0, "none")}
        self.done.emit("shoot", args)

    def _stop(self) -> None:
        self.tapped.emit("end-shots", {"figure": self.shooter, "locked": self.locked})
        self.closed.emit()


class FightForm(Form):
    """An attack: whom, with what, against what; every modifier, and the chance to win."""

    def __init__(self, attacker: str) -> None:
        super().__init__()
        self.attacker = attacker
        self._state: State | None = None
        self._rules: Rules | None = None
        self.title = label("", "question", wrap=True)
        self.defender = Chooser(_("Attacks"))
        self.arms = Chooser(_("With"))
        self.guard = Chooser(_("Defends with"))
        self.near = Chooser(_("A Frontline Fighter within 6 inches of the attacker"))
        self.guard_near = Chooser(_("A Frontline Fighter within 6 inches of the defender"))
        self.number = label("", "number", wrap=True)
        self.why = label("", "faint", wrap=True)
        self.problem = label("", "warn", wrap=True)
        self.attack = button(_("Atta&ck"), self._attack, "first")
        self.subdue = button(_("&Subdue instead"), self._subdue)
        self.defender.chosen.connect(lambda _key: self._fill())
        for chooser in (self.arms, self.guard, self.near, self.guard_near):
            chooser.chosen.connect(lambda _key: self._weigh())
        self.setLayout(
            column(
                self.title,
                self.number,
                self.why,
                self.problem,
                holder(Flow(self.attack, self.subdue, self.back)),
                self.defender,
                self.arms,
                self.guard,
                self.near,
                self.guard_near,
                1,
                spacing=5,
            )
        )

    def take_focus(self) -> None:
        first = next(iter(self.defender.buttons.values()), self.back)
        (self.attack if self.attack.isEnabled() else first).setFocus()

    def show_state(self, state: State, rules: Rules) -> bool:
        self._state, self._rules = state, rules
        piece = state.pieces.get(self.attacker)
        if piece is None or getattr(piece, "fought", True) or not state.touching(self.attacker):
            return False
        self.title.setText(_("{name} attacks").format(name=state.name(self.attacker)))
        self._fill()
        return True

    def _fill(self) -> None:
        state = self._state
        assert state is not None
        own = state.pieces[self.attacker]
        self.defender.show_choices(
            ((i, state.name(i)) for i in state.touching(self.attacker)),
            self.defender.value,
            least=1,
            said=True,
        )
        other = state.pieces.get(self.defender.value)
        self.arms.show_choices(
            ((b.id, b.name) for b in state.blades(self.attacker))
            if isinstance(own, Figure)
            else (),
            self.arms.value,
            least=1,
        )
        self.guard.show_choices(
            ((b.id, b.name) for b in state.blades(self.defender.value))
            if isinstance(other, Figure)
            else (),
            self.guard.value,
            least=1,
        )
        yes_no = (("no", _("no")), ("yes", _("yes")))
        self.near.show_choices(yes_no if frontline(state, self.attacker) else (), self.near.value)
        self.guard_near.show_choices(
            yes_no if frontline(state, self.defender.value) else (), self.guard_near.value
        )
        can = isinstance(own, Figure) and bool(may_subdue(state, own))
        self.subdue.setVisible(can)
        self._weigh()

    def fight(self) -> Fight:
        """The attack as it is declared."""
        return Fight(
            attacker=self.attacker,
            defender=self.defender.value,
            arms=self.arms.value,
            guard=self.guard.value,
            attacker_near=self.near.value == "yes",
            defender_near=self.guard_near.value == "yes",
        )

    def _weigh(self) -> None:
        if self._state is None or self._rules is None:
            return
        if not self.defender.value:
            self.number.setText(_("Choose whom to attack."))
            self.why.setText("")
            self.problem.hide()
            self.attack.setEnabled(False)
            return
        odds = weigh(self._state, self._rules, self.fight())
        self.number.setText(
            _("CQC {a} against {b} · wins {chance}").format(
                a=odds.attack.cqc, b=odds.defence.cqc, chance=percent(odds.chance)
            )
        )
        self.why.setText(
            f"{parts_in_words(odds.attack.parts)} = {odds.attack.cqc}.\n"
            f"{parts_in_words(odds.defence.parts)} = {odds.defence.cqc}."
        )
        self.problem.setText(odds.why_not)
        self.problem.setVisible(bool(odds.why_not))
        self.attack.setEnabled(not odds.why_not)

    def pick(self, piece: str) -> bool:
        """A card that was chosen is attacked, where it can be."""
        if piece not in self.defender.buttons:
            return False
        self.defender.value = piece
        self._fill()
        return True

    def press(self, n: int) -> None:
        """A digit is whom to attack."""
        self.defender.press(n)

    def _attack(self) -> None:
        args = {k: v for k, v in vars(self.fight()).items() if v}
        self.done.emit("fight", args)

    def _subdue(self) -> None:
        self.done.emit("subdue", {"figure": self.attacker})


class PickForm(Form):
    """One of several, each its own button: whom a model touches, which door, who did it."""

    def __init__(
        self, question: str, play: str, args: dict[str, Any], slot: str, *, tap: bool = False
    ) -> None:
        """`slot` is the argument that the choice fills."""
        super().__init__()
        self.question = label(question, "question", wrap=True)
        self.play = play
        self.args = args
        self.slot = slot
        self.tap = tap
        self.flow = Flow()
        self.options: dict[str, QPushButton] = {}
        self._still: Callable[[Any], Iterable[Choice]] | None = None
        self.setLayout(column(self.question, holder(self.flow), self.back, 1, spacing=8))

    def offer(
        self, choices: Iterable[Choice], still: Callable[[Any], Iterable[Choice]] | None = None
    ) -> PickForm:
        """The choices; the form itself. `still` gives them anew for another state, none where the
        form no longer applies."""
        self._still = still
        clear(self.flow)
        self.options = {}
        for n, (key, text) in enumerate(choices, start=1):
            number = f"&{n}  " if n < 10 else ""
            made = button(number + typed(short(text, 34)), partial(self._take, key), "option")
            made.setAccessibleName(text)
            self.options[key] = made
            self.flow.addWidget(made)
        return self

    def take_focus(self) -> None:
        first = next(iter(self.options.values()), self.back)
        first.setFocus()

    def show_state(self, state: State, rules: Rules) -> bool:
        if self._still is None:
            return True
        choices = list(self._still(state))
        if [key for key, _label in choices] != list(self.options):
            self.offer(choices, self._still)
        return bool(choices)

    def pick(self, piece: str) -> bool:
        """A card that was chosen is the choice, where it can be."""
        if piece not in self.options:
            return False
        self._take(piece)
        return True

    def press(self, n: int) -> None:
        """A digit is the nth choice."""
        if n <= len(self.options):
            self._take(list(self.options)[n - 1])

    def _take(self, key: str) -> None:
        value: Any = int(key) if key.isdigit() else key
        args = {**self.args, self.slot: value}
        if self.tap:
            self.closed.emit()
            self.tapped.emit(self.play, args)
        else:
            self.closed.emit()
            self.done.emit(self.play, args)


def keep_conditions(before: ShotForm, after: ShotForm) -> None:
    """The conditions of the last shot are those of the next, until they are changed."""
    for mine, theirs in zip(before._choosers(), after._choosers(), strict=True):
        theirs.value = mine.value
    after.vehicle.value = "" if before.vehicle.value == "new" else before.vehicle.value

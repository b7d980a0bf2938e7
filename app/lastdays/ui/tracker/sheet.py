"""The panel of whoever is chosen: numbers as they are now, moves, everything by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget

from lastdays.language import _
from lastdays.rulebook.known import AttributeKey, EquipmentKey
from lastdays.tabletop.last_days.actions import offers
from lastdays.tabletop.last_days.fighting import may_subdue
from lastdays.tabletop.last_days.figures import Rules, heavy, now
from lastdays.tabletop.last_days.menace import foes
from lastdays.tabletop.last_days.shooting import may_spend, ready
from lastdays.tabletop.last_days.state import Figure, Marker, State, Table, Team, Zombie
from lastdays.tabletop.last_days.turn import (
    PHASES,
    phase_name,
    to_fight,
    why_not_fire,
    zombies_to_act,
)
from lastdays.tabletop.last_days.words import mark_name
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.tokens import Counter
from lastdays.ui.widgets.parts import Flow, button, clear, column, holder, label, short, typed

#: One-use equipment that is not used up by a tap of its own.
_SPENT_OTHERWISE = (EquipmentKey.BOOZE, EquipmentKey.MEDICAL_SUPPLIES, EquipmentKey.MOD_KIT)


def _barred(made: QPushButton, why: str, hint: str = "") -> QPushButton:
    """A button that cannot be pressed now says why, else what it does."""
    made.setEnabled(not why)
    made.setToolTip(why or hint)
    made.setAccessibleDescription(made.toolTip())
    return made


class PieceSheet(QWidget):
    """`tapped` carries a tap and its arguments, `played` a procedure and its, `formed` a form of
    the window ('shot', 'locked', 'fight', 'contact', 'out', 'fall', 'door', 'rename') and whom it
    is about, `counted` a counter."""

    tapped = Signal(str, dict)
    played = Signal(str, dict)
    formed = Signal(str, str)
    counted = Signal(str, str, int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.piece = ""
        self._signature: tuple[Any, ...] = ()
        self._buttons: dict[str, QPushButton] = {}
        self._pressed = ""
        self._counters: dict[str, tuple[Counter, Callable[[State], int | None]]] = {}
        self.title = label("", "heading", wrap=True)
        self.numbers = label("", wrap=True)
        self.about = label("", "faint", wrap=True)
        self.body = QVBoxLayout()
        self.body.setSpacing(6)
        self.setLayout(column(self.title, self.numbers, self.about, self.body, 1, spacing=4))

    def show_piece(self, state: State, rules: Rules, piece: str, help: str) -> None:
        """The piece as it stands; only what has changed is built anew."""
        found = state.pieces.get(piece)
        self.piece = piece
        self.setVisible(found is not None)
        if found is None:
            return
        if isinstance(found, Figure):
            self._figure(state, rules, found, help)
        elif isinstance(found, Zombie):
            self._zombie(state, found, help)
        elif isinstance(found, Marker):
            self._thing(state, found, help)
        elif isinstance(found, Team):
            self._team(state, rules, found)
        elif isinstance(found, Table):
            self._table(state, found)
        for counter, value in self._counters.values():
            counter.show_value(value(state))
        if self._pressed:
            self._focus_again()

    # Figures

    def _figure(self, state: State, rules: Rules, figure: Figure, help: str) -> None:
        self.title.setText(f"{figure.name}{' ★' if figure.leads else ''}")
        shown = [(k, now(figure, k, rules)) for k in ("AP", "CQC", "FA", "S", "E", "DC", "C", "I")]
        words = [f"{k} {n}" for k, n in shown]
        shots = now(figure, "e_shots", rules)
        if shots != now(figure, "E", rules):
            words[4] += f"/{shots}"
        self.numbers.setText("  ".join(words))
        self.numbers.setToolTip(_("As they are now, Booze and armour counted in"))
        skills = [
            rules.catalogue.skills[k].name for k in figure.skills if k in rules.catalogue.skills
        ]
        load = heavy(state, figure, rules)
        notes = [figure.armour] if figure.armour else []
        if load:
            notes.append(_("Heavy: −{n} AP as an Action Phase begins").format(n=load))
        self.about.setText(" · ".join([*skills, *notes]))
        self.about.setVisible(bool(self.about.text()))
        phase = state.table.phase
        active = state.table.active == figure.id
        moves = offers(state, figure, rules) if active and help != "tokens" else []
        fires = why_not_fire(state, figure) if phase == "shooting" else "-"
        signature = (
            figure.id,
            help,
            phase,
            active,
            [(o.key, o.label, o.cost, o.why_not) for o in moves],
            figure.on_table,
            figure.out,
            figure.out_by,
            figure.away,
            figure.part,
            figure.acted,
            figure.fired,
            figure.fought,
            figure.locked,
            figure.panicked,
            figure.booze,
            figure.leads,
            figure.carries,
            figure.used,
            fires,
            state.touching(figure.id),
            bool(state.table.tokens),
            [(c.id, c.place) for c in state.captives],
            [(g.id, g.gone, g.empty, g.silent) for g in self._all_guns(state, figure)],
            [b.id for b in state.blades(figure.id)],
            state.table.turn == 0,
            bool(foes(state, figure.id)),
            [(t.id, t.name) for t in state.things if t.sort == "fire"],
            state.table.active == "",
        )
        if not self._fresh(signature):
            return
        if not figure.on_table:
            self._gone(state, figure)
            return
        if help != "tokens":
            self._moves(state, figure, moves, fires)
        self._figure_by_hand(state, rules, figure)

    @staticmethod
    def _all_guns(state: State, figure: Figure) -> list[Any]:
        return [
            p
            for p in state.pieces.values()
            if p.kind == "gun" and getattr(p, "figure", "") == figure.id
        ]

    def _fresh(self, signature: tuple[Any, ...]) -> bool:
        if signature == self._signature:
            return False
        focus = QApplication.focusWidget()
        inside = focus is not None and self.isAncestorOf(focus)
        self._pressed = next((k for k, b in self._buttons.items() if b is focus), "")
        above = self.parentWidget()
        if inside and above is not None:
            above.setFocus()
        self._signature = signature
        self._counters = {}
        self._buttons = {}
        clear(self.body)
        return True

    def _focus_again(self) -> None:
        """The button that was pressed has the keyboard again, where it is still there."""
        made = self._buttons.get(self._pressed)
        self._pressed = ""
        if made is not None and made.isEnabled():
            made.setFocus()

    def _gone(self, state: State, figure: Figure) -> None:
        buttons: list[QWidget] = []
        if figure.out:
            buttons.append(self._form(_("Taken out by…"), "out"))
        if figure.part == "held-back":
            buttons.append(self._tap(_("Comes to the table"), "arrive", figure=figure.id))
        else:
            buttons.append(self._tap(_("&Back on the table"), "back", figure=figure.id))
        self.body.addWidget(holder(Flow(*buttons)))
        self._deeds(figure)

    def _moves(self, state: State, figure: Figure, moves: list[Any], fires: str) -> None:
        made: list[QWidget] = []
        if state.table.phase == "action" and not figure.acted and not state.table.active:
            made.append(self._play(_("Acti&vate"), "activate", figure=figure.id))
        for offer in moves:
            text = _("{what}  {n} AP").format(what=offer.label, n=offer.cost)
            if offer.per_inch:
                text = _("{what}…  {n} AP/″").format(what=offer.label, n=offer.cost)
            elif not offer.cost:
                text = offer.label
            args = {"action": offer.key, **offer.args}
            move = self._play(text, "act", **args)
            if offer.per_inch:
                move.setAccessibleName(
                    _("{what}, {n} AP an inch").format(what=offer.label, n=offer.cost)
                )
            made.append(_barred(move, offer.why_not, offer.hint))
        if moves:
            made.append(self._tap(_("&Done"), "finish", figure=figure.id))
        if state.table.phase == "shooting" and not figure.fired and not fires:
            made.append(self._form(_("&Fire…"), "shot"))
        if may_spend(state, figure) and ready(state, figure, locked=True):
            made.append(self._form(_("Spend Locked and Loaded…"), "locked"))
        if state.table.phase == "close-quarters" and state.touching(figure.id):
            if not figure.fought:
                made.append(self._form(_("Atta&ck…"), "fight"))
            if may_subdue(state, figure):
                made.append(self._play(_("Subdue"), "subdue", figure=figure.id))
        made.append(self._contact(state, figure.id))
        made.append(self._form(_("Falls…"), "fall"))
        fires_there = [t for t in state.things if t.sort == "fire"]
        for fire in fires_there[:2]:
            made.append(
                self._play(
                    _("Burns in {fire}").format(fire=fire.name),
                    "hurt",
                    figure=figure.id,
                    thing=fire.id,
                )
            )
        self.body.addWidget(holder(Flow(*made, spacing=4)))

    def _figure_by_hand(self, state: State, rules: Rules, figure: Figure) -> None:
        self.body.addWidget(label(_("By hand"), "faint"))
        who = figure.id
        made: list[QWidget] = [
            self._counter(who, "ap", _("Action Points"), figure.name,
                          lambda s: s.figure(who).ap),
        ]  # fmt: skip
        self.body.addWidget(holder(Flow(*made, spacing=4)))
        taps: list[QWidget] = [
            self._mark(figure, "panicked"),
        ]
        if any(key == EquipmentKey.BOOZE for _i, key in figure.kit):
            taps.append(self._mark(figure, "booze"))
        for other in state.touching(figure.id):
            taps.append(
                self._tap(
                    _("Out of contact with {name}").format(name=short(state.name(other), 18)),
                    "part",
                    one=figure.id,
                    other=other,
                )
            )
        if figure.carries:
            taps.append(self._tap(_("Sets it down"), "carry", figure=who, load=""))
        else:
            if state.table.tokens:
                taps.append(self._tap(_("Takes a Supply Token"), "carry", figure=who, load="token"))
            taps += [
                self._tap(
                    _("Takes {name} along").format(name=short(c.name, 18)),
                    "carry",
                    figure=who,
                    load=c.id,
                )
                for c in state.captives
                if c.place == "table"
            ]
        for gun in self._all_guns(state, figure):
            if gun.gone:
                taps.append(self._tap(_("{gun}: not gone").format(gun=gun.name), "mark",
                                      piece=gun.id, name="gone"))  # fmt: skip
                continue
            if gun.reload is not None:
                text = _("{gun}: reloaded") if gun.empty else _("{gun}: must reload")
                taps.append(
                    self._tap(text.format(gun=gun.name), "mark", piece=gun.id, name="empty")
                )
            else:
                taps.append(self._tap(_("{gun}: used up").format(gun=gun.name), "mark",
                                      piece=gun.id, name="gone"))  # fmt: skip
            if gun.silencer and state.table.turn == 0:
                taps.append(self._tap(_("{gun}: Silencer").format(gun=gun.name), "silence",
                                      gun=gun.id))  # fmt: skip
        for item, key in figure.kit:
            entry = rules.catalogue.equipment[key]
            if entry.has(AttributeKey.ONE_USE) and key not in _SPENT_OTHERWISE:
                text = _("{item}: not used") if item in figure.used else _("{item}: used up")
                taps.append(
                    self._tap(text.format(item=entry.name), "use-up", figure=who, item=item)
                )
        if not figure.leads:
            taps.append(self._tap(_("Leads"), "leads", figure=who))
        taps.append(self._form(_("Out of Action by…"), "out"))
        taps.append(self._tap(_("Leaves the table"), "leave", figure=who))
        if state.table.turn == 0:
            taps.append(self._tap(_("Held back"), "stay-away", figure=who, part="held-back"))
            taps.append(self._tap(_("Missing"), "stay-away", figure=who, part="missing"))
        self.body.addWidget(holder(Flow(*taps, spacing=4)))
        self._deeds(figure)

    def _deeds(self, figure: Figure) -> None:
        who = figure.id
        self.body.addWidget(label(_("For Experience"), "faint"))
        made = [
            self._counter(who, "zombies", _("Zombies"), figure.name,
                          lambda s: s.figure(who).zombies),
            self._counter(who, "rivals", _("Rivals"), figure.name, lambda s: s.figure(who).rivals),
            self._counter(who, "objectives", _("Objectives"), figure.name,
                          lambda s: s.figure(who).objectives),
        ]  # fmt: skip
        self.body.addWidget(holder(Flow(*made, spacing=4)))

    # Zombies and things

    def _zombie(self, state: State, zombie: Zombie, help: str) -> None:
        self.title.setText(zombie.name)
        self.numbers.setText(
            _("AP {ap}  CQC {cqc}  S {s}  DC {dc}  H {h}").format(
                ap=zombie.AP, cqc=zombie.CQC, s=zombie.S, dc=zombie.DC, h=zombie.H
            )
        )
        self.about.hide()
        phase = state.table.phase
        doors = [t for t in state.things if t.sort == "door"]
        fires = [t for t in state.things if t.sort == "fire"]
        signature = (
            zombie.id, zombie.name, help, phase, zombie.acted, zombie.fought, zombie.token,
            zombie.dead, state.table.active, state.touching(zombie.id), len(doors),
            [f.id for f in fires], bool(to_fight(state)), bool(zombies_to_act(state)),
            bool(foes(state, zombie.id)),
        )  # fmt: skip
        if not self._fresh(signature):
            return
        who = zombie.id
        if zombie.dead:
            self.body.addWidget(holder(Flow(self._tap(_("Rises again"), "zombie-up", zombie=who))))
            return
        made: list[QWidget] = []
        if help != "tokens":
            if phase == "zombies" and not zombie.acted and state.table.active == "":
                made.append(self._play(_("&Move it"), "start-zombie", zombie=who))
            if state.table.active == who:
                made.append(self._tap(_("&Done"), "end-zombie", zombie=who))
            if phase == "zombies" and zombies_to_act(state):
                made.append(self._tap(_("All the others have moved"), "zombies-done"))
            if phase == "close-quarters" and not zombie.fought:
                why = _("The living attack first (p. 55).") if to_fight(state) else ""
                if state.touching(who):
                    made.append(_barred(self._form(_("Atta&ck…"), "fight"), why))
                elif doors:
                    made.append(_barred(self._form(_("Beats on a door…"), "door"), why))
            made.append(self._play(_("Falls"), "hurt", figure=who))
            for fire in fires[:2]:
                made.append(
                    self._play(_("Burns in {fire}").format(fire=fire.name), "hurt",
                               figure=who, thing=fire.id)
                )  # fmt: skip
        made.append(self._contact(state, who))
        self.body.addWidget(holder(Flow(*made, spacing=4)))
        self.body.addWidget(label(_("By hand"), "faint"))
        taps: list[QWidget] = [
            self._counter(who, "ap", _("Action Points"), zombie.name, lambda s: s.zombie(who).ap),
            self._form(_("Put down by…"), "out"),
            self._tap(mark_name("token").capitalize() if not zombie.token else
                      _("Carries no Supply Token"), "mark", piece=who, name="token"),
        ]  # fmt: skip
        for other in state.touching(who):
            taps.append(
                self._tap(
                    _("Out of contact with {name}").format(name=short(state.name(other), 18)),
                    "part",
                    one=who,
                    other=other,
                )
            )
        taps.append(self._form(_("Name it…"), "rename"))
        self.body.addWidget(holder(Flow(*taps, spacing=4)))

    def _thing(self, state: State, thing: Marker, help: str) -> None:
        self.title.setText(thing.name)
        self.numbers.setText(
            _("Endurance {e}, holds {n} damage").format(e=thing.E, n=thing.capacity)
            if thing.sort == "door"
            else ""
        )
        self.about.hide()
        if not self._fresh((thing.id, thing.name, thing.open, thing.gone, thing.sort)):
            return
        taps: list[QWidget] = []
        if thing.sort == "door":
            text = _("Close it") if thing.open else _("Open it")
            taps.append(self._tap(text, "mark", piece=thing.id, name="open"))
        if thing.sort == "alarm":
            taps.append(self._tap(_("The alarm goes off"), "set-off", vehicle=thing.id))
        taps.append(self._tap(_("It is gone"), "mark", piece=thing.id, name="gone"))
        taps.append(self._form(_("Name it…"), "rename"))
        self.body.addWidget(holder(Flow(*taps, spacing=4)))

    def _team(self, state: State, rules: Rules, team: Team) -> None:
        self.title.setText(team.name)
        self.numbers.setText("")
        self.about.hide()
        others = [t for t in state.teams if t.id != team.id]
        encounter = rules.catalogue.encounters.get(state.table.encounter)
        roles = encounter is not None and encounter.roles and state.table.phase == "setup"
        signature = (team.id, team.broke, state.table.aggressor, bool(others), team.role, roles)
        if not self._fresh(signature):
            return
        text = _("Did not break after all") if team.broke else _("Broke and fled")
        taps = [self._tap(text, "mark", piece=team.id, name="broke")]
        if others and roles and team.role != "defender":
            taps.append(self._tap(_("Is the defender"), "defend", defender=team.id))
        if others and not team.broke and state.table.aggressor != team.id:
            taps.append(self._tap(_("Is the Aggressor"), "roles", aggressor=team.id))
        self.body.addWidget(label(_("By hand"), "faint"))
        self.body.addWidget(holder(Flow(*taps, spacing=4)))
        counters = [
            self._counter(team.id, "losses", _("Lost this turn"), team.name,
                          lambda s: s.team(team.id).losses),
            self._counter(team.id, "rerolls", _("Armoury"), team.name,
                          lambda s: s.team(team.id).rerolls),
        ]  # fmt: skip
        self.body.addWidget(holder(Flow(*counters, spacing=4)))

    def _table(self, state: State, table: Table) -> None:
        self.title.setText(_("The table"))
        self.numbers.setText("")
        self.about.hide()
        if not self._fresh(("table", table.phase, table.vehicle)):
            return
        counters = [
            self._counter("table", "tokens", _("Supply Tokens"), _("Table"),
                          lambda s: s.table.tokens),
            self._counter("table", "turn", _("Turn"), _("Table"), lambda s: s.table.turn),
        ]  # fmt: skip
        if table.vehicle:
            counters.append(
                self._counter("table", "repairs", _("Repairs"), _("Table"),
                              lambda s: s.table.repairs)
            )  # fmt: skip
        self.body.addWidget(label(_("By hand"), "faint"))
        self.body.addWidget(holder(Flow(*counters, spacing=4)))
        phases = [
            self._tap(phase_name(phase), "phase", phase=phase)
            for phase in PHASES
            if phase != table.phase
        ]
        self.body.addWidget(label(_("The step of the turn, nothing else"), "faint"))
        self.body.addWidget(holder(Flow(*phases, spacing=4)))

    # Buttons

    def _contact(self, state: State, who: str) -> QWidget:
        """Contact with somebody, where there is anybody to touch."""
        why = "" if foes(state, who) else _("There is nobody left to touch.")
        return _barred(self._form(_("Contact with…"), "contact"), why)

    def _tap(self, text: str, what: str, **args: Any) -> QPushButton:
        return self._made(self._safe(text), lambda: self.tapped.emit(what, args))

    def _play(self, text: str, play: str, **args: Any) -> QPushButton:
        return self._made(self._safe(text), lambda: self.played.emit(play, args))

    def _form(self, text: str, form: str) -> QPushButton:
        return self._made(text, lambda: self.formed.emit(form, self.piece))

    def _made(self, text: str, act: Callable[[], Any]) -> QPushButton:
        made = button(text, act)
        self._buttons[f"{self.piece}/{text}"] = made
        return made

    def _mark(self, figure: Figure, name: str) -> QWidget:
        on = bool(getattr(figure, name))
        what = mark_name(name)
        text = _("not {what}").format(what=what) if on else what
        return self._tap(text[:1].upper() + text[1:], "mark", piece=figure.id, name=name)

    @staticmethod
    def _safe(text: str) -> str:
        """A mnemonic of ours stays, an ampersand of a name does not become one."""
        return text if text.count("&") == 1 and " & " not in text else typed(text)

    def _counter(
        self, piece: str, name: str, caption: str, whose: str, value: Callable[[State], int | None]
    ) -> Counter:
        made = Counter(self.theme, name, caption, whose)
        made.stepped.connect(lambda n: self.counted.emit(piece, name, n))
        self._counters[name] = (made, value)
        return made

"""What lies beside a model: its card with counters and marks; the same for a zombie."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QWidget

from lastdays.language import _
from lastdays.tabletop.last_days.figures import Rules, action_points
from lastdays.tabletop.last_days.state import Figure, Marker, State, Zombie
from lastdays.ui.theme import Theme, restyle
from lastdays.ui.tracker.tokens import Counter, Deed, Mark
from lastdays.ui.widgets.parts import Flow, OneLine, column, holder, row

#: The marks of a model and their letters.
MARKS = (("locked", "L"), ("ran", "R"), ("acted", "A"), ("fired", "F"), ("fought", "C"))


def mark_captions() -> dict[str, str]:
    """What each mark's letter stands for."""
    return {
        "locked": _("Locked and Loaded"),
        "ran": _("has run"),
        "acted": _("has acted"),
        "fired": _("has fired"),
        "fought": _("has fought"),
    }


class Area(QScrollArea):
    """Scrolls, but leaves the arrow keys to those who walk from counter to counter."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__()
        self.setWidget(widget)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()


class Card(QFrame):
    """A card that is chosen by a tap or Enter. `chosen` carries the id; `counted` a piece's id,
    the counter's name and the amount; `marked` a piece's id and the mark's name; `downed` the
    id of a zombie that was put down."""

    chosen = Signal(str)
    counted = Signal(str, str, int)
    marked = Signal(str, str)
    downed = Signal(str)
    #: At least so wide, in pixels at 100 %; 0: as wide as there is room.
    least = 0

    def __init__(self, theme: Theme, piece: str) -> None:
        super().__init__()
        self.theme = theme
        self.piece = piece
        self.setProperty("kind", "card")
        self.title = OneLine("cardname")
        self.note = OneLine("faint")
        self.controls: list[QWidget] = []
        self._look = ""
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        if self.least:
            theme.changed.connect(self._widen)
            self._widen()

    def _widen(self) -> None:
        self.setMinimumWidth(self.theme.px(self.least))

    def counter(self, piece: str, name: str, caption: str, whose: str) -> Counter:
        """A counter of this card."""
        made = Counter(self.theme, name, caption, whose)
        made.stepped.connect(lambda n, p=piece, c=name: self.counted.emit(p, c, n))
        self.controls.append(made)
        return made

    def mark(
        self, piece: str, name: str, letter: str, caption: str, whose: str, *, said: bool = False
    ) -> Mark:
        """A mark of this card; with `said` its caption is written on it."""
        made = Mark(self.theme, letter, caption, whose, said=said)
        made.toggled.connect(lambda p=piece, m=name: self.marked.emit(p, m))
        self.controls.append(made)
        return made

    def head(self) -> QHBoxLayout:
        """Name and note in one line; the name has what the note does not need."""
        made = row(self.title, self.note, spacing=8)
        self.note.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.note.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        return made

    def share(self) -> None:
        """The room of the line: the note as much as it wants, up to three fifths."""
        for text in (self.note, self.title):
            text.ensurePolished()  # measured in the font it will have
        wanted = self.note.fontMetrics().horizontalAdvance(self.note.whole) + self.theme.px(4)
        room = max(0, self.width() - self.theme.px(24))
        name = self.title.fontMetrics().horizontalAdvance(self.title.whole) + self.theme.px(4)
        self.note.setFixedWidth(max(0, min(wanted, max(room - name, room * 2 // 5))))
        self.note.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.share()

    def look(self, look: str) -> None:
        """How the card stands out: 'chosen', 'active', 'gone' or ''."""
        if look != self._look:
            self._look = look
            restyle(self, look=look)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.chosen.emit(self.piece)
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.chosen.emit(self.piece)
            return
        super().keyPressEvent(event)


class FigureCard(Card):
    """One model of a side."""

    def __init__(self, theme: Theme, state: State, figure: Figure) -> None:
        super().__init__(theme, figure.id)
        self.damage = self.counter(figure.id, "damage", _("Damage"), figure.name)
        self.noise = self.counter(figure.id, "noise", _("Noise"), figure.name)
        self.guns = {
            g.id: self.counter(g.id, "ammo", g.name, figure.name)
            for g in state.guns(figure.id)
            if g.reload is not None
        }
        captions = mark_captions()
        self.marks = {
            name: self.mark(figure.id, name, letter, captions[name], figure.name)
            for name, letter in MARKS
            if name not in ("locked", "fired") or state.guns(figure.id)
        }
        self.row = holder(Flow(*self.controls, spacing=4))
        self.setLayout(column(self.head(), self.row, spacing=1, margin=4))

    def show_figure(self, state: State, rules: Rules, *, chosen: bool, due: bool) -> None:
        """The model as it stands; `due`: it has not had its turn in this step."""
        figure = state.figure(self.piece)
        star = " ★" if figure.leads else ""
        waits = "▸ " if due else ""
        self.title.setText(f"{waits}{figure.name}{star}")
        self.note.setText(note_on(state, figure, rules))
        self.share()
        on = figure.on_table
        self.row.setVisible(on)
        self.damage.show_value(figure.damage, figure.DC)
        self.noise.show_value(figure.noise)
        for gun_id, counter in self.guns.items():
            gun = state.gun(gun_id)
            counter.setVisible(not gun.gone)
            counter.show_value(gun.ammo, gun.reload, _("RELOAD") if gun.empty else "")
        for name, mark in self.marks.items():
            mark.show_on(bool(getattr(figure, name)))
        active = state.table.active == figure.id
        self.look("gone" if not on else "active" if active else "chosen" if chosen else "")


def note_on(state: State, figure: Figure, rules: Rules) -> str:
    """A line about a model: Action Points, contact, what it carries, why it is gone."""
    if figure.out:
        by = figure.out_by
        who = _("a zombie") if by == "zombie" else state.name(by) if by else ""
        return _("OUT, by {who}").format(who=who) if who else _("OUT")
    if figure.away:
        if figure.brought:
            what = _("a Supply Token") if figure.brought == "token" else state.name(figure.brought)
            return _("left the table with {what}").format(what=what)
        return _("left the table")
    if figure.part == "held-back":
        return _("held back")
    if figure.part == "missing":
        return _("missing")
    parts: list[str] = []
    points = action_points(state, figure, rules) if figure.ap is None else figure.ap
    extra = f"+{figure.sprint}" if figure.sprint else ""
    parts.append(_("AP {n}").format(n=f"{points}{extra}"))
    if figure.panicked:
        parts.append(_("PANIC"))
    touching = state.touching(figure.id)
    if touching:
        parts.append(_("contact: {names}").format(names=", ".join(state.name(t) for t in touching)))
    if figure.carries:
        what = _("Supply Token") if figure.carries == "token" else state.name(figure.carries)
        parts.append(_("⚑ {what}").format(what=what))
    if figure.booze:
        parts.append(_("Booze"))
    for gun in state.guns(figure.id):
        if gun.reload is None:
            parts.append(gun.name)
    return " · ".join(parts)


class ZombieCard(Card):
    """One of the dead."""

    least = 176

    def __init__(self, theme: Theme, zombie: Zombie) -> None:
        super().__init__(theme, zombie.id)
        self._shown: tuple[object, ...] = ()
        self.knock = self.counter(zombie.id, "knock", _("Knockback"), zombie.name)
        self.done = self.mark(zombie.id, "acted", "A", _("has acted"), zombie.name)
        self.fought = self.mark(zombie.id, "fought", "C", _("has fought"), zombie.name)
        self.down = Deed(theme, "✕", _("Put down"), zombie.name)
        self.down.toggled.connect(lambda: self.downed.emit(self.piece))
        self.controls.append(self.down)
        self.setLayout(
            column(
                self.head(),
                row(self.knock, self.done, self.fought, self.down, 1, spacing=4),
                spacing=1,
                margin=4,
            )
        )

    def show_zombie(self, state: State, *, chosen: bool, due: bool, killer: str) -> None:
        """The zombie as it stands; `killer` would put it down now, '' where nobody can be told."""
        zombie = state.zombie(self.piece)
        active = state.table.active == zombie.id
        touching = state.touching(zombie.id)
        names = [state.name(piece) for piece in (*touching, killer)]
        shown = (zombie, chosen, due, killer, active, tuple(names))
        if shown == self._shown:
            return
        self._shown = shown
        said = _("{zombie}: put down").format(zombie=zombie.name)
        if killer:
            said = _("{zombie}: put down by {name}").format(
                zombie=zombie.name, name=state.name(killer)
            )
        self.down.show_deed(said)
        self.title.setText(f"{'▸ ' if due else ''}{zombie.name}")
        parts: list[str] = []
        if zombie.ap is not None:
            parts.append(_("AP {n}").format(n=zombie.ap))
        if zombie.token:
            parts.append(_("⚑ Supply Token"))
        if touching:
            parts.append(_("at {names}").format(names=", ".join(names[:-1])))
        self.note.setText(" · ".join(parts) or _("roams"))
        self.share()
        self.knock.show_value(zombie.knock)
        self.done.show_on(zombie.acted)
        self.fought.show_on(zombie.fought)
        self.look("active" if active else "chosen" if chosen else "")


class ThingCard(Card):
    """A door, a vehicle, a fire: what can be counted on it."""

    least = 150

    def __init__(self, theme: Theme, thing: Marker) -> None:
        super().__init__(theme, thing.id)
        counts = {"door": ("damage", _("Damage")), "other": ("damage", _("Count"))}
        name, caption = counts.get(thing.sort, ("noise", _("Noise")))
        self.what = name
        self.count = self.counter(thing.id, name, caption, thing.name)
        self.setLayout(column(self.head(), self.count, spacing=1, margin=4))

    def show_thing(self, state: State, *, chosen: bool) -> None:
        """The thing as it stands."""
        thing = state.thing(self.piece)
        self.title.setText(thing.name)
        notes = {
            "door": _("open") if thing.open else _("closed"),
            "fire": _("until the end of turn {n}").format(n=thing.until),
            "alarm": _("car alarm") if thing.noise else _("quiet"),
            "noisemaker": _("lures zombies"),
            "ladder": _("for the living"),
        }
        self.note.setText(notes.get(thing.sort, ""))
        self.share()
        most = thing.capacity or None
        self.count.show_value(getattr(thing, self.what), most)
        self.count.setVisible(thing.sort not in ("ladder", "fire"))
        self.look("chosen" if chosen else "")

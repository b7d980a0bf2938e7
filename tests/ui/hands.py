"""What a person does: reads the screen, presses keys, clicks what a label says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import count
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractEventDispatcher,
    QEvent,
    QObject,
    QPoint,
    QPointF,
    Qt,
    QTimer,
    QTimerEvent,
)
from PySide6.QtGui import QAction, QActionGroup, QKeySequence, QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLabel,
    QTableView,
    QToolTip,
    QWidget,
)

from answering import answer_one
from lastdays.campaign.sample import play_through
from lastdays.procedure.asks import Roll, Sum
from lastdays.tabletop.last_days.state import State
from lastdays.tabletop.view import Play, Tap
from lastdays.ui.forms.ask_panel import AskPanel
from lastdays.ui.models.rows import RowModel
from lastdays.ui.navigation import Route, SequenceRoute
from lastdays.ui.page import Page
from lastdays.ui.tracker.pieces import Counter, Face, Heading, Mark, Piece
from lastdays.ui.tracker.session_page import SessionPage
from lastdays.ui.window import Window
from sure import as_a, sure

if TYPE_CHECKING:
    from lastdays.campaign.table_sessions import OpenSession
    from lastdays.procedure.asks import Ask
    from lastdays.ui.app import Session
    from lastdays.ui.pages.sequence_page import SequencePage


def bury() -> None:
    """Deletes what waits to be deleted, as the event loop of a running program would."""
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def where(window: QWidget) -> Route:
    """The route that a window shows now."""
    assert isinstance(window, Window)
    return window.route


def settle() -> None:
    """Lets the window do what it has to."""
    bury()
    for _turn in range(4):
        QApplication.processEvents()


def sequence_until(session: Session, there: Callable[[Ask], bool]) -> SequencePage:
    """Plays the sequence of the sample's first group as far as an ask, and opens it there."""
    games, window = session.services.games, session.window
    game = session.services.workspace.campaign(window.campaign_id).campaign.games[0]
    sequence = games.begin(window.campaign_id, game.id, game.sides[0].group)
    while not there(sure(games.view(sequence).pending)):
        answer_one(games, sequence)
    window.go(SequenceRoute(sequence))
    settle()
    return window.pages.sequence


def after_first_game(session: Session, *sides: int) -> None:
    """Plays and finishes the sequences of the sample's game, of all its groups or of these."""
    games, campaign = session.services.games, session.window.campaign_id
    game = session.services.workspace.campaign(campaign).campaign.games[0]
    for n in sides or range(len(game.sides)):
        sequence = games.begin(campaign, game.id, game.sides[n].group)
        play_through(games, sequence)
        games.finish(sequence)
    session.window.refresh()
    settle()


def go(window: QWidget, route: Route) -> Any:
    """The page that a route leads to, as it is shown."""
    as_a(Window, window).go(route)
    settle()
    return as_a(Window, window).page()


def push(what: QAbstractButton | QAction) -> None:
    """Presses a button, or an entry of a menu."""
    what.click() if isinstance(what, QAbstractButton) else what.trigger()
    settle()


def arrive(session: Session) -> None:
    """Has what the worker makes, and what is made after it, shown."""
    for _turn in range(3):
        session.services.wait()
        settle()


def size(session: Session, width: int, height: int, percent: int = 100) -> None:
    """A window so large, in pixels, and the scale in percent."""
    session.theme.percent = percent
    session.theme.apply()
    session.window.resize(width, height)
    settle()


def released() -> None:
    """Lets a button that was pressed by its letter come up again: its time is over at once."""

    def pressed() -> QAbstractButton | None:
        windows = QApplication.topLevelWidgets()
        buttons = (b for w in windows for b in w.findChildren(QAbstractButton))
        return next((b for b in buttons if b.isDown()), None)

    while (button := pressed()) is not None:
        for timer in QAbstractEventDispatcher.instance().registeredTimers(button)[:1]:
            QApplication.sendEvent(button, QTimerEvent(timer.timerId))
        QApplication.processEvents()
    settle()


def passed(timer: QTimer) -> None:
    """Lets the time of a timer be over, if it runs."""
    assert timer.isActive(), "it does not run"
    QApplication.sendEvent(timer, QTimerEvent(timer.timerId()))
    settle()


def focus() -> QWidget:
    """What has the keyboard."""
    widget = QApplication.focusWidget()
    assert widget is not None, "nothing has the keyboard"
    return widget


def key(*keys: str) -> None:
    """Presses keys such as 'Tab', 'Alt+R', 'Down', on what has the keyboard."""
    for text in keys:
        sequence = QKeySequence(text)
        assert not sequence.isEmpty(), text
        combination = sequence[0]  # type: ignore[index]
        modifiers = combination.keyboardModifiers()
        QTest.keyClick(focus(), combination.key(), modifiers)
        settle()
        if modifiers & Qt.KeyboardModifier.AltModifier:
            released()


def write(text: str) -> None:
    """Types text."""
    QTest.keyClicks(focus(), text)
    settle()


def tab_to(widget: QWidget, most: int = 60) -> None:
    """Presses Tab until a widget has the keyboard."""
    for _turn in range(most):
        if focus() is widget:
            return
        key("Tab")
    raise AssertionError(f"Tab does not reach {widget.accessibleName()}")


def shown_within(root: QWidget) -> Iterator[QWidget]:
    """The visible widgets inside, in the order of `findChildren`.

    What is hidden is not gone into: the pages that were opened before are many widgets.
    """
    for child in root.children():
        if isinstance(child, QWidget) and child.isVisible():
            yield child
            yield from shown_within(child)


def parts_of(widget: QWidget) -> list[QWidget]:
    """The widgets inside, a page's head at the top of the window among them."""
    inside = [widget]
    if isinstance(widget, Page):
        inside.append(widget.head)
    return [child for w in inside for child in (w, *w.findChildren(QWidget))]


def hint() -> str:
    """What the hint says that is shown, '' for none; it goes at once, as when a window is left."""
    text = QToolTip.text() if QToolTip.isVisible() else ""
    QApplication.sendEvent(QObject(), QEvent(QEvent.Type.WindowDeactivate))
    settle()
    return text


def seen(widget: QWidget | None) -> str:
    """All words a person sees in a widget."""
    words: list[str] = []
    for child in parts_of(sure(widget)):
        if not child.isVisible():
            continue
        if isinstance(child, Face | Heading):
            words.append(child.accessibleName())
        elif isinstance(child, QLabel | QAbstractButton):
            words.append(child.text().replace("&", ""))
        elif isinstance(child, QAbstractItemView) and child.model() is not None:
            model = child.model()
            columns = model.columnCount() if isinstance(child, QTableView) else 1
            # with what stands beneath a cell's text, where that isn't where a figure comes from
            painted = isinstance(model, RowModel) and not model.sorts
            role = Qt.ItemDataRole.AccessibleTextRole if painted else Qt.ItemDataRole.DisplayRole
            for row in range(model.rowCount()):
                words.append(
                    " | ".join(
                        str(model.index(row, c).data(role) or "")
                        for c in range(columns)
                        if not getattr(child, "isColumnHidden", lambda _c: False)(c)
                    )
                )
    return "\n".join(words)


def find_button(parent: QWidget | None, text: str) -> QAbstractButton:
    """The visible button that says this."""
    found = [
        b
        for b in parts_of(sure(parent))
        if isinstance(b, QAbstractButton)
        and b.isVisible()
        and (b.text().replace("&", "") == text or b.accessibleName() == text)
    ]
    assert found, f"no button says {text!r}; seen: {seen(parent)[:2000]}"
    return found[0]


def click(parent: QWidget | None, text: str) -> None:
    """Clicks the button that says this."""
    button = find_button(parent, text)
    assert button.isEnabled(), f"{text} is disabled"
    click_on(button)


def click_on(widget: QWidget) -> None:
    """Clicks in the middle of a widget, whatever it says."""
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)
    settle()


def turn_wheel(widget: QWidget, notches: int) -> None:
    """Turns the wheel over a widget."""
    centre = QPointF(widget.rect().center())
    event = QWheelEvent(
        centre,
        widget.mapToGlobal(centre),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)
    settle()


def pick(box: QComboBox, text: str) -> None:
    """Chooses an entry of a box as somebody does."""
    box.setCurrentIndex(box.findText(text))
    box.activated.emit(box.currentIndex())
    settle()


def menu_item(button: QAbstractButton, *path: str) -> None:
    """Chooses an entry of a button's menu, through submenus."""
    menu = button.menu()  # type: ignore[attr-defined]
    menu.aboutToShow.emit()
    for n, text in enumerate(path):
        action = next(a for a in menu.actions() if a.text().replace("&", "").startswith(text))
        if n + 1 < len(path):
            menu = action.menu()
        else:
            assert action.isEnabled(), text
            action.trigger()
    settle()


def choose_action(group: QActionGroup, data: str) -> None:
    """Choose an entry of a menu by what it stands for."""
    next(action for action in group.actions() if action.data() == data).trigger()


def lay(panel: AskPanel, text: str) -> None:
    """Types what the dice show; a total of several, as dice that come to it."""
    ask, dice = panel.ask, panel.dice
    assert isinstance(ask, Roll | Sum)
    assert dice is not None
    numbers = [int(n) for n in re.findall(r"\d+", text)]
    if len(numbers) == 1 < ask.dice.count:
        rest, count = numbers[0], ask.dice.count
        if isinstance(ask, Roll):
            numbers = [int(digit) for digit in text]
        else:
            numbers = []
            for left in range(count - 1, -1, -1):
                numbers.append(max(1, min(ask.dice.faces, rest - left)))
                rest -= numbers[-1]
    for number in numbers:
        key(str(number * 2 if ask.dice.faces == 3 else number))


def throw(panel: AskPanel, text: str) -> None:
    """Types what the dice show, and answers with it."""
    lay(panel, text)
    key("Return")


def do(page: SessionPage, what: str, **args: object) -> None:
    """Does something at the table at once, by the name of the tap."""
    page.tap(Tap(what, args))


def start_play(page: SessionPage, play: str, **args: object) -> None:
    """Begins a procedure at the table, by its name."""
    page.play(Play(play, args))


def counter_of(piece: Piece, name: str) -> Counter:
    """The first counter of that name of a piece on a board."""
    return next(made for (_piece, key), made in piece.counters.items() if key == name)


def mark_of(piece: Piece, name: str) -> Mark:
    """The first mark of that name of a piece on a board."""
    return next(made for (_piece, key), made in piece.marks.items() if key == name)


def tracker_of(page: SessionPage) -> OpenSession:
    """The game that is on at the table."""
    assert page.tracker is not None
    return page.tracker


def state_of(page: SessionPage) -> State:
    """How a game of *Last Days* stands now."""
    return as_a(State, tracker_of(page).state)


#: Each double click comes long after the one before.
_TURNS = count(1)


def press_twice(window: QWidget, at: QPoint, apart_ms: int = 100) -> None:
    """Clicks twice at the same point of the screen, as a double click does: what the first click
    brings has come by the second one."""
    began = next(_TURNS) * 10_000
    presses = (
        (QEvent.Type.MouseButtonPress, 0),
        (QEvent.Type.MouseButtonRelease, 20),
        (QEvent.Type.MouseButtonPress, apart_ms),
        (QEvent.Type.MouseButtonDblClick, apart_ms),
        (QEvent.Type.MouseButtonRelease, apart_ms + 20),
    )
    for kind, time in presses:
        under = sure(QApplication.topLevelAt(at) or window)
        handle = sure(under.windowHandle())
        button = Qt.MouseButton.LeftButton
        up = kind == QEvent.Type.MouseButtonRelease
        held = Qt.MouseButton.NoButton if up else button
        local = QPointF(under.mapFromGlobal(at))
        event = QMouseEvent(
            kind, local, local, QPointF(at), button, held, Qt.KeyboardModifier.NoModifier
        )
        event.setTimestamp(began + time)
        QApplication.sendEvent(handle, event)
        settle()


def press_twice_on(window: QWidget, pressed: QWidget) -> None:
    """Clicks twice on a control, wherever in the window it is: the screen of these tests is smaller."""
    window.move(window.pos() + QPoint(400, 300) - middle(pressed))
    settle()
    press_twice(window, middle(pressed))


def middle(widget: QWidget) -> QPoint:
    """The middle of a widget on the screen."""
    return widget.mapToGlobal(widget.rect().center())

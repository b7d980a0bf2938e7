"""What holds on every page and form of the window: found by walking once through all of them."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import QMetaMethod, QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QFontMetrics, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QPushButton,
    QScrollArea,
    QTabBar,
    QToolButton,
    QWidget,
)

from lastdays.campaign.sample import add_sample
from lastdays.desktop import system_language
from lastdays.devtools import screens
from lastdays.devtools.screens import KINDS, SEED, SIZES, WALKS
from lastdays.language import SpokenLanguage, read, said_pairs, speaking
from lastdays.tabletop.games import GAMES
from lastdays.ui.app import Session
from lastdays.ui.models.rows import RowModel
from lastdays.ui.navigation import CampaignRoute, routes
from lastdays.ui.pages.campaign_page import RULINGS, RulingsPanel
from lastdays.ui.pages.print_preview import Preview
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.pieces import Counter, Deed, Mark
from lastdays.ui.widgets.accessibility import tab_stops
from lastdays.ui.widgets.parts import FoldButton
from lastdays.ui.widgets.table import PlainHeader, Table
from lastdays.ui.window import TopBar, Window
from sure import as_a, sure
from ui.edges import LARGEST, Pictured, edged, noting_pictures, pale_pictures, standing_out
from ui.hands import go, settle, turn_wheel
from ui.measuring import (
    Written,
    clipped,
    contrast,
    from_the_first,
    noting_cuts,
    on_hover,
    overlapping,
    steps_back,
    tab_round,
    wanted,
    written,
)
from ui.tour import Unfolded, captioned, controls, letters, spoken, tour

#: Buttons are at least so high, in pixels at 100 %; links, and what takes a thing off, are not.
LOWEST = 36
PRESSED = QPushButton | QToolButton | QAbstractSpinBox | QComboBox | QTabBar
TEXTLIKE = ("quiet", "fits", "more")
#: Words of the program's own, so many at most, are never cut; of others so many letters are there.
FEW_WORDS, ENOUGH = 3, 6
#: Places that are measured at 200 % as well, besides the first of each page.
ALSO_LARGE = (
    "merge",
    "recruiting",
    "the rule",
    "a new rule",
    "history",
    "captive",
    "ArrangeGear",
    "ArrangeJobs",
    "before and after",
    "remembered",
    "setting up",
    "zombies",
    "an activation",
)
#: What is drawn says of itself that it is one of these.
ROLES = (
    (Counter, QAccessible.Role.SpinBox),
    (Deed, QAccessible.Role.Button),
    (Mark, QAccessible.Role.CheckBox),
)


class Walk:
    """What was found on the way: of each claim what it was tried on, and where it does not hold."""

    def __init__(self) -> None:
        self.places: list[str] = []
        self.tried = defaultdict[str, set[object]](set)
        self.faults = defaultdict[str, dict[str, str]](dict)
        self.popups = set[tuple[str, int]]()
        self.buttons: dict[str, frozenset[str]] = {}
        self.measured = set[tuple[object, ...]]()
        self.cuts: dict[str, str] = {}
        self.names = set[str]()

    def hold(self, claim: str, what: object, fault: str = "") -> None:
        """A claim was tried on something, and what is wrong with it."""
        self.tried[claim].add(what)
        if fault:
            self.faults[claim][str(what)] = fault


#: What holds on every page, and on how many things it was tried at least.
CLAIMS = {
    "the wheel changes no value": 100,
    "a popup shows every entry": 60,
    "no letter is underlined twice": 100,
    "every control says what and whose it is": 500,
    "every control says what kind it is": 500,
    "every field is called and belongs to the label beside it": 60,
    "what cannot be used says why on hover": 30,
    "every text stands out from its ground in both themes": 800,
    "every text is there as a whole or on hover": 800,
    "no text lies on another": 800,
    "no text ends in an ellipsis that could be whole": 20,
    "no control lies partly outside of what it stands in": 120,
    "every heading of a table has room for its words": 100,
    "buttons and fields are high enough to be hit": 400,
    "the buttons of the head are of one height": 100,
    "every control stands out from its ground in both themes": 900,
    "every pictogram stands out from its ground in both themes": 120,
    "tab goes the way one reads": 120,
    "tab leaves nothing out": 120,
    "tab goes through the page in one piece": 120,
    "tab comes round again, and shift+tab the same way back": len(routes()) - 1,
    "no connection outlives its page": 4,
}


@pytest.mark.parametrize("claim", CLAIMS)
def test_it_holds_on_every_page(walked: Walk, claim: str) -> None:
    """The edges of controls and pictograms stand out three to one, letters more."""
    assert walked.faults[claim] == {}
    assert len(walked.tried[claim]) > CLAIMS[claim]


@pytest.fixture(scope="module")
def walked(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walk]:
    """One walk through a window of its own, which is closed and deleted at the end."""
    folder, walk = tmp_path_factory.mktemp("walk"), Walk()
    with pytest.MonkeyPatch.context() as patch, noting_cuts(walk.cuts):
        for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
            patch.setenv(name, str(folder / name))
        theme = Theme("dark")
        theme.folds = Unfolded()
        session = Session(folder / "s.sqlite", source=Random(1), theme=theme, packs=[])
        try:
            add_sample(session.services.workspace)
            session.window.resize(1280, 720)
            session.window.show()
            session.window.refresh()
            for place in tour(session):
                walk.places.append(place)
                walk.names |= given_names(session)
                for look in (sweep, unfold, spell, listen, explain):
                    look(session.window, place, walk)
                measure(session, place, walk)
            session.window.close()
            session.window.deleteLater()
            settle()
            for name, n in heard(session).items():
                fault = f"{n}" if n and name not in BARE else ""
                walk.hold("no connection outlives its page", name, fault)
            session.theme.switch_to_next()  # a slot of what is gone would fail here
            session.theme.zoom_in(1)
        finally:
            session.services.workspace.store.close()
            sure(session.lock).unlock()
        yield walk


def test_the_walk_comes_everywhere(walked: Walk) -> None:
    pages = {place.partition(":")[0] for place in walked.places}
    assert pages == {kind.__name__.removesuffix("Route").lower() for kind in routes()}
    assert len(walked.places) > 90


# The mouse wheel


def value_of(widget: QWidget) -> int | str:
    """What the wheel could change about a control."""
    match widget:
        case QComboBox() | QTabBar():
            return widget.currentIndex()
        case QAbstractSpinBox():
            return widget.text()
        case QAbstractSlider():
            return widget.value()
    raise AssertionError(widget)


def sweep(window: Window, place: str, walk: Walk) -> None:
    """Turns the wheel over everything that could turn with it."""
    for widget in controls(window):
        if not isinstance(widget, QComboBox | QTabBar | QAbstractSpinBox | QAbstractSlider):
            continue
        before, wheel = value_of(widget), Qt.FocusPolicy.WheelFocus
        fault = "takes the keyboard" if widget.focusPolicy() & wheel == wheel else ""
        for notches in (1, -2, 1):
            turn_wheel(widget, notches)
            if value_of(widget) != before:
                fault = "has another value"
        name = f"{place}: {widget.accessibleName() or type(widget).__name__}"
        walk.hold("the wheel changes no value", name, fault)


@pytest.mark.smoke
def test_the_wheel_scrolls_the_page_over_what_it_passes_by(window: Window) -> None:
    window.resize(1280, 420)
    page = go(window, CampaignRoute())
    page.tabs.setCurrentIndex(RULINGS)
    page.tabs.setFocus()
    settle()
    for fold in sure(page.findChild(RulingsPanel)).folds:
        fold.show_open(True)
    settle()
    box = list(sure(page.findChild(RulingsPanel)).boxes.values())[1]
    bar = next(
        a.verticalScrollBar()
        for a in page.tabs.currentWidget().findChildren(QScrollArea)
        if a.isAncestorOf(box)
    )
    for had in (page.tabs, box):  # also where the keyboard is: scrolling is not choosing
        had.setFocus()
        bar.setValue(0)
        settle()
        chosen = box.currentIndex()
        where = QPointF(box.mapTo(window, box.rect().center()))
        QTest.wheelEvent(window.windowHandle(), where, QPoint(0, -120))
        settle()
        assert bar.value() > 0
        assert box.currentIndex() == chosen
        assert QApplication.focusWidget() in (had, page.tabs.tabBar())


# Popups


def cut_off(box: QComboBox) -> list[str]:
    """The entries of a popup that are not seen, or cannot be scrolled to where there are many."""
    box.showPopup()
    QApplication.processEvents()
    view, hidden = box.view(), []
    for n in range(box.count()):
        index = view.model().index(n, box.modelColumn())
        if box.count() > box.maxVisibleItems():
            view.scrollTo(index)
        seen = view.viewport().rect()
        shown = view.visualRect(index)
        if not (seen.top() <= shown.top() and shown.bottom() <= seen.bottom()):
            hidden.append(box.itemText(n))
    if box.count() > box.maxVisibleItems() and not view.verticalScrollBar().isVisible():
        hidden.append("the scroll bar")
    box.hidePopup()
    return hidden


def unfold(window: Window, place: str, walk: Walk) -> None:
    """Opens the popup of every choice that was not opened before."""
    for box in window.findChildren(QComboBox):
        known = (box.accessibleName(), box.count())
        if box.isVisible() and box.isEnabled() and box.count() and known not in walk.popups:
            walk.popups.add(known)
            cut = ", ".join(cut_off(box))
            walk.hold("a popup shows every entry", known, cut and f"{place}: {cut}")


# Letters and names


def spell(window: Window, place: str, walk: Walk) -> None:
    """Looks for letters that are underlined twice: the bar below and the list of places count."""
    for letter, texts in letters(window).items():
        fault = f"{place}: {letter}" if len(texts) > 1 else ""
        walk.hold("no letter is underlined twice", ", ".join(sorted(texts)), fault)


def listen(window: Window, place: str, walk: Walk) -> None:
    """Looks for controls that a screen reader could not tell from others."""
    heard: dict[str, list[QWidget]] = {}
    buttons = [w for w in controls(window) if isinstance(w, QAbstractButton)]
    walk.buttons[place] = frozenset(b.text() or b.accessibleName() for b in buttons)
    for widget in controls(window):
        heard.setdefault(spoken(widget), []).append(widget)
        role = QAccessible.queryAccessibleInterface(widget).role()
        drawn = next((drawn for kind, drawn in ROLES if isinstance(widget, kind)), role)
        nothing = role in (QAccessible.Role.NoRole, QAccessible.Role.Client)
        fault = f"{place}: {role.name}" if nothing or role != drawn else ""
        walk.hold("every control says what kind it is", named(widget), fault)
    for widget, beside in captioned(window):
        name = widget.accessibleName()
        owned = bool(name) and (not beside or any(beside.values()))
        if beside or not name:
            claim = "every field is called and belongs to the label beside it"
            walk.hold(claim, name or type(widget).__name__, "" if owned else place)
    for name, called in heard.items():
        # What is folded may be called as what folds it, which says that it opens something.
        widgets = [w for w in called if not isinstance(w, FoldButton)] or called
        kinds = ", ".join(type(w).__name__ for w in widgets)
        fault = f"{place}: {kinds}" if len(widgets) > 1 or not name else ""
        walk.hold("every control says what and whose it is", name, fault)


def bare(text: str) -> str:
    """What a button is called, without its letter for Alt."""
    return text.replace("&", "").rstrip("…")


@pytest.mark.parametrize("code", ["de", "fr"])
def test_no_two_buttons_of_a_page_are_called_the_same_in_another_language(
    walked: Walk, code: str
) -> None:
    words: dict[str, set[str]] = {}
    with (
        system_language.catalogue(code).open("rb") as file,
        speaking(SpokenLanguage(code, read(file))),
    ):
        for message, said in said_pairs():
            words.setdefault(bare(message), set()).add(bare(said))
    faults, compared = set(), 0
    for place, texts in walked.buttons.items():
        called: dict[str, set[str]] = {}
        for text in {bare(text) for text in texts} & words.keys():
            compared += 1
            if len(words[text]) == 1:
                called.setdefault(next(iter(words[text])), set()).add(text)
        faults |= {f"{place}: {said} is {t}" for said, t in called.items() if len(t) > 1}
    assert faults == set()
    assert compared > 500


# What stands on the pages, measured


def measure(session: Session, place: str, walk: Walk) -> None:
    """Measures what is shown; the first of each page in the other theme and at 200 %, too."""
    window, theme = session.window, session.theme
    if re.search(r"step \d|is looked at|open roll|member 5", place):
        return  # as before, but for a few figures
    page = place.partition(":")[0]
    first = not any(known.partition(":")[0] == page for known in walk.places[:-1])
    look_at(window, place, walk, theme)
    go_round(window, place, walk, pressed=first)
    for widget in controls(window):
        if isinstance(widget, PRESSED) and widget.property("kind") not in TEXTLIKE:
            low = widget.height() < theme.pixels(LOWEST)
            fault = f"{place}: {widget.height()} px" if low else ""
            walk.hold("buttons and fields are high enough to be hit", named(widget), fault)
    if first or any(word in place for word in ALSO_LARGE):
        for name, percent in (("light", 200), ("dark", 100)):
            theme.name, theme.percent = name, percent
            theme.apply()
            settle()
            if name == "light":
                look_at(window, place, walk, theme)
                go_round(window, f"{place}, {percent} %", walk, pressed=False)


def go_round(window: Window, place: str, walk: Walk, *, pressed: bool) -> None:
    """Goes where Tab goes until it comes back: nothing is left out, and every step goes the way one
    reads. Where it is `pressed` it really is, and Shift+Tab goes the same way back."""
    page, round_ = window.page(), tab_stops(window)
    if pressed:
        found = tab_round(window)
        back = from_the_first(tab_round(window, forward=False)[::-1], page)
        round_ = from_the_first(found, page)
        fault = "" if len(set(found)) == len(found) else "endless"
        claim = "tab comes round again, and shift+tab the same way back"
        walk.hold(claim, place, fault or ("another way" if back != round_ else ""))
    chain = from_the_first(round_, page)
    inside = [page.isAncestorOf(widget) for widget in chain]
    pieces = sum(one != other for one, other in itertools.pairwise(inside))
    walk.hold("tab goes through the page in one piece", place, "it does not" * (pieces > 1))
    steps = "; ".join(f"{named(one)} → {named(other)}" for one, other in steps_back(chain))
    walk.hold("tab goes the way one reads", place, steps)
    left = {
        named(widget)
        for widget in set(controls(window)) - set(chain)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.isEnabled()
        and widget.focusProxy() is None
        and page.isAncestorOf(widget)
    }
    walk.hold("tab leaves nothing out", place, ", ".join(left))


def look_at(window: Window, place: str, walk: Walk, theme: Theme) -> None:
    """Measures each text: its contrast, whether all of it is there, what lies on it."""
    drawn: list[Pictured] = []
    with noting_pictures(drawn):
        image, texts = written(window)
    here = f"{place}, {theme.name}, {theme.percent} %"
    stand_out(image, window, here, walk, theme, drawn)
    for text in texts:
        known = (theme.name, id(text.widget), text.text, text.rect.getRect())
        if known not in walk.measured:
            walk.measured.add(known)
            found = contrast(image, text.rect)
            fault = f"{here}: {found:.1f}" if found < wanted(text, theme.percent) else ""
            claim = "every text stands out from its ground in both themes"
            walk.hold(claim, f"{theme.name}, {text}", fault)
        walk.hold("every text is there as a whole or on hover", str(text), here * (not text.whole))
        walk.hold("no text lies on another", str(text))
        if text.text in walk.cuts:
            claim = "no text ends in an ellipsis that could be whole"
            walk.hold(claim, text.text, judge_cut(text, here, walk))
    for word, room in headings(window):
        fault = f"{here}: {room}" if room < 0 else ""
        walk.hold("every heading of a table has room for its words", (here, word), fault)
    out = ", ".join(named(widget) for widget in clipped(window))
    walk.hold("no control lies partly outside of what it stands in", here, out)
    for one, other in overlapping(texts):
        walk.hold("no text lies on another", str(one), f"{here}: {other}")
    for made in sure(window.findChild(TopBar)).findChildren(QAbstractButton):
        if made.isVisible() and not place.startswith(("board", "tracker")):
            high = made.height()
            least = theme.pixels(LOWEST) - 2 * (theme.percent > 100)  # the sheet rounds each length
            fault = "" if least <= high <= theme.pixels(LOWEST) else f"{named(made)}: {high}"
            walk.hold("the buttons of the head are of one height", (here, named(made)), fault)


def headings(window: Window) -> Iterator[tuple[str, int]]:
    """Each word above a column that is seen, and how much room it leaves there."""
    for table in window.findChildren(Table):
        header = table.horizontalHeader()
        if not header.isVisible() or not isinstance(header, PlainHeader):
            continue
        metrics = QFontMetrics(header.heading_font())
        for column, heading in enumerate(as_a(RowModel, table.model()).headings):
            room = header.sectionSize(column) - 2 * table.padding
            for word in heading.replace("–", "– ").split():
                if not table.isColumnHidden(column):
                    yield word, room - metrics.horizontalAdvance(word)


def given_names(session: Session) -> set[str]:
    """What people called their campaign, groups and members."""
    workspace, campaign = session.services.workspace, session.window.campaign_id
    if not workspace.exists(campaign):
        return set()
    groups = [workspace.snapshot(one.id).group for one in workspace.groups(campaign)]
    own = {workspace.campaign(campaign).campaign.name}
    return own | {g.name for g in groups} | {m.name for g in groups for m in g.members}


def judge_cut(text: Written, here: str, walk: Walk) -> str:
    """Says what is wrong with a text that ends in an ellipsis: the program's own few words are whole;
    of what is long, and of what people named, enough stands there, and all of it on hover."""
    whole = walk.cuts[text.text]
    if not any(name in whole for name in walk.names) and len(whole.split()) <= FEW_WORDS:
        return f"{here}: {whole}, the program's own words"
    if len(text.text) < min(ENOUGH, len(whole)):
        return f"{here}: {whole}, too little"
    if not " ".join(on_hover(text).replace("\u200b", "").split()):
        return f"{here}: {whole}, nothing on hover"
    return ""


def stand_out(
    image: QImage, window: Window, here: str, walk: Walk, theme: Theme, drawn: list[Pictured]
) -> None:
    """Measures how pictograms stand out from their ground, and controls from what is around."""
    claim = "every pictogram stands out from its ground in both themes"
    walk.hold(claim, (here, len(drawn)))
    for one, found in pale_pictures(image, window, drawn, theme.pixels(LARGEST)):
        whose = one.widget.accessibleName() or named(sure(one.widget.parentWidget()))
        walk.hold(claim, f"{type(one.widget).__name__} {whose}", f"{here}: {found:.1f}")
    for widget in edged(window):
        edge = standing_out(image, widget)
        if edge is not None:
            claim = "every control stands out from its ground in both themes"
            walk.hold(claim, f"{theme.name}, {named(widget)}", f"{here}: {edge:.1f}" * (edge < 3))


def explain(window: Window, place: str, walk: Walk) -> None:
    """Looks for what cannot be used now and does not say why on hover."""
    for widget in controls(window):
        if widget.isEnabled() or not sure(widget.parentWidget()).isEnabled():
            continue  # of a page that is a picture of earlier, its note says so
        said = widget.toolTip()
        own = isinstance(widget, QPushButton | QToolButton) and said == widget.text()
        walk.hold("what cannot be used says why on hover", named(widget), place * (not said or own))


def named(widget: QWidget) -> str:
    """What a control is called."""
    return f"{type(widget).__name__} {spoken(widget)}"


# Connections


#: What the worker tells the services themselves.
BARE = {
    "Services.worker_called(PyObject)",
    "Services.failed(PyObject,PyObject)",
    "Services.broke(PyObject)",
    "Services.changed(PyObject)",  # web pages that are kept current
    "Services.destroyed()",
}


def heard(session: Session) -> dict[str, int]:
    """How many listen to each signal of what lives longer than a page: the theme, the services."""
    found = {}
    for lasting in (session.theme, session.services):
        meta = lasting.metaObject()
        for n in range(meta.methodCount()):
            method = meta.method(n)
            name = bytes(method.methodSignature().data()).decode()
            if method.methodType() == QMetaMethod.MethodType.Signal and "QObject" not in name:
                found[f"{type(lasting).__name__}.{name}"] = lasting.receivers("2" + name)
    return found


#: What lies on a board lies over it: the board has tests of its own.
BOARDS = ("table", "game")


#: Pages that have a single scroll bar however small the window.
ONE_SCROLL = ("record", "print", "found", "random-group", "settings", "about")


def badly_laid(window: Window, name: str) -> Iterator[str]:
    """What is cut, or lies over another thing, or has to be scrolled sideways or twice."""
    page, outer = window.page(), window.pages.area(type(window.route))
    texts = [text for text in written(window)[1] if page.isAncestorOf(text.widget)]
    yield from (f"{text} is cut" for text in texts if not text.whole)
    yield from (f"{one} lies on {other}" for one, other in overlapping(texts))
    yield from (f"{named(widget)} is clipped" for widget in clipped(window))
    if outer.horizontalScrollBar().maximum():
        yield "it is scrolled sideways"
    for area in page.findChildren(QScrollArea):
        # The preview of a page moves of itself, and a crowd's notices have the room of a few lines.
        of_preview = isinstance(area.parentWidget(), Preview)
        if area.isVisible() and not of_preview and name in ONE_SCROLL:
            sideways = area.horizontalScrollBarPolicy() != Qt.ScrollBarPolicy.ScrollBarAlwaysOff
            if sideways and area.horizontalScrollBar().maximum():
                yield f"{area} is scrolled sideways"
            if outer.verticalScrollBar().maximum() and area.verticalScrollBar().maximum():
                yield f"{area} is scrolled beside the page"


#: The smallest window and a usual one, and the smallest with letters twice as large; the others are
#: measured before a release, and so are the usual one and large letters where hardly anything differs
#: from the sample.
USUAL = ((100, (1280, 720)), (100, (1920, 1080)), (200, (1280, 720)))
SELDOM = (("winter", USUAL[1]), ("winter", USUAL[2]), ("crowd", USUAL[1]))


def is_long(kind: str, percent: int, size: tuple[int, int]) -> bool:
    """Return whether it is measured only before a release."""
    return (percent, size) not in USUAL or (kind, (percent, size)) in SELDOM


MEASURED = [
    pytest.param(percent, size, kind, marks=[pytest.mark.long] * is_long(kind, percent, size))
    for percent in SIZES
    for size in SIZES[percent]
    for kind in KINDS
]


@pytest.mark.sweep
@pytest.mark.parametrize(("percent", "size", "kind"), MEASURED)
def test_nothing_is_cut_or_lies_over_another_thing(
    qapp: QApplication,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    percent: int,
    size: tuple[int, int],
) -> None:
    # Boards are not measured here: one of the other games is enough of a walk.
    monkeypatch.setattr(screens, "GAMES", {"zombies": GAMES["zombies"]})
    theme = Theme("dark", percent)
    session = Session(tmp_path / "s.sqlite", source=Random(SEED), theme=theme, packs=[])
    faults = []
    try:
        session.window.resize(*size)
        session.window.show()
        for name in WALKS[kind](session):
            if not name.startswith(BOARDS):
                screens.settle(session)
                faults += [f"{name}: {fault}" for fault in badly_laid(session.window, name)]
    finally:
        session.close()
    assert not faults, "\n".join(faults)

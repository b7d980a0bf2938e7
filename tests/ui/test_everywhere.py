"""What holds on every page and form of the window: found by walking once through all of them."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import QMetaMethod, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QAccessible, QFontMetrics, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QScrollBar,
    QSplitterHandle,
    QTabBar,
    QTableView,
    QToolButton,
    QWidget,
)

from lastdays.campaign.sample import add_sample
from lastdays.desktop import system_language
from lastdays.devtools import screens
from lastdays.devtools.screens import KINDS, SEED, SIZES, WALKS
from lastdays.language import SpokenLanguage, read, said_pairs, speaking
from lastdays.ui.app import Session
from lastdays.ui.models.rows import RowModel
from lastdays.ui.navigation import CampaignRoute, TableRoute, routes
from lastdays.ui.pages.campaign_page import RULINGS, RulingsPanel
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.pieces import Counter, Deed, Mark
from lastdays.ui.widgets.accessibility import stops
from lastdays.ui.widgets.parts import FoldButton
from lastdays.ui.widgets.table import PlainHeader, Table
from lastdays.ui.window import Window
from sure import as_a, sure
from ui.edges import LARGEST, Pictured, edged, noting_pictures, pale_pictures, standing_out
from ui.hands import do, go, settle, state_of, turn_wheel, zoom
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
from ui.tour import captioned, controls, letters, spoken, tour

#: What the worker tells the services themselves.
BARE = {
    "Services.finished(PyObject)",
    "Services.failed(PyObject,PyObject)",
    "Services.broke(PyObject)",
    "Services.changed(PyObject)",  # web pages that are kept current
    "Services.destroyed()",
}


#: Buttons are at least so high, in pixels at 100 %; links, and what takes a thing off, are not.
LOWEST = 36
PRESSED = QPushButton | QToolButton | QAbstractSpinBox | QComboBox
TEXTLIKE = ("quiet", "fits", "more")
#: Words of the program's own, so many at most, are never cut; of others so many letters are there.
FEW_WORDS, ENOUGH = 3, 6
#: Places that are measured at 200 % as well, besides the first of each page.
ALSO_LARGE = (
    "merge",
    "recruiting",
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


@dataclass
class Walk:
    """What was found on the way; each list is empty where all is well."""

    places: list[str] = field(default_factory=list)
    swept: set[str] = field(default_factory=set)
    turned: list[str] = field(default_factory=list)
    popups: set[tuple[str, int]] = field(default_factory=set)
    cut_off: list[str] = field(default_factory=list)
    clashes: set[str] = field(default_factory=set)
    lettered: set[str] = field(default_factory=set)
    unsaid: set[str] = field(default_factory=set)
    called: set[str] = field(default_factory=set)
    buttons: dict[str, frozenset[str]] = field(default_factory=dict)
    roleless: set[str] = field(default_factory=set)
    captions: dict[str, bool] = field(default_factory=dict)
    nameless: set[str] = field(default_factory=set)
    looks: set[tuple[str, int]] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)
    measured: set[tuple[object, ...]] = field(default_factory=set)
    faint: dict[str, str] = field(default_factory=dict)
    not_whole: dict[str, str] = field(default_factory=dict)
    overlaps: dict[str, str] = field(default_factory=dict)
    cuts: dict[str, str] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
    cut_short: dict[str, str] = field(default_factory=dict)
    elided: int = 0
    clipped: dict[str, str] = field(default_factory=dict)
    backwards: dict[str, str] = field(default_factory=dict)
    unreached: dict[str, str] = field(default_factory=dict)
    endless: list[str] = field(default_factory=list)
    scattered: list[str] = field(default_factory=list)
    unmirrored: list[str] = field(default_factory=list)
    rounds: int = 0
    pressed: int = 0
    pale: dict[str, str] = field(default_factory=dict)
    edgeless: dict[str, str] = field(default_factory=dict)
    pictured: int = 0
    stood_out: int = 0
    unexplained: dict[str, str] = field(default_factory=dict)
    disabled: set[str] = field(default_factory=set)
    low: dict[str, str] = field(default_factory=dict)
    cut_heads: set[str] = field(default_factory=set)
    heads: int = 0
    still_heard: set[str] = field(default_factory=set)


class Unfolded(dict[str, bool]):
    """Whatever is folded is open, so that a walk comes to it."""

    def get(self, key: str, _default: object = None) -> bool:
        return super().get(key, True)


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
                sweep(session.window, place, walk)
                unfold(session.window, place, walk)
                spell(session.window, place, walk)
                listen(session.window, place, walk)
                explain(session.window, place, walk)
                measure(session, place, walk)
            session.window.close()
            session.window.deleteLater()
            settle()
            walk.still_heard = {name for name, n in heard(session).items() if n}
            session.theme.toggle()  # a slot of what is gone would fail here
            session.theme.bigger(1)
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
        name = f"{place}: {widget.accessibleName() or type(widget).__name__}"
        if widget.focusPolicy() & wheel == wheel:
            walk.turned.append(f"{name} takes the keyboard")
        for notches in (1, -2, 1):
            turn_wheel(widget, notches)
            if value_of(widget) != before:
                walk.turned.append(name)
        walk.swept.add(name)


def test_the_wheel_changes_no_value_on_any_page(walked: Walk) -> None:
    assert walked.turned == []
    assert len(walked.swept) > 100


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
            walk.cut_off += [f"{place}: {known[0]}, {entry}" for entry in cut_off(box)]


def test_a_popup_shows_every_entry(walked: Walk) -> None:
    assert walked.cut_off == []
    assert len(walked.popups) > 60


@pytest.mark.parametrize("percent", [80, 150, 200])
def test_a_popup_shows_every_entry_at_every_size(sample: Session, percent: int) -> None:
    window = sample.window
    zoom(sample, percent)
    window.go(TableRoute())
    window.pages.table.start_setup()
    settle()
    setup = window.pages.table.setup
    for n in range(setup.encounter.count()):
        setup.encounter.setCurrentIndex(n)
        settle()
        assert cut_off(setup.encounter) == []


# Letters and names


def spell(window: Window, place: str, walk: Walk) -> None:
    """Looks for letters that are underlined twice: the bar below and the list of places count."""
    for letter, texts in letters(window).items():
        walk.lettered.update(texts)
        if len(texts) > 1:
            walk.clashes.add(f"{place}: {letter} in {', '.join(sorted(texts))}")


def listen(window: Window, place: str, walk: Walk) -> None:
    """Looks for controls that a screen reader could not tell from others."""
    heard: dict[str, list[QWidget]] = {}
    buttons = [w for w in controls(window) if isinstance(w, QAbstractButton)]
    walk.buttons[place] = frozenset(b.text() or b.accessibleName() for b in buttons)
    for widget in controls(window):
        heard.setdefault(spoken(widget), []).append(widget)
        role = QAccessible.queryAccessibleInterface(widget).role()
        if role in (QAccessible.Role.NoRole, QAccessible.Role.Client):
            walk.roleless.add(f"{place}: {type(widget).__name__}")
        drawn = next((drawn for kind, drawn in ROLES if isinstance(widget, kind)), role)
        if role != drawn:
            walk.roleless.add(f"{place}: {type(widget).__name__} is {role.name}")
    for widget, beside in captioned(window):
        if not widget.accessibleName():
            walk.nameless.add(f"{place}: {type(widget).__name__}")
        if beside:
            walk.captions[f"{place}: {widget.accessibleName()}"] = any(beside.values())
    walk.called.update(heard)
    for name, called in heard.items():
        # What is folded may be called as what folds it, which says that it opens something.
        widgets = [w for w in called if not isinstance(w, FoldButton)] or called
        if len(widgets) > 1 or not name:
            kinds = ", ".join(type(w).__name__ for w in widgets)
            walk.unsaid.add(f"{place}: {name!r} is {kinds}")


def test_no_letter_is_underlined_twice(walked: Walk) -> None:
    assert walked.clashes == set()
    assert len(walked.lettered) > 100


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


def test_every_control_says_what_and_whose_it_is(walked: Walk) -> None:
    assert walked.unsaid == set()
    assert len(walked.called) > 500
    assert "Zeke took part" in walked.called


def test_every_field_is_called_and_belongs_to_the_label_beside_it(walked: Walk) -> None:
    assert walked.nameless == set()
    assert [name for name, belongs in walked.captions.items() if not belongs] == []
    assert len(walked.captions) > 60


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
        if not isinstance(widget, PRESSED) or widget.property("kind") in TEXTLIKE:
            continue
        if widget.height() < theme.px(LOWEST):
            walk.low[named(widget)] = f"{place}: {widget.height()} px"
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
    page, round_ = window.page(), stops(window)
    walk.rounds += 1
    if pressed:
        walk.pressed += 1
        found = tab_round(window)
        if len(set(found)) < len(found):
            walk.endless.append(place)
        back = from_the_first(tab_round(window, forward=False)[::-1], page)
        round_ = from_the_first(found, page)
        if back != round_:
            walk.unmirrored.append(place)
    chain = from_the_first(round_, page)
    inside = [page.isAncestorOf(widget) for widget in chain]
    if sum(one != other for one, other in itertools.pairwise(inside)) > 1:
        walk.scattered.append(place)
    for one, other in steps_back(chain):
        walk.backwards[f"{named(one)} → {named(other)}"] = place
    known = set(chain)
    for widget in controls(window):
        policy = widget.focusPolicy()
        if (
            widget not in known
            and policy & Qt.FocusPolicy.TabFocus
            and widget.isEnabled()
            and widget.focusProxy() is None
            and window.page().isAncestorOf(widget)
        ):
            walk.unreached[named(widget)] = place


def look_at(window: Window, place: str, walk: Walk, theme: Theme) -> None:
    """Measures each text: its contrast, whether all of it is there, what lies on it."""
    drawn: list[Pictured] = []
    with noting_pictures(drawn):
        image, texts = written(window)
    stand_out(image, window, place, walk, theme, drawn)
    here = f"{place}, {theme.name}, {theme.percent} %"
    walk.looks.add((theme.name, theme.percent))
    for text in texts:
        walk.texts.add(text.text)
        known = (theme.name, id(text.widget), text.text, text.rect.getRect())
        if known not in walk.measured:
            walk.measured.add(known)
            found = contrast(image, text.rect)
            if found < wanted(text, theme.percent):
                walk.faint[str(text)] = f"{here}: {found:.1f}"
        if not text.whole:
            walk.not_whole[str(text)] = here
        if text.text in walk.cuts:
            judge_cut(text, here, walk)
    for word, room in headings(window):
        walk.heads += 1
        if room < 0:
            walk.cut_heads.add(f"{here}: {word}")
    for widget in clipped(window):
        walk.clipped[named(widget)] = here
    for one, other in overlapping(texts):
        walk.overlaps[f"{one} and {other}"] = here


def headings(window: Window) -> Iterator[tuple[str, int]]:
    """Each word above a column that is seen, and how much room it leaves there."""
    for table in window.findChildren(Table):
        header = table.horizontalHeader()
        if not header.isVisible() or not isinstance(header, PlainHeader):
            continue
        metrics = QFontMetrics(header.letters())
        for column, heading in enumerate(as_a(RowModel, table.model()).headings):
            room = header.sectionSize(column) - 2 * table.pad
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


def judge_cut(text: Written, here: str, walk: Walk) -> None:
    """Notes a text that ends in an ellipsis where it must not: the program's own few words are
    whole; of what is long, and of what people named, enough stands there, and all of it on hover."""
    whole = walk.cuts[text.text]
    walk.elided += 1
    given = any(name in whole for name in walk.names)
    if not given and len(whole.split()) <= FEW_WORDS:
        walk.cut_short[whole] = f"{here}: {text.text}, the program's own words"
    elif len(text.text) < min(ENOUGH, len(whole)):
        walk.cut_short[whole] = f"{here}: {text.text}, too little"
    elif not plainly(on_hover(text)):
        walk.cut_short[whole] = f"{here}: {text.text}, on hover: {on_hover(text)}"


def plainly(text: str) -> str:
    """A text without what only breaks its lines."""
    return " ".join(text.replace("\u200b", "").split())


def stand_out(
    image: QImage, window: Window, place: str, walk: Walk, theme: Theme, drawn: list[Pictured]
) -> None:
    """Measures how pictograms stand out from their ground, and controls from what is around."""
    here = f"{place}, {theme.name}, {theme.percent} %"
    largest = theme.px(LARGEST)
    walk.pictured += len(drawn)
    for one, found in pale_pictures(image, window, drawn, largest):
        whose = one.widget.accessibleName() or named(sure(one.widget.parentWidget()))
        walk.pale[f"{type(one.widget).__name__} {whose}"] = f"{here}: {found:.1f}"
    for widget in edged(window):
        edge = standing_out(image, widget)
        walk.stood_out += edge is not None
        if edge is not None and edge < 3:
            walk.edgeless[named(widget)] = f"{here}: {edge:.1f}"


def explain(window: Window, place: str, walk: Walk) -> None:
    """Looks for what cannot be used now and does not say why on hover."""
    for widget in controls(window):
        if widget.isEnabled() or not sure(widget.parentWidget()).isEnabled():
            continue  # of a page that is a picture of earlier, its note says so
        walk.disabled.add(named(widget))
        said = widget.toolTip()
        own = isinstance(widget, QPushButton | QToolButton) and said == widget.text()
        if not said or own:
            walk.unexplained[named(widget)] = place


def named(widget: QWidget) -> str:
    """What a control is called."""
    return f"{type(widget).__name__} {spoken(widget)}"


def test_every_text_stands_out_from_its_ground_in_both_themes(walked: Walk) -> None:
    assert walked.faint == {}
    assert walked.looks == {("dark", 100), ("light", 200)}
    assert len(walked.texts) > 800


def test_every_control_stands_out_from_its_ground_in_both_themes(walked: Walk) -> None:
    """Three to one: the edge of a button or a field, the pictogram or figure on what is drawn."""
    assert walked.edgeless == {}
    assert walked.stood_out > 1000


def test_every_pictogram_stands_out_from_its_ground_in_both_themes(walked: Walk) -> None:
    assert walked.pale == {}
    assert walked.pictured > 1000


def test_what_cannot_be_used_says_why_on_hover(walked: Walk) -> None:
    assert walked.unexplained == {}
    assert len(walked.disabled) > 30


def test_every_text_is_there_as_a_whole_or_on_hover(walked: Walk) -> None:
    assert walked.not_whole == {}


def test_no_text_ends_in_an_ellipsis_that_could_be_whole(walked: Walk) -> None:
    assert walked.cut_short == {}
    assert walked.elided > 20


def test_no_control_lies_partly_outside_of_what_it_stands_in(walked: Walk) -> None:
    assert walked.clipped == {}


def test_every_heading_of_a_table_has_room_for_its_words(walked: Walk) -> None:
    assert walked.cut_heads == set()
    assert walked.heads > 100


def test_no_text_lies_on_another(walked: Walk) -> None:
    assert walked.overlaps == {}


def test_buttons_are_high_enough_to_be_hit(walked: Walk) -> None:
    assert walked.low == {}


def test_tab_goes_the_way_one_reads(walked: Walk) -> None:
    assert walked.backwards == {}


def test_tab_goes_round_every_page_and_leaves_nothing_out(walked: Walk) -> None:
    assert walked.endless == []
    assert walked.unreached == {}
    assert walked.rounds > 120
    assert walked.pressed == len(routes())


def test_tab_goes_through_the_page_in_one_piece(walked: Walk) -> None:
    assert walked.scattered == []


def test_shift_tab_goes_the_same_way_back(walked: Walk) -> None:
    assert walked.unmirrored == []


def test_every_control_says_what_kind_it_is(walked: Walk) -> None:
    assert walked.roleless == set()


# Connections


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


def test_no_connection_outlives_its_page(walked: Walk) -> None:
    assert walked.still_heard == BARE


def test_no_connection_outlives_its_card_or_form(sample: Session) -> None:
    window = sample.window
    window.go(TableRoute())
    window.pages.table.start_setup()
    window.pages.table.setup.begin()
    page = window.pages.tracker
    page.choose("A1")
    settle()
    before = heard(sample)
    for sort in ("door", "fire"):
        do(page, "place", sort=sort)
    do(page, "zombie")
    zombie = state_of(page).zombies[-1].id
    page.choose(zombie)
    settle()
    assert heard(sample)["Theme.changed()"] > before["Theme.changed()"]
    do(page, "zombie-down", zombie=zombie, by="")
    for _tap in range(4):
        page.undo()  # at last the zombie that is looked at was never there
    page.open_form("out", "A1")
    page.close_form()
    page.choose("A1")
    settle()
    assert heard(sample) == before
    sample.theme.toggle()
    sample.theme.bigger(1)


#: What lies on a board lies over it: the board has tests of its own.
BOARDS = ("table", "game")
SOLID = (QAbstractButton, QAbstractItemView, QComboBox, QLabel, QLineEdit)


def solid(root: QWidget) -> list[tuple[QWidget, QRect]]:
    """What is drawn on a page and where: cut by what scrolls within the page."""
    found: list[tuple[QWidget, QRect]] = []
    for widget in root.findChildren(QWidget):
        inner = isinstance(
            widget.parentWidget(), QAbstractItemView | QComboBox | QHeaderView | QAbstractButton
        )
        if not isinstance(widget, SOLID) or not widget.isVisible() or inner:
            continue
        if isinstance(widget, QHeaderView | QScrollBar | QSplitterHandle):
            continue
        if isinstance(widget, QLabel) and not widget.text():
            continue
        rect = QRect(widget.mapTo(root, QPoint()), widget.size())
        above = widget.parentWidget()
        while above is not root:
            assert above is not None
            rect &= QRect(above.mapTo(root, QPoint()), above.size())
            above = above.parentWidget()
        if not rect.isEmpty():
            found.append((widget, rect))
    return found


def label_of(widget: QWidget) -> str:
    return widget.accessibleName() or getattr(widget, "text", lambda: type(widget).__name__)()


def crowded(page: QWidget) -> list[str]:
    """What overlaps, or is squeezed below what it needs."""
    faults = []
    drawn = solid(page)
    for n, (one, here) in enumerate(drawn):
        for other, there in drawn[n + 1 :]:
            if here.intersects(there) and not one.isAncestorOf(other):
                faults.append(f"{label_of(one)} overlaps {label_of(other)}")
        if not isinstance(one, QLabel | QPushButton):
            continue
        needed = one.heightForWidth(one.width()) if one.hasHeightForWidth() else 0
        if one.height() < max(needed, one.minimumSizeHint().height()):
            faults.append(f"{label_of(one)} is squeezed")
        if isinstance(one, QPushButton) and one.width() < one.minimumSizeHint().width():
            faults.append(f"{label_of(one)} is cut")
    return faults


def whole_rows(table: QTableView) -> int:
    """How many rows of a table are seen from top to bottom."""
    view = table.viewport().rect()
    rects = [table.visualRect(table.model().index(r, 0)) for r in range(table.model().rowCount())]
    return sum(view.top() <= r.top() and r.bottom() <= view.bottom() for r in rects)


@pytest.mark.sweep
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("percent", "size"), [(p, s) for p in SIZES for s in SIZES[p]])
def test_nothing_is_cut_or_lies_over_another_thing(
    qapp: QApplication, tmp_path: Path, kind: str, percent: int, size: tuple[int, int]
) -> None:
    theme = Theme("dark", percent)
    session = Session(tmp_path / "s.sqlite", source=random.Random(SEED), theme=theme, packs=[])
    faults = []
    try:
        session.window.resize(*size)
        session.window.show()
        for name in WALKS[kind](session):
            if name.startswith(BOARDS):
                continue
            screens.settle(session)
            window = session.window
            faults += [f"{name}: {fault}" for fault in crowded(window.page())]
            if window.pages.area(type(window.route)).horizontalScrollBar().maximum():
                faults.append(f"{name} is scrolled sideways")
    finally:
        session.close()
    assert not faults, "\n".join(faults)

"""Where in the guide a page of the window, or a part of one, is told about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from PySide6.QtWidgets import QAbstractButton, QApplication, QGroupBox, QLabel, QTabBar, QWidget

from lastdays.ui.guide.contents import passage_naming
from lastdays.ui.navigation import (
    AboutRoute,
    AftermathRoute,
    BoardRoute,
    CampaignRoute,
    ChronicleRoute,
    DataRoute,
    FoundRoute,
    GamesRoute,
    GroupRoute,
    GuideRoute,
    LifeRoute,
    MergeRoute,
    NextGameRoute,
    PrintRoute,
    RecordRoute,
    Route,
    RulebookRoute,
    SequenceRoute,
    SettingsRoute,
    ShareRoute,
    StartRoute,
    TableRoute,
    TrackerRoute,
)

#: The page of the guide for each page of the window, and a control it names there, '' for its top.
TOPICS: Mapping[type[Route], tuple[str, str]] = {
    StartRoute: ("first-night", "Create campaign"),
    CampaignRoute: ("first-night", "Play the next game ▸"),
    FoundRoute: ("first-night", "Create campaign"),
    GroupRoute: ("first-night", "Buy…"),
    NextGameRoute: ("first-night", "Play the next game ▸"),
    RecordRoute: ("after-the-game", "Record a game"),
    AftermathRoute: ("after-the-game", "After the game"),
    SequenceRoute: ("after-the-game", "Roll for me"),
    PrintRoute: ("paper", ""),
    TableRoute: ("at-the-table", "At the table"),
    TrackerRoute: ("at-the-table", "NEXT"),
    GamesRoute: ("other-games", "Other games"),
    BoardRoute: ("other-games", "Continue anyway"),
    RulebookRoute: ("packs", "Rulebook"),
    SettingsRoute: ("data", "Your data"),
    AboutRoute: ("data", "Your data"),
    DataRoute: ("data", "Choose second place…"),
    MergeRoute: ("data", "Keep ours"),
    ShareRoute: ("data", "Share"),
    ChronicleRoute: ("chronicle", "Chronicle"),
    LifeRoute: ("chronicle", "Chronicle"),
}


def control_names(widget: QWidget | None, top: QWidget) -> Iterator[str]:
    """Yield what a control says, and what the parts around it are called, the nearest first."""
    while widget is not None and widget is not top:
        if isinstance(widget, QTabBar) and widget.currentIndex() >= 0:
            yield widget.tabText(widget.currentIndex()).replace("&", "")
        if isinstance(widget, QAbstractButton | QLabel):
            yield widget.text().replace("&", "")
        if isinstance(widget, QGroupBox):
            yield widget.title().replace("&", "")
        yield widget.accessibleName()
        widget = widget.parentWidget()


def help_for(route: Route, window: QWidget) -> GuideRoute:
    """Return where the guide tells of the control that has the keyboard: the passage that names it,
    else the one on the page that is shown."""
    page, control = TOPICS.get(type(route), ("first-night", ""))
    names = [*control_names(QApplication.focusWidget(), window), control]
    found = passage_naming(filter(None, names), page)
    return GuideRoute(found.page, found.first) if found is not None else GuideRoute(page)

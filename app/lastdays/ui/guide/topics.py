"""Where in the guide a page of the window, or a part of one, is told about."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtWidgets import QAbstractButton, QApplication, QGroupBox, QLabel, QTabBar, QWidget

from lastdays.ui.guide.contents import passage_naming
from lastdays.ui.navigation import GuideRoute, Route


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
    page, control = route.guide
    names = [*control_names(QApplication.focusWidget(), window), control]
    found = passage_naming(filter(None, names), page)
    return GuideRoute(found.page, found.first) if found is not None else GuideRoute(page)

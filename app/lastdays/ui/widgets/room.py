"""Layout of pages: parts that scroll in a large window and unfold where the page scrolls, tables
that end with a whole row, greatest widths."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QMargins, QObject, QPoint, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QScrollArea, QTableView, QWidget

from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import Plain, column, make_timer, row, wrap_layout


class Unfolding(QScrollArea):
    """A long part of a page, which scrolls unless the whole page does; then it is shown in full.

    `least` is its least height if it scrolls, in pixels at 100 %.
    """

    def __init__(self, inner: QWidget, theme: Theme, least: int = 230) -> None:
        super().__init__()
        self._inner, self._theme, self._least_height = inner, theme, least
        self.setWidget(inner)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inner.installEventFilter(self)
        theme.reshaped.connect(self._set_scroll_bar)
        self._set_scroll_bar()

    def _set_scroll_bar(self) -> None:
        """Have a scroll bar where needed, unless the whole page scrolls."""
        policies = Qt.ScrollBarPolicy
        page_scrolls = self._page_scrolls()
        policy = policies.ScrollBarAlwaysOff if page_scrolls else policies.ScrollBarAsNeeded
        self.setVerticalScrollBarPolicy(policy)
        self.updateGeometry()

    def _page_scrolls(self) -> bool:
        """Return whether the whole page scrolls: in a narrow or low window."""
        return self._theme.narrow or self._theme.low

    def hasHeightForWidth(self) -> bool:
        return self._page_scrolls()

    def heightForWidth(self, width: int) -> int:
        return self._content_height(width) if self._page_scrolls() else -1

    def _content_height(self, width: int) -> int:
        """Return how high the content is at a width."""
        inner = self._inner
        layout = inner.layout()
        if layout is not None and layout.hasHeightForWidth():
            return layout.totalHeightForWidth(width)
        return inner.minimumSizeHint().height()

    def minimumSizeHint(self) -> QSize:
        width = self._inner.minimumSizeHint().width()
        if self._page_scrolls():
            return QSize(width, self._content_height(max(width, self.width())))
        bar_width = self.verticalScrollBar().sizeHint().width()
        return QSize(width + bar_width + 2, self._theme.pixels(self._least_height))

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width_changed = event.size().width() != event.oldSize().width()
        if width_changed and self._page_scrolls():
            self.updateGeometry()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Update the size when the content has changed."""
        if watched is self._inner and event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)


class WholeRows(Plain):
    """Holds a table that, if there isn't room for all rows, ends with a whole one."""

    def __init__(self, table: QTableView) -> None:
        super().__init__()
        self.table = table
        table.setParent(self)
        self.setSizePolicy(table.sizePolicy())
        self._fitting = False
        self._fit_timer = make_timer(self, 0, self._fit)
        # The range changes with the number and the heights of rows.
        table.verticalScrollBar().rangeChanged.connect(self._fit_if_rows_changed)

    def sizeHint(self) -> QSize:
        return self.table.sizeHint()

    def minimumSizeHint(self) -> QSize:
        return self.table.minimumSizeHint()

    def event(self, event: QEvent) -> bool:
        # Requests of a hidden table are lost, so ask again when it is shown.
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Show):
            self.updateGeometry()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit_if_rows_changed(self, _least: int, _most: int) -> None:
        if not self._fitting and self._height_with_whole_rows() != self.table.height():
            self._fit_timer.start()

    def _height_with_whole_rows(self) -> int:
        """Return the height of the table that ends with a whole row."""
        rows = self.table.verticalHeader()
        frame = self.table.height() - self.table.viewport().height()
        room = self.height() - frame
        if rows.length() <= room:
            return self.height()
        height_of_rows = 0
        for place in range(rows.count()):
            if height_of_rows + rows.sectionSize(place) > room:
                break
            height_of_rows += rows.sectionSize(place)
        has_room_for_one = height_of_rows > 0
        return height_of_rows + frame if has_room_for_one else self.height()

    def _fit(self) -> None:
        """Show as many whole rows as fit."""
        self._fitting = True
        self.table.setGeometry(0, 0, self.width(), self.height())  # row heights may depend on it
        self.table.setGeometry(0, 0, self.width(), self._height_with_whole_rows())
        self._fitting = False


def scroll_to_top(widget: QWidget) -> None:
    """Scroll the page of a widget so that the widget is at the top."""
    area = widget.parentWidget()
    while area is not None and not isinstance(area, QScrollArea):
        area = area.parentWidget()
    if area is None:
        return
    content = area.widget()
    if content is not None:
        top = widget.mapTo(content, QPoint(0, 0)).y()
        area.verticalScrollBar().setValue(top)


#: From this width, in pixels at 100 %, a page is centred; a smaller one is left-aligned.
LARGE = 2000


def _stretch_around(layout: QBoxLayout, *, centred: bool) -> None:
    """Leave the room of a column to the stretches around it if it is centred, else to itself."""
    before, content, after = (1, 0, 1) if centred else (0, 1, 0)
    layout.setStretch(0, before)
    layout.setStretch(1, content)
    layout.setStretch(2, after)


class Centered(QObject):
    """Limits the width of a page's content to `most` pixels at 100 %, and centres it in a large page.

    A `single` column is centred and enlarged in an ample window, and left-aligned in a smaller one.
    """

    def __init__(self, widget: QWidget, theme: Theme, most: int, *, single: bool = False) -> None:
        super().__init__(widget)
        self._widget, self._theme, self._most = widget, theme, most
        self._single = single
        layout = widget.layout()
        self._least = layout.contentsMargins() if layout is not None else QMargins()
        if single and isinstance(layout, QBoxLayout):
            layout.insertStretch(0)
            layout.addStretch()
            widget.setMinimumHeight(1)  # the height depends only on the width
        widget.installEventFilter(self)
        theme.call_now_and_on_any_change(self.fit)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the widget's width."""
        if event.type() == QEvent.Type.Resize:
            self.fit()
        return False

    def fit(self) -> None:
        """Set the margins that limit the width, and enlarge a single column."""
        layout = self._widget.layout()
        if layout is None:
            return
        is_centred = self._widget.width() >= self._theme.pixels(LARGE)
        if self._single and isinstance(layout, QBoxLayout):
            grown = self._theme.ample_factor
            is_centred = is_centred or grown > 1
            _stretch_around(layout, centred=is_centred)
            self._theme.enlarge(self._widget, grown)
        margins = self._margins(centred=is_centred)
        if margins != layout.contentsMargins():
            layout.setContentsMargins(margins)
            layout.activate()

    def _margins(self, *, centred: bool) -> QMargins:
        """Return the margins that leave the content its greatest width, in the middle if it is
        centred, else at the left."""
        least = self._least
        grown = self._theme.ample_factor if self._single else 1.0
        width = self._widget.width() - least.left() - least.right()
        spare = max(0, width - self._theme.pixels(self._most * grown))
        left = 0
        right = 0
        if centred:
            left = spare // 2
            right = spare - left
        elif self._single:
            right = spare
        return QMargins(least.left() + left, least.top(), least.right() + right, least.bottom())


class SideBySide(Plain):
    """Holds parts one below the other, or side by side in an ample window; each left-aligned and at
    most `most` pixels wide at 100 %."""

    def __init__(self, theme: Theme, most: int, *parts: QWidget) -> None:
        super().__init__()
        self._theme = theme
        self._most = most
        self._parts = [wrap_layout(column(part, 1)) for part in parts]
        self._box = column(*self._parts, 1, spacing=16)
        self.setLayout(row((self._box, 100), 1))
        theme.call_now_and_on_any_change(self._fit)

    def _fit(self) -> None:
        is_ample = self._theme.is_ample
        directions = QBoxLayout.Direction
        self._box.setDirection(directions.LeftToRight if is_ample else directions.TopToBottom)
        stretch = 100 if is_ample else 0
        for part in self._parts:
            self._box.setStretchFactor(part, stretch)
            part.setMaximumWidth(self._theme.pixels(self._most))


def preferred_height(part: QWidget, width: int) -> int:
    """Return the preferred height of a part at a width."""
    layout = part.layout()
    if layout is not None and layout.hasHeightForWidth():
        return layout.totalHeightForWidth(width)
    return part.sizeHint().height()


def hidden_height(area: QScrollArea) -> int:
    """Return how much higher than its least height an area would be with all its content in sight."""
    content = area.widget()
    content_height = content.minimumSizeHint().height() if content is not None else 0
    whole = content_height + 2 * area.frameWidth()
    return max(0, whole - area.minimumHeight())


def lay_out_now() -> None:
    """Lay out all changes now; twice, as the first round causes new requests."""
    for _turn in range(2):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)


class LaidOutFirst(QObject):
    """Lays out changes in a window before it is painted, so that nothing is seen to move."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        window.installEventFilter(self)

    def eventFilter(self, _window: QObject, event: QEvent) -> bool:
        """Lay out before an update is painted."""
        if event.type() == QEvent.Type.UpdateRequest:
            lay_out_now()
        return False

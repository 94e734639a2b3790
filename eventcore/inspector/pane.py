"""A widget that shows rows, as many as there is room for, with a cursor on one of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from eventcore.inspector.row import Kind, Row
from eventcore.tools import printable

_STYLES: Final = {
    Kind.EVENT: "bold",
    Kind.REFUSED: "bold italic $warning",
    Kind.HANDLER: "",
    Kind.CHANGE: "$success",
    Kind.NOTE: "dim",
    Kind.ERROR: "bold $error",
}
_NOTCH: Final = 3
"""A notch of the wheel is so many rows."""


class Rows(Widget, can_focus=True):
    """Shows a heading and rows; there may be millions, for only those in view are asked for."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("home", "edge(0)", show=False),
        Binding("end", "edge(1)", show=False),
        Binding("enter", "open", show=False),
    ]

    class Moved(Message):
        """The cursor was moved by whoever looks."""

        def __init__(self, rows: Rows) -> None:
            super().__init__()
            self.rows = rows

        @property
        def control(self) -> Rows:
            """Whose cursor."""
            return self.rows

    class Opened(Moved):
        """The row under the cursor was chosen."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.heading: str = ""
        self.rows: Sequence[Row] = ()
        self.cursor: int = 0
        self._top = 0

    @property
    def row(self) -> Row | None:
        """The row under the cursor."""
        return self.rows[self.cursor] if self.cursor < len(self.rows) else None

    @property
    def room(self) -> int:
        """How many rows there is room for."""
        return max(self.size.height - 1, 1)

    def show(self, heading: str, rows: Sequence[Row], cursor: int = 0) -> None:
        """Show other rows."""
        self.heading, self.rows = heading, rows
        self.point_at(cursor)

    def point_at(self, cursor: int) -> None:
        """Put the cursor on a row, the nearest there is."""
        self.cursor = max(min(cursor, len(self.rows) - 1), 0)
        self.refresh()

    def render(self) -> Content:
        """Draw what is in view, the cursor's row among it."""
        width, room = self.size.width, self.room
        top = min(self._top, self.cursor, max(len(self.rows) - room, 0))
        self._top = max(top, self.cursor - room + 1)
        heading = Content.styled(printable(self.heading), "bold $accent")
        place = f" {self.cursor + 1}/{len(self.rows)}" if len(self.rows) > room else ""
        first = heading.truncate(max(width - len(place), 0), ellipsis=True, pad=True)
        seen = range(self._top, min(self._top + room, len(self.rows)))
        lines = [self._line(number, width) for number in seen]
        return Content("\n").join([first.append(place), *lines])

    def _line(self, number: int, width: int) -> Content:
        row = self.rows[number]
        sign = "≠" if row.differs else " "
        line = Content.styled(f"{sign}{printable(row.text)}", _STYLES[row.kind])
        line = line.truncate(width, ellipsis=True, pad=True)
        if row.differs:
            line = line.stylize("$warning")
        if number == self.cursor:
            line = line.stylize("reverse" if self.has_focus else "underline")
        return line

    def is_cut(self) -> bool:
        """Say whether the row under the cursor is longer than there is room for."""
        row = self.row
        return row is not None and Content(printable(row.text)).cell_length >= self.size.width

    def action_move(self, by: int) -> None:
        """Move the cursor."""
        self.point_at(self.cursor + by)
        self.post_message(self.Moved(self))

    def action_page(self, by: int) -> None:
        """Move the cursor by as many rows as are in view."""
        self.action_move(by * self.room)

    def action_edge(self, end: int) -> None:
        """Move the cursor to the first row, or the last."""
        self.action_move(len(self.rows) if end else -len(self.rows))

    def action_open(self) -> None:
        """Choose the row under the cursor."""
        self.post_message(self.Opened(self))

    def on_click(self, event: events.Click) -> None:
        """Put the cursor on a row; a second click there chooses it."""
        number = self._top + event.y - 1
        if event.y < 1 or number >= len(self.rows):
            return
        self.action_move(number - self.cursor)
        if event.chain > 1:
            self.action_open()

    def on_mouse_scroll_up(self) -> None:
        """Move the cursor up."""
        self.action_move(-_NOTCH)

    def on_mouse_scroll_down(self) -> None:
        """Move the cursor down."""
        self.action_move(_NOTCH)

    def on_focus(self) -> None:
        """Show that keys go here."""
        self.refresh()

    def on_blur(self) -> None:
        """Show that they go elsewhere."""
        self.refresh()

"""The inspector's widgets: a list of rows, a picture, and dialogs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer, Vertical
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Input, Label, Static

from eventcore.inspector.events import Kind, Row
from eventcore.text import printable


class RowList(Widget, can_focus=True):
    """Shows a heading and rows. There may be millions of rows, so only visible rows are drawn."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)"),
        Binding("down", "move(1)"),
        Binding("pageup", "page(-1)"),
        Binding("pagedown", "page(1)"),
        Binding("home", f"move({-sys.maxsize})"),
        Binding("end", f"move({sys.maxsize})"),
        Binding("enter", "open"),
    ]

    class Moved(Message):
        """Posted when the user moves the cursor."""

        def __init__(self, rows: RowList) -> None:
            super().__init__()
            self.rows = rows

        @property
        def control(self) -> RowList:
            return self.rows

    class Opened(Moved):
        """Posted when the user chooses the row under the cursor."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.heading: str = ""
        self.rows: Sequence[Row] = ()
        self.cursor: int = 0
        self._top = 0

    @property
    def row(self) -> Row | None:
        return self.rows[self.cursor] if self.cursor < len(self.rows) else None

    @property
    def room(self) -> int:
        return max(self.size.height - 1, 1)

    def show(self, heading: str, rows: Sequence[Row], cursor: int = 0) -> None:
        self.heading, self.rows = heading, rows
        self.point_at(cursor)

    def point_at(self, cursor: int) -> None:
        self.cursor = max(min(cursor, len(self.rows) - 1), 0)
        self.refresh()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self.rows) + 1

    def render(self) -> Content:
        width, room = self.size.width, self.room
        top = min(self._top, self.cursor, max(len(self.rows) - room, 0))
        self._top = max(top, self.cursor - room + 1)
        heading = Content.styled(printable(self.heading), "bold $accent")
        place = f" {self.cursor + 1}/{len(self.rows)}" if len(self.rows) > room else ""
        first = heading.truncate(max(width - len(place), 0), ellipsis=True, pad=True)
        shown = range(self._top, min(self._top + room, len(self.rows)))
        return Content("\n").join([first.append(place), *(self._line(n, width) for n in shown)])

    def _line(self, number: int, width: int) -> Content:
        row = self.rows[number]
        sign = "≠" if row.differs else " "
        line = Content.styled(f"{sign}{printable(row.text)}", row.kind.value)
        line = line.truncate(width, ellipsis=True, pad=True)
        if row.differs:
            line = line.stylize("$warning")
        if number == self.cursor:
            line = line.stylize("reverse" if self.has_focus else "underline")
        return line

    def is_cut(self) -> bool:
        row = self.row
        return row is not None and Content(printable(row.text)).cell_length >= self.size.width

    def action_move(self, by: int) -> None:
        self.point_at(self.cursor + by)
        self.post_message(self.Moved(self))

    def action_page(self, pages: int) -> None:
        self.action_move(pages * self.room)

    def action_open(self) -> None:
        self.post_message(self.Opened(self))

    def on_click(self, event: events.Click) -> None:
        number = self._top + event.y - 1
        if event.y < 1 or number >= len(self.rows):
            return
        self.action_move(number - self.cursor)
        if event.chain > 1:
            self.action_open()

    def on_mouse_scroll_up(self) -> None:
        self.action_move(-3)

    def on_mouse_scroll_down(self) -> None:
        self.action_move(3)


class Picture(ScrollableContainer, can_focus=False):
    def compose(self) -> ComposeResult:
        yield Static()

    def show(self, picture: Sequence[str]) -> None:
        lines = [printable(line) for line in picture]
        self.query_one(Static).update(Content("\n".join(lines)))
        for y, line in enumerate(lines):
            before, found, _ = line.partition("@")
            if found:
                region = Region(Content(before).cell_length, y, 1, 1)
                self.call_after_refresh(self.scroll_to_region, region, center=True, animate=False)
                return


class Prompt(ModalScreen[str | None]):
    """Asks for a line of text. The result is None if the user presses escape."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss")]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Label(self._question, markup=False)
            yield Input()

    @on(Input.Submitted)
    def answer(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())


class Chooser(ModalScreen[int | None]):
    """Lets the user filter a list and choose an entry. The result is the entry's index."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss"),
        Binding("up", "move(-1)", priority=True),
        Binding("down", "move(1)", priority=True),
        Binding("pageup", "move(-15)", priority=True),
        Binding("pagedown", "move(15)", priority=True),
    ]

    def __init__(self, heading: str, choices: Sequence[str], cursor: int = 0) -> None:
        super().__init__()
        self._heading, self._choices, self._cursor = heading, choices, cursor
        self._left: Sequence[int] = range(len(choices))

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Input(placeholder="type to filter the list")
            yield RowList(id="choices")

    @on(Input.Changed)
    def narrow(self, event: Input.Changed) -> None:
        wanted = event.value.strip().casefold()
        self._left = [n for n, text in enumerate(self._choices) if wanted in text.casefold()]
        self._show(0)

    def on_mount(self) -> None:
        self._show(self._cursor)

    def _show(self, cursor: int) -> None:
        rows = [Row(self._choices[n], Kind.EVENT) for n in self._left]
        self.query_one(RowList).show(self._heading, rows or [Row("no match")], cursor)

    @on(Input.Submitted)
    @on(RowList.Opened)
    def choose(self) -> None:
        if self._left:
            self.dismiss(self._left[self.query_one(RowList).cursor])

    def action_move(self, by: int) -> None:
        self.query_one(RowList).action_move(by)

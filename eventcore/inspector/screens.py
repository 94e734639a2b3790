"""What opens over the rest: a text that is asked for, a choice of entities, and the help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from eventcore.inspector.pane import Rows
from eventcore.inspector.row import Kind, Row

_CSS: Final = """
    align: center middle;
    & > Vertical { width: 80%; max-width: 76; height: auto; background: $surface; padding: 0 1; }
    & Rows { height: 16; }
    & Input { border: none; padding: 0; height: 1; }
"""

HELP: Final = (
    ("left right", "the turn before, the next one"),
    ("up down", "in the list that has the focus; in the turns, turn by turn"),
    ("page home end", "likewise, by as many as are in view, and to the ends"),
    ("tab", "the next list"),
    ("enter", "in the turns: to their events; on an event: its chain"),
    ("e", "an entity, to see its state as a turn begins"),
    ("/", "search: a part of an event's type or an entity's name, an id, #12"),
    ("n N", "the next match and the one before; with no search, the next mark"),
    ("m", "mark this turn"),
    ("d", "to where two journals part"),
    ("esc", "stop what takes long, end a search, go back; at last leave"),
    ("q", "leave"),
    ("", ""),
    ("≠ beside a turn", "the two part here"),
    ("! beside a turn", "it is replayed otherwise than recorded, raises, or is damaged"),
    ("^ ■ * beside one", "other rules from here; the end; marked by you"),
    ("≠ beside a row", "not so on the other side; of a state alone: not so a turn before"),
)
"""Keys and signs, and what they mean."""


class Asking(ModalScreen[str | None]):
    """Asks for a text to search for; None where it is left."""

    CSS: ClassVar[str] = f"Asking {{ {_CSS} }}"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        """Show the line to be filled in."""
        with Vertical():
            yield Input(self._text, placeholder="an event's type, an entity's name or id, or #12")

    @on(Input.Submitted)
    def answer(self, event: Input.Submitted) -> None:
        """Take what was typed."""
        self.dismiss(event.value.strip())

    def action_leave(self) -> None:
        """Search nothing else."""
        self.dismiss(None)


class Choosing(ModalScreen[tuple[int, str] | None]):
    """Lets an entity be chosen of many; what is typed leaves fewer."""

    CSS: ClassVar[str] = f"Choosing {{ {_CSS} }}"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False),
        Binding("up", "move(-1)", show=False, priority=True),
        Binding("down", "move(1)", show=False, priority=True),
        Binding("pageup", "move(-15)", show=False, priority=True),
        Binding("pagedown", "move(15)", show=False, priority=True),
    ]

    def __init__(self, heading: str, entities: Sequence[tuple[int, str]]) -> None:
        super().__init__()
        self._heading = heading
        self._entities = entities
        self._left = list(entities)

    def compose(self) -> ComposeResult:
        """Show the line to be filled in, and who is left."""
        with Vertical():
            yield Input(placeholder="a part of a name or an id")
            yield Rows(id="choices")

    def on_mount(self) -> None:
        """Show all of them."""
        self._show()

    @on(Input.Changed)
    def leave_fewer(self, event: Input.Changed) -> None:
        """Show those that have what is typed in their names."""
        wanted = event.value.strip().casefold()
        self._left = [one for one in self._entities if wanted in one[1].casefold()]
        self._show()

    @on(Input.Submitted)
    @on(Rows.Opened)
    def choose(self) -> None:
        """Choose the one under the cursor."""
        if self._left:
            self.dismiss(self._left[self.query_one(Rows).cursor])

    def action_move(self, by: int) -> None:
        """Move the cursor."""
        self.query_one(Rows).action_move(by)

    def action_leave(self) -> None:
        """Choose nobody."""
        self.dismiss(None)

    def _show(self) -> None:
        rows = [Row(name, Kind.EVENT) for _, name in self._left]
        self.query_one(Rows).show(self._heading, rows or [Row("nobody is called so")])


class Helping(ModalScreen[None]):
    """Shows what the keys do."""

    CSS: ClassVar[str] = f"Helping {{ {_CSS} & Rows {{ height: 18; }} }}"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,question_mark", "leave", show=False)]

    def compose(self) -> ComposeResult:
        """Show them."""
        with Vertical():
            yield Rows(id="help")

    def on_mount(self) -> None:
        """Fill them in."""
        rows = [Row(f"{keys:<17} {said}", Kind.HANDLER) for keys, said in HELP]
        self.query_one(Rows).show("Keys, and signs", rows)

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss()

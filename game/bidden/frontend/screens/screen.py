"""Screens and the steps with which they answer: a screen reads views and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final, TypeAlias

import attrs
import tcod.console

from bidden.frontend.drawing.canvas import cut, put, wrap
from bidden.frontend.drawing.colours.palette import Colour, Ink
from bidden.frontend.drawing.layout import LEAST, Layout, layout_for
from bidden.frontend.drawing.panels.bar import draw_bar
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.port import Game, Known, Playback
from bidden.frontend.preferences.settings import Edit
from bidden.frontend.screens.buttons import Button, buttons_in
from bidden.frontend.theme import Theme
from bidden.going.going import Going, Stop
from bidden.intents import Intent
from bidden.view import View

LINES_A_NOTCH: Final = 3
"""The number of lines for a notch of the wheel."""
TICKS_PER_SECOND: Final = 20
"""How often a back end ticks while something happens by itself."""
LOADING: Final = "Loading …"
_TOLD: Final = 2
"""The maximum number of bars with consequences, above the keys."""


class Screen:
    """A small state machine that answers keys with steps to take."""

    overlay: ClassVar[bool] = False  # whether the screen below shows through
    contexts: tuple[Context, ...] = ()  # the keys that help lists; none if the screen has no help
    notes: tuple[tuple[str, str], ...] = ()  # more keys or signs for that list, with meanings
    layout: Layout = LEAST  # of the console it was last drawn on, for the mouse
    beat: int | None = None  # beats since the last key; None if nothing should move

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.buttons: list[Button] = []  # the hints that were last drawn

    def press(self, key: str, view: View) -> Steps:
        """Answer a key, with no steps if it means nothing here."""
        raise NotImplementedError

    def point(self, x: int, y: int, view: View) -> Steps:
        """Answer a mouse movement to a cell of the console."""
        return NOTHING

    def click(self, x: int, y: int, view: View, *, right: bool = False) -> Steps:
        """Handle a click on a cell that is not a button. A right click goes back."""
        return self.press("escape", view) if right else NOTHING

    def wheel(self, by: int, view: View) -> Steps:
        """Handle notches of the wheel, down or up."""
        return NOTHING

    def button(self, x: int, y: int) -> str:
        """Return the key that a click on a cell equals, or ""."""
        return next((one.key for one in self.buttons if (x, y) in one.where), "")

    def hint(self, console: tcod.console.Console, x: int, y: int, text: str, fg: Colour) -> None:
        """Draw hints, which can be clicked."""
        put(console, x, y, text, fg)
        self.buttons += buttons_in(text, x, y)

    def hint_bar(self, console: tcod.console.Console, text: str, ink: Ink) -> int:
        """Draw clickable hints in a bar at the foot, and return the number of rows."""
        layout = layout_for(console)
        x, foot = layout.header.x, layout.height
        rows = wrap(text.strip(), console.width - x - 2)
        for y, row in enumerate(rows, foot - len(rows)):
            draw_bar(console, y, f" {row}", ink)
            self.buttons += buttons_in(row, x + 1, y)
        return len(rows)

    def tell(
        self,
        console: tcod.console.Console,
        text: str,
        keys: int,
        indent: str = "",
        most: int = _TOLD,
    ) -> int:
        """Draw text in a few bars above the keys. Return the number of bars."""
        palette, width = self.theme.palette, self.layout.header.width - 2
        rows = wrap(text, width, indent)
        if len(rows) > most:
            rows = [*rows[: most - 1], cut(f"{rows[most - 1]} {rows[most].strip()}", width)]
        for row, line in enumerate(rows, -keys - len(rows)):
            draw_bar(console, row, f" {line}", Ink(palette.bright.fg, palette.header.bg))
        return len(rows)

    def look(self, view: View) -> Steps:
        """Answer a new view, while on top."""
        return NOTHING

    def uses(self, command: Command) -> bool:
        """Return whether a command of its contexts means anything here, for help."""
        return True

    def note(self, intent: Intent, view: View) -> None:
        """Notify a screen of an intent that the game is about to perform."""

    def settle(self) -> bool:
        """Do slow work after the screen was shown. Return whether to show it again."""
        return False

    def focus(self, view: View) -> tuple[int, int] | None:
        """Return the cell of interest, as (column, row), or None."""
        return None

    @property
    def ticks(self) -> bool:
        """Whether the screen needs ticks, while on top."""
        return False

    def tick(self, view: View) -> Steps:
        """Answer a tick, while on top."""
        return NOTHING

    def moves(self, view: View) -> bool:
        """Return whether anything on it moves."""
        return False

    def draw(self, console: tcod.console.Console, view: View) -> None:
        """Draw on a console that is empty, or for an overlay holds the screen below."""
        raise NotImplementedError


@attrs.frozen
class Push:
    """Add a screen on top."""

    screen: Screen


@attrs.frozen
class Pop:
    """Remove the top screen. Without the last one, the program ends."""


@attrs.frozen
class Perform:
    """Perform an intent."""

    intent: Intent


@attrs.frozen
class Ask:
    """Ask the game or the playback something, and take the resulting steps."""

    answer: Callable[[Known], Steps]
    slow: bool = False  # whether to show a message first


@attrs.frozen
class Go:
    """Perform one intent after another until the new command stops; pass on why."""

    begin: Callable[[], Going]
    then: Callable[[Stop], None]


@attrs.frozen
class Again:
    """Repeat the last action. ``then`` gets its intent, or None if there was none."""

    then: Callable[[Intent | None], Steps]


@attrs.frozen
class Await:
    """Show a sentence until something is ready, then take the next steps."""

    told: str
    ready: Callable[[], bool]
    then: Callable[[], Steps]


@attrs.frozen
class Change:
    """Change and save the settings, and pass on the error, or an empty string."""

    edit: Edit
    told: Callable[[str], None]


@attrs.frozen
class Play:
    """Open a game while a message is shown, and play it. Show a failure under its title."""

    load: Callable[[], Game]
    failure: str
    message: str = LOADING
    opening: bool = False  # whether to show the opening of a run as well


@attrs.frozen
class Watch:
    """Open a playback while a message is shown, and show it."""

    load: Callable[[], Playback]


@attrs.frozen
class GoBack:
    """Continue from some turns earlier, in a new journal."""

    turns: int


@attrs.frozen
class Seek:
    """Move the playback to a position, in records."""

    position: int


@attrs.frozen
class Reveal:
    """Switch a playback between the whole level and the player's knowledge of it."""


@attrs.frozen
class Quit:
    """End the program, or go back to the title that opened the game."""


Step: TypeAlias = (
    Push
    | Pop
    | Perform
    | Ask
    | Go
    | Again
    | Await
    | Change
    | Play
    | Watch
    | GoBack
    | Seek
    | Reveal
    | Quit
)
Steps: TypeAlias = tuple[Step, ...]

NOTHING: Final[Steps] = ()
"""The answer to a key without a meaning."""

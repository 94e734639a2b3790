"""Screens and the steps with which they answer: a screen reads views and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final, TypeAlias

import attrs
import tcod.console

from bidden.frontend.drawing.canvas import put, wrap
from bidden.frontend.drawing.colours.palette import Colour, Ink
from bidden.frontend.drawing.layout import LEAST, Layout, layout_for
from bidden.frontend.drawing.panels.bar import draw_bar
from bidden.frontend.input.keymap import Context
from bidden.frontend.preferences.settings import Edit
from bidden.frontend.screens.buttons import Button, buttons_in
from bidden.frontend.theme import Theme
from bidden.going.going import Going, Stop
from bidden.intents import Intent
from bidden.perception.cards.card import Card, Subject
from bidden.perception.foretold.forecast import Forecast
from bidden.shown.games import KeptGame
from bidden.view import Character, Chart, View

LINES_A_NOTCH: Final = 3
"""The number of lines for a notch of the wheel."""
TICKS_PER_SECOND: Final = 20
"""How often a back end ticks while something goes on by itself."""


class Screen:
    """A small state machine that answers keys with steps to take.

    Attributes:
        overlay: Whether the screen below shows through.
        has_board: Whether it shows the board.
        theme: The keymap and the palette.
        layout: The layout of the console it was last drawn on, for the mouse.
        buttons: The hints that were last drawn; a click presses their key.
        contexts: The parts of the keymap that it uses, which help lists; none if it has no help.
        notes: More keys or signs for that list, each with its meaning.
        beat: The number of beats since the last key; None if nothing should move.
    """

    overlay: ClassVar[bool] = False
    has_board: ClassVar[bool] = False
    contexts: tuple[Context, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    layout: Layout = LEAST
    beat: int | None = None

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.buttons: list[Button] = []

    def press(self, key: str, view: View) -> Steps:
        """Answer a key; one that means nothing here is answered with nothing."""
        raise NotImplementedError

    def point(self, x: int, y: int, view: View) -> Steps:
        """Answer the mouse having moved to a cell of the console."""
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

    def look(self, view: View) -> Steps:
        """Answer a view that is new, while on top."""
        return NOTHING

    def note(self, intent: Intent, view: View) -> None:
        """Notify a screen of an intent that the game is about to perform."""

    def settle(self) -> bool:
        """Do what takes some time and need not be done before this is shown; say if it changed.

        Asked of the top screen, each time it is shown.
        """
        return False

    def focus(self, view: View) -> tuple[int, int] | None:
        """Return the cell of interest, as (column, row), or None."""
        return None

    @property
    def ticks(self) -> bool:
        """Whether anything comes of the passing of a tick, while on top."""
        return False

    def tick(self, view: View) -> Steps:
        """Answer the passing of a tick, while on top."""
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
class Seek:
    """Move the playback to a position, in records."""

    position: int


@attrs.frozen
class Reveal:
    """Show the whole level in a playback, or again only what the player knew."""


@attrs.frozen
class TakeOver:
    """Play on from where the playback is."""


@attrs.frozen
class Explain:
    """Explain an event, and show the screen that is made of the lines.

    Attributes:
        turn: The turn it happened in.
        sequence: Its number.
        make: Makes the screen.
        brief: Whether to explain only what led up to it.
        plain: Whether to use sentences instead of events and handlers.
    """

    turn: int
    sequence: int
    make: Callable[[tuple[str, ...]], Screen]
    brief: bool = False
    plain: bool = False


@attrs.frozen
class ShowCharacter:
    """Show the screen that is made of the player's character."""

    make: Callable[[Character], Screen]


@attrs.frozen
class AskAbout:
    """Pass on the description of a tile."""

    x: int
    y: int
    then: Callable[[str], None]


@attrs.frozen
class AskChart:
    """Pass on what the player remembers of levels, and take the resulting steps."""

    then: Callable[[Chart], Steps]


@attrs.frozen
class AskForecast:
    """Pass on the forecast of an intent."""

    intent: Intent
    then: Callable[[Forecast], None]


@attrs.frozen
class Consider:
    """Pass on the forecast of an intent, and take the steps that this leads to."""

    intent: Intent
    then: Callable[[Forecast], Steps]


@attrs.frozen
class Quit:
    """It is over; what was opened from the title goes back there."""


@attrs.frozen
class Begin:
    """Begin a run or a scenario, with a random seed by default."""

    seed: int | None = None
    scenario: str = ""


@attrs.frozen
class Resume:
    """Go on with a game that is kept."""

    kept: KeptGame


@attrs.frozen
class Watch:
    """Play a game that is kept back."""

    kept: KeptGame


@attrs.frozen
class GoBack:
    """Continue from some turns earlier, in a new journal."""

    turns: int


@attrs.frozen
class GoBackIn:
    """Continue a finished game from some turns before its end, in a new journal."""

    kept: KeptGame
    turns: int


@attrs.frozen
class Change:
    """Change and save the settings; ``told`` is given the error, or an empty string."""

    edit: Edit
    told: Callable[[str], None]


@attrs.frozen
class AskTile:
    """Pass on a description of a tile."""

    x: int
    y: int
    then: Callable[[str], None]


@attrs.frozen
class AskCard:
    """Pass on the card of something, or None, and take the steps that this leads to."""

    subject: Subject
    then: Callable[[Card | None], Steps]


@attrs.frozen
class Go:
    """Perform one intent after another until the new command stops; pass on why."""

    begin: Callable[[], Going]
    then: Callable[[Stop], None]


@attrs.frozen
class Again:
    """Repeat the last action; ``then`` is given its intent, or None if there was none."""

    then: Callable[[Intent | None], Steps]


@attrs.frozen
class Await:
    """Show a sentence until something is ready, then take the next steps."""

    told: str
    ready: Callable[[], bool]
    then: Callable[[], Steps]


Step: TypeAlias = (
    Push
    | Pop
    | Perform
    | AskAbout
    | AskChart
    | AskTile
    | AskCard
    | AskForecast
    | Consider
    | ShowCharacter
    | Seek
    | Reveal
    | TakeOver
    | Explain
    | Quit
    | Go
    | Again
    | Begin
    | Resume
    | Watch
    | GoBack
    | GoBackIn
    | Change
    | Await
)
Steps: TypeAlias = tuple[Step, ...]

NOTHING: Final[Steps] = ()
"""The answer to a key without a meaning."""

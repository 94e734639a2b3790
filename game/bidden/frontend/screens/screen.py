"""A screen: a small state machine that is told of keys and answers with steps to take.

It reads views, and does nothing itself: what a key leads to is in the steps it
returns, which the stack carries out.
"""

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
from bidden.recording.marking.waymarks import Waymarks
from bidden.shown.games import KeptGame
from bidden.view import Character, Chart, View

LINES_A_NOTCH: Final = 3
"""So many lines a notch of the wheel leads on."""
TICKS_PER_SECOND: Final = 20
"""How often a back end ticks while something goes on by itself."""


class Screen:
    """One screen of the stack.

    Attributes:
        overlay: Whether the screen below shows through.
        has_board: Whether it shows the board, and no page.
        theme: The keymap and the palette.
        layout: That of the console it was last drawn on, by which the mouse points.
        buttons: The hints that were last drawn, each as good as the key it names.
        contexts: The parts of the keymap that it uses, which help lists; none if it has no help.
        notes: More keys or signs for that list, each with its meaning.
        beat: How many beats have passed while nobody pressed a key; None where nothing is to move.
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
        """Answer a click on a cell of the console that is no button; a right one goes back."""
        return self.press("escape", view) if right else NOTHING

    def wheel(self, by: int, view: View) -> Steps:
        """Answer so many notches of the wheel, down or up."""
        return NOTHING

    def button(self, x: int, y: int) -> str:
        """Give the key that a click on a cell is as good as; empty where it is none."""
        return next((one.key for one in self.buttons if (x, y) in one.where), "")

    def hint(self, console: tcod.console.Console, x: int, y: int, text: str, fg: Colour) -> None:
        """Draw hints, which can be clicked."""
        put(console, x, y, text, fg)
        self.buttons += buttons_in(text, x, y)

    def hint_bar(self, console: tcod.console.Console, text: str, ink: Ink) -> int:
        """Draw a bar with hints in it, which can be clicked, in as many rows at the foot as needed.

        Returns:
            How many rows that are.
        """
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
        """Let a screen know what the game is about to perform, whichever screen is on top."""

    def settle(self) -> bool:
        """Do what takes some time and need not be done before this is shown; say if it changed.

        Asked of the top screen, each time it is shown.
        """
        return False

    def focus(self, view: View) -> tuple[int, int] | None:
        """Give the cell to be looked at, as (column, row); None where there is no such."""
        return None

    @property
    def ticks(self) -> bool:
        """Whether anything comes of the passing of a tick, while on top."""
        return False

    def tick(self, view: View) -> Steps:
        """Answer the passing of a tick, while on top."""
        return NOTHING

    def moves(self, view: View) -> bool:
        """Say whether anything on it moves from one beat to the next."""
        return False

    def draw(self, console: tcod.console.Console, view: View) -> None:
        """Draw on a console that is empty, or for an overlay holds the screen below."""
        raise NotImplementedError


@attrs.frozen
class Push:
    """Put a screen on top."""

    screen: Screen


@attrs.frozen
class Pop:
    """Take the top screen away; with the last one it is over."""


@attrs.frozen
class Perform:
    """Let the game perform an intent."""

    intent: Intent


@attrs.frozen
class Seek:
    """Let the playback go to where so many records have been played."""

    position: int


@attrs.frozen
class Reveal:
    """Let the playback show the whole level, or again only what the player knew."""


@attrs.frozen
class TakeOver:
    """Play on from where the playback is."""


@attrs.frozen
class Explain:
    """Let the game tell why an event happened, and put a screen on top that shows it.

    Attributes:
        turn: The turn it happened in.
        sequence: Its number.
        make: Makes the screen of what is told.
        brief: Whether only what led up to it is told.
        plain: Whether it is told in sentences, not by events and handlers.
    """

    turn: int
    sequence: int
    make: Callable[[tuple[str, ...]], Screen]
    brief: bool = False
    plain: bool = False


@attrs.frozen
class ShowCharacter:
    """Let the game tell what the player is like, and put a screen on top that shows it.

    Attributes:
        make: Makes the screen of what is told.
    """

    make: Callable[[Character], Screen]


@attrs.frozen
class AskAbout:
    """Let the game tell what the player can make of what is on a tile.

    Attributes:
        x: The column.
        y: The row.
        then: Is given what is told.
    """

    x: int
    y: int
    then: Callable[[str], None]


@attrs.frozen
class AskChart:
    """Let the game tell what the player remembers of rooms and ways.

    Attributes:
        then: Is given what is told, and says what to do with it.
    """

    then: Callable[[Chart], Steps]


@attrs.frozen
class AskForecast:
    """Let the game tell what an intent would come to.

    Attributes:
        intent: The intent.
        then: Is given the forecast.
    """

    intent: Intent
    then: Callable[[Forecast], None]


@attrs.frozen
class Consider:
    """Let the game tell what an intent would come to, before it is settled what to do.

    Attributes:
        intent: The intent.
        then: Is given the forecast, and says what to do with it.
    """

    intent: Intent
    then: Callable[[Forecast], Steps]


@attrs.frozen
class Quit:
    """It is over; what was opened from the title goes back there."""


@attrs.frozen
class Begin:
    """Begin a run, or another scenario.

    Attributes:
        seed: The seed; None for a random one.
        scenario: The name of the scenario; empty for a run.
    """

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
    """Play on from so many turns before, in a new journal."""

    turns: int


@attrs.frozen
class GoBackIn:
    """Play a game that is over on from so many turns before its end, in a new journal."""

    kept: KeptGame
    turns: int


@attrs.frozen
class Change:
    """Have an option or a key otherwise from now on, and keep it.

    Attributes:
        edit: Makes the text of the settings another.
        told: Is given why it cannot be, in a line; empty where it is.
    """

    edit: Edit
    told: Callable[[str], None]


@attrs.frozen
class AskTile:
    """Let the game tell in words what the player knows of a tile.

    Attributes:
        x: The column.
        y: The row.
        then: Is given what is told.
    """

    x: int
    y: int
    then: Callable[[str], None]


@attrs.frozen
class AskCard:
    """Let the game tell what the player can know of something.

    Attributes:
        subject: Of what.
        then: Is given the card, or None, and says what to do with it.
    """

    subject: Subject
    then: Callable[[Card | None], Steps]


@attrs.frozen
class Go:
    """Let the game perform what a going comes to, intent by intent, until it stops.

    Attributes:
        begin: Makes the going, each time this is done.
        then: Is given the answer with which it stopped.
    """

    begin: Callable[[], Going]
    then: Callable[[Stop], None]


@attrs.frozen
class Again:
    """Do what was done last once more.

    Attributes:
        then: Says how an intent is done again, and what to do with None, where nothing was done.
    """

    then: Callable[[Intent | None], Steps]


@attrs.frozen
class Record:
    """Note the keys that are pressed from now on; where they are noted already, end that.

    Attributes:
        then: Is given the keys once that is over, and says what to do with them.
    """

    then: Callable[[tuple[str, ...]], Steps]


@attrs.frozen
class Await:
    """Wait for what is done meanwhile, or takes long, and say so.

    Attributes:
        told: What is said, in a sentence.
        ready: Says whether it is there.
        then: Says what to do with it.
    """

    told: str
    ready: Callable[[], bool]
    then: Callable[[], Steps]


@attrs.frozen
class KeepWaymarks:
    """Have this marked on the map from now on, and keep it with the game.

    Attributes:
        waymarks: All that is marked.
        told: Is given why it cannot be kept, in a line; empty where it is.
    """

    waymarks: Waymarks
    told: Callable[[str], None]


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
    | Record
    | Change
    | Await
    | KeepWaymarks
)
Steps: TypeAlias = tuple[Step, ...]

NOTHING: Final[Steps] = ()
"""The answer to what means nothing."""

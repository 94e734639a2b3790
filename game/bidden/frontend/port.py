"""The port: all that the front end needs of a game or of a journal played back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Protocol

from bidden.intents import Intent
from bidden.perception.cards.card import Card, Subject
from bidden.perception.foretold.forecast import Forecast
from bidden.shown.games import KeptGame, Mark, Standing
from bidden.view import Character, Chart, Glimpse, View


class Known(Protocol):
    """What can be asked of a game or a playback. Nothing here changes it."""

    def view(self) -> View:
        """Show what the player knows."""

    def character(self) -> Character:
        """Return the character sheet."""

    def about(self, x: int, y: int) -> str:
        """Return the description of what is on a tile, or ""."""

    def tile(self, x: int, y: int) -> str:
        """Describe creatures, items and ground on a tile; empty if unknown."""

    def card(self, subject: Subject) -> Card | None:
        """Return the card of a subject, or None."""

    def chart(self) -> Chart:
        """Return the remembered rooms, locks, keys and ways."""

    def forecast(self, intent: Intent) -> Forecast:
        """Return the forecast of an intent."""

    def why(
        self, turn: int, sequence: int, *, brief: bool = False, plain: bool = False
    ) -> tuple[str, ...]:
        """Explain why an event happened, in lines. One line says if that is impossible.

        Args:
            turn: The turn of the event.
            sequence: The number of the event.
            brief: Show only its causes, the first cause first.
            plain: Use sentences instead of events and handlers.
        """


class Game(Known, Protocol):
    """A game that is being played, as screens see it."""

    @property
    def notice(self) -> str:
        """One line to show at the start; may be empty."""

    def perform(self, intent: Intent) -> None:
        """Record and perform an intent. The view shows a refusal; no error is raised."""

    def happened(self) -> tuple[Glimpse, ...]:
        """Return and forget what the player saw since the last call, in order."""

    def go_back(self, turns: int) -> Game:
        """Return the game as it was some turns ago, in a new journal. This game stays unchanged.

        Raises:
            JournalError: The new journal cannot be written, or the game cannot continue from there.
        """


class Playback(Known, Protocol):
    """A journal being played back.

    Attributes:
        all_seeing: Whether the view shows the whole level, and not only what the player knew.
    """

    all_seeing: bool

    @property
    def target(self) -> int:
        """How many records are to be played; moving on leads there."""

    @property
    def position(self) -> int:
        """How many records were played."""

    @property
    def length(self) -> int:
        """How many records can be played, as far as is known; moving on may find fewer."""

    @property
    def stopped(self) -> str:
        """Why nothing after the end can be played, where the journal has more; else empty."""

    @property
    def diverged(self) -> str:
        """The first difference from the recording in one line; empty while there is none."""

    @property
    def last_turn(self) -> int:
        """The turn at the end."""

    @property
    def marks(self) -> Sequence[Mark]:
        """The notable moments known so far, in order."""

    @property
    def surveyed(self) -> int:
        """Of how many records the notable moments are known."""

    @property
    def looks_ahead(self) -> bool:
        """Whether looking ahead may find more of them."""

    def turn_of(self, position: int) -> int:
        """Return the turn at a position."""

    def position_of_turn(self, turn: int) -> int:
        """Return the first position of a turn, or the end if it is never reached."""

    def after_turns(self, position: int, turns: int) -> int:
        """Return the position some turns after another, or before it if ``turns`` is negative."""

    def aim(self, position: int) -> None:
        """Set the target position, in records. Returns at once."""

    def move_on(self) -> bool:
        """Come nearer to the target, for a short while; say False when there already."""

    def look_ahead(self) -> None:
        """Find more of the notable moments, for a very short while."""

    def take_over(self) -> Game:
        """Play on from the target, in a new journal; whoever opened this closes the game.

        Raises:
            JournalError: The new journal cannot be written, or the game cannot be played on from
                there.
        """


class Lobby(Protocol):
    """The title's access to games: starting, continuing and watching. It closes what it opened."""

    @property
    def day(self) -> str:
        """The day whose seed is the daily one."""

    @property
    def daily_seed(self) -> int:
        """The seed of the day."""

    def newest(self) -> KeptGame | None:
        """Return the newest unfinished game, or None. Returns at once."""

    def look_into(self) -> Future[KeptGame | None]:
        """Find out in the background where that game stopped; None if it is over."""

    def ended(self) -> KeptGame | None:
        """Return the game that was played last if it is over, else None."""

    def games(self) -> Sequence[KeptGame]:
        """List the games that are kept, what was written last first."""

    def records(self) -> Sequence[Standing]:
        """Return the finished runs, one line each.

        Raises:
            OSError: The records cannot be read.
        """

    def practice(self) -> Sequence[tuple[str, str, str]]:
        """Return the name of each scenario, what it teaches, and what to try."""

    def begin(self, seed: int | None = None, scenario: str = "") -> Game:
        """Begin a run or a scenario, with a random seed by default.

        Raises:
            JournalError: Its journal cannot be written.
        """

    def resume(self, kept: KeptGame) -> Game:
        """Go on with a game.

        Raises:
            JournalError: The game cannot go on.
        """

    def go_back(self, kept: KeptGame, turns: int) -> Game:
        """Play a game on from some turns before its end, in a new journal.

        Raises:
            JournalError: The new journal cannot be written, or the game cannot be played on from
                there.
        """

    def replay(self, kept: KeptGame) -> Playback:
        """Play a game back.

        Raises:
            JournalError: The game cannot be played.
        """

    def leave(self) -> None:
        """Close what is open, and keep how it went.

        Raises:
            JournalError: The end of its journal could not be written.
        """


class FrontEnd(Protocol):
    """A front end, such as a terminal or a window."""

    def play(self, begin: Callable[[], Game], told: str) -> None:
        """Play a game until it is over or the player leaves.

        Args:
            begin: Starts the game, which may take some time. Its errors are raised.
            told: A sentence to show meanwhile.
        """

    def replay(self, playback: Playback) -> None:
        """Show a journal being played back until it is left."""

    def welcome(self, lobby: Lobby) -> None:
        """Show the title, and everything opened from there, until the player leaves."""

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
    """What can be asked of a game, be it played or played back: nothing of it changes by that."""

    def view(self) -> View:
        """Show what the player knows."""

    def character(self) -> Character:
        """Tell what the player knows of itself."""

    def about(self, x: int, y: int) -> str:
        """Tell what the player can make of what is on a tile; empty where that is nothing."""

    def tile(self, x: int, y: int) -> str:
        """Tell in words who stands on a tile, what lies there, and the ground; empty if unknown."""

    def card(self, subject: Subject) -> Card | None:
        """Tell what the player can know of something; None where that is nothing."""

    def chart(self) -> Chart:
        """Tell what the player remembers of rooms, locks, keys and ways."""

    def forecast(self, intent: Intent) -> Forecast:
        """Tell what an intent would come to."""

    def why(
        self, turn: int, sequence: int, *, brief: bool = False, plain: bool = False
    ) -> tuple[str, ...]:
        """Tell in lines why an event happened; one line says so where it cannot be told.

        Args:
            turn: The turn it happened in.
            sequence: Its number.
            brief: Tell only what led up to it, the first cause first.
            plain: Tell it in sentences, not by events and handlers.
        """


class Game(Known, Protocol):
    """A game that is being played, as screens see it."""

    @property
    def notice(self) -> str:
        """One line to show at the start; may be empty."""

    def perform(self, intent: Intent) -> None:
        """Record an intent and perform it; a refusal is told in the view, not raised."""

    def settle(self) -> None:
        """Do what performing has left for when its outcome was shown; done by the next one else."""

    def happened(self) -> tuple[Glimpse, ...]:
        """Give what the player saw happen since this was asked last, in order, and forget it."""

    def go_back(self, turns: int) -> Game:
        """Give the game as it was some turns before, in a new journal; this one stays as it is.

        Raises:
            JournalError: The new journal cannot be written, or the game cannot be played on from
                there.
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
        """Give the turn at a position."""

    def position_of_turn(self, turn: int) -> int:
        """Give the first position at which a turn has begun; the end for one never reached."""

    def after_turns(self, position: int, turns: int) -> int:
        """Give the position so many turns after another, or before it where they are negative."""

    def aim(self, position: int) -> None:
        """Want to be where so many records have been played; takes no time."""

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
    """Where games are begun, gone on with and watched; it closes what it opened."""

    @property
    def day(self) -> str:
        """The day whose seed is the daily one."""

    @property
    def daily_seed(self) -> int:
        """The seed of the day."""

    def newest(self) -> KeptGame | None:
        """Give the newest game that is under way; None where there is none. It takes no time."""

    def look_into(self) -> Future[KeptGame | None]:
        """Look up meanwhile where the player was left in that game; None where it is over."""

    def ended(self) -> KeptGame | None:
        """Give the game that was played last, where that is over; else None."""

    def games(self) -> Sequence[KeptGame]:
        """List the games that are kept, what was written last first."""

    def records(self) -> Sequence[Standing]:
        """Tell the runs that are over, in lines.

        Raises:
            OSError: The records cannot be read.
        """

    def practice(self) -> Sequence[tuple[str, str, str]]:
        """Return, for each scenario, its name, what it teaches, and what to try."""

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
    """What shows them: a terminal, or a window."""

    def play(self, begin: Callable[[], Game], told: str) -> None:
        """Let a game be played until it is over or left.

        Args:
            begin: Gives the game, which may take some time; whatever it raises is raised.
            told: What is shown meanwhile, in a sentence.
        """

    def replay(self, playback: Playback) -> None:
        """Show a journal being played back until it is left."""

    def welcome(self, lobby: Lobby) -> None:
        """Show the title, and what is opened from there, until it is left."""

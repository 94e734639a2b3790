"""The port: the interfaces of games and playbacks for a front end, and of a front end itself."""

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
    """Questions about a game or a playback, which change nothing."""

    def view(self) -> View:
        """Return the present view."""

    def character(self) -> Character:
        """Return the character sheet."""

    def about(self, x: int, y: int) -> str:
        """Return one line about a tile, or ""."""

    def tile(self, x: int, y: int) -> str:
        """Return creatures, items and ground on a tile in words, or "" if unknown."""

    def card(self, subject: Subject) -> Card | None:
        """Return the card of a subject, or None."""

    def chart(self) -> Chart:
        """Return the remembered rooms, locks, keys and ways."""

    def forecast(self, intent: Intent) -> Forecast:
        """Return the forecast of an intent."""

    def why(
        self, turn: int, sequence: int, *, brief: bool = False, plain: bool = False
    ) -> tuple[str, ...]:
        """Explain an event in lines: if brief, only its causes; if plain, in sentences."""


class Game(Known, Protocol):
    """A game that is being played, as screens see it."""

    @property
    def notice(self) -> str:
        """One line to show at the start; may be empty."""

    def perform(self, intent: Intent) -> None:
        """Record and perform an intent. A refusal is shown in the view."""

    def happened(self) -> tuple[Glimpse, ...]:
        """Return and forget the glimpses since the last call, in order."""

    def go_back(self, turns: int) -> Game:
        """Return the game as it was some turns ago, in a new journal.

        Raises:
            JournalError: The journal cannot be written, or the game cannot continue from there.
        """


class Playback(Known, Protocol):
    """A journal being played back. Positions are numbers of records."""

    all_seeing: bool  # whether the view shows the whole level

    @property
    def target(self) -> int:
        """The position that ``move_on`` leads to."""

    @property
    def position(self) -> int:
        """The position now."""

    @property
    def length(self) -> int:
        """The last known position; ``move_on`` may find that it is earlier."""

    @property
    def stopped(self) -> str:
        """Why the rest of the journal cannot be played, or ""."""

    @property
    def diverged(self) -> str:
        """The first difference from the recording in one line, or ""."""

    @property
    def last_turn(self) -> int:
        """The turn at the end."""

    @property
    def marks(self) -> Sequence[Mark]:
        """The known notable moments, in order."""

    @property
    def surveyed(self) -> int:
        """The position up to which the marks are known."""

    @property
    def looks_ahead(self) -> bool:
        """Whether ``look_ahead`` may find more marks."""

    def turn_of(self, position: int) -> int:
        """Return the turn at a position."""

    def position_of_turn(self, turn: int) -> int:
        """Return the first position of a turn, or the end if it is never reached."""

    def after_turns(self, position: int, turns: int) -> int:
        """Return the position some turns after another, or before it for negative turns."""

    def aim(self, position: int) -> None:
        """Set the target."""

    def move_on(self) -> bool:
        """Play towards the target for a short while. Return False if it is reached."""

    def look_ahead(self) -> None:
        """Find more marks for a very short while."""

    def take_over(self) -> Game:
        """Continue from the target, in a new journal. The opener of the playback closes the game.

        Raises:
            JournalError: The journal cannot be written, or the game cannot continue from there.
        """


class Lobby(Protocol):
    """The games that the title starts, continues and plays back. It closes what it opened."""

    @property
    def day(self) -> str:
        """The day of the daily run."""

    @property
    def daily_seed(self) -> int:
        """The seed of the daily run."""

    def newest(self) -> KeptGame | None:
        """Return the newest unfinished game, or None, without reading its journal."""

    def look_into(self) -> Future[KeptGame | None]:
        """Look up in the background where that game stopped. None means that it is over."""

    def ended(self) -> KeptGame | None:
        """Return the last game if it is over, else None."""

    def games(self) -> Sequence[KeptGame]:
        """Return the saved games, the last written first."""

    def records(self) -> Sequence[Standing]:
        """Return the finished runs, one line each.

        Raises:
            OSError: The records cannot be read.
        """

    def practice(self) -> Sequence[tuple[str, str, str]]:
        """Return the name, the lesson and the hint of each scenario."""

    def begin(self, seed: int | None = None, scenario: str = "") -> Game:
        """Start a run or a scenario, with a random seed by default.

        Raises:
            JournalError: Its journal cannot be written.
        """

    def resume(self, kept: KeptGame) -> Game:
        """Continue a game.

        Raises:
            JournalError: The game cannot continue.
        """

    def go_back(self, kept: KeptGame, turns: int) -> Game:
        """Continue a game from some turns before its end, in a new journal.

        Raises:
            JournalError: The journal cannot be written, or the game cannot continue from there.
        """

    def replay(self, kept: KeptGame) -> Playback:
        """Open a playback of a game.

        Raises:
            JournalError: The game cannot be played back.
        """

    def leave(self) -> None:
        """Close the open game, and save its outcome.

        Raises:
            JournalError: The end of its journal cannot be written.
        """


class FrontEnd(Protocol):
    """A front end, such as a terminal or a window."""

    def play(self, begin: Callable[[], Game], told: str) -> None:
        """Start a game while a message is shown, and play it until it is over or left.

        Errors of ``begin`` are raised.
        """

    def replay(self, playback: Playback) -> None:
        """Show a playback until it is left."""

    def welcome(self, lobby: Lobby) -> None:
        """Show the title, and everything opened from there, until the player leaves."""

"""Doing: perform intents one after the other, and report what comes of each."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias, cast

from bidden.frontend.port import Game
from bidden.frontend.preferences.options import Options
from bidden.going.going import Going
from bidden.going.going import Stop as Halt
from bidden.going.known.notes import Notes
from bidden.going.watch import QUARTER, word_of_the_term
from bidden.going.ways_out import WayOut
from bidden.going.written.patterns import tells
from bidden.grid.compass import where
from bidden.intents import Intent, Move
from bidden.prose import telling
from bidden.prose.errands import Errand, Stop
from bidden.prose.nouns import direction_named
from bidden.view import Line, Spot, View

_LONG: Final = 1_000
"""After so many intents what is pursued stops: nobody should be lost in it."""

_WORDS: Final[Mapping[WayOut, str]] = MappingProxyType(
    {
        WayOut.DISARM: "disarm the trap",
        WayOut.EQUIP: "wield",
        WayOut.EXPLORE: "explore",
        WayOut.REST: "rest",
        WayOut.SEARCH_LEVEL: "search everywhere",
        WayOut.STAIRS_DOWN: "down",
        WayOut.STAIRS_UP: "up",
        WayOut.THROW: "throw",
        WayOut.WAIT: "wait",
    }
)
"""What to say for what can be done where one stops."""

Pursuit: TypeAlias = Generator[str, None, Stop]
"""Tells what is done until it ends, and gives the reason."""


class Doing:
    """Performs intents in a game. Read what its methods yield to the end.

    Attributes:
        game: The game.
        view: What the player knows.
        notes: Notes on the map.
        options: The player's options.
        brief: Whether to yield only messages, each with its turn.
    """

    def __init__(
        self, game: Game, options: Options, *, brief: bool, interrupted: Callable[[], bool]
    ) -> None:
        """Take over a game.

        Args:
            game: The game.
            options: The player's options.
            brief: Whether to yield only messages, each with its turn.
            interrupted: Returns whether to stop an action of several intents.
        """
        self.options = options
        self.brief = brief
        self._interrupted = interrupted
        self.go_over(game)

    def go_over(self, game: Game) -> None:
        """Go on with another game."""
        self.game = game
        self.view = game.view()
        self.notes = Notes()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.view.ending is not None

    def arrive(self) -> Iterator[str]:
        """Yield where the player is, and what there is to choose."""
        if not self.brief:
            yield from telling.place(self.view, self.game.chart())
        yield from self._choices(None)

    def end(self) -> Iterator[str]:
        """Yield how the game ended."""
        view = self.view
        causes = self.game.why(view.turn, view.death, brief=True, plain=True) if view.death else ()
        yield from telling.ending(view, causes)
        yield telling.AFTERWARDS

    def act(self, intents: Iterable[Intent]) -> Iterator[str]:
        """Perform intents, unless something comes between."""
        for number, intent in enumerate(intents):
            before = self.view
            if number and (before.ending is not None or before.foes):
                return
            yield from self._perform(intent)

    def step(self, move: Move) -> Iterator[str]:
        """Step, and yield the way before the news."""
        here, level = self.view.here, self.view.level
        told = [*self.act((move,))]
        yield from self._moved(here, level)  # before what is seen from there
        yield from told

    def run(self, pursuit: Pursuit, *, goes_on: bool = False) -> Generator[str, None, bool]:
        """Run a pursuit, and yield how far it went and why it stopped.

        Args:
            pursuit: The pursuit.
            goes_on: Whether something else follows where it arrives.

        Returns:
            Whether that follows now.
        """
        here, level = self.view.here, self.view.level
        told = set[str]()
        stop = yield from _noting(pursuit, told)
        yield from self._moved(here, level)
        if stop.arrived and goes_on:
            return True
        if stop.reason and not self.is_over:
            known = stop.reason in told or (not self.brief and _has_come(stop.reason))
            yield "You stop." if known else stop.reason  # who has come was told
        return False

    def go_on(self, moving: Going) -> Pursuit:
        """Run a command until it stops, and return why."""
        while True:
            answer = moving(self.view)
            if isinstance(answer, Halt):
                return Stop(_with_words(answer))
            yield from self._perform(answer)
            if self._interrupted():
                return Stop("You stop.")

    def pursue(
        self, errand: Errand, stops: Callable[[View, View], str], bound: bool = False
    ) -> Pursuit:
        """Run an errand until it stops or is interrupted, and return why."""
        for _ in range(_LONG):
            before = self.view
            answer = errand(before)
            if isinstance(answer, Stop):
                return answer
            barred = self._barred(answer)
            if barred:
                return Stop(barred)
            yield from self._perform(answer)
            if bound and (self.view.level, self.view.place) != (before.level, before.place):
                return Stop("")  # that has been told, and is what was wanted
            reason = "you were interrupted." if self._interrupted() else ""
            reason = reason or stops(before, self.view)
            heard = telling.messages(before, self.view)
            told = reason in map(telling.sentence, heard)
            stops_at = self.options.stop_at
            if told or any(tells(stops_at, line) for line in heard):
                return Stop("You stop.")
            if "term" in self.options.stops_for and _presses_more(before, self.view):
                return Stop("You stop.")  # for what was told just now
            if reason:
                after = errand(self.view)
                arrived = isinstance(after, Stop) and after.arrived
                return Stop("" if arrived else f"You stop: {reason}", arrived=arrived)
        return Stop("You stop: it takes too long.")

    def _moved(self, since: Spot, level: int) -> Iterator[str]:
        stays = self.view.level == level and not self.is_over
        if self.view.here != since and stays and not self.brief:
            x, y = self.view.here[0] - since[0], self.view.here[1] - since[1]
            yield f"You go {direction_named(x, y) or where(self.view.here, since)}."

    def _barred(self, intent: Intent) -> str:
        if not isinstance(intent, Move):
            return ""
        forecast = self.game.forecast(intent)
        if forecast.trap:
            return "A known trap is in the way."
        deadly = next((one for one in forecast.targets if one.name == "you" and one.death), None)
        if deadly is None and not forecast.death:
            return ""
        return f"It may kill you! {str(deadly or forecast).capitalize()}."

    def _perform(self, intent: Intent) -> Iterator[str]:
        before = self.view
        self.game.perform(intent)
        self.view = view = self.game.view()
        yield from self._messages(before)
        if view.ending is not None:
            yield from self.end()
            return
        if not self.brief:
            yield from telling.news(before, view)
        if (view.level, view.place) != (before.level, before.place):
            yield from self.arrive()
            return
        yield from self._choices(before)

    def _messages(self, before: View) -> Iterator[str]:
        new: list[Line] = telling.messages(before, self.view)
        yield from telling.log(new) if self.brief else map(telling.sentence, new)

    def _choices(self, before: View | None) -> Iterator[str]:
        view = self.view
        if view.offers and (before is None or view.offers != before.offers):
            yield from telling.offers(view)
        due = 0 if before is None else before.improvements_due
        if view.improvements and view.improvements_due > due:
            yield from telling.improvements(view)


def _presses_more(before: View, view: View) -> bool:
    return bool(word_of_the_term(before.bond, view.bond, QUARTER))


def _noting(pursuit: Pursuit, told: set[str]) -> Pursuit:
    while True:
        try:
            line = next(pursuit)
        except StopIteration as end:
            return cast(Stop, end.value)
        told.add(line)
        yield line


def _has_come(reason: str) -> bool:
    return " into view" in reason or " is asleep here" in reason


def _with_words(stop: Halt) -> str:
    says = []
    for hint in stop.hints:
        if hint.way is WayOut.AGAIN:
            says.append(f"it again to {hint.to}")
        elif hint.way in _WORDS:
            says.append(f'"{_WORDS[hint.way]}" to {hint.to}')
    return f"{stop.reason} Say {' or '.join(says)}." if says else stop.reason

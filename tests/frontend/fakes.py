"""A fake game and playback for the front end: a room, a door, and no rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from typing import Any

import attrs

from bidden.intents import Close, Intent, Move, Wait
from bidden.perception.cards.card import Card, Subject
from bidden.perception.foretold.forecast import Forecast
from bidden.shown.games import KeptGame, Mark, Standing
from bidden.view import MAP_HEIGHT, MAP_WIDTH, Character, Chart, Ending, Glimpse, Line, Tile, View
from eventcore import JournalError
from tests.bidden.drawn_kinds import drawn_tile

_PLAN = (
    "                    ",
    "   #########        ",
    "   #.......#        ",
    "   #.......+        ",
    "   #.......#        ",
    "   #########        ",
)
_KINDS = {
    " ": ("unknown", ""),
    "#": ("wall", "a wall"),
    ".": ("floor", "the floor"),
    "+": ("door", "a shut door"),
    "@": ("you", "you"),
    "z": ("zombie", "a zombie"),
    ">": ("stair", "stairs down"),
}


def tile(glyph: str, *, lit: bool = True) -> Tile:
    look, name = _KINDS.get(glyph, ("no such look", "a thing"))
    return drawn_tile(glyph, look, lit, name)


def line(text: str, tone: str = "plain", turn: int = 1, count: int = 1) -> Line:
    return Line(text, tone, turn, 1, count)


def a_view(*, here: tuple[int, int] = (5, 3), **changes: Any) -> View:
    """Return a view of a room with the player in it, changed as a test needs."""
    rows = [[*row.ljust(MAP_WIDTH)] for row in (*_PLAN, *[""] * (MAP_HEIGHT - len(_PLAN)))]
    x, y = here
    rows[y][x] = "@"
    view = View(
        tiles=tuple(tuple(tile(glyph, lit=glyph != " ") for glyph in row) for row in rows),
        here=(x, y),
        turn=7,
        hp=23,
        max_hp=30,
        comes_back=(100, 0),
        foes=0,
        lines=(),
        ending=None,
        epitaph="",
        seed=42,
        longest_name=24,
        longest_words=60,
    )
    return attrs.evolve(view, **changes)


def covered(tiles: Mapping[tuple[int, int], Tile], **changes: Any) -> View:
    """Return the same view with other tiles, by (column, row)."""
    view = a_view(**changes)
    return attrs.evolve(
        view,
        tiles=tuple(
            tuple(tiles.get((x, y), one) for x, one in enumerate(row))
            for y, row in enumerate(view.tiles)
        ),
    )


def between_open_doors() -> View:
    """Return the room with open doors beside the player."""
    door = drawn_tile("'", "door", True, "an open door")
    return covered({(4, 3): door, (6, 2): door})


class FakeKnown:
    """Answers queries about a game with preset values, and records the queries."""

    def __init__(self) -> None:
        self.previewed: list[Intent] = []
        self.answer = Forecast()
        self.asked: list[tuple[int, int, bool]] = []
        self.plain: list[bool] = []
        self.remembered = Chart()
        self.abouts: dict[tuple[int, int], str] = {}
        self.told: dict[tuple[int, int], str] = {}
        self.cards: dict[Subject, Card] = {}
        self.examined: list[Subject] = []

    def why(
        self, turn: int, sequence: int, *, brief: bool = False, plain: bool = False
    ) -> tuple[str, ...]:
        self.asked.append((turn, sequence, brief))
        self.plain.append(plain)
        return tuple(f"Cause {number} of #{sequence}" for number in range(1, 7))

    def character(self) -> Character:
        return Character()

    def about(self, x: int, y: int) -> str:
        return self.abouts.get((x, y), "")

    def tile(self, x: int, y: int) -> str:
        return self.told.get((x, y), "")

    def card(self, subject: Subject) -> Card | None:
        self.examined.append(subject)
        return self.cards.get(subject)

    def chart(self) -> Chart:
        return self.remembered

    def forecast(self, intent: Intent) -> Forecast:
        self.previewed.append(intent)
        return self.answer


class FakeGame(FakeKnown):
    """Records the intents it receives; walking moves the player, and every intent takes a turn.

    Keyword arguments change its view.
    """

    def __init__(self, notice: str = "", last_turn: int | None = None, **changes: Any) -> None:
        super().__init__()
        self.notice = notice
        self.performed: list[Intent] = []
        self.happening: tuple[Glimpse, ...] = ()
        self._here = (5, 3)
        self._last_turn = last_turn
        self.changes = changes
        self.gone_back = 0
        self.trouble = ""

    def view(self) -> View:
        turn = len(self.performed)
        over = self._last_turn is not None and turn >= self._last_turn
        said = [line(f"You do {type(intent).__name__}.") for intent in self.performed[-5:]]
        usual: dict[str, Any] = {
            "here": self._here,
            "turn": turn,
            "lines": tuple(said),
            "ending": Ending.DIED if over else None,
            "epitaph": "Killed by a test." if over else "",
            "death": 99 if over else 0,
        }
        return a_view(**usual | self.changes)

    def go_back(self, turns: int) -> FakeGame:
        if turns > len(self.performed):
            raise JournalError("there is no such turn")
        self.gone_back = turns
        return FakeGame(f"Back {turns} turns.")

    def happened(self) -> tuple[Glimpse, ...]:
        happened, self.happening = self.happening, ()
        return happened

    def perform(self, intent: Intent) -> None:
        self.performed.append(intent)
        match intent:
            case Move(dx, dy):
                x, y = self._here
                self._here = (min(max(x + dx, 4), 10), min(max(y + dy, 2), 4))
            case Close() | Wait():
                pass


class Littered(FakeGame):
    """Has a rock on every tile, and a message when the player steps there."""

    def view(self) -> View:
        view, turn = super().view(), len(self.performed)
        told = [line("You see here a rock.", turn=turn), line("A bat squeaks.", turn=turn)]
        lines = told if turn and isinstance(self.performed[-1], Move) else []
        return attrs.evolve(view, underfoot=("a rock",), lines=tuple(lines))


class FakePlayback(FakeKnown):
    """Plays back this many records, each a turn, and may diverge on the way.

    It advances by a number of records at a time, knows the given marks, and looks through three
    more records each time it looks ahead.
    """

    def __init__(
        self,
        length: int,
        diverges_at: int | None = None,
        *,
        marks: Sequence[Mark] = (),
        stride: int = 1000,
        refusal: str = "",
        over_at: int | None = None,
        stops_at: int | None = None,
    ) -> None:
        super().__init__()
        self.position = 0
        self.target = 0
        self.length = self.last_turn = length
        self.all_seeing = False
        self.surveyed = 0
        self.moves = 0
        self.game = FakeGame(notice="It is yours.")
        self._marks = marks
        self._diverges_at = diverges_at
        self._stride = stride
        self._refusal = refusal
        self._over_at = over_at
        self._stops_at = stops_at

    @property
    def stopped(self) -> str:
        return f"line {self.length}: \x1bFly?" if self.length == self._stops_at else ""

    @property
    def diverged(self) -> str:
        at = self._diverges_at
        return "" if at is None or self.position < at else f"differs first on turn {at}"

    @property
    def marks(self) -> list[Mark]:
        return [mark for mark in self._marks if mark.position <= self.surveyed]

    @property
    def looks_ahead(self) -> bool:
        return self.surveyed < self.length

    def view(self) -> View:
        over = self._over_at is not None and self.position >= self._over_at
        return a_view(
            turn=self.position,
            seed=0 if self.all_seeing else 42,
            lines=(line("You do Wait."),) if self.position else (),
            ending=Ending.DIED if over else None,
            epitaph="Killed by a test." if over else "",
        )

    def turn_of(self, position: int) -> int:
        return position

    def position_of_turn(self, turn: int) -> int:
        return min(turn, self.length)

    def after_turns(self, position: int, turns: int) -> int:
        return min(max(position + turns, 0), self.length)

    def aim(self, position: int) -> None:
        self.target = min(max(position, 0), self.length)

    def move_on(self) -> bool:
        if self.position == self.target:
            return False
        self.moves += 1
        way = self.target - self.position
        self.position += min(way, self._stride) if way > 0 else max(way, -self._stride)
        if self._stops_at is not None and self.position >= self._stops_at:
            self.position = self.target = self.length = self._stops_at
        return True

    def look_ahead(self) -> None:
        self.surveyed = min(self.surveyed + 3, self.length)

    def take_over(self) -> FakeGame:
        if self._refusal:
            raise JournalError(self._refusal)
        return self.game


class FakeLobby:
    """Opens fake games and playbacks, and records what it opened and how often it was left.

    If it is slow, it finds the player's last place only when asked to.
    """

    day = "23 November 2026"
    daily_seed = 4711

    def __init__(self, *kept: KeptGame, refusal: str = "") -> None:
        self.kept = kept
        self.refusal = refusal
        self.opened: list[tuple[str, object]] = []
        self.left = 0
        self.game = FakeGame()
        self.takes_long = False
        self.looked_up = Future[KeptGame | None]()

    def newest(self) -> KeptGame | None:
        kept = self._under_way()
        return None if kept is None else attrs.evolve(kept, place="")

    def look_into(self) -> Future[KeptGame | None]:
        self.looked_up = Future()
        if not self.takes_long:
            self.find()
        return self.looked_up

    def find(self) -> None:
        """Finish the slow look-up."""
        self.looked_up.set_result(self._under_way())

    def _under_way(self) -> KeptGame | None:
        return next((one for one in self.kept if not one.ended), None)

    def games(self) -> tuple[KeptGame, ...]:
        return self.kept

    def ended(self) -> KeptGame | None:
        return self.kept[0] if self.kept and self.kept[0].ended else None

    def records(self) -> list[Standing]:
        return [
            Standing("Score  Ended", heading=True),
            *(
                Standing(f"{900 - n:>5}  free", str(one.path), one)
                for n, one in enumerate(self.kept)
            ),
            Standing("Unhurt", "Without a wound."),
        ]

    def go_back(self, kept: KeptGame, turns: int) -> FakeGame:
        return self._open(f"back {turns}", kept.path.name)

    def practice(self) -> list[tuple[str, str, str]]:
        names = ("first", "cellar", "blaze")
        return [(name, f"Teaches {name}.", f"Try {name}.") for name in names]

    def begin(self, seed: int | None = None, scenario: str = "") -> FakeGame:
        return self._open("begin", scenario or seed)

    def resume(self, kept: KeptGame) -> FakeGame:
        return self._open("resume", kept.path.name)

    def replay(self, kept: KeptGame) -> FakePlayback:
        self._open("replay", kept.path.name)
        return FakePlayback(40)

    def leave(self) -> None:
        self.left += 1

    def _open(self, how: str, what: object) -> FakeGame:
        if self.refusal:
            raise JournalError(self.refusal)
        self.opened.append((how, what))
        return self.game

"""The memory of a bot between views, level by level.

A view does not show earlier attempts. Without memory, a bot tries the same again and again.
"""

from __future__ import annotations

from typing import Final

import attrs

from bidden.bots.paths import bit
from bidden.grid.neighbours import spread
from bidden.intents import Intent, Move, Search
from bidden.kinds import CORPSE, LOCKED_DOOR
from bidden.view import MAP_WIDTH, Spot, Stance, View

_STRIDE: Final = MAP_WIDTH + 1
_SEARCHES: Final = 3
"""The number of searches of a spot, which find 94 of 100 hidden things beside it."""
_CHASE: Final = 40
"""After this many turns with foes in view but none adjacent, it ignores them, and items, for as
long."""
_IDLE: Final = 30
"""It also does so after this many turns without a new tile, an item or a creature."""
_SWAPS: Final = 4
"""After this many swaps with allies without a new tile, it avoids their tiles."""
_KEPT_OFF: Final = 40
"""It avoids them for this many turns."""
_SPENT: Final = 6
"""It attacks from afar without effect for this many turns."""


@attrs.define
class Shut:
    """A tile onto which a step was refused.

    Attributes:
        until: The turn when it is worth another try.
        times: The number of refusals.
        keys: The number of keys that were tried.
    """

    until: int
    times: int
    keys: int


@attrs.define
class Ground:
    """The memory of a level. Sets of tiles are integers, as in ``paths``.

    Attributes:
        been: The tiles where it stood.
        searched: The tiles around which nothing is left to find.
        searches: The number of searches on each tile.
        shut: The tiles of refused steps.
        given_up: How often it had seen and searched everything, and started again.
        looked_at: The tiles it looked at in this round of a hunt.
        rounds: The number of completed rounds.
    """

    been: int = 0
    searched: int = 0
    searches: dict[Spot, int] = attrs.field(factory=dict)
    shut: dict[Spot, Shut] = attrs.field(factory=dict)
    given_up: int = 0
    looked_at: int = 0
    rounds: int = 0

    def forget(self) -> None:
        """Forget everything on the level."""
        self.been = self.searched = self.rounds = 0
        self.searches.clear()
        self.shut.clear()
        self.given_up += 1


@attrs.define
class Memory:
    """The memory of a game.

    Attributes:
        ground: The memory of the present level.
        remains: The names of corpses that it saw.
        spent: The turns on the present tile with foes in view that did not come nearer.
    """

    ground: Ground = attrs.field(factory=Ground)
    remains: set[str] = attrs.field(factory=set)
    spent: int = 0
    _grounds: dict[int, Ground] = attrs.field(factory=dict)
    _chased: int = 0
    _idle: int = 0
    _weary_until: int = 0
    _swaps: int = 0
    _allies_shut_until: int = 0
    _last: View | None = None
    _meant: Intent | None = None

    def see(self, view: View) -> None:
        """Process a view, before the next intent is chosen."""
        last, meant = self._last, self._meant
        self.ground = self._grounds.setdefault(view.level, Ground())
        been = self.ground.been
        self.ground.been |= bit(*view.here, _STRIDE)
        if last is not None and last.level == view.level and last.here == view.here:
            if isinstance(meant, Move) and was_refused(view):
                self._note_what_is_shut(view, meant)
            came = not view.foes_at or _nearest(view) < _nearest(last)
            self.spent = 0 if came else self.spent + 1
        else:
            self.spent = 0
        for x, y in view.things_at:
            tile = view.tiles[y][x]
            if tile.kind == CORPSE:
                self.remains.add(tile.name)
        self._count_swaps(view, is_new=been != self.ground.been)
        news = been != self.ground.been or last is None or last.pack != view.pack
        self._count_the_turns(view, news=news)
        self._last = view

    def mean(self, intent: Intent) -> None:
        """Store the chosen intent."""
        self._meant = intent
        if isinstance(intent, Search) and self._last is not None:
            here = self._last.here
            self.ground.searches[here] = self.ground.searches.get(here, 0) + 1
            if self.ground.searches[here] >= _SEARCHES:
                self.ground.searched |= spread(spread(bit(*here, _STRIDE), _STRIDE), _STRIDE)

    def shut(self, view: View) -> list[Spot]:
        """Return the tiles that are not worth another try yet."""
        keys = keys_of(view)
        refused = [
            spot
            for spot, one in self.ground.shut.items()
            if one.until > view.turn and one.keys >= keys
        ]
        return refused if view.turn >= self._allies_shut_until else refused + _allies_in(view)

    def is_weary(self, view: View) -> bool:
        """Return whether it has gone for unreachable things for too long."""
        return view.turn < self._weary_until

    @property
    def shoots_in_vain(self) -> bool:
        """Whether its attacks from here have no effect on visible foes."""
        return self.spent >= _SPENT

    def _note_what_is_shut(self, view: View, step: Move) -> None:
        """Try again later, each time after twice as long; a lock only with another key."""
        spot = (view.here[0] + step.dx, view.here[1] + step.dy)
        one = self.ground.shut.get(spot)
        times, keys = 1 if one is None else one.times + 1, keys_of(view)
        is_locked = view.tiles[spot[1]][spot[0]].kind == LOCKED_DOOR
        waits = 1000 if is_locked else 1 << min(times, 9)
        self.ground.shut[spot] = Shut(view.turn + waits, times, keys)

    def _count_swaps(self, view: View, *, is_new: bool) -> None:
        """Count how often it changed places with allies since it last came to a new tile."""
        last = self._last
        if is_new or last is None or last.level != view.level:
            self._swaps = 0
        elif last.here in _allies_in(view) and view.here in _allies_in(last):
            self._swaps += 1
            if self._swaps >= _SWAPS:
                self._swaps, self._allies_shut_until = 0, view.turn + _KEPT_OFF

    def _count_the_turns(self, view: View, *, news: bool) -> None:
        if self.is_weary(view):
            return
        near = _nearest(view) < 2
        self._chased = 0 if near else self._chased + bool(view.foes_at)
        self._idle = 0 if view.foes_at or news else self._idle + 1
        if self._chased > _CHASE or self._idle > _IDLE:
            self._chased = self._idle = 0
            self._weary_until = view.turn + _CHASE


def _allies_in(view: View) -> list[Spot]:
    return [spot for spot, stance in view.stances if stance is Stance.ALLY]


def _nearest(view: View) -> int:
    """Return the distance of the nearest foe, or the maximum if none is in view."""
    x, y = view.here
    return min((max(abs(fx - x), abs(fy - y)) for fx, fy in view.foes_at), default=MAP_WIDTH)


def was_refused(view: View) -> bool:
    """Return whether the latest message of this turn is a refusal."""
    last = view.lines[-1] if view.lines else None
    return last is not None and last.tone == "refusal" and last.turn == view.turn


def keys_of(view: View) -> int:
    """Count the keys in the pack."""
    return sum(held.name.endswith(" key") for held in view.pack)

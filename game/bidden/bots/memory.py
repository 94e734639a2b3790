"""Memory: what a bot keeps of the views it was shown, level by level.

A view tells nothing of what was tried before. So whoever has no memory tries the same again.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import attrs

from bidden.bots.paths import bit
from bidden.grid.neighbours import spread
from bidden.intents import Intent, Move, Search
from bidden.kinds import CORPSE, LOCKED_DOOR
from bidden.view import MAP_WIDTH, Stance, View

Spot: TypeAlias = tuple[int, int]

_STRIDE: Final = MAP_WIDTH + 1
_SEARCHES: Final = 3
"""So often a spot is searched: of a hundred hidden things beside it, 94 are found by then."""
_CHASE: Final = 40
"""After so many turns with foes in view, none of them ever beside it, it lets them be as long,
and things as well."""
_IDLE: Final = 30
"""After so many turns in which it came to no new tile, took nothing and saw nobody, it does too."""
_SWAPS: Final = 4
"""After so many swaps with allies without coming to a new tile, it keeps off their tiles."""
_KEPT_OFF: Final = 40
"""For so many turns it does."""
_SPENT: Final = 6
"""For so many turns it strikes from afar with nothing to show for it."""


@attrs.define
class Shut:
    """A tile onto which a step was refused.

    Attributes:
        until: The turn from which on it is worth another try.
        times: How often it was refused.
        keys: How many keys there were to try.
    """

    until: int
    times: int
    keys: int


@attrs.define
class Ground:
    """What is kept of a level; sets of tiles are numbers, a bit for each, as in ``paths``.

    Attributes:
        been: The tiles it stood on.
        searched: The tiles around which nothing is left to be found.
        searches: How often it searched on a tile.
        shut: The tiles onto which a step was refused.
        given_up: How often it had seen and searched all of it, and began anew.
        looked_at: The tiles it looked at in this round of a hunt.
        rounds: How many rounds it has gone.
    """

    been: int = 0
    searched: int = 0
    searches: dict[Spot, int] = attrs.field(factory=dict)
    shut: dict[Spot, Shut] = attrs.field(factory=dict)
    given_up: int = 0
    looked_at: int = 0
    rounds: int = 0

    def forget(self) -> None:
        """Begin anew, as if nothing had been seen."""
        self.been = self.searched = self.rounds = 0
        self.searches.clear()
        self.shut.clear()
        self.given_up += 1


@attrs.define
class Memory:
    """What a bot keeps in a game.

    Attributes:
        ground: Of the level it is on.
        remains: The names of what the dead leave, as it saw them lie.
        spent: For how many turns it has stayed on its tile with foes in view, none of them nearer.
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
        """Take in a view, before the next intent is chosen."""
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
        """Keep the intent that was chosen."""
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
        """Say whether it has gone for long enough for what it never comes to."""
        return view.turn < self._weary_until

    @property
    def shoots_in_vain(self) -> bool:
        """Whether what it does from where it stands does nothing to whom it sees."""
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
    """Give how far off the nearest foe is, in steps; as far as can be where none is in view."""
    x, y = view.here
    return min((max(abs(fx - x), abs(fy - y)) for fx, fy in view.foes_at), default=MAP_WIDTH)


def was_refused(view: View) -> bool:
    """Say whether the last it was told is that something cannot be done, this turn."""
    last = view.lines[-1] if view.lines else None
    return last is not None and last.tone == "refusal" and last.turn == view.turn


def keys_of(view: View) -> int:
    """Count the keys it holds."""
    return sum(held.name.endswith(" key") for held in view.pack)

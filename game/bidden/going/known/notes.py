"""Notes: what one knows of where one has been, and what one left lying, level by level."""

from __future__ import annotations

from itertools import takewhile
from typing import Final

import attrs

from bidden.bots.paths import bit
from bidden.going.commands.leaning import Pull, pull_felt
from bidden.going.harmless import Harmless
from bidden.going.known.standing import (
    ways_known,
    who_is_rooted,
    who_sleeps,
    who_stands,
)
from bidden.going.watch import bars
from bidden.intents import Move
from bidden.kinds import CORPSE, CREATURE, YOU
from bidden.state import a_thing
from bidden.view import MAP_WIDTH, Seen, Spot, View

_STRIDE: Final = MAP_WIDTH + 1
_SHUT_FOR: Final = 20
"""For so many turns no other try is made where a step was refused."""
_JUST_NOW: Final = 3
"""What was told fewer turns ago was told where one is now: a slow step takes two."""


@attrs.define
class Ground:
    """What is kept of a level.

    Attributes:
        been: The tiles one stood on, as ``paths`` has sets of tiles.
        left: What lay on tiles as one stood there last: names.
        dropped: What of this one has put there: names.
        shut: The tiles onto which a step was refused, and until when they are let be.
        told: The tiles of which it was told already what is there.
        locks: The locked doors that were tried, and the names of the keys.
        searched: The tiles around which nothing is left to be found, as ``been`` has them.
        searches: How often the tile one stands on was searched.
        thrown: The names of what one threw and has not come upon since.
        pull: Where the bond pulled as one came there, if it did.
        stood: Where others stand, as far as one has seen.
        slept: Where foes sleep, as far as one has seen.
        rooted: Who stays where it grew, as far as one has seen, and where.
        ways: Where stairs and gates are, and the kind of each.
    """

    been: int = 0
    left: dict[Spot, tuple[str, ...]] = attrs.field(factory=dict)
    dropped: dict[Spot, tuple[str, ...]] = attrs.field(factory=dict)
    shut: dict[Spot, int] = attrs.field(factory=dict)
    told: set[Spot] = attrs.field(factory=set)
    locks: dict[Spot, frozenset[str]] = attrs.field(factory=dict)
    searched: int = 0
    searches: int = 0
    thrown: list[str] = attrs.field(factory=list)
    pull: Pull | None = None
    stood: frozenset[Spot] = frozenset()
    slept: frozenset[Spot] = frozenset()
    rooted: dict[Spot, Seen] = attrs.field(factory=dict)
    ways: dict[Spot, str] = attrs.field(factory=dict)


@attrs.define
class Notes:
    """What is kept of a game, from one command to the next.

    Attributes:
        ground: Of the level one is on.
        found: The names of what lies underfoot that did not when one was here before.
        remains: The names of what the dead leave, as it was seen to lie.
        harmless: Which foes were told of, and what has come of them.
        fights_on: Whether the player chose to fight on with few hit points left, in this fight.
        fights_unarmed: Whether the player chose to fight with no weapon in hand.
        outmatched: Which peril the player chose to fight on against, since there was none: 0 for
            none, 1 for that of all at once, 2 for that of one alone.
        hands_off: Whether nothing is taken up by itself for now, whatever the options say.
    """

    ground: Ground = attrs.field(factory=Ground)
    found: list[str] = attrs.field(factory=list)
    remains: set[str] = attrs.field(factory=set)
    harmless: Harmless = attrs.field(factory=Harmless)
    fights_on: bool = False
    fights_unarmed: bool = False
    outmatched: int = 0
    hands_off: bool = False
    _grounds: dict[int, Ground] = attrs.field(factory=dict)
    _at: tuple[int, Spot] | None = None
    _held: set[str] = attrs.field(factory=set)
    _told: int = 0
    _asked: tuple[str, int, int, int] | None = None  # what, and the moment at which it was asked
    _tried: tuple[Move, int, Spot] | None = None  # the last step towards a foe, and when
    _risked: int | None = None  # the most hit points since the player chose to walk on with few

    def see(self, view: View) -> None:
        """Take in a view; the same one again changes nothing."""
        at, before = (view.level, view.here), self._at
        held = {one.name for one in view.pack}
        self._at = at
        self.ground = self._grounds.setdefault(view.level, Ground())
        if before is None:
            self.found = []
        elif before != at:
            self.found = _new(view.underfoot, self.ground.left.get(view.here, ()))
        elif self._held - held:
            put = _new(view.underfoot, self.ground.left.get(view.here, ()))
            self.ground.dropped[view.here] = (*self.ground.dropped.get(view.here, ()), *put)
        self._held = held
        self.found = [name for name in self.found if name in view.underfoot]
        self.ground.been |= bit(*view.here, _STRIDE)
        if view.underfoot or view.here in self.ground.left:
            self.ground.left[view.here] = view.underfoot
        self._feel(view)
        if any(bars(foe, view) for foe in view.foes_seen):
            self._risked = None  # a fight: whoever walks on after it is asked again
        elif not view.foes_at:
            self.fights_on = False
        if self._risked is not None:
            self._risked = max(self._risked, view.hp)
        self.harmless.see(view)
        self.ground.stood = who_stands(view, self.ground.stood)
        self.ground.slept = who_sleeps(view, self.ground.slept)
        self.ground.rooted = who_is_rooted(view, self.ground.rooted)
        self.ground.ways = ways_known(view, self.ground.ways)
        for x, y in view.things_at:
            tile = view.tiles[y][x]
            if tile.kind == CORPSE:
                self.remains.add(tile.name)

    def is_confirmed(self, question: str, view: View) -> bool:
        """Return whether the player was asked this question just now, and answers it by asking.

        If not, the player is asked now, and is to be told so. A question is forgotten as soon as
        anything happens: a turn passes, the level changes, or a message comes.
        """
        asked = self._asked
        self.ask(question, view)
        if asked != self._asked:
            return False
        self._asked = None
        return True

    def ask(self, question: str, view: View) -> None:
        """Note what the player is asked at this moment."""
        self._asked = _moment(question, view)

    def is_asked(self, question: str, view: View) -> bool:
        """Return whether the player was asked this question at this moment."""
        return self._asked == _moment(question, view)

    def is_stuck(self, step: Move, view: View) -> bool:
        """Return whether the same step was refused at this moment before."""
        tried, self._tried = self._tried, (step, view.turn, view.here)
        refused = bool(view.lines) and view.lines[-1].tone == "refusal"
        return refused and tried == self._tried

    def forget_question(self) -> None:
        """Forget what the player was asked, for they have done something else."""
        self._asked = None

    def is_risk(self, view: View, below: int) -> bool:
        """Return whether the player should be asked before walking on with few hit points.

        Args:
            view: What is seen.
            below: The percentage of all hit points below which they are few.
        """
        if view.hp * 100 >= view.max_hp * below:
            self._risked = None
            return False
        return not self.risks(view)

    def take_risk(self, view: View) -> None:
        """Note that the player chose to walk on, until a quarter of these hit points is lost."""
        self._risked = view.hp

    def risks(self, view: View) -> bool:
        """Return whether the player chose to walk on with few hit points, and has most of them."""
        return self._risked is not None and view.hp * 4 >= self._risked * 3

    def _feel(self, view: View) -> None:
        """Note where the bond pulls, if that was told just now."""
        told, self._told = self._told, view.lines[-1].sequence if view.lines else self._told
        new = takewhile(lambda line: line.sequence > told, reversed(view.lines))
        pull = pull_felt((line for line in new if view.turn - line.turn < _JUST_NOW), view.here)
        self.ground.pull = pull or self.ground.pull

    def ways(self, kind: str, view: View) -> list[Spot]:
        """Return the tiles where ways of a kind lead off the level, whoever stands on them."""
        known = ways_known(view, self.ground.ways)
        return [spot for spot, way in known.items() if way == kind]

    def uncovered(self, view: View) -> View:
        """Show the ways that lead off the level where what lies or hangs there hides them."""
        rows = [*view.tiles]
        for (x, y), way in ways_known(view, self.ground.ways).items():
            if rows[y][x].kind not in (way, CREATURE, YOU):
                tile = attrs.evolve(rows[y][x], kind=way)
                rows[y] = (*rows[y][:x], tile, *rows[y][x + 1 :])
        return view if rows == [*view.tiles] else attrs.evolve(view, tiles=tuple(rows))

    def let_lie(self, name: str) -> None:
        """Note that something found here was tried to be taken, or is left on purpose."""
        for names in (self.found, self.ground.thrown):
            if name in names:
                names.remove(name)

    def pass_by(self, here: Spot) -> None:
        """Note that what lies here was not taken for want of time, and is to be come back for."""
        self.ground.left.pop(here, None)
        self.ground.been &= ~bit(*here, _STRIDE)

    def threw(self, one: str) -> None:
        """Note that a thing of this name, without an article, was thrown."""
        self.ground.thrown.append(a_thing(one))

    def was_thrown(self, name: str) -> bool:
        """Say whether what is called so may be what one threw on this level."""
        return name in self.ground.thrown

    def was_dropped(self, name: str, spot: Spot) -> bool:
        """Say whether one has put what is called so where it lies."""
        return name in self.ground.dropped.get(spot, ())

    def shut(self, spot: Spot, view: View) -> None:
        """Note that a step was refused."""
        self.ground.shut[spot] = view.turn + _SHUT_FOR

    def closed(self, view: View) -> list[Spot]:
        """Give the tiles onto which no step is tried for now."""
        return [spot for spot, until in self.ground.shut.items() if until > view.turn]

    def let_be(self, view: View) -> frozenset[Spot]:
        """Return where foes in view are that have done nothing for long: they bar nothing."""
        return self.harmless.spots(view)


def _moment(question: str, view: View) -> tuple[str, int, int, int]:
    told = view.lines[-1].sequence if view.lines else 0
    return question, view.turn, view.level, told


def _new(lying: tuple[str, ...], left: tuple[str, ...]) -> list[str]:
    """Give what was not left where it lies; none where no more lies than was.

    What one left may be called otherwise by now.
    """
    known, new = [*left], list[str]()
    for name in lying:
        if name in known:
            known.remove(name)
        else:
            new.append(name)
    return new if len(lying) > len(left) else []

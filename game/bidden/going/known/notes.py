"""The memory of automatic play: visited tiles and items left behind, level by level."""

from __future__ import annotations

from collections import Counter
from itertools import takewhile
from string import ascii_lowercase
from typing import Final

import attrs

from bidden.bots.around import steps
from bidden.bots.paths import bit
from bidden.going.commands.leaning import Pull, pull_felt
from bidden.going.encounters import Encounters, foes_by_key
from bidden.going.harmless import Harmless
from bidden.going.known.standing import ways_known, who_is_rooted, who_sleeps, who_stands
from bidden.going.watch import bars
from bidden.intents import Move
from bidden.kinds import CORPSE, CREATURE, YOU
from bidden.state import a_thing, several
from bidden.view import MAP_WIDTH, Seen, Spot, View

_STRIDE: Final = MAP_WIDTH + 1
MOST_HELD: Final = len(ascii_lowercase)
"""The number of items that fit in the pack."""
_SHUT_FOR: Final = 20
"""After a failed step, the number of turns before it is tried again."""
_CHASES: Final = 2
"""A step towards a foe is taken this often from a tile before the player is asked."""
_JUST_NOW: Final = 3
"""A message this many turns old is still about the present tile: a slow step takes two turns."""


@attrs.define
class Ground:
    """The memory of a level.

    Attributes:
        been: The tiles where the player stood, as a set of ``paths``.
        left: The names of the items left on each tile.
        dropped: The names of those that the player put there.
        put_away: The names of gear that the player wore or wielded here, and then no longer.
        stacks: The names of the stacks seen, which are remembered as one item each.
        shut: The tiles of failed steps, and until when they are not tried.
        told: The tiles whose items were already described.
        searched: The tiles around which nothing is left to find, like ``been``.
        searches: How often the present tile was searched.
        full: The tiles with items that did not fit in the pack.
        thrown: The names of thrown items that were not found since.
        pull: The pull of the bond on arrival, if any.
        stood: The known tiles of creatures.
        slept: The known tiles of sleeping foes, and the turn when each was first seen asleep.
        rooted: The known rooted foes and their tiles.
        dared: The tiles of those that the player chose to walk past.
        ways: The tiles of stairs and gates, with their kinds.
        goes_to: The tile that the player was travelling to when something came up.
        chases: How often each step towards a foe was taken, by tile and hit points.
    """

    been: int = 0
    left: dict[Spot, tuple[str, ...]] = attrs.field(factory=dict)
    dropped: dict[Spot, tuple[str, ...]] = attrs.field(factory=dict)
    put_away: set[str] = attrs.field(factory=set)
    stacks: dict[Spot, str] = attrs.field(factory=dict)
    shut: dict[Spot, int] = attrs.field(factory=dict)
    told: set[Spot] = attrs.field(factory=set)
    searched: int = 0
    searches: int = 0
    full: set[Spot] = attrs.field(factory=set)
    thrown: list[str] = attrs.field(factory=list)
    pull: Pull | None = None
    stood: frozenset[Spot] = frozenset()
    slept: dict[Spot, int] = attrs.field(factory=dict)
    rooted: dict[Spot, Seen] = attrs.field(factory=dict)
    dared: frozenset[Spot] = frozenset()
    ways: dict[Spot, str] = attrs.field(factory=dict)
    goes_to: Spot | None = None
    chases: Counter[tuple[Move, Spot, int]] = attrs.field(factory=Counter)


@attrs.define
class Notes:
    """The memory of a game from command to command.

    Attributes:
        ground: The memory of the present level.
        found: The names of items underfoot that were not there before.
        remains: The names of corpses.
        encounters: The foes met so far.
        harmless: The announced foes, and whether they have done harm.
        fights_on: How few hit points the player accepted in this fight: 0 for none.
        fights_unarmed: Whether the player chose to fight without a weapon.
        outmatched: The peril that the player accepted: 0 for none, 1 for all foes together, 2 for a
            single foe.
        hands_off: Whether picking up is switched off for now.
        goes_hungry: Whether the player chose to explore though weak with hunger.
        equips: The piece of gear that was picked up to be equipped, until it is.
        offered: The gear that was offered, and the turn from which it is offered again.
    """

    ground: Ground = attrs.field(factory=Ground)
    found: list[str] = attrs.field(factory=list)
    remains: set[str] = attrs.field(factory=set)
    encounters: Encounters = attrs.field(factory=Encounters)
    harmless: Harmless = attrs.field(factory=Harmless)
    fights_on: int = 0
    fights_unarmed: bool = False
    outmatched: int = 0
    hands_off: bool = False
    goes_hungry: bool = False
    equips: str = ""
    offered: dict[str, int] = attrs.field(factory=dict)
    _grounds: dict[int, Ground] = attrs.field(factory=dict)
    _at: tuple[int, Spot] | None = None
    _held: Counter[str] = attrs.field(factory=Counter)
    _worn: set[str] = attrs.field(factory=set)
    _told: int = 0
    _asked: set[tuple[str, int, int, int]] = attrs.field(factory=set)  # each with its moment
    _tried: tuple[Move, int, Spot] | None = None  # the last step towards a foe, and when
    _came: bool = True  # since the last step towards a foe
    _risked: int | None = None  # the most HP since the player chose to walk on

    def see(self, view: View) -> None:
        """Process a view. The same view again changes nothing."""
        before, self._at = self._at, (view.level, view.here)
        held = Counter(one.name for one in view.pack)
        worn = {one.name for one in view.pack if one.worn}
        self.ground = self._grounds.setdefault(view.level, Ground())
        if before is None:
            self.found = []
            self._recall_the_dropped(view)
        elif before != self._at:
            self._came = True
            if not self.has_left(view.here, view):
                self._forget_what_lies(view.here)
                self.ground.full.discard(view.here)
            self.found = _new(view.underfoot, self.ground.left.get(view.here, ()))
        elif self._held - held:
            gone = {name.partition(" ")[2] for name in self._held - held}
            gone |= {several(name) for name in gone}  # one may have joined a stack here
            put = Counter(view.underfoot) - Counter(self.ground.left.get(view.here, ()))
            names = (name for name in put.elements() if name.partition(" ")[2] in gone)
            self.ground.dropped[view.here] = (*self.ground.dropped.get(view.here, ()), *names)
        self.ground.put_away |= self._worn - worn
        self._held, self._worn = held, worn
        self.found = [name for name in self.found if name in view.underfoot]
        self.ground.been |= bit(*view.here, _STRIDE)
        if view.underfoot or view.here in self.ground.left:
            self.ground.left[view.here] = view.underfoot
        self._feel(view)
        if any(bars(foe, view) for foe in view.foes_seen):
            self._risked = None  # a fight: ask again before walking on after it
        elif not view.foes_at:
            self.fights_on = 0
        if self._risked is not None:
            self._risked = max(self._risked, view.hp)
        self.encounters.see(view)
        self.harmless.see(view)
        self.ground.stood = who_stands(view, self.ground.stood)
        slept = self.ground.slept
        self.ground.slept = {at: slept.get(at, view.turn) for at in who_sleeps(view, slept)}
        self.ground.rooted = who_is_rooted(view, self.ground.rooted)
        self.ground.ways = ways_known(view, self.ground.ways)
        for x, y in view.things_at:
            tile = view.tiles[y][x]
            if tile.kind == CORPSE:
                self.remains.add(tile.name)
            self.ground.stacks[x, y] = tile.name

    def _recall_the_dropped(self, view: View) -> None:
        """Note the items that were dropped before this memory began, by the message log."""
        told = [line.text for line in view.lines if line.text.startswith("You drop ")]
        for y, row in enumerate(view.tiles if told else ()):
            for x, tile in enumerate(row):
                bare = tile.name.partition(" ")[2]
                if any(text.endswith(f" {bare}.") for text in told):
                    self.ground.left[x, y] = self.ground.dropped[x, y] = (tile.name,)

    def is_confirmed(self, question: str, view: View) -> bool:
        """Return whether the player was asked this question and repeats the command.

        If not, the question is stored, and the caller must show it. Only when anything happens are
        questions dropped: a turn passes, the level changes, or a message comes.
        """
        confirmed = self.is_asked(question, view)
        self.ask(question, view)
        return confirmed

    def ask(self, question: str, view: View) -> None:
        """Store the question for this moment."""
        self._asked.add(_moment(question, view))

    def is_asked(self, question: str, view: View) -> bool:
        """Return whether the player was asked this question at this moment."""
        return _moment(question, view) in self._asked

    def is_stuck(self, step: Move, view: View) -> bool:
        """Return whether the same step was refused at this moment before."""
        tried, self._tried = self._tried, (step, view.turn, view.here)
        refused = bool(view.lines) and view.lines[-1].tone == "refusal"
        return refused and tried == self._tried

    def goes_round(self, step: Move, view: View) -> bool:
        """Return whether the same step towards a foe was taken from this tile twice in vain."""
        chase = step, view.here, view.hp
        self.ground.chases[chase] += self._came  # a web may hold the player here for long
        self._came = False
        if self.ground.chases[chase] <= _CHASES:
            return False
        del self.ground.chases[chase]  # the player is asked once
        return True

    def forget_question(self) -> None:
        """Drop the questions, because the player did something else."""
        self._asked.clear()

    def is_risk(self, view: View, below: int) -> bool:
        """Return whether to ask before walking on, because hit points are below this percentage."""
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
        told, self._told = self._told, view.lines[-1].sequence if view.lines else self._told
        new = takewhile(lambda line: line.sequence > told, reversed(view.lines))
        pull = pull_felt((line for line in new if view.turn - line.turn < _JUST_NOW), view.here)
        self.ground.pull = pull or self.ground.pull

    def ways(self, kind: str, view: View) -> list[Spot]:
        """Return the tiles of ways of a kind off the level, whatever stands on them."""
        return [at for at, way in ways_known(view, self.ground.ways).items() if way == kind]

    def uncovered(self, view: View) -> View:
        """Return the view with the ways off the level that items or gas hide."""
        rows = [*view.tiles]
        for (x, y), way in ways_known(view, self.ground.ways).items():
            if rows[y][x].kind not in (way, CREATURE, YOU):
                tile = attrs.evolve(rows[y][x], kind=way)
                rows[y] = (*rows[y][:x], tile, *rows[y][x + 1 :])
        return view if rows == [*view.tiles] else attrs.evolve(view, tiles=tuple(rows))

    def let_lie(self, name: str) -> None:
        """Note that an item here could not be taken, or is left on purpose."""
        for names in (self.found, self.ground.thrown):
            if name in names:
                names.remove(name)

    def has_left(self, spot: Spot, view: View) -> bool:
        """Return whether the player left items on a tile, and would leave them there again."""
        may_fit = spot in self.ground.full and len(view.pack) < MOST_HELD
        dropped = self.ground.dropped.get(spot, ()) if may_fit else ()
        left = self.ground.left.get(spot, ())
        return bool(left) and (not may_fit or not _new(left, dropped))

    def pass_by(self, here: Spot) -> None:
        """Note that an item here was left only for lack of time."""
        self._forget_what_lies(here)
        self.ground.been &= ~bit(*here, _STRIDE)

    def _forget_what_lies(self, spot: Spot) -> None:
        """Forget the items left on a tile, except those that the player put there."""
        left = self.ground.left.pop(spot, ())
        dropped = tuple(name for name in self.ground.dropped.get(spot, ()) if name in left)
        if dropped:
            self.ground.left[spot] = dropped

    def threw(self, one: str) -> None:
        """Note that an item of this name, without an article, was thrown."""
        self.ground.thrown.append(a_thing(one))

    def was_thrown(self, name: str) -> bool:
        """Return whether an item of this name may be one that the player threw on this level."""
        return name in self.ground.thrown

    def stack_at(self, spot: Spot, name: str, level: int | None = None) -> str:
        """Return the name of a remembered item with its number, as when it was last in view.

        Without a level, it lies on the present one.
        """
        ground = self.ground if level is None else self.ground_of(level)
        seen = ground.stacks.get(spot, "")
        number, _, names = seen.partition(" ")
        return seen if number.isdecimal() and names == several(name.partition(" ")[2]) else name

    def ground_of(self, level: int) -> Ground:
        """Return the memory of a level."""
        return self._grounds.get(level, Ground())

    def was_dropped(self, name: str, spot: Spot) -> bool:
        """Return whether the player put an item of this name there."""
        return name in self.ground.dropped.get(spot, ())

    def shut(self, spot: Spot, view: View) -> None:
        """Note a failed step."""
        self.ground.shut[spot] = view.turn + _SHUT_FOR

    def closed(self, view: View) -> list[Spot]:
        """Return the tiles that are not tried for now."""
        return [spot for spot, until in self.ground.shut.items() if until > view.turn]

    def let_be(self, view: View) -> frozenset[Spot]:
        """Return the tiles of foes that stop no command.

        They have long done nothing, still sleep where they were seen asleep before, or are rooted
        and were in view before, or the player chose to walk past them.
        """
        slept, now = self.ground.slept, view.turn
        quiet = {foe.at for foe in view.foes_seen if foe.asleep and slept.get(foe.at, now) < now}
        quiet |= {
            foe.at
            for key, foe in foes_by_key(view).items()
            if foe.rooted and steps(foe.at, view.here) > 1 and self.encounters.is_back(key)
        }
        return self.harmless.spots(view) | quiet | (self.ground.rooted.keys() & self.ground.dared)


def _moment(question: str, view: View) -> tuple[str, int, int, int]:
    told = view.lines[-1].sequence if view.lines else 0
    return question, view.turn, view.level, told


def _new(lying: tuple[str, ...], left: tuple[str, ...]) -> list[str]:
    """Return the new items on a tile; empty if their number did not grow.

    Items that the player left may have other names by now.
    """
    known, new = [*left], list[str]()
    for name in lying:
        if name in known:
            known.remove(name)
        else:
            new.append(name)
    return new if len(lying) > len(left) else []

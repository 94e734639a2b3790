"""Trials: rare situations, packed into a few turns."""

from collections.abc import Iterable
from typing import Final

from bidden import intents
from bidden.actions import action_of
from bidden.bots.explorer import choose
from bidden.components.movement.door import Door
from bidden.components.movement.position import Position
from bidden.content.catalogue import Catalogue
from bidden.events.body import IMPROVEMENTS, Earn, Improve, Mend
from bidden.events.combat import Attack, Wound
from bidden.events.effects import Affect
from bidden.events.movement import Close, Move, Open
from bidden.events.things import StartWearing
from bidden.session import Session
from bidden.state import Side
from eventcore import Action, Change, Entity

__all__ = ["Trials"]

AROUND: Final = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
EFFECTS: Final = ("paralysis", "health", "poison", "paralysis", "free action", "paralysis")

GEAR: Final = (
    ("flaming sword", "mace of rest", "dragonhide"),
    ("venomous dagger", "barbed spear", "fur-lined mail"),
)
OPTIONS: Final = tuple(IMPROVEMENTS)


class Trials:
    """A game in which the player tries everything on everything, near, far and without success."""

    def __init__(self, seed: int, level: str, catalogue: Catalogue | None = None) -> None:
        self.session = Session(seed, level=level, catalogue=catalogue)
        self.world = self.session.world
        me = self.session.player
        others = _nearest(me, (who for who in self.world.having(Side) if who is not me))
        for who, names in zip((me, *others[:1]), GEAR, strict=False):
            for name in names:
                thing = self.world.spawn(*self.session.catalogue.make(name))
                self.world.publish(StartWearing(who, who, thing))

    def perform(self, intent: int) -> None:
        """Make the attempts of a number, then pass a turn; the player is paralysed for some."""
        for event in self._attempts(intent):
            if self.session.player.alive:
                self.world.publish(event)
        for turn in (intents.Move(*AROUND[intent % len(AROUND)]), choose(self.session.view())):
            if self.session.player.alive:
                self.session.perform(turn)

    def _attempts(self, number: int) -> list[Action | Change]:
        me, around = self.session.player, AROUND[number % len(AROUND)]
        doors = _nearest(me, self.world.having(Door))
        others = _nearest(me, (who for who in self.world.having(Side) if who is not me))
        events: list[Action | Change] = [
            Move(me, *around),
            action_of(intents.Close(*around), me, self.world),
        ]
        events += [Move(other, *around) for other in others]
        for door in doors[:2]:
            events += [Open(me, door), Close(me, door)]
        events += [Attack(me, other) for other in (*others[:1], *others[-1:])]
        events += [Earn(me, me, 20, "ox"), Improve(me, OPTIONS[number % len(OPTIONS)])]
        if number % 5 == 4:
            events += [Wound(others[0] if others else me, me), Mend(me, me, 1)]
        if number % 3 == 2:
            for who in [me, *others[:1]]:
                events.append(Affect(who, who, EFFECTS[number // 3 % len(EFFECTS)]))
        return events


def _nearest(me: Entity, things: Iterable[Entity]) -> list[Entity]:
    here = me[Position]

    def distance(thing: Entity) -> tuple[int, int]:
        there = thing[Position]
        return max(abs(there.x - here.x), abs(there.y - here.y)), thing.id

    return sorted(things, key=distance)

"""Conduct: what the player did in all, and what they had at the end; told when it is over.

An observer of the world and nothing more, as the messages are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from bidden.events.combat import Attack, Die, Shoot, Throw
from bidden.events.magic import Cast
from bidden.events.places import Disarm
from bidden.events.things import Eat, LetGo, Quaff, Read
from bidden.perception.names import counted_name
from bidden.state import a_thing, enumerated, name_of, several
from eventcore import Entity, Event, World

_TIMES: Final[Mapping[type[Event], tuple[str, str]]] = {
    Attack: ("struck a blow", "struck {} blows"),
    Shoot: ("shot once", "shot {} times"),
    Throw: ("threw one thing", "threw {} things"),
    Quaff: ("quaffed one potion", "quaffed {} potions"),
    Read: ("read once", "read {} times"),
    Cast: ("cast one spell", "cast {} spells"),
    Eat: ("ate once", "ate {} times"),
    Disarm: ("worked on one trap", "worked on {} traps"),
}
"""What is counted, and how it is told of one and of several."""
_NEVER: Final[Mapping[type[Event], str]] = {
    Attack: "never struck a blow",
    Quaff: "never quaffed a potion",
    Read: "never read a word",
    Eat: "never ate",
}
"""What is worth telling where it was never done."""


class Conduct:
    """Counts what the player did in the game.

    Attributes:
        counts: How often they did each thing, by the name of its event.
        slain: How many they put to rest of each kind of creature, by name.
        belongings: What they held when they died.
    """

    def __init__(
        self,
        world: World,
        player: Entity,
        counts: Mapping[str, int] | None = None,
        slain: Mapping[str, int] | None = None,
        belongings: Sequence[str] = (),
        *,
        listens: bool = True,
    ) -> None:
        """Begin to listen, if it is to, or go on after what was done before."""
        self.counts = Counter(counts or {})
        self.slain = Counter(slain or {})
        self.belongings = [*belongings]
        self._world = world
        self._player = player
        self._waits = listens
        self._listen()

    def go_back_to(
        self, counts: Mapping[str, int], slain: Mapping[str, int], belongings: Sequence[str]
    ) -> None:
        """Have counted only what was done by then; the player may be alive again."""
        self.counts, self.slain = Counter(counts), Counter(slain)
        self.belongings[:] = belongings
        self._listen()

    def _listen(self) -> None:
        """Begin to listen, once, if it is to and there is somebody to listen to."""
        world, player = self._world, self._player
        if player.alive and self._waits:
            self._waits = False
            for kind in _TIMES:
                world.observe(kind, self._count, entity=player)
            world.observe(Die, self._count_kill, entity=player)
            world.observe(LetGo, self._note_loss, role="target", entity=player)

    def lines(self) -> tuple[str, ...]:
        """Tell what the player did, a line for each kind of deed."""
        told = []
        if self.slain:
            kinds = sorted(self.slain.items(), key=lambda item: (-item[1], item[0]))
            names = [a_thing(name) if n == 1 else f"{several(name)} ({n})" for name, n in kinds]
            told.append(f"You put to rest {enumerated(names)}.")
        else:
            told.append("You put nobody to rest.")
        done = [
            one if self.counts[kind.__name__] == 1 else many.format(self.counts[kind.__name__])
            for kind, (one, many) in _TIMES.items()
            if self.counts[kind.__name__]
        ]
        told += [f"You {enumerated(done)}."] if done else []
        told += [f"You {text}." for kind, text in _NEVER.items() if not self.counts[kind.__name__]]
        return tuple(told)

    def _count(self, event: Event) -> None:
        if event.done:
            self.counts[type(event).__name__] += 1

    def _count_kill(self, die: Die) -> None:
        if die.done and die.target is not self._player:
            self.slain[name_of(die.target)] += 1

    def _note_loss(self, letting: LetGo) -> None:
        if letting.done and isinstance(letting.cause, Die):
            self.belongings.append(counted_name(self._player, letting.item, self._world))

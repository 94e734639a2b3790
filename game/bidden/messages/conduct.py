"""Conduct: what the player did and suffered, and had at the end; told when it is over.

An observer of the world and nothing more, as the messages are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import attrs

from bidden.components.body.wounds import Wounds
from bidden.components.movement.position import Position
from bidden.events.combat import Attack, Die, Shoot, Throw, Wound
from bidden.events.magic import Cast
from bidden.events.places import Disarm
from bidden.events.things import Eat, LetGo, Quaff, Read
from bidden.messages.epitaphs import slayer_of
from bidden.messages.scars import scars_told
from bidden.perception.senses.names import counted_name
from bidden.rules.body.maiming import Maiming
from bidden.state import a_thing, enumerated, name_of, several
from bidden.view import Line
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


@attrs.frozen
class Done:
    """What a player has done and suffered by some moment.

    Attributes:
        counts: How often they did each thing, by the name of its event.
        slain: How many they put to rest of each kind of creature, by name.
        belongings: What they held when they died.
        scars: Which wounds they took, when, where and of whom, in lines.
    """

    counts: dict[str, int] = attrs.field(factory=dict)
    slain: dict[str, int] = attrs.field(factory=dict)
    belongings: list[str] = attrs.field(factory=list)
    scars: list[str] = attrs.field(factory=list)

    def saved(self) -> dict[str, Any]:
        """Give its fields by name; without wounds as games were saved before these were noted."""
        return attrs.asdict(self, recurse=False, filter=lambda one, of: one.name != "scars" or of)


class Conduct:
    """Takes note of what the player did in the game, and of what was done to them.

    Attributes:
        counts: As in ``Done``, and the others as well.
        slain: Of each kind of creature.
        belongings: At the end.
        scars: In order.
    """

    def __init__(
        self, world: World, player: Entity, before: Done | None = None, *, listens: bool = True
    ) -> None:
        """Begin to listen, if it is to, or go on after what was done before."""
        self._world = world
        self._player = player
        self._waits = listens
        self.go_back_to(Done() if before is None else before)

    def done(self) -> Done:
        """Copy all that is noted by now, sorted by name where it has no order."""
        counts, slain = dict(sorted(self.counts.items())), dict(sorted(self.slain.items()))
        return Done(counts, slain, [*self.belongings], [*self.scars])

    def go_back_to(self, done: Done) -> None:
        """Have noted only what was done by then; the player may be alive again."""
        self.counts, self.slain = Counter(done.counts), Counter(done.slain)
        self.belongings, self.scars = [*done.belongings], [*done.scars]
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
            world.observe(Wound, self._note_wound, role="target", entity=player)

    def lines(self, messages: Sequence[Line] = ()) -> tuple[str, ...]:
        """Tell what the player did, a line for each kind of deed.

        Args:
            messages: What they were told, which tells of wounds that closed again.
        """
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
        return (*told, *self._scars_told(messages))

    def _scars_told(self, messages: Sequence[Line]) -> Iterator[str]:
        body, kinds = self._player.get(Wounds), self._world.root[Maiming].kinds
        closed = {name: kind.closed for name, kind in kinds.items()}
        return scars_told(self.scars, [] if body is None else body.taken, messages, closed)

    def _count(self, event: Event) -> None:
        if event.done:
            self.counts[type(event).__name__] += 1

    def _count_kill(self, die: Die) -> None:
        if die.done and die.target is not self._player:
            self.slain[name_of(die.target)] += 1

    def _note_loss(self, letting: LetGo) -> None:
        if letting.done and isinstance(letting.cause, Die):
            self.belongings.append(counted_name(self._player, letting.item, self._world))

    def _note_wound(self, wound: Wound) -> None:
        if wound.done:
            where = f"on turn {self._world.turn}, level {self._player[Position].level}"
            self.scars.append(
                f"{where}: the {wound.kind}, by {slayer_of(wound.enactor, wound.source)}"
            )

"""Conduct and epitaphs: the deeds, wounds and death of the player, for the morgue."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, Final

import attrs

from bidden.components.movement.position import Position
from bidden.components.places.trap import Trap
from bidden.events.body import Mend
from bidden.events.combat import Attack, Die, Shoot, Throw, Wound
from bidden.events.magic import Cast
from bidden.events.places import Disarm
from bidden.events.things import Eat, LetGo, Quaff, Read
from bidden.perception.senses.names import counted_name
from bidden.state import a_thing, counted, enumerated, name_of
from bidden.words import phrase, tables
from eventcore import Entity, Event, World

UNDER_WAY: Final = "under way"
_COUNTED: Final = frozenset({"dart", "flash", "needle", "spark"})
"""Sources of damage that take an article."""
_CLOSED: Final = "; healed on turn "
_WHEN: Final = re.compile(r",? on turn [\d,]+\.$")
_KILLED_BY: Final = re.compile(r"^Killed by (?:an? |the )?(?:.*, )?(.+)")
_DEEDS: Final = (Attack, Shoot, Throw, Quaff, Read, Cast, Eat, Disarm)


@attrs.frozen
class Done:
    """The deeds and wounds of a player up to some moment.

    Attributes:
        counts: The number of events of each type, by name.
        slain: The number of kills, by kind of creature.
        belongings: What the player had at death.
        scars: The wounds in order, as "on turn 3, level 1: the leg, by an orc; healed on turn 9".
    """

    counts: dict[str, int] = attrs.field(factory=dict)
    slain: dict[str, int] = attrs.field(factory=dict)
    belongings: list[str] = attrs.field(factory=list)
    scars: list[str] = attrs.field(factory=list)

    def saved(self) -> dict[str, Any]:
        """Return the fields, without empty ``scars``, as in older saves."""
        fields = attrs.asdict(self, recurse=False)
        return {name: of for name, of in fields.items() if of or name != "scars"}


class Conduct:
    """Records the deeds and wounds of the player, with the attributes of ``Done``."""

    def __init__(
        self, world: World, player: Entity, before: Done | None = None, *, listens: bool = True
    ) -> None:
        """Go on after an earlier record; observe the player only if ``listens``."""
        self._world = world
        self._player = player
        self._waits = listens
        self.go_back_to(Done() if before is None else before)

    def done(self) -> Done:
        """Return a copy of the record."""
        counts, slain = dict(sorted(self.counts.items())), dict(sorted(self.slain.items()))
        return Done(counts, slain, [*self.belongings], [*self.scars])

    def go_back_to(self, done: Done) -> None:
        """Restore an earlier record; the player may be alive again."""
        self.counts, self.slain = Counter(done.counts), Counter(done.slain)
        self.belongings, self.scars = [*done.belongings], [*done.scars]
        world, player = self._world, self._player
        if player.alive and self._waits:
            self._waits = False
            for kind in _DEEDS:
                world.observe(kind, self._count, entity=player)
            world.observe(Die, self._count_kill, entity=player)
            world.observe(LetGo, self._note_belonging, role="target", entity=player)
            world.observe(Wound, self._note_wound, role="target", entity=player)
            world.observe(Mend, self._note_closing, role="target", entity=player)

    def lines(self) -> tuple[str, ...]:
        """Return the record in sentences."""
        kinds = sorted(self.slain.items(), key=lambda item: (-item[1], item[0]))
        killed = enumerated([counted(*kind) for kind in kinds]) if kinds else ""
        done, omitted = list[str](), list[str]()
        for kind, (once, often, never) in tables()["deeds"].items():
            count = self.counts[kind]
            if count:
                done.append(once if count == 1 else often.format(count=count))
            elif never:
                omitted.append(never)
        deeds = [*([enumerated(done)] if done else []), *omitted]
        return (
            phrase("conduct", "killed" if killed else "killed nobody", creatures=killed),
            *(phrase("conduct", "did", deeds=each) for each in deeds),
            *(phrase("conduct", "wounded", scar=scar) for scar in self.scars),
        )

    def _count(self, event: Event) -> None:
        if event.done:
            self.counts[type(event).__name__] += 1

    def _count_kill(self, die: Die) -> None:
        if die.done and die.target is not self._player:
            self.slain[name_of(die.target)] += 1

    def _note_belonging(self, letting: LetGo) -> None:
        if letting.done and isinstance(letting.cause, Die):
            self.belongings.append(counted_name(self._player, letting.item, self._world))

    def _note_wound(self, wound: Wound) -> None:
        if wound.done:
            where = f"on turn {self._world.turn:,}, level {self._player[Position].level}"
            killer = slayer_of(wound.enactor, wound.source)
            self.scars.append(f"{where}, in the {wound.kind} by {killer}")

    def _note_closing(self, mend: Mend) -> None:
        for kind in mend.closed if mend.done else ():
            scars, wound = enumerate(self.scars), f", in the {kind} by "
            numbers = [n for n, scar in scars if wound in scar and _CLOSED not in scar]
            if numbers:
                self.scars[numbers[-1]] += f"{_CLOSED}{self._world.turn:,}"


def harm_named(source: str) -> str:
    """Return a source of damage as a noun; empty for an attack."""
    return a_thing(source) if source in _COUNTED else source


def slayer_of(enactor: Entity, source: str) -> str:
    """Name the cause of a wound or death: a trap, the source of the damage, or a creature."""
    by = a_thing(name_of(enactor))
    return by if Trap in enactor else harm_named(source) or by


def cause_of(epitaph: str) -> str:
    """Return an epitaph without its turn."""
    return _WHEN.sub("", epitaph).removesuffix(".")


def killer_of(epitaph: str) -> str:
    """Return the kind of the killer: of a champion with a name, its title."""
    return _KILLED_BY.sub(r"\1", cause_of(epitaph))

"""Noises: events make them, by the tables of ``noises.toml``, and they wake and attract creatures.

A noise goes straight through walls. A creature hears it within its loudness, in tiles, and a
sleeping creature within half of that. Noises of allies attract nobody unless they are alarming.
A rooted creature wakes but does not move. A level where no creature has awareness is silent,
because a noise would wake nobody.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, get_args

import attrs

from bidden.ai.wits import Wits
from bidden.components.movement.collision import Rooted
from bidden.components.movement.position import Position
from bidden.content.kinds.noise_kinds import NoiseKind
from bidden.events.combat import TakeDamage
from bidden.events.effects import EffectMoment, what_is
from bidden.events.knowledge import Tell
from bidden.events.minds import Bid, Heed, Noise, Rouse, are_foes, serves
from bidden.events.movement import Open
from bidden.events.pursuit import ComeAfter
from bidden.events.queries import WhichFoe
from bidden.events.things import Break
from bidden.intents import Word
from eventcore import MODIFY, REACT, RESOLVE, VALIDATE, Component, Entity, World, component, handles

CALL: Final = "call"
"""The kind of noise that a call makes. It is heard as far as that."""


@component
class Noises(Component):
    """Publishes the noises of events."""

    _kinds: Mapping[str, NoiseKind] = attrs.field(factory=dict, init=False, repr=False)

    def made_as(self, kinds: Mapping[str, NoiseKind]) -> None:
        """Set the kinds of noises, by their causes."""
        self._kinds = kinds

    def loudness_of(self, name: str) -> int:
        """Return how far a kind of noise is heard, in tiles, or 0 if it is silent."""
        kind = self._kinds.get(name)
        return 0 if kind is None else kind.loudness

    # After the target has turned on its attacker, at REACT - 4.
    @handles(TakeDamage, REACT - 3, via="world")
    def be_heard_doing_harm(self, damage: TakeDamage, world: World) -> None:
        """Publish the noise of an attack, but not of damage by a lasting effect."""
        if not isinstance(damage.cause, EffectMoment):
            kind = "fall" if damage.enactor is damage.target else damage.kind
            self._sound(kind, damage.enactor, damage.target, world)

    @handles(Open, REACT - 3, via="world")
    def be_heard_opening(self, opening: Open, world: World) -> None:
        self._sound("door", opening.enactor, opening.door, world)

    @handles(Bid, REACT - 3, via="world")
    def be_heard_calling(self, bid: Bid, world: World) -> None:
        """Publish the noise of a call, which creatures other than followers hear too."""
        self._sound("call", bid.enactor, bid.enactor, world)

    @handles(Tell, REACT - 3, via="world")
    def be_heard_telling(self, telling: Tell, world: World) -> None:
        self._sound("cry", telling.enactor, telling.enactor, world)

    @handles(Break, REACT - 3, via="world")
    def be_heard_breaking(self, breaking: Break, world: World) -> None:
        self._sound("break", breaking.enactor, breaking.target, world)

    @handles(ComeAfter, REACT - 3, via="world")
    def be_heard_coming(self, coming: ComeAfter, world: World) -> None:
        if coming.come is not None:
            self._sound("hunt", coming.come, coming.come, world)

    def _sound(self, name: str, by: Entity, at: Entity, world: World) -> None:
        kind, place = self._kinds.get(name), at.get(Position)
        if kind is None or place is None:
            return
        listeners = world.roster(Wits, Position)
        if any(listener[Position].level == place.level for listener in listeners):
            world.publish(Noise(by, *place.spot, kind.loudness, kind.sound, kind.alarming))


@component
class Hearing(Component):
    """Wakes the creatures that hear a noise."""

    @handles(Noise, REACT, via="world")
    def be_heard(self, noise: Noise, world: World) -> None:
        """Wake the creatures within the loudness of the noise, except the one that made it."""
        by, level, x, y = noise.enactor, noise.level, noise.x, noise.y
        far, half = noise.loudness * noise.loudness, noise.loudness // 2
        for creature in world.roster(Wits, Position):
            there = creature.get(Position)  # a creature roused before may have removed others
            if there is None or there.level != level:
                continue
            dx, dy = there.x - x, there.y - y
            away = dx * dx + dy * dy
            if not 0 < away <= far or creature is by or not creature.alive or Wits not in creature:
                continue
            asleep = creature[Wits].state == "asleep"
            near = away <= half * half if asleep else True
            if near and (noise.alarming or are_foes(world, creature, by)):
                if Rooted not in creature:
                    world.publish(Rouse(by, creature, noise.x, noise.y))
                elif asleep:
                    world.publish(Rouse(by, creature))


@component
class Bidding(Component):
    """Lets followers hear commands."""

    # After the refusal for paralysed creatures, at VALIDATE.
    @handles(Bid, VALIDATE + 20, via="world")
    def look_who_can_hear(self, bid: Bid, world: World) -> None:
        """Fail for an unknown command, and if no follower is near enough to hear it."""
        if bid.word not in get_args(Word):
            bid.fail("no word")
            return
        who, reach = bid.enactor, world.root[Noises].loudness_of(CALL)
        here = who[Position]
        for follower in world.having(Wits, Position):
            there = follower[Position]
            far = (there.x - here.x) ** 2 + (there.y - here.y) ** 2
            hears = there.level == here.level and far <= reach * reach and follower is not who
            if hears and serves(world, follower, who):
                bid.heard.append(follower)
        if not bid.heard:
            bid.fail("nobody serves")

    @handles(Bid, MODIFY, via="world")
    def point_at_a_foe(self, bid: Bid, world: World) -> None:
        """Choose the nearest enemy in view as the one to attack."""
        if bid.word == "strike":
            sight = max(0, what_is(world, bid.enactor, "sight"))
            foe = world.ask(WhichFoe(bid.enactor, sight)).found
            if foe is not None:
                bid.x, bid.y = foe[Position].tile

    @handles(Bid, RESOLVE, via="world")
    def be_heeded(self, bid: Bid, world: World) -> None:
        """Publish that each follower who heard the command obeys."""
        for follower in bid.heard:
            world.publish(Heed(bid.enactor, follower, bid.word, bid.x, bid.y))

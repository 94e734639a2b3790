"""Harms: the damage that a creature can do to another, by each means.

The strength of a blow is what its chain would compute, wherever the two creatures stand. Stats
are queried, and the few components that change each blow are read here. Damage is drawn from 1 to
the strength.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal, TypeAlias

import attrs

from bidden.ai.mind import Mind
from bidden.components.body.frail import Frail
from bidden.components.body.health import Health
from bidden.components.body.wounds import Wounds
from bidden.components.combat.blows import Ambush, Piercing, Slaying, Strike
from bidden.components.combat.guard import Guard
from bidden.components.combat.marksman import Marksman
from bidden.components.combat.on_hit import TENTHS, Brand, Wounding
from bidden.components.movement.position import Position
from bidden.components.things.pack import Pack
from bidden.components.tricks.after_hits import Retort, Thorns
from bidden.components.tricks.knack import Breath, Knack
from bidden.components.tricks.strong_blows import Charge, PackHunter
from bidden.events.body import HowMuchMore
from bidden.events.combat import resistance_to
from bidden.events.effects import what_is
from bidden.events.minds import Sleeps, are_fellows, is_by_nature_of
from bidden.events.queries import WhichMissile
from bidden.perception.senses.sight import sees
from bidden.rules.magic.effects import Effects
from bidden.rules.magic.powers import Aim, Power
from bidden.state import AVERAGE, Ammunition, Fighter
from eventcore import Entity, World

How: TypeAlias = Literal["blow", "shot", "throw", "breath", "knack", "answer"]
"""The means of a harm."""

_WHOLE: Final = 100
MILLION: Final = 1_000_000
"""``Harm.outright`` counts the cases among this many."""
_THROWN: Final = 8
"""The bonus of the worst possible missile to a throw, because packs cannot be seen."""


@attrs.frozen
class Part:
    """A loss of hit points.

    Attributes:
        kind: The kind of damage, one of ``HARMS``.
        least: The minimum now.
        most: The maximum now.
        worst: The maximum if everything that can add to it does.
        mean: The mean now, in hundredths of a hit point.
    """

    kind: str
    least: int
    most: int
    worst: int
    mean: int


@attrs.frozen
class Harm:
    """A harm that a creature can do to another.

    Attributes:
        how: The means.
        parts: The losses; empty if it costs no hit points at once.
        block: The probability, in percent, that a shield blocks it.
        range: The Euclidean range in tiles; 0 for the user's sight radius.
        radius: The radius of its area, in tiles.
        effects: The names of its effects.
        outright: How many of a million blows wound outright, including blocked ones.
    """

    how: How
    parts: tuple[Part, ...] = ()
    block: int = 0
    range: int = 0
    radius: int = 0
    effects: tuple[str, ...] = ()
    outright: int = 0

    @property
    def least(self) -> int:
        """The minimum damage if it is not blocked."""
        return sum(part.least for part in self.parts)

    @property
    def most(self) -> int:
        """The maximum damage now."""
        return sum(part.most for part in self.parts)

    @property
    def worst(self) -> int:
        """The maximum damage if everything that can add to it does."""
        return sum(part.worst for part in self.parts)

    @property
    def mean(self) -> int:
        """The mean damage, including blocked cases, in hundredths of a hit point."""
        return sum(part.mean for part in self.parts) * (_WHOLE - self.block) // _WHOLE


def harms_of(who: Entity, target: Entity, world: World) -> tuple[Harm, ...]:
    """Return every visible harm that a creature can do to another."""
    plan = who[Mind].plan if Mind in who else []
    breath, knack = who.get(Breath), who.get(Knack)
    harms = [
        blow_of(who, target, world),
        shot_of(who, target, world) if "shoot" in plan else None,
        _throw_of(who, target, world) if "throw" in plan else None,
        None if breath is None else power_of("breath", breath.power, target, world),
        None if knack is None else power_of("knack", knack.power, target, world),
        answer_of(who, target, world),
    ]
    return tuple(harm for harm in harms if harm is not None)


def blow_of(who: Entity, target: Entity, world: World, *, awake: bool = False) -> Harm | None:
    """Return a creature's blow against another, or None if it does not attack.

    ``awake`` is for a later blow, because the first one wakes a sleeper.
    """
    if Strike not in who or Fighter not in who:
        return None
    sleeps = not awake and world.ask(Sleeps(target)).asleep
    now, worst = (
        strength_of(who, target, world, most=most, sleeps=sleeps) for most in (False, True)
    )
    struck, block = _drawn("blow", now, worst, target, world), _block(target, world)
    outright = _outright(who, struck, block, target, world)
    parts = *struck, *_brands(who, target, world)
    return Harm("blow", parts, block, range=1, outright=outright)


def _outright(who: Entity, struck: list[Part], block: int, target: Entity, world: World) -> int:
    """Return how many of a million blows wound outright.

    The result is 0 for creatures without wounds, and if the next wound kills the creature.
    """
    percent: int = sum(part.percent for part in parts_of(who, Wounding))
    most = world.ask(HowMuchMore(target, "health")).most
    body = target.get(Wounds)
    if not percent or not most or body is None or body.count + 1 >= body.most:
        return 0
    mean = sum(part.mean for part in struck)
    odds = percent * mean * (_WHOLE - block) * (MILLION // (_WHOLE * _WHOLE))
    return min(MILLION, odds // (TENTHS * most))


def shot_of(who: Entity, target: Entity, world: World) -> Harm | None:
    """Return a creature's shot at another, or None if it cannot shoot now."""
    ranged = what_is(world, who, "ranged")
    if Marksman not in who or ranged <= 0:
        return None
    which = world.ask(WhichMissile(who))
    missile = None if which.found is None else which.found.get(Ammunition)
    added = 0 if missile is None else missile.strength
    strength = _half_of_the_attack(who, world) + ranged + added - _defence(target, world)
    parts = *_drawn("missile", strength, strength, target, world), *_brands(who, target, world)
    return Harm("shot", parts, _block(target, world))


def _throw_of(who: Entity, target: Entity, world: World) -> Harm | None:
    """Return a creature's throw at another, with the worst missile, as packs cannot be seen."""
    if Marksman not in who or Pack not in who:
        return None
    strength = _half_of_the_attack(who, world) + _THROWN - _defence(target, world)
    parts = _drawn("missile", strength, strength, target, world)
    return Harm("throw", tuple(parts), _block(target, world))


def power_of(how: How, power: Power, target: Entity, world: World) -> Harm | None:
    """Return the harm of a power to a creature at once, or None if it is not for enemies."""
    if power.aim in (Aim.SELF, Aim.FELLOWS):
        return None
    parts = tuple(_sure(power.effects, target, world))
    return Harm(how, parts, range=power.range, radius=power.radius, effects=power.effects)


def answer_of(who: Entity, striker: Entity, world: World) -> Harm | None:
    """Return the harm to the attacker by each blow against a creature, or None."""
    parts, thorns, retort = list[Part](), who.get(Thorns), who.get(Retort)
    mine = blow_of(striker, who, world)
    if thorns is not None and mine is not None:
        back = max((part.most for part in mine.parts), default=0) * thorns.percent // _WHOLE
        mean = sum(part.mean for part in mine.parts) * thorns.percent // _WHOLE
        most = _resisted("magic", max(1, back), striker, world)
        parts += [Part("magic", 1, most, most, mean)] if most else []
    effects = (retort.effect,) if retort is not None and retort.on == "striker" else ()
    parts += _sure(effects, striker, world)
    return Harm("answer", tuple(parts), effects=effects) if parts or effects else None


def strength_of(who: Entity, target: Entity, world: World, *, most: bool, sleeps: bool) -> int:
    """Return the strength of a blow beyond the defence, in the order of the chain of ``Attack``."""
    nature = who[Fighter]
    strong = what_is(world, who, "strength", nature.strength)
    strength = what_is(world, who, "attack", nature.attack) + (strong - AVERAGE) // 5
    for pack in parts_of(who, PackHunter):
        strength += pack.each * (pack.most if most else _fellows_beside(who, target, pack, world))
    for charge in parts_of(who, Charge):
        strength += charge.each * (charge.most if most else _run_up(charge, target))
    if Frail in who:
        percent = max(0, _WHOLE + what_is(world, who, "blows"))
        strength = -(-strength * percent // _WHOLE)
    for slaying in parts_of(who, Slaying):
        strength += slaying.strength if is_by_nature_of(target, slaying.side) else 0
    if sleeps:
        for ambush in parts_of(who, Ambush):
            strength *= ambush.times
    least = who[Piercing].of(strength) if Piercing in who else 0
    return max(least, strength - _defence(target, world))


def _run_up(charge: Charge, target: Entity) -> int:
    here, there = charge.entity[Position], target[Position]
    on = (there.x - here.x, there.y - here.y) == (charge.dx, charge.dy)
    return min(charge.run, charge.most) if on else 0


def _fellows_beside(who: Entity, target: Entity, pack: PackHunter, world: World) -> int:
    near = [
        other
        for other in world.having(Fighter, Position)
        if other is not who
        and other[Position].distance(target[Position]) == 1
        and are_fellows(world, who, other)
        and sees(target, other, world)
    ]
    return min(len(near), pack.most)


def parts_of(who: Entity, cls: type[Any]) -> list[Any]:
    """Return the components of a class that a creature and its worn items have."""
    return [one[cls] for one in (who, *who.owned) if cls in one]


def _half_of_the_attack(who: Entity, world: World) -> int:
    return what_is(world, who, "attack", who[Fighter].attack) // 2


def _defence(target: Entity, world: World) -> int:
    return what_is(world, target, "defence", target[Fighter].defence) if Guard in target else 0


def _block(target: Entity, world: World) -> int:
    return max(0, min(_WHOLE, what_is(world, target, "block")))


def _resisted(kind: str, strength: int, target: Entity, world: World) -> int:
    """Return the strength of a harm after resistances; 0 for an immune target."""
    percent = what_is(world, target, resistance_to(kind))
    return 0 if percent >= _WHOLE else -(-strength * (_WHOLE - percent) // _WHOLE)


def _drawn(kind: str, now: int, worst: int, target: Entity, world: World) -> list[Part]:
    """Return a loss drawn from 1 to its maximum; none for an immune target."""
    most, worst = (_resisted(kind, max(1, each), target, world) for each in (now, worst))
    return [Part(kind, 1, most, worst, (1 + most) * _WHOLE // 2)] if most else []


def _brands(who: Entity, target: Entity, world: World) -> Iterator[Part]:
    """Yield the losses that the brands of a creature and its weapon add to a blow or a shot."""
    for brand in parts_of(who, Brand):
        yield from _drawn(brand.kind, brand.strength, brand.strength, target, world)


def _sure(effects: Iterable[str], target: Entity, world: World) -> list[Part]:
    kinds = [world.root[Effects].kinds.get(name) for name in effects]
    losses = [(kind.kind, -kind.once.get("health", 0)) for kind in kinds if kind is not None]
    left = [(kind, _resisted(kind, loss, target, world)) for kind, loss in losses if loss > 0]
    return [Part(kind, loss, loss, loss, loss * _WHOLE) for kind, loss in left if loss]


@attrs.frozen
class Blows:
    """The mean number of blows until a creature is defeated.

    Attributes:
        empty: Until the hit points are gone and a wound replaces death; 0 if that kills.
        wound: Until the first wound, by that or outright; 0 if it kills.
        death: Until death; 0 if the creature cannot be hurt so.
    """

    empty: int = 0
    wound: int = 0
    death: int = 0


def blows_to_end(harm: Harm, target: Entity, world: World, then: Harm | None = None) -> Blows:
    """Count the mean number of blows that defeat a creature; ``then`` is each after the first."""
    health, body, then = target.get(Health), target.get(Wounds), then or harm
    if health is None or not harm.mean:
        return Blows()
    first = _needed(health.hp, harm, then)
    if body is None or body.count + 1 >= body.most:
        return Blows(death=first)
    number, death = 1, first
    while body.count + number + harm.outright * death // MILLION < body.most:
        # The last wound only comes from lost hit points, never outright.
        number, death = number + 1, death + _needed(health.after_a_wound(world), then, then)
    return Blows(first, _until_one_wounds(harm, first), death)


def _until_one_wounds(harm: Harm, most: int) -> int:
    """Return the mean number of blows until one wounds outright, up to ``most``."""
    taken, left = 0, MILLION
    for _ in range(most):
        taken += left
        left -= left * harm.outright // MILLION
    return (taken + MILLION // 2) // MILLION


def _needed(hp: int, first: Harm, then: Harm) -> int:
    return 1 + max(0, -((first.mean - hp * _WHOLE) // then.mean))

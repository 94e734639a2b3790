"""Harms: what a creature can do to another, and how many hit points that costs.

The strength of a blow is what its chain would compute, wherever the two creatures stand. Stats
are queried, and the few components that change each blow are read here. Damage is drawn from 1 to
the strength.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias

import attrs

from bidden.ai.mind import Mind
from bidden.components.body.frail import Frail
from bidden.components.body.wounds import Wounds
from bidden.components.combat.blows import Ambush, Piercing, Slaying
from bidden.components.combat.breath import Breath
from bidden.components.combat.guard import Guard
from bidden.components.combat.marksman import Marksman
from bidden.components.combat.on_hit import TENTHS, Brand, Wounding
from bidden.components.combat.strike import Strike
from bidden.components.movement.position import Position
from bidden.components.things.pack import Pack
from bidden.components.tricks.knack import Knack
from bidden.components.tricks.retorts import Retort, Thorns
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
from eventcore import Component, Entity, World

How: TypeAlias = Literal["blow", "shot", "throw", "breath", "knack", "answer"]
"""The means of a harm."""

_WHOLE: Final = 100
MILLION: Final = 1_000_000
"""``Harm.outright`` counts the cases among this many."""
_THROWN: Final = 8
"""What the worst possible missile adds to a throw, because packs cannot be seen."""


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
    """What a creature can do to another.

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
    """Return everything that a creature can do to another, as far as it shows.

    Args:
        who: The creature.
        target: The other creature.
        world: The world.
    """
    mind = who.get(Mind)
    plan = [] if mind is None else mind.plan
    return tuple(_harms(who, target, plan, world))


def blow_of(who: Entity, target: Entity, world: World) -> Harm | None:
    """Return a creature's blow against another, or None if it does not attack."""
    if Strike not in who or Fighter not in who:
        return None
    now, worst = (_strength(who, target, world, most=most) for most in (False, True))
    struck, block = _drawn("blow", now, worst, target, world), _block(target, world)
    parts = _told([struck, *_brands(who, target, world)])
    outright = 0 if struck is None else _outright(who, struck, block, target, world)
    return Harm("blow", parts, block, range=1, outright=outright)


def _outright(who: Entity, struck: Part, block: int, target: Entity, world: World) -> int:
    """Return how many of a million blows wound outright.

    The result is 0 for creatures without wounds, and for those whom the next wound kills.
    """
    percent: int = sum(part.percent for part in _parts_of(who, Wounding))
    most = world.ask(HowMuchMore(target, "health")).most
    body = target.get(Wounds)
    if not percent or not most or body is None or body.count + 1 >= body.most:
        return 0
    odds = percent * struck.mean * (_WHOLE - block) * (MILLION // (_WHOLE * _WHOLE))
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
    parts = [_drawn("missile", strength, strength, target, world)]
    parts += _brands(who, target, world)
    return Harm("shot", _told(parts), _block(target, world))


def power_of(how: How, power: Power, target: Entity, world: World) -> Harm:
    """Return what a power does to a creature at once."""
    parts, kinds = list[Part | None](), world.root[Effects].kinds
    for name in power.effects:
        kind = kinds.get(name)
        loss = 0 if kind is None else -kind.once.get("health", 0)
        if kind is not None and loss > 0:
            parts.append(_sure(kind.kind, loss, target, world))
    far, around = power.range, power.radius
    return Harm(how, _told(parts), range=far, radius=around, effects=power.effects)


def answer_of(who: Entity, striker: Entity, world: World) -> Harm | None:
    """Return what each blow against a creature does to the attacker, or None."""
    parts, effects, kinds = list[Part | None](), list[str](), world.root[Effects].kinds
    thorns, retort = who.get(Thorns), who.get(Retort)
    mine = blow_of(striker, who, world)
    if thorns is not None and mine is not None:
        back = max((part.most for part in mine.parts), default=0) * thorns.percent // _WHOLE
        mean = sum(part.mean for part in mine.parts) * thorns.percent // _WHOLE
        most = _resisted("magic", max(1, back), striker, world)
        parts.append(Part("magic", 1, most, most, mean) if most else None)
    if retort is not None and retort.on == "striker":
        kind = kinds.get(retort.effect)
        loss = 0 if kind is None else -kind.once.get("health", 0)
        effects.append(retort.effect)
        if kind is not None and loss > 0:
            parts.append(_sure(kind.kind, loss, striker, world))
    return Harm("answer", _told(parts), effects=tuple(effects)) if parts or effects else None


def _harms(who: Entity, target: Entity, plan: list[str], world: World) -> Iterator[Harm]:
    blow = blow_of(who, target, world)
    if blow is not None:
        yield blow
    shot = shot_of(who, target, world) if "shoot" in plan else None
    if shot is not None:
        yield shot
    if "throw" in plan and Marksman in who and Pack in who:
        strength = _half_of_the_attack(who, world) + _THROWN - _defence(target, world)
        part = _drawn("missile", strength, strength, target, world)
        yield Harm("throw", _told([part]), _block(target, world))
    breath, knack = who.get(Breath), who.get(Knack)
    if breath is not None:
        yield power_of("breath", breath.power, target, world)
    if knack is not None and knack.power.aim not in (Aim.SELF, Aim.FELLOWS):
        yield power_of("knack", knack.power, target, world)
    answer = answer_of(who, target, world)
    if answer is not None:
        yield answer


def _strength(who: Entity, target: Entity, world: World, *, most: bool) -> int:
    """Return the strength of a blow beyond the defence, in the order of the chain of ``Attack``."""
    nature = who[Fighter]
    strong = what_is(world, who, "strength", nature.strength)
    strength = what_is(world, who, "attack", nature.attack) + (strong - AVERAGE) // 5
    for cls, adds in _ADDING.items():
        for part in _parts_of(who, cls):
            strength += adds(part, target, world, most)
    if Frail in who:
        percent = max(0, _WHOLE + what_is(world, who, "blows"))
        strength = -(-strength * percent // _WHOLE)
    for slaying in _parts_of(who, Slaying):
        strength += slaying.strength if is_by_nature_of(target, slaying.side) else 0
    if world.ask(Sleeps(target)).asleep:
        for ambush in _parts_of(who, Ambush):
            strength *= ambush.times
    least = who[Piercing].of(strength) if Piercing in who else 0
    return max(least, strength - _defence(target, world))


def _add_the_run(charge: Charge, target: Entity, world: World, most: bool) -> int:
    tiles = charge.most
    if not most:
        here, there = charge.entity[Position], target[Position]
        on = (there.x - here.x, there.y - here.y) == (charge.dx, charge.dy)
        tiles = min(charge.run, charge.most) if on else 0
    return charge.each * tiles


def _add_the_fellows(pack: PackHunter, target: Entity, world: World, most: bool) -> int:
    there, who = target[Position], pack.entity
    near = [
        one
        for one in world.having(Fighter, Position)
        if one is not who
        and one[Position].distance(there) == 1
        and are_fellows(world, who, one)
        and sees(target, one, world)
    ]
    return pack.each * (pack.most if most else min(len(near), pack.most))


_ADDING: Final[Mapping[type[Component], Callable[[Any, Entity, World, bool], int]]] = (
    MappingProxyType({PackHunter: _add_the_fellows, Charge: _add_the_run})
)
"""What adds to a blow before it is weakened: takes the component, the target, and whether to add
everything possible."""


def _parts_of(who: Entity, cls: type[Any]) -> list[Any]:
    """Return the components of a class that a creature and its worn items have."""
    own = [who[cls]] if cls in who else []
    return [*own, *(one[cls] for one in who.owned if cls in one)]


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


def _drawn(kind: str, now: int, worst: int, target: Entity, world: World) -> Part | None:
    """Return a loss drawn from 1 up, or None for an immune target."""
    most, worst = (_resisted(kind, max(1, one), target, world) for one in (now, worst))
    if not most:
        return None
    return Part(kind, 1, most, worst, (1 + most) * _WHOLE // 2)


def _brands(who: Entity, target: Entity, world: World) -> list[Part | None]:
    """Return what the brands of a creature and its weapon add to a blow or a shot."""
    return [
        _drawn(brand.kind, brand.strength, brand.strength, target, world)
        for brand in _parts_of(who, Brand)
    ]


def _sure(kind: str, loss: int, target: Entity, world: World) -> Part | None:
    left = _resisted(kind, loss, target, world)
    return Part(kind, left, left, left, left * _WHOLE) if left else None


def _told(parts: list[Part | None]) -> tuple[Part, ...]:
    return tuple(part for part in parts if part is not None)

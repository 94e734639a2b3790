"""Casting spells."""

from __future__ import annotations

import attrs

from bidden.components.magic.casting import Caster
from bidden.components.magic.magic import Magic
from bidden.content.kinds.spell_kinds import Spell
from bidden.events.body import ChangeMana
from bidden.events.magic import Cast, LearnSpell
from bidden.events.things import Release
from bidden.rules.magic.conditions import misspeaks
from bidden.rules.magic.powers import Power, take_aim, work
from eventcore import AIM, RESOLVE, VALIDATE, Component, Event, Fixed, World, component, handles


@component
class Spells(Component):
    """Knows the kinds of spells.

    Attributes:
        kinds: The kinds, by name.
    """

    kinds: Fixed[str, Spell] = attrs.field(factory=Fixed)

    @handles(Cast, AIM, via="world")
    def look_up_the_spell(self, cast: Cast, world: World) -> None:
        """Set the cost of the spell. Fail if it is missing or unknown."""
        spell = self.kinds.get(cast.spell)
        if spell is None:
            caster = cast.enactor.get(Caster)
            knows_any = caster is not None and bool(caster.spells)
            cast.fail("no spell" if cast.spell or knows_any else "no spells")
        else:
            cast.mana = spell.mana

    @handles(LearnSpell, AIM, via="world")
    def look_up_its_cost(self, learning: LearnSpell, world: World) -> None:
        spell = self.kinds.get(learning.spell)
        learning.mana = 0 if spell is None else spell.mana

    @handles(Cast, VALIDATE + 20, via="world")
    def aim(self, cast: Cast, world: World) -> None:
        """Find the targets. Fail if the spell would do nothing."""
        take_aim(self.kinds[cast.spell], cast, world)

    @handles(Cast, RESOLVE, via="world")
    def cast_the_spell(self, cast: Cast, world: World) -> None:
        """Spend the mana, and apply the effects to the targets if the words come out right."""
        who = cast.enactor
        if cast.mana:
            world.publish(ChangeMana(who, who, -cast.mana, source=cast.spell))
        cast.misspoken = misspeaks(who, world)
        if not cast.misspoken:
            work(self.kinds[cast.spell], who, cast.targets, world, (cast.x, cast.y))


def power_of(action: Event, world: World) -> Power | None:
    """Return the power of a spell or an item that an action releases, or None."""
    if isinstance(action, Cast):
        return world.root[Spells].kinds.get(action.spell)
    if not isinstance(action, Release) or action.item is None or Magic not in action.item:
        return None
    return action.item[Magic].power_of(action)


def range_of(action: Event, world: World) -> int:
    """Return the range of a power that an action releases, in tiles, or 0."""
    power = power_of(action, world)
    return 0 if power is None else power.range

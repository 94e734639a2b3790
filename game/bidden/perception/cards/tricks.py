"""Tricks: what a creature can do besides striking, in sentences made of its parts' own numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from bidden.ai.scent import Scent
from bidden.ai.tracker import Tracker
from bidden.amounts import numbered
from bidden.components.body.recovery import Recovery
from bidden.components.body.spores import Spores
from bidden.components.combat.breath import Breath
from bidden.components.combat.piercing import Piercing
from bidden.components.combat.venom import Venom
from bidden.components.combat.wounding import Wounding
from bidden.components.movement.rooted import Rooted
from bidden.components.tricks.burrows import Burrows
from bidden.components.tricks.bursts import Bursts
from bidden.components.tricks.charge import Charge
from bidden.components.tricks.imitates import Imitates
from bidden.components.tricks.knack import Knack
from bidden.components.tricks.leaks import Leaks
from bidden.components.tricks.pack_hunter import PackHunter
from bidden.components.tricks.relish import Relish
from bidden.components.tricks.retort import Retort
from bidden.components.tricks.skirmish import Skirmish
from bidden.components.tricks.thief import Thief
from bidden.components.tricks.thorns import Thorns
from bidden.perception.cards.effects import effect_told, effects_told
from bidden.rules.magic.effect_kinds import EffectKind
from bidden.rules.magic.powers import Aim, Power
from bidden.state import Bodyguard, Flying, Hunter, Invisible
from eventcore import Component, Entity

Kinds: TypeAlias = Mapping[str, EffectKind]
Teller: TypeAlias = Callable[[Any, Kinds], str]

_WHOLE: Final = 1000
_WHOM: Final = MappingProxyType(
    {
        Aim.SELF: "itself",
        Aim.CLOSEST: "its closest foe",
        Aim.CHOSEN: "one it sees",
        Aim.AROUND: "all around it",
        Aim.AREA: "all on a spot it sees",
        Aim.FELLOWS: "its fellows",
        Aim.SPOT: "itself",
    }
)


def tricks_of(who: Entity, kinds: Kinds) -> Iterator[str]:
    """Tell of the tricks of a creature, and of what it wields, a sentence each.

    Args:
        who: The creature.
        kinds: The kinds of effect, by name.
    """
    for cls, tell in TELLERS.items():
        if cls in who:
            yield tell(who[cls], kinds)
        if cls in WIELDED:
            yield from (tell(one[cls], kinds) for one in who.owned if cls in one)


def reach_told_of(far: int, around: int) -> str:
    """Say how far something reaches, and how far around it works, in tiles."""
    told = f"up to {numbered('tile', far)} away" if far else "as far as it sees"
    return f"{told}, and {around} around" if around else told


def reach_told(power: Power) -> str:
    """Say how far a power reaches, and how far around it works."""
    return reach_told_of(power.range, power.radius)


def _breathes(breath: Breath, kinds: Kinds) -> str:
    state = ""
    if breath.is_drawn:
        state = " It is drawn: it comes next."
    elif breath.out_for:
        state = f" It is out of breath for {numbered('turn', breath.out_for)}."
    turns = numbered("turn", breath.draws)
    does = effects_told(breath.power.effects, kinds)
    return (
        f"Draws breath for {turns}, then breathes {reach_told(breath.power)}: {does}."
        f" Rests {numbered('turn', breath.rests)} after it.{state}"
    )


def _uses_a_knack(knack: Knack, kinds: Kinds) -> str:
    power, seen = knack.power, knack.seen or "uses its knack"
    whom = _WHOM[power.aim]
    at = "" if seen.endswith(whom) else f" at {whom}"
    to = "" if power.aim is Aim.SELF else f"{at}, {reach_told(power)}"
    does = effects_told(power.effects, kinds)
    rests = f" Rests {numbered('turn', knack.rests)} after it." if knack.rests else ""
    return f"{seen[:1].upper()}{seen[1:]}{to}: {does}.{rests}"


def _bursts(bursts: Bursts, kinds: Kinds) -> str:
    whom = "its fellows" if bursts.fellows else "all"
    tiles = f"{bursts.radius} tile{'' if bursts.radius == 1 else 's'}"
    does = effects_told(bursts.effects, kinds)
    seen = f"{bursts.seen[:1].upper()}{bursts.seen[1:]}"
    return f"{seen} as it dies, on {whom} within {tiles}: {does}."


def _leaks(leaks: Leaks, kinds: Kinds) -> str:
    alight = ", alight" if leaks.lights else ""
    around = f", {leaks.radius} around" if leaks.radius else ""
    return f"Leaves {leaks.kind}{alight} where it dies{around}."


def _seeps(venom: Venom, kinds: Kinds) -> str:
    told = effect_told(venom.effect, kinds, venom.turns)
    return f"Its blows bring{_odds(venom.percent)}: {told}."


def _retorts(retort: Retort, kinds: Kinds) -> str:
    whom = "upon who struck it" if retort.on == "striker" else "upon itself"
    lost = "" if retort.lost == 1 else f", once it lacks {retort.lost} hp"
    told = effect_told(retort.effect, kinds)
    return f"Hurt by a blow{_odds(retort.percent)}{lost}, {whom}: {told}."


def _recovers(recovery: Recovery, kinds: Kinds) -> str:
    return f"Heals: 1 hp about every {-(-_WHOLE // max(1, recovery.health))} turns."


TELLERS: Final[Mapping[type[Component], Teller]] = MappingProxyType(
    {
        Breath: _breathes,
        Knack: _uses_a_knack,
        Charge: lambda of, _: (
            f"Strikes by {of.each} harder for each tile it ran straight at you, {of.most} at most."
        ),
        PackHunter: lambda of, _: (
            f"Strikes by {of.each} harder for each fellow beside you, {of.most} at most."
        ),
        Piercing: lambda of, _: f"No armour takes more than {100 - of.percent} % off its blows.",
        Wounding: lambda of, _: (
            f"Its blows wound outright{f' (the {of.kind})' if of.kind else ''}:"
            f" {of.percent} % for each tenth of your hit points that they take."
        ),
        Venom: _seeps,
        Thief: lambda of, _: "Takes a thing from your pack by a blow, and runs.",
        Skirmish: lambda of, _: "Springs back a tile after a blow.",
        Imitates: lambda of, _: "Takes on the attack and defence of whom it strikes.",
        Relish: lambda of, kinds: (
            f"By each blow that hurts, upon itself: {effect_told(of.effect, kinds)}."
        ),
        Retort: _retorts,
        Thorns: lambda of, _: (
            f"Of each blow and shot that hurts it, {of.percent} % come back (1 hp at least)."
        ),
        Bursts: _bursts,
        Leaks: _leaks,
        Spores: lambda of, _: (
            f"Sprouts in {of.percent} % of turns, {_times(of.left)} at most."
            if of.left
            else "Sprouts no more."
        ),
        Bodyguard: lambda of, _: "Takes the blows meant for a fellow beside it.",
        Invisible: lambda of, _: "Is invisible.",
        Flying: lambda of, _: "Flies: over chasms, traps and what lies on the ground.",
        Burrows: lambda of, _: "Goes through walls and doors.",
        Rooted: lambda of, _: "Cannot move.",
        Scent: lambda of, _: f"Smells you through walls, {numbered('tile', of.within)} away.",
        Tracker: lambda of, _: f"Follows a trail for {numbered('turn', of.turns)}.",
        Hunter: lambda of, _: "Was sent after you. Put it to rest, and a wound closes.",
        Recovery: _recovers,
    }
)
"""By the class of a part, what makes the sentence that tells of it, in the order of cards."""

WIELDED: Final = (Wounding, Venom)
"""Of these, what a creature wields tells as well."""


def _odds(percent: int) -> str:
    return "" if percent >= 100 else f" ({percent} %)"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"

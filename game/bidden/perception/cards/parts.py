"""Components on cards: a sentence for each, from ``words/cards.toml``."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from typing import Any, Final

from bidden.ai.tracker import Scent, Tracker
from bidden.components.body.metabolism import Recovery
from bidden.components.body.spores import Spores
from bidden.components.combat.blows import Ambush, Piercing, Reach, Slaying, Sweep
from bidden.components.combat.guard import Blocking, Resistances
from bidden.components.combat.marksman import Launcher
from bidden.components.combat.on_hit import Brand, Venom, Wounding
from bidden.components.magic.magic import Magic
from bidden.components.movement.collision import Burrows, Rooted
from bidden.components.things.breakable import Breakable, Spill
from bidden.components.things.consumable import Edible
from bidden.components.things.torch import Torch
from bidden.components.tricks.after_hits import Imitates, Relish, Retort, Skirmish, Thief, Thorns
from bidden.components.tricks.deaths import Bursts, Leaks
from bidden.components.tricks.knack import Breath, Knack
from bidden.components.tricks.strong_blows import Charge, PackHunter
from bidden.narration.grammar import capitalised, fill
from bidden.perception.cards.effects import effects_told, power_told, reach_told, suffered, to_you
from bidden.rules.magic.effect_kinds import EffectKind
from bidden.rules.magic.powers import Aim
from bidden.state import Ammunition, Bodyguard, Flying, Hunter, Invisible, Prize, enumerated
from bidden.text import signed
from bidden.words import kind_named, phrase, tables
from eventcore import Component, Entity

Kinds = Mapping[str, EffectKind]

ITEM_PARTS: Final = (
    *(Magic, Edible, Brand, Slaying, Ambush, Reach, Sweep, Venom, Wounding, Blocking, Resistances),
    *(Spill, Launcher, Ammunition, Torch, Breakable, Prize),
)
"""The components of items that cards describe, in order."""
CREATURE_PARTS: Final = (
    *(Breath, Knack, Charge, PackHunter, Piercing, Venom, Thief, Skirmish, Imitates),
    *(Relish, Retort, Thorns, Bursts, Leaks, Spores, Bodyguard, Invisible, Flying, Burrows, Rooted),
    *(Scent, Tracker, Hunter, Recovery),
)
"""The components of creatures that cards describe, in order."""
_WHOLE: Final = 1000


def item_parts(item: Entity, kinds: Kinds) -> Iterator[str]:
    """Yield a sentence for each part of an item."""
    for cls in ITEM_PARTS:
        if cls in item:
            yield _sentence("items", cls, item[cls], kinds)


def traits_of(gear: Entity) -> Iterator[str]:
    """Yield what gear does besides its bonuses, in a word or two each."""
    short = tables()["traits"]
    out = gear.owner is not None and Torch in gear and not gear[Torch].lit
    parts = [gear[cls] for cls in ITEM_PARTS if cls in gear and cls.__name__ in short]
    parts = [part for part in parts if not (out and isinstance(part, Torch))]
    yield from (say("traits", type(part).__name__, part) for part in parts)
    if Launcher in gear and gear[Launcher].slow:
        yield phrase("resistances", "slow")
    for kind, p in gear[Resistances].percent.items() if Resistances in gear else ():
        yield phrase("resistances", "trait" if p > 0 else "bad trait", percent=abs(p), kind=kind)


def creature_parts(creature: Entity, kinds: Kinds, told: Container[object] = ()) -> Iterator[str]:
    """Yield a sentence for each part of a creature not in ``told``, and for some of its gear."""
    for cls in CREATURE_PARTS:
        bearers = [creature, *creature.owned] if cls is Venom else [creature]
        parts = [bearer[cls] for bearer in bearers if cls in bearer and cls not in told]
        yield from (_sentence("creatures", cls, part, kinds) for part in parts)


def say(table: str, key: str, part: object = None, /, **values: object) -> str:
    """Fill a sentence of the cards with values and the fields of a component."""
    return fill(
        tables()[table][key], lambda name: values[name] if name in values else getattr(part, name)
    )


def resistances_told(percents: Mapping[str, int]) -> str:
    """Return immunities, resistances and weaknesses in words, by kind of damage."""
    immune = [kind_named(kind) for kind, percent in percents.items() if percent >= 100]
    resists = [f"{kind_named(kind)} {p}%" for kind, p in percents.items() if 0 < p < 100]
    weak = [f"{kind_named(kind)} (+{-p}%)" for kind, p in percents.items() if p < 0]
    told = [phrase("resistances", "immune", kinds=", ".join(immune))] if immune else []
    told += [phrase("resistances", "resists", kinds=", ".join(resists))] if resists else []
    told += [phrase("resistances", "weak", kinds=enumerated(weak))] if weak else []
    return " ".join(told)


def _protection(of: Resistances, kinds: Kinds) -> str:
    percents = [(kind_named(kind).removesuffix("s"), p) for kind, p in of.percent.items()]
    taken = [
        phrase("resistances", "less" if p > 0 else "more", percent=abs(p), kind=kind)
        for kind, p in percents
    ]
    return phrase("resistances", "you take", taken=enumerated(taken))


def _sentence(table: str, cls: type[Component], part: Any, kinds: Kinds) -> str:
    special = _SPECIAL.get((table, cls)) or _SPECIAL.get(("", cls))
    name = cls.__name__
    if special is None:
        return say(table, name, part)
    given = special(part, kinds)
    if isinstance(given, str):
        return given
    variant, values = given
    return say(table, f"{name}_{variant}" if variant else name, part, **values)


Special = Callable[[Any, Kinds], str | tuple[str, dict[str, object]]]


def _breath(of: Breath, kinds: Kinds) -> tuple[str, dict[str, object]]:
    told = effects_told(of.power.effects, kinds)
    state = "drawn" if of.is_drawn else "out" if of.out_for else ""
    return state, {"told": told, "reach": reach_told(of.power.range, of.power.radius)}


def _ability(of: Knack, kinds: Kinds) -> tuple[str, dict[str, object]]:
    power, told = of.power, effects_told(of.power.effects, kinds)
    told = to_you(told) if power.aim is Aim.CLOSEST else told
    if of.rests > 1:
        told = phrase("parts_told", "rests", told=told, turns=of.rests)
    whom, reach = tables()["reach_of"].get(power.aim.value), reach_told(power.range, power.radius)
    reach = f"{whom}, {reach}" if whom else reach
    does, alone = of.seen or phrase("parts_told", "ability"), "self" * (power.aim is Aim.SELF)
    return alone, {"does": capitalised(does), "reach": reach, "told": told}


def _retort(of: Retort, kinds: Kinds) -> tuple[str, dict[str, object]]:
    each = of.percent >= 100
    hit = phrase("parts_told", "each hit" if each else "some hits", percent=of.percent)
    hit = hit if of.lost == 1 else phrase("parts_told", "lost", hp=of.lost, hit=hit)
    told = effects_told([of.effect], kinds)
    return "striker" * (of.on == "striker"), {"when": capitalised(hit), "told": told}


def _recovery(of: Recovery, kinds: Kinds) -> tuple[str, dict[str, object]]:
    turns = -(-_WHOLE // max(1, of.health))
    return "each" if turns == 1 else "", {"turns": turns}


def _magic(magic: Magic, kinds: Kinds) -> str:
    uses = (("quaff", magic.quaff), ("read", magic.read))
    told = [(how, power_told(power, kinds)) for how, power in uses if power]
    return " ".join(phrase("uses_told", how, does=does) for how, does in told)


def _breakable(of: Breakable, kinds: Kinds) -> str:
    table = "breaks" if of.cracked else "cracks"
    hits = {"striking": of.striking, "struck": of.struck}.items()
    told = [phrase(table, key, odds=f"{odds / 10:g}") for key, odds in hits if odds]
    if of.hardness:
        told.append(say("items", "hard"))
    return " ".join(told) or say("items", "Breakable")


_SPECIAL: Final[Mapping[tuple[str, type[Component]], Special]] = {
    ("", Breath): _breath,
    ("", Knack): _ability,
    ("", Retort): _retort,
    ("", Magic): _magic,
    ("", Breakable): _breakable,
    ("", Resistances): _protection,
    ("", Brand): lambda of, _: ("", {"kind": kind_named(of.kind)}),
    ("", Edible): lambda of, _: ("", {"signed": signed(of.food)}),
    ("", Launcher): lambda of, _: ("slow" if of.slow else "", {}),
    ("", Torch): lambda of, _: ("lit" if of.lit else "", {}),
    ("", Spill): lambda of, _: ("lights" if of.lights else "", {}),
    ("items", Venom): lambda of, kinds: ("", {"told": suffered(of.effect, kinds, of.turns)}),
    ("creatures", Venom): lambda of, kinds: (
        "odds" if of.percent < 100 else "",
        {"told": to_you(effects_told([of.effect], kinds, of.turns))},
    ),
    ("", Piercing): lambda of, _: ("half" * (of.percent == 50), {"stops": 100 - of.percent}),
    ("", Relish): lambda of, kinds: ("", {"told": effects_told([of.effect], kinds)}),
    ("", Bursts): lambda of, kinds: (
        "fellows" if of.fellows else "",
        {"does": of.seen, "told": effects_told(of.effects, kinds, named=True)},
    ),
    ("", Leaks): lambda of, _: (
        "around" if of.radius else "",
        {"kind": phrase("spread", "burning", fuel=of.kind) if of.lights else of.kind},
    ),
    ("", Spores): lambda of, _: ("" if of.left else "none", {}),
    ("", Recovery): _recovery,
}
"""For a table and class, the variant of the sentence and its values, or the whole sentence."""

"""Effects in words, with numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

import attrs

from bidden.content.datafiles import fields_of
from bidden.events.magic import INSTANT_EFFECTS
from bidden.rules.magic.effect_kinds import EffectKind
from bidden.rules.magic.effects import Effects
from bidden.rules.magic.powers import Aim, Power
from bidden.state import a_thing, enumerated, several
from bidden.text import numbered, signed
from bidden.words import kind_named, phrase, tables
from eventcore import Entity, World
from eventcore.time import Timers

_STORES: Final = MappingProxyType({"health": "HP", "mana": "mana", "food": "food"})
_BLIND: Final = -100
_INSTANTS: Final[Mapping[str, Callable[[Mapping[str, Any]], str]]] = MappingProxyType(
    {
        "Blink": lambda of: f"blinks to a free tile up to {numbered('tile', of['within'])} away",
        "Summon": lambda of: f"summons {_up_to(of['what'], of['count'])}",
        "Transfuse": lambda of: "turns HP into mana, 1 for 1, until mana is full or 1 HP is left",
        "Shove": lambda of: (
            f"knocks back {numbered('tile', of['tiles'])}"
            if of["tiles"] > 0
            else f"pulls {numbered('tile', -of['tiles'])}"
        ),
        "RaiseDead": lambda of: (
            f"raises a corpse within {numbered('tile', of['within'])} as {a_thing(of['what'])}"
        ),
        "Alarm": lambda of: f"alerts allies within {numbered('tile', of['within'])}",
        "Sunder": lambda of: "breaks the wielded weapon unless it is unbreakable",
        "Maim": lambda of: f"a wound ({of['kind']})" if of["kind"] else "a wound",
    }
)
"""Instant effects in words, given their fields."""
_MINDS: Final[Mapping[tuple[str, ...], str]] = MappingProxyType(
    {(): "is knocked out", ("flee", "wander"): "flees", ("wander",): "forgets its enemy"}
)


def effects_told(
    names: Iterable[str], kinds: Mapping[str, EffectKind], turns: int = 0, *, named: bool = False
) -> str:
    """Describe effects, without names unless ``named``: "12 fire damage; flees for 10 turns"."""
    told = ((name, effect_told(name, kinds, turns)) for name in names)
    shown = [(f"{name}: (.*)", f"{name} (\\1)" if named else "\\1", text) for name, text in told]
    return "; ".join(re.sub(pattern, to, text) for pattern, to, text in shown if text)


def effect_told(name: str, kinds: Mapping[str, EffectKind], turns: int = 0) -> str:
    """Describe an effect; return its name if that is enough.

    Without ``turns`` it lasts for its default duration.
    """
    kind = kinds.get(name)
    if kind is None:
        return name
    at_once, lasts = [*_at_once(kind)], [*_while_it_lasts(kind)]
    if not kind.turns:
        left = effect_told(kind.leaves, kinds).replace(name, "it again") if kind.leaves else ""
        left = f". Then {to_you(left)}" if left else ""
        return f"{enumerated(at_once) if at_once else name}{left}"
    time = f"for {numbered('turn', turns or kind.turns)}"
    lasting = f"{enumerated(lasts)} {time}" if lasts else time
    lasting = lasting.replace("no regeneration and no mana", "no HP or mana")
    return "; ".join([*at_once, f"{name}: {lasting}" if _says_more(name, lasts) else lasting])


def suffered(name: str, kinds: Mapping[str, EffectKind], turns: int) -> str:
    """Describe an effect as a predicate, as in "is knocked out for 5 turns"."""
    told = effect_told(name, kinds, turns).removeprefix(f"{name}: ")
    does = begins_as(name).rpartition("|")[2]
    return told if told.startswith(does) else f"{does}: {told}"


def begins_as(name: str) -> str:
    """Return how an effect begins, on you | on others, as in "are|is blind"."""
    return str(tables()["suffers"].get(name) or phrase("effects", "gets", effect=name))


def effects_on(who: Entity, world: World, *, is_you: bool = True) -> Iterator[tuple[str, str]]:
    """Yield the name of each visible lasting effect, and what it does now, in words."""
    kinds = world.root[Effects].kinds
    for timer in world.root[Timers].of(who):
        if not (is_you or (timer.kind in kinds and kinds[timer.kind].seen.start)):
            continue
        kind, level = kinds[timer.kind], timer.level
        now = kind.waned if timer.waned and kind.waned is not None else kind.changes
        each, now = ({name: by * level for name, by in of.items()} for of in (kind.each, now))
        does = enumerated([*_while_it_lasts(attrs.evolve(kind, each=each, changes=now))])
        left = numbered("turn", timer.remaining(world.turn))
        told = f"{to_you(does)} ({left} left)" if is_you else f"{does}, {left} left"
        yield kind.stage(timer.kind, level), told.strip(", ")


def to_you(told: str) -> str:
    """Make the player the subject of effects: "flees" becomes "you flee"."""
    for theirs, yours in tables()["to_you"].items():
        told = told.replace(yours, theirs).replace(theirs, yours)
    return told


def reach_told(far: int, radius: int) -> str:
    """Return a range and a radius in words, as in "range 6, radius 1"."""
    text = f"range {far}" if far else "in view"
    return f"{text}, radius {radius}" if radius else text


def power_told(power: Power, kinds: Mapping[str, EffectKind]) -> str:
    """Describe a power's targets and effects: "nearest enemy (range 5): 20 lightning damage."."""
    told, targets = effects_told(power.effects, kinds), tables()["targets"][power.aim.value]
    effects = f"{to_you(told) if power.aim in (Aim.SELF, Aim.SPOT) else told}."
    return f"{targets} ({reach_told(power.range, power.radius)}): {effects}" if targets else effects


def _says_more(name: str, lasts: list[str]) -> bool:
    words = name.partition("-")[0], name.split()[-1]  # "knock-out", "stopped regeneration"
    return not any(word in text for word in words for text in lasts)


def _at_once(kind: EffectKind) -> Iterator[str]:
    for store, amount in kind.once.items():
        if store == "mending":
            yield "closes your most recent wound" if amount == 1 else f"closes {amount} wounds"
        else:
            yield _amount(store, amount, kind)
    for name, given in kind.instant.items():
        yield _INSTANTS[name](_fields_of(name, given))


def _while_it_lasts(kind: EffectKind) -> Iterator[str]:
    changes = dict(kind.changes)
    for store, amount in kind.each.items():
        often = "a turn" if kind.every == 1 else f"every {kind.every} turns"
        odds = "" if kind.each_percent == 100 else f" ({kind.each_percent}% chance)"
        if odds and store == "health" and amount > 0:  # on average, with the regeneration
            rate = amount * kind.each_percent * 10 // kind.every + changes.pop("regeneration", 0)
            yield f"+1 HP every ~{numbered('turn', max(1, round(1000 / rate)))}"
        else:
            yield f"{_amount(store, amount, kind)} {often}{odds}"
    for stat, change in changes.items():
        if kind.mind != () or stat != "sight":  # a knocked-out creature acts on nothing it sees
            yield _change(stat, change)
    if kind.side:
        yield "serves its charmer"
    elif kind.mind is not None:
        yield _MINDS.get(kind.mind, "behaves differently")


def _amount(store: str, amount: int, kind: EffectKind) -> str:
    if store != "health" or amount > 0:
        return f"{signed(amount)} {_STORES[store]}"
    of = "" if kind.kind == "magic" else f"{kind_named(kind.kind).removesuffix('s')} "
    return f"{-amount} {of}damage"


def _change(stat: str, change: int) -> str:
    if stat in tables()["states"]:
        return str(tables()["states"][stat])
    if stat == "sight" and change <= _BLIND:
        return "sees nothing"
    if abs(change) >= 1000:
        return f"no {stat}"
    if stat.endswith(" resistance"):
        kind = kind_named(stat.removesuffix(" resistance"))
        return f"immune to {kind}" if change >= 100 else f"{signed(change)}% {kind} resistance"
    if stat in ("speed", "blows", "stride"):
        shown = {"speed": "speed", "blows": "melee damage", "stride": "time per step"}[stat]
        return f"{signed(change)}% {shown}"
    if stat.endswith("regeneration"):
        of = "mana" if stat.startswith("mana") else "HP"
        return f"{abs(change)} {'less' if change < 0 else 'more'} {of} per 1,000 turns"
    gives = f", giving {signed(change // 5)} Attack in melee" if stat == "strength" else ""
    return f"{signed(change)} {stat.capitalize()}{gives}"


def _fields_of(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of an instant effect, with the defaults of those left out."""
    known = fields_of(INSTANT_EFFECTS[name])
    return {field: each.default for field, (each, _) in known.items()} | dict(given)


def _up_to(name: str, count: int) -> str:
    return a_thing(name) if count == 1 else f"up to {count} {several(name)}"

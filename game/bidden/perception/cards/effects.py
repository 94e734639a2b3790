"""Effects in words, with numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
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
_NONE: Final = 1000  # a change that stops any regeneration


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
        does = enumerated(at_once) if at_once else name
        left = effect_told(kind.leaves, kinds) if kind.leaves else ""
        left = to_you(left.replace(name, phrase("effects", "again")))
        return phrase("effects", "leaves", does=does, left=left) if left else does
    time = phrase("effects", "lasts", turns=numbered("turn", turns or kind.turns))
    lasting = f"{enumerated(lasts)} {time}" if lasts else time
    neither = enumerated([_change("regeneration", -_NONE), _change("mana regeneration", -_NONE)])
    lasting = lasting.replace(neither, phrase("effects", "no regeneration"))
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
        does = phrase("effects", "left to you" if is_you else "left", does=does, turns=left)
        told = to_you(does) if is_you else does
        yield kind.stage(timer.kind, level), told.strip(", ")


def to_you(told: str) -> str:
    """Make the player the subject of effects: "flees" becomes "you flee"."""
    for theirs, yours in tables()["to_you"].items():
        told = told.replace(yours, theirs).replace(theirs, yours)
    return told


def reach_told(far: int, radius: int) -> str:
    """Return a range and a radius in words, as in "range 6, radius 1"."""
    reach = phrase("reach", "range", far=far) if far else phrase("reach", "view")
    return phrase("reach", "radius", reach=reach, radius=radius) if radius else reach


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
            yield phrase("effects", "closes" if amount == 1 else "closes many", count=amount)
        else:
            yield _amount(store, amount, kind)
    for name, given in kind.instant.items():
        of = _fields_of(name, given)
        tiles, what = of.get("within", of.get("tiles", 1)), of.get("what", "")
        wound, whom = of.get("kind", ""), _up_to(what, of.get("count", 1))
        key = "Shove_pull" if tiles < 0 else "Maim_any" if name == "Maim" and not wound else name
        tiles = numbered("tile", abs(tiles))
        yield phrase("instants", key, tiles=tiles, whom=whom, wound=wound)


def _while_it_lasts(kind: EffectKind) -> Iterator[str]:
    changes = dict(kind.changes)
    for store, amount in kind.each.items():
        percent, what = kind.each_percent, _amount(store, amount, kind)
        if percent < 100 and store == "health" and amount > 0:  # on average, with the regeneration
            rate = amount * percent * 10 // kind.every + changes.pop("regeneration", 0)
            turns = numbered("turn", max(1, round(1000 / rate)))
            yield phrase("effects", "heals", turns=turns)
        else:
            key = "each turn" if kind.every == 1 else "every few turns"
            often = phrase("effects_often", key, does=what, turns=kind.every)
            yield (
                often if percent == 100 else phrase("effects", "odds", does=often, percent=percent)
            )
    for stat, change in changes.items():
        if kind.mind != () or stat != "sight":  # a knocked-out creature acts on nothing it sees
            yield _change(stat, change)
    if kind.side:
        yield phrase("effects", "charm")
    elif kind.mind is not None:
        minds = tables()["effect_minds"]
        yield str(minds.get(" ".join(kind.mind) or "none", minds["other"]))


def _amount(store: str, amount: int, kind: EffectKind) -> str:
    if store != "health" or amount > 0:
        return f"{signed(amount)} {_STORES[store]}"
    of = "" if kind.kind == "magic" else kind_named(kind.kind).removesuffix("s")
    return phrase("effects", "damage of kind" if of else "damage", hp=-amount, kind=of)


def _change(stat: str, change: int) -> str:
    if stat in tables()["states"]:
        return str(tables()["states"][stat])
    if stat == "sight" and change <= _BLIND:
        return phrase("effects", "blind")
    if abs(change) >= _NONE:
        return phrase("effects", "none", stat=stat)
    amount = signed(change)
    if stat.endswith(" resistance"):
        kind = kind_named(stat.removesuffix(" resistance"))
        return phrase("effects", "immune" if change >= 100 else "resists", kind=kind, amount=amount)
    if stat in tables()["effect_percents"]:
        return phrase("effect_percents", stat, amount=amount)
    if stat.endswith("regeneration"):
        of = "mana" if stat.startswith("mana") else "HP"
        return phrase("effects", "less" if change < 0 else "more", amount=abs(change), of=of)
    if stat == "strength":
        return phrase("effects", "strength", amount=amount, attack=signed(change // 5))
    return f"{amount} {stat.capitalize()}"


def _fields_of(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of an instant effect, with the defaults of those left out."""
    known = fields_of(INSTANT_EFFECTS[name])
    return {field: each.default for field, (each, _) in known.items()} | dict(given)


def _up_to(name: str, count: int) -> str:
    return a_thing(name) if count == 1 else f"up to {count} {several(name)}"

"""Checks that all names in effects, spells and things exist and fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from bidden.ai.behaviours import BEHAVIOURS
from bidden.ai.mind import Mind
from bidden.components.body.body import Body
from bidden.components.body.gait import Gait
from bidden.components.body.health import Health
from bidden.components.body.limb import Limb
from bidden.components.body.metabolism import Recovery, Stomach
from bidden.components.boons.boons import Source
from bidden.components.combat.blows import Slaying
from bidden.components.combat.marksman import Launcher
from bidden.components.combat.on_hit import Venom, Wounding
from bidden.components.knowledge.memory import Memory
from bidden.components.magic.casting import Mana
from bidden.components.movement.door import Door
from bidden.components.run.campaign import Tells
from bidden.components.things.breakable import Spill
from bidden.components.things.pack import Pack
from bidden.components.things.readable import Book
from bidden.components.tricks.after_hits import Relish, Retort
from bidden.components.tricks.deaths import Bursts, Leaks
from bidden.components.tricks.renown import SUMMONER, ChampionLots, Renown
from bidden.content.blueprints import Blueprint
from bidden.content.datafiles import Faults, fields_of, instead
from bidden.content.kinds.spell_kinds import Spell
from bidden.content.kinds.stats import STATS
from bidden.content.kinds.wound_kinds import WoundKind
from bidden.content.tables import (
    APPEARANCES,
    CREATURES,
    EFFECTS,
    FACTIONS,
    GROUND,
    ITEMS,
    SPELLS,
    TRAPS,
    WOUNDS,
)
from bidden.events.magic import INSTANT_EFFECTS, Maim
from bidden.rules.magic.effect_kinds import EffectKind
from bidden.rules.magic.powers import Power
from bidden.state import Fighter, Look, Side, StartingGear, Title, Unidentified
from bidden.worldgen.places import DRAWS, PLACES, all_places, draw_of
from eventcore import Component

Things: TypeAlias = Mapping[str, Blueprint]

_MUST_HAVE: Final[Mapping[str, tuple[type[Component], ...]]] = {
    "you": (Title, Look, Side, Fighter, Health, Mana, Stomach, Recovery, Memory, Pack),
    "door": (Door,),
    SUMMONER: (ChampionLots,),
}
"""The components that the game needs in the creatures that it names itself."""

_NAMED: Final[Mapping[type[Component], Mapping[str, str]]] = {
    Book: {"spells": SPELLS},
    Unidentified: {"appearance": APPEARANCES},
    StartingGear: {"weapons": ITEMS, "armour": ITEMS, "carries": ITEMS},
    Launcher: {"missile": ITEMS},
    Limb: {"leaves": ITEMS},
    Source: {"leaves": CREATURES},
    Body: {"lives_on": CREATURES},
    Spill: {"kind": GROUND},
    Leaks: {"kind": GROUND},
    Wounding: {"kind": WOUNDS},
    Retort: {"effect": EFFECTS},
    Relish: {"effect": EFFECTS},
    Bursts: {"effects": EFFECTS},
    Tells: {"faction": FACTIONS},
    Renown: {"lots": CREATURES},
    ChampionLots: {"tricks": CREATURES, "gear": ITEMS},
}
"""The files that fields of components refer to."""


def check_own_names(creatures: Things, items: Things, traps: Things, faults: Faults) -> None:
    """Check that no two things share a name, and that the game's own creatures are complete."""
    for file, made, before in ((ITEMS, items, (creatures,)), (TRAPS, traps, (creatures, items))):
        for name in made:
            if any(name in others for others in before):
                faults.add(file, name, "another file already has a table with this name")
    for name, needed in _MUST_HAVE.items():
        for cls in needed:
            if name in creatures and not has(creatures[name], cls):
                faults.add(CREATURES, f"{name}.{cls.__name__}", "is missing")


def check_effects(effects: Mapping[str, EffectKind], creatures: Things, faults: Faults) -> None:
    """Check that all names in effects exist."""
    for name, effect in effects.items():
        _check_stats(name, effect, faults)
        _check_plan(EFFECTS, f"{name}.mind", effect.mind or (), faults)
        leaves = [effect.leaves] if effect.leaves else []
        check_names(faults, EFFECTS, f"{name}.leaves", leaves, EFFECTS, effects)
        for instant, given in effect.instant.items():
            fields = {
                field: one.default
                for field, (one, _) in fields_of(INSTANT_EFFECTS[instant]).items()
            }
            for field, where, known in (("what", CREATURES, creatures), ("bond", EFFECTS, effects)):
                if field in fields:
                    named = str(given.get(field, fields[field]))
                    key = f"{name}.instant.{instant}.{field}"
                    check_names(faults, EFFECTS, key, [named], where, known)


def _check_stats(name: str, effect: EffectKind, faults: Faults) -> None:
    keys = {f"{name}.changes.{stat}": stat for stat in effect.changes}
    keys |= {f"{name}.waned.{stat}": stat for stat in effect.waned or ()}
    if effect.kept_off_by:
        keys[f"{name}.kept_off_by"] = effect.kept_off_by
    for key, stat in keys.items():
        _check_stat(EFFECTS, key, stat, faults)


def check_wounds(
    wounds: Mapping[str, WoundKind], effects: Mapping[str, EffectKind], faults: Faults
) -> None:
    """Check that the stats of wounds and the wounds of effects exist."""
    for name, effect in effects.items():
        given = str(effect.instant.get(Maim.__name__, {}).get("kind", ""))
        named = [given] if given else []
        check_names(faults, EFFECTS, f"{name}.instant.Maim.kind", named, WOUNDS, wounds)
    for name, wound in wounds.items():
        for stat in wound.changes:
            _check_stat(WOUNDS, f"{name}.changes.{stat}", stat, faults)


def _check_stat(file: str, key: str, stat: str, faults: Faults) -> None:
    if stat not in STATS:
        faults.add(file, key, f"there is no stat {stat!r}{instead(stat, STATS)}")


def _check_plan(file: str, key: str, plan: Iterable[str], faults: Faults) -> None:
    for behaviour in plan:
        if behaviour not in BEHAVIOURS:
            reason = f"there is no behaviour {behaviour!r}{instead(behaviour, BEHAVIOURS)}"
            faults.add(file, key, reason, names=("", behaviour))


def check_spells(
    spells: Mapping[str, Spell], effects: Mapping[str, EffectKind], faults: Faults
) -> None:
    """Check that the effects of spells exist."""
    for name, spell in spells.items():
        _check_power(SPELLS, name, spell, effects, faults)


def has(parts: Blueprint, cls: type[Component]) -> bool:
    """Return whether a thing has a component."""
    return any(one is cls for one, _ in parts)


def check_names(
    faults: Faults,
    file: str,
    key: str,
    names: Iterable[str],
    where: str,
    known: Mapping[str, object],
) -> bool:
    """Check that tables with these names exist, and return whether all do."""
    missing = [name for name in names if name not in known]
    for name in missing:
        reason = f"{where} has no table {name!r}{instead(name, known)}"
        faults.add(file, key, reason, names=(where, name))
    return not missing


def check_place(faults: Faults, file: str, key: str, place: str, *, circle: bool = False) -> None:
    """Check that a place has a generator; the circle, where a run begins, may be excluded."""
    if place in (DRAWS if circle else PLACES):
        return
    found = None
    if place not in DRAWS:
        try:
            found = draw_of(place)
        except ValueError as error:
            faults.add(file, key, str(error))
            return
    if found is None:
        there = [*(DRAWS if circle else PLACES), *all_places()]
        reason = f"there is no place {place!r}{instead(place, there)}"
        faults.add(file, key, reason, names=("", place))


def _check_power(
    file: str, key: str, power: Power, effects: Mapping[str, EffectKind], faults: Faults
) -> None:
    check_names(faults, file, f"{key}.effects", power.effects, EFFECTS, effects)


def check_parts(
    file: str,
    things: Things,
    effects: Mapping[str, EffectKind],
    creatures: Things,
    others: Mapping[str, Mapping[str, object]],
    faults: Faults,
) -> None:
    """Check that all names in the components of things exist.

    ``file`` is the name of their file in errors, and ``others`` has all tables by file.
    """
    sides = _sides(creatures)
    for name, parts in things.items():
        for cls, fields in parts:
            key = f"{name}.{cls.__name__}"
            for field, value in fields.items():
                if isinstance(value, Power):
                    _check_power(file, f"{key}.{field}", value, effects, faults)
            for field, where in _NAMED.get(cls, {}).items():
                if field in fields:
                    named = fields[field]
                    names = [named] if isinstance(named, str) and named else named
                    check_names(faults, file, f"{key}.{field}", names, where, others[where])
            if cls is Mind:
                _check_plan(file, f"{key}.plan", fields["plan"], faults)
            if cls is Body:
                for number, joint in enumerate(fields["joints"]):
                    place = f"{key}.joints[{number}].part"
                    check_names(faults, file, place, [joint.part], CREATURES, creatures)
                kind = fields.get("lives_on", "")
                lives_on = creatures.get(kind)
                if lives_on and not all(has(lives_on, part) for part in (Body, Health)):
                    reason = f"{kind!r} needs `Body` and `Health` to live on as a severed piece"
                    faults.add(file, f"{key}.lives_on", reason)
            if cls is Gait and has(parts, Body):
                _check_gait(file, key, fields, parts, faults)
            if cls is Venom:
                _check_venom(file, key, fields, effects, faults)
            if cls is Slaying and fields["side"] not in sides:
                side = fields["side"]
                faults.add(file, f"{key}.side", f"there is no side {side!r}{instead(side, sides)}")


def check_appearances(
    looks: Mapping[str, Sequence[str]], files: Mapping[str, Things], faults: Faults
) -> None:
    """Check that unknown things can be distinguished by titles, and that there are enough looks."""
    titled: dict[str, str] = {}
    for file, things in files.items():
        for name, parts in things.items():
            if has(parts, Unidentified):
                called = _title(parts)
                if called in titled:
                    twin = titled[called]
                    reason = f"{twin!r} has the same title: each unidentified item needs its own"
                    faults.add(file, f"{name}.Title.name", reason)
                titled[called] = name
    for kind, names in looks.items():
        known = [*unidentified(kind, (parts for of in files.values() for parts in of.values()))]
        if len(names) < len(known):
            lacking = len(known) - len(names)
            reason = (
                f"{len(names)} looks are not enough for {len(known)} items (the last is "
                f"{known[-1]!r}): add {lacking} more, as any mod with new items must"
            )
            faults.add(APPEARANCES, f"{kind}.looks", reason)


def unidentified(kind: str, things: Iterable[Blueprint]) -> Iterator[str]:
    """Yield the titles of the things with a kind of look."""
    for parts in things:
        if any(cls is Unidentified and fields["appearance"] == kind for cls, fields in parts):
            yield _title(parts)


def _title(parts: Blueprint) -> str:
    return str(next(fields["name"] for cls, fields in parts if cls is Title))


def _check_venom(
    file: str,
    key: str,
    fields: Mapping[str, Any],
    effects: Mapping[str, EffectKind],
    faults: Faults,
) -> None:
    effect = fields.get("effect", "poison")
    there = check_names(faults, file, f"{key}.effect", [effect], EFFECTS, effects)
    if there and fields.get("turns", 0) and not effects[effect].turns:
        faults.add(file, f"{key}.turns", f"{effect!r} is instant: leave `turns` out")


def _check_gait(
    file: str, key: str, fields: Mapping[str, Any], parts: Blueprint, faults: Faults
) -> None:
    joints = [joint.name for cls, of in parts if cls is Body for joint in of["joints"]]
    named = {name: fields.get(name, ()) for name in ("looks", "legs")}
    named["strides"] = [name for frame in fields.get("strides", ()) for name in frame.angles]
    for field, names in named.items():
        for name in names:
            if name not in joints:
                reason = f"there is no joint {name!r}{instead(name, joints)}"
                faults.add(file, f"{key}.{field}", reason)


def _sides(creatures: Things) -> list[str]:
    names = (fields["name"] for of in creatures.values() for cls, fields in of if cls is Side)
    return [*dict.fromkeys(names)]

"""References: what levels, effects and spells name in other tables is there, and fits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from bidden.ai.behaviours import BEHAVIOURS
from bidden.components.body.health import Health
from bidden.components.body.recovery import Recovery
from bidden.components.body.stomach import Stomach
from bidden.components.knowledge.memory import Memory
from bidden.components.magic.mana import Mana
from bidden.components.movement.door import Door
from bidden.components.things.pack import Pack
from bidden.content.blueprints import Blueprint
from bidden.content.datafiles import ContentError, fields_of
from bidden.content.level_kinds import LevelKind, Lots
from bidden.content.spell_kinds import Spell
from bidden.content.tables import CREATURES, EFFECTS, ITEMS, LEVELS, SPELLS, TRAPS
from bidden.events.magic import INSTANT_EFFECTS
from bidden.powers import Power
from bidden.rules.magic.effect_kinds import EffectKind
from bidden.rules.places.scenario import Cue
from bidden.state import Fighter, Item, Look, Prize, Side, Title
from bidden.stats import STATS
from eventcore import Component

__all__ = [
    "Things",
    "check_effects",
    "check_levels",
    "check_names",
    "check_own_names",
    "check_plan",
    "check_power",
    "check_spells",
    "has",
]

Things: TypeAlias = Mapping[str, Blueprint]

_MUST_HAVE: Final[Mapping[str, tuple[type[Component], ...]]] = {
    "you": (Title, Look, Side, Fighter, Health, Mana, Stomach, Recovery, Memory, Pack),
    "door": (Door,),
}
"""What the game itself looks for in the creatures that it names."""


def check_own_names(creatures: Things, items: Things, traps: Things) -> None:
    """Check that no two things share a name, and that what the game itself needs is whole.

    Raises:
        ContentError: They do, or it is not.
    """
    for file, made, before in (
        (ITEMS, items, (creatures,)),
        (TRAPS, traps, (creatures, items)),
    ):
        for name in made:
            if any(name in others for others in before):
                raise ContentError(file, name, "there is such a table already in another file")
    for name, needed in _MUST_HAVE.items():
        for cls in needed:
            if name in creatures and not has(creatures[name], cls):
                raise ContentError(CREATURES, f"{name}.{cls.__name__}", "is missing")


def check_levels(
    levels: Mapping[str, LevelKind],
    effects: Mapping[str, EffectKind],
    creatures: Things,
    items: Things,
    traps: Things,
) -> None:
    """Check that all that lives or lies on levels is there, and has room.

    Raises:
        ContentError: It is not, or has none.
    """
    for name, level in levels.items():
        if ":" in name:
            raise ContentError(LEVELS, name, "a level's name holds no colon")
        check_names(LEVELS, f"{name}.creatures", level.creatures, CREATURES, creatures)
        _check_lots(f"{name}.things", level.things, ITEMS, items)
        _check_lots(f"{name}.traps", [level.traps], TRAPS, traps)
        if level.prize:
            check_names(LEVELS, f"{name}.prize", [level.prize], ITEMS, items)
            for cls in (Item, Prize):
                if not has(items[level.prize], cls):
                    reason = f"{level.prize} cannot be won: it has no {cls.__name__}"
                    raise ContentError(LEVELS, f"{name}.prize", reason)
        for number, deeper in enumerate(level.deeper):
            key = f"{name}.deeper[{number}]"
            _check_lots(f"{key}.creatures", [deeper.creatures], CREATURES, creatures)
            _check_lots(f"{key}.things", deeper.things, ITEMS, items)
            _check_lots(f"{key}.traps", [deeper.traps], TRAPS, traps)
        for key, count in _crowds(name, level):
            _check_room(key, count, level)
        for number, cue in enumerate(level.cues):
            _check_cue(f"{name}.cues[{number}]", cue, effects, creatures)


def check_effects(effects: Mapping[str, EffectKind], creatures: Things) -> None:
    """Check that what effects change, summon and are bound by is there, and how one acts.

    Raises:
        ContentError: It is not.
    """
    for name, effect in effects.items():
        _check_stats(name, effect)
        check_plan(EFFECTS, f"{name}.mind", effect.mind or ())
        for instant, given in effect.instant.items():
            fields = {
                field: one.default
                for field, (one, _) in fields_of(INSTANT_EFFECTS[instant]).items()
            }
            for field, where, known in (("what", CREATURES, creatures), ("bond", EFFECTS, effects)):
                if field in fields:
                    named = str(given.get(field, fields[field]))
                    check_names(EFFECTS, f"{name}.instant.{instant}.{field}", [named], where, known)


def _check_stats(name: str, effect: EffectKind) -> None:
    keys = {f"{name}.changes.{stat}": stat for stat in effect.changes}
    keys |= {f"{name}.waned.{stat}": stat for stat in effect.waned or ()}
    if effect.kept_off_by:
        keys[f"{name}.kept_off_by"] = effect.kept_off_by
    for key, stat in keys.items():
        if stat not in STATS:
            raise ContentError(EFFECTS, key, f"there is no stat {stat!r}, only {', '.join(STATS)}")


def check_plan(file: str, key: str, plan: Iterable[str]) -> None:
    """Check that the behaviours of a plan are there.

    Raises:
        ContentError: One is not.
    """
    for behaviour in plan:
        if behaviour not in BEHAVIOURS:
            reason = f"there is no behaviour {behaviour!r}, only {', '.join(BEHAVIOURS)}"
            raise ContentError(file, key, reason)


def check_spells(spells: Mapping[str, Spell], effects: Mapping[str, EffectKind]) -> None:
    """Check that the effects of spells are there.

    Raises:
        ContentError: They are not.
    """
    for name, spell in spells.items():
        check_power(SPELLS, name, spell, effects)


def has(parts: Blueprint, cls: type[Component]) -> bool:
    """Say whether a component is one of the parts of a thing."""
    return any(one is cls for one, _ in parts)


def _check_lots(key: str, lots: Sequence[Lots], file: str, known: Mapping[str, object]) -> None:
    for number, lot in enumerate(lots):
        place = f"{key}[{number}].of" if key.endswith("things") else f"{key}.of"
        check_names(LEVELS, place, lot.of, file, known)


def check_names(
    file: str, key: str, names: Iterable[str], where: str, known: Mapping[str, object]
) -> None:
    """Check that names are those of tables.

    Raises:
        ContentError: One is not.
    """
    for name in names:
        if name not in known:
            there = ", ".join(known) or "none at all"
            reason = f"there is no such table in {where}: {name!r}, only {there}"
            raise ContentError(file, key, reason)


def check_power(file: str, key: str, power: Power, effects: Mapping[str, EffectKind]) -> None:
    """Check that the effects of a power are there.

    Raises:
        ContentError: They are not.
    """
    check_names(file, f"{key}.effects", power.effects, EFFECTS, effects)


def _crowds(name: str, level: LevelKind) -> Iterator[tuple[str, int]]:
    """Count what is to have a tile of its own on each level."""
    things = sum(lot.count for lot in level.things) + level.traps.count
    yield name, sum(level.creatures.values()) + things
    for number, deeper in enumerate(level.deeper):
        things = sum(lot.count for lot in deeper.things) + deeper.traps.count
        yield f"{name}.deeper[{number}]", deeper.creatures.count + things


def _check_room(key: str, count: int, level: LevelKind) -> None:
    tiles = (level.width - 2) * (level.height - 2)
    if count > tiles:
        raise ContentError(LEVELS, key, f"{count} are too many for {tiles} tiles within walls")


def _check_cue(key: str, cue: Cue, effects: Mapping[str, EffectKind], creatures: Things) -> None:
    check_names(LEVELS, f"{key}.effect", [cue.effect], EFFECTS, effects)
    kind = effects[cue.effect]
    if cue.turns and not kind.turns:
        raise ContentError(LEVELS, f"{key}.turns", f"{cue.effect} lasts for no time")
    if cue.level > max(1, len(kind.stages)):
        reason = f"{cue.effect} has {max(1, len(kind.stages))} at the most"
        raise ContentError(LEVELS, f"{key}.level", reason)
    living = [parts for parts in creatures.values() if has(parts, Health)]
    names = [fields["name"] for parts in living for cls, fields in parts if cls is Title]
    for field, name in (("on", cue.on), ("by", cue.by or cue.on)):
        if name not in names:
            reason = f"there is no {name!r}, only {', '.join(names)}"
            raise ContentError(LEVELS, f"{key}.{field}", reason)

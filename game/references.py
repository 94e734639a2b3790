"""References: what the tables of content name in each other is there, and is what it must be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from eventcore import Component
from game.blueprints import Blueprint
from game.components.book import Book
from game.components.health import Health
from game.components.mana import Mana
from game.components.memory import Memory
from game.components.pack import Pack
from game.components.recovery import Recovery
from game.components.slaying import Slaying
from game.components.stomach import Stomach
from game.components.venom import Venom
from game.contents import APPEARANCES, CREATURES, EFFECTS, ITEMS, LEVELS, SPELLS, TRAPS
from game.datafiles import ContentError
from game.levels import LevelKind, Lots
from game.powers import Power
from game.rules.effect_kinds import EffectKind
from game.rules.script import Cue
from game.spells import Spell
from game.state import Door, Fighter, Guise, Item, Look, Prize, Side, Title

__all__ = [
    "check_effects",
    "check_guises",
    "check_levels",
    "check_own_names",
    "check_parts",
    "check_spells",
    "disguised",
]

Things = Mapping[str, Blueprint]

_NAMED: Final[Mapping[type[Component], Mapping[str, str]]] = {
    Book: {"spells": SPELLS},
    Guise: {"of": APPEARANCES},
}
"""By component and field, the file whose tables it names."""

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
            if name in creatures and not _has(creatures[name], cls):
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
        _check_names(LEVELS, f"{name}.creatures", level.creatures, CREATURES, creatures)
        _check_lots(f"{name}.things", level.things, ITEMS, items)
        _check_lots(f"{name}.traps", [level.traps], TRAPS, traps)
        if level.prize:
            _check_names(LEVELS, f"{name}.prize", [level.prize], ITEMS, items)
            for cls in (Item, Prize):
                if not _has(items[level.prize], cls):
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
    """Check that what effects summon is there.

    Raises:
        ContentError: It is not.
    """
    for name, effect in effects.items():
        for deed, given in effect.deeds.items():
            if "what" in given:
                key = f"{name}.deeds.{deed}.what"
                _check_names(EFFECTS, key, [given["what"]], CREATURES, creatures)


def check_spells(spells: Mapping[str, Spell], effects: Mapping[str, EffectKind]) -> None:
    """Check that the effects of spells are there.

    Raises:
        ContentError: They are not.
    """
    for name, spell in spells.items():
        _check_power(SPELLS, name, spell, effects)


def check_parts(
    file: str,
    things: Things,
    effects: Mapping[str, EffectKind],
    creatures: Things,
    others: Mapping[str, Mapping[str, object]],
) -> None:
    """Check that what the components of things name is there.

    Args:
        file: What errors are to call the file of the things.
        things: The things.
        effects: The effects there are.
        creatures: The creatures there are.
        others: By file, the other tables that there are.

    Raises:
        ContentError: It is not.
    """
    sides = _sides(creatures)
    for name, parts in things.items():
        for cls, fields in parts:
            key = f"{name}.{cls.__name__}"
            for field, value in fields.items():
                if isinstance(value, Power):
                    _check_power(file, f"{key}.{field}", value, effects)
            for field, where in _NAMED.get(cls, {}).items():
                if field in fields:
                    named = fields[field]
                    names = [named] if isinstance(named, str) else named
                    _check_names(file, f"{key}.{field}", names, where, others[where])
            if cls is Venom:
                _check_venom(file, key, fields, effects)
            if cls is Slaying and fields["side"] not in sides:
                reason = f"there is no side {fields['side']!r}, only {', '.join(sides)}"
                raise ContentError(file, f"{key}.side", reason)


def check_guises(looks: Mapping[str, Sequence[str]], files: Mapping[str, Things]) -> None:
    """Check that things that are not known can be told apart: by titles, and by enough looks.

    Raises:
        ContentError: They cannot.
    """
    titled: dict[str, str] = {}
    for file, things in files.items():
        for name, parts in things.items():
            if _has(parts, Guise):
                title = _title(parts)
                if title in titled:
                    reason = f"{title!r} is what {titled[title]} is called, and both have a Guise"
                    raise ContentError(file, f"{name}.Title.name", reason)
                titled[title] = name
    for kind, names in looks.items():
        count = len([*disguised(kind, (parts for of in files.values() for parts in of.values()))])
        if len(names) < count:
            reason = f"{len(names)} are too few for {count} things"
            raise ContentError(APPEARANCES, f"{kind}.looks", reason)


def disguised(kind: str, things: Iterable[Blueprint]) -> Iterator[str]:
    """List the titles of the things that have a kind of look."""
    for parts in things:
        if any(cls is Guise and fields["of"] == kind for cls, fields in parts):
            yield _title(parts)


def _check_venom(
    file: str, key: str, fields: Mapping[str, Any], effects: Mapping[str, EffectKind]
) -> None:
    effect = fields.get("effect", "poison")
    _check_names(file, f"{key}.effect", [effect], EFFECTS, effects)
    if fields.get("turns", 0) and not effects[effect].turns:
        raise ContentError(file, f"{key}.turns", f"{effect} lasts for no time")


def _sides(creatures: Things) -> list[str]:
    of = [dict(parts) for parts in creatures.values()]
    return [*dict.fromkeys(parts[Side]["name"] for parts in of if Side in parts)]


def _has(parts: Blueprint, cls: type[Component]) -> bool:
    return any(one is cls for one, _ in parts)


def _title(parts: Blueprint) -> str:
    return str(next(fields["name"] for cls, fields in parts if cls is Title))


def _check_lots(key: str, lots: Sequence[Lots], file: str, known: Mapping[str, object]) -> None:
    for number, lot in enumerate(lots):
        place = f"{key}[{number}].of" if key.endswith("things") else f"{key}.of"
        _check_names(LEVELS, place, lot.of, file, known)


def _check_names(
    file: str, key: str, names: Iterable[str], where: str, known: Mapping[str, object]
) -> None:
    for name in names:
        if name not in known:
            there = ", ".join(known) or "none at all"
            reason = f"there is no such table in {where}: {name!r}, only {there}"
            raise ContentError(file, key, reason)


def _check_power(file: str, key: str, power: Power, effects: Mapping[str, EffectKind]) -> None:
    _check_names(file, f"{key}.effects", power.effects, EFFECTS, effects)


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
    _check_names(LEVELS, f"{key}.effect", [cue.effect], EFFECTS, effects)
    kind = effects[cue.effect]
    if cue.turns and not kind.turns:
        raise ContentError(LEVELS, f"{key}.turns", f"{cue.effect} lasts for no time")
    if cue.level > max(1, len(kind.stages)):
        reason = f"{cue.effect} has {max(1, len(kind.stages))} at the most"
        raise ContentError(LEVELS, f"{key}.level", reason)
    living = [parts for parts in creatures.values() if _has(parts, Health)]
    names = [fields["name"] for parts in living for cls, fields in parts if cls is Title]
    if cue.on not in names:
        raise ContentError(LEVELS, f"{key}.on", f"there is no {cue.on!r}, only {', '.join(names)}")

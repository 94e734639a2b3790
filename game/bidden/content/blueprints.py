"""Blueprints: the tables of creatures, items and traps, as components and their fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

import attrs

from bidden.ai.mind import Mind
from bidden.ai.scent import Scent
from bidden.ai.wits import Wits
from bidden.components.body.body import Body
from bidden.components.body.gait import Gait
from bidden.components.body.health import Health
from bidden.components.body.limb import Limb
from bidden.components.body.slither import Slither
from bidden.components.combat.guard import Guard
from bidden.components.combat.launcher import Launcher
from bidden.components.combat.marksman import Marksman
from bidden.components.combat.quiver import Quiver
from bidden.components.combat.strike import Strike
from bidden.components.movement.collision import Collision
from bidden.components.movement.lock import Lock
from bidden.components.movement.position import Position
from bidden.components.places.trap import Trap
from bidden.components.run.campaign import Campaign, Offer
from bidden.components.run.goals import Awaits, Bearer, Hunted, Sought
from bidden.components.things.gear import Gear
from bidden.components.things.pack import Pack
from bidden.components.things.quality import Quality
from bidden.components.tricks.burrows import Burrows
from bidden.components.tricks.imitates import Imitates
from bidden.components.tricks.renown import Renown
from bidden.components.tricks.thief import Thief
from bidden.content.datafiles import ContentError, convert, fields_of, refuse_unfit, refuse_unknown
from bidden.content.kinds.abouts import ABOUT
from bidden.state import (
    Chamber,
    Fighter,
    Gate,
    Hero,
    Home,
    Inscribed,
    Key,
    Levels,
    OneWay,
    Secret,
    Side,
    Stair,
    StartingGear,
    Title,
    Unidentified,
)
from eventcore import Component

Blueprint: TypeAlias = tuple[tuple[type[Component], Mapping[str, Any]], ...]

Toughness: TypeAlias = tuple[int, int, int]
"""Hit points, attack and defence."""

_RULES: Final = "bidden.rules."
_MADE_BY_THE_GAME: Final = (
    Position,
    Hero,
    Levels,
    Stair,
    Lock,
    Key,
    OneWay,
    Inscribed,
    Chamber,
    Home,
    Campaign,
    Gate,
    Offer,
    Hunted,
    Sought,
    Awaits,
    Bearer,
)
_NEEDED: Final[Mapping[type[Component], type[Component]]] = {
    Strike: Fighter,
    Guard: Fighter,
    Marksman: Fighter,
    Quiver: Pack,
    Launcher: Gear,
    Quality: Gear,
    Unidentified: Title,
    StartingGear: Pack,
    Thief: Pack,
    Renown: Pack,
    Imitates: Fighter,
    Secret: Trap,
    Body: Side,
    Slither: Body,
    Gait: Body,
    Limb: Health,
    Wits: Mind,
    Scent: Mind,
    Burrows: Collision,
}
"""By component, the one that it cannot do without."""


def parts_of(components: Iterable[type[Component]]) -> dict[str, type[Component]]:
    """Give the components a table may name: no rules of the world, nor what the game adds."""
    return {
        cls.__name__: cls
        for cls in components
        if cls not in _MADE_BY_THE_GAME and not cls.__module__.startswith(("eventcore.", _RULES))
    }


def toughness(blueprint: Blueprint) -> Toughness:
    """Give how tough a creature is, to be compared with that of others."""
    made: dict[type[Component], Mapping[str, Any]] = dict(blueprint)
    health, fighter = made.get(Health, {}), made.get(Fighter, {})
    return health.get("most", 0), fighter.get("attack", 0), fighter.get("defence", 0)


def blueprints_of(
    file: str,
    tables: Mapping[str, dict[str, Any]],
    classes: Mapping[str, type[Component]],
    *,
    right: bool = False,
) -> dict[str, Blueprint]:
    """Turn the tables of a file into components and their fields.

    Args:
        file: What errors are to call it.
        tables: By name.
        classes: The components they may name, as ``parts_of`` gives them.
        right: Whether they were checked before, and found right.

    Raises:
        ContentError: A table names what is not there, or a field is wrong.
    """
    if right:
        return {
            name: tuple(
                (classes[part], fields_from(file, name, fields, classes[part]))
                for part, fields in table.items()
                if part != ABOUT
            )
            for name, table in tables.items()
        }
    return {name: _blueprint(file, name, table, classes) for name, table in tables.items()}


def fields_from(file: str, key: str, table: Mapping[str, Any], cls: type) -> dict[str, Any]:
    """Give what to make a class with, of a table of its fields.

    Raises:
        ContentError: A field has another shape.
    """
    known = fields_of(cls)
    return {
        name: convert(value, known[name][1], file, f"{key}.{name}") for name, value in table.items()
    }


def made_of(file: str, key: str, table: Mapping[str, Any], cls: type) -> dict[str, Any]:
    """Check a table against the fields of a class, and give what to make it with.

    Raises:
        ContentError: The table does not fit the fields of the class.
    """
    refuse_unknown(table, cls, file, key)
    known = fields_of(cls)
    for name, (field, _) in known.items():
        if field.default is attrs.NOTHING and name not in table:
            raise ContentError(file, f"{key}.{name}", "is missing")
    refuse_unfit(table, file, key)
    fields = fields_from(file, key, table, cls)
    try:
        cls(**fields)
    except ValueError as error:
        raise ContentError(file, key, str(error)) from None
    return fields


def _blueprint(
    file: str, thing: str, table: Mapping[str, Any], classes: Mapping[str, type[Component]]
) -> Blueprint:
    parts: list[tuple[type[Component], Mapping[str, Any]]] = []
    for name, fields in table.items():
        if name == ABOUT:
            continue
        cls, key = classes.get(name), f"{thing}.{name}"
        if cls is None:
            reason = f"there is no such component, only {', '.join(classes)}"
            raise ContentError(file, key, reason)
        if not isinstance(fields, dict):
            reason = "give its fields as a table, {} for its defaults"
            raise ContentError(file, key, reason)
        made = made_of(file, key, fields, cls)
        if cls is Health and not made["hp"]:
            raise ContentError(file, f"{key}.hp", "is 0: only the living are made")
        parts.append((cls, made))
    there = [cls for cls, _ in parts]
    for cls in there:
        needed = _NEEDED.get(cls)
        if needed is not None and needed not in there:
            reason = f"needs a {needed.__name__} beside it"
            raise ContentError(file, f"{thing}.{cls.__name__}", reason)
    return tuple(parts)

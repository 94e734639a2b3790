"""Blueprints: the tables of creatures, items and traps, as components and their fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Annotated, Any, Final, TypeAlias, TypeVar, get_args, get_origin

import attrs
import msgspec

from bidden.ai.mind import Mind
from bidden.ai.tracker import Scent
from bidden.ai.wits import Wits
from bidden.components.body.body import Body, Slither
from bidden.components.body.gait import Gait
from bidden.components.body.health import Health
from bidden.components.body.limb import Limb
from bidden.components.combat.blows import Strike
from bidden.components.combat.guard import Guard
from bidden.components.combat.marksman import Launcher, Marksman, Quiver
from bidden.components.movement.collision import Burrows, Collision
from bidden.components.movement.door import Lock
from bidden.components.movement.position import Position
from bidden.components.places.trap import Trap
from bidden.components.run.campaign import Campaign, Offer
from bidden.components.run.goals import Awaits, Bearer, Hunted, Sought
from bidden.components.things.gear import Gear, Quality
from bidden.components.things.pack import Pack
from bidden.components.tricks.after_hits import Imitates, Thief
from bidden.components.tricks.renown import Renown
from bidden.content.datafiles import (
    DICTS,
    ContentError,
    Faults,
    convert,
    fields_of,
    instead,
    refuse_unfit,
    refuse_unknown,
)
from bidden.content.kinds.abouts import ABOUT
from bidden.content.kinds.things import kind_of
from bidden.state import (
    Chamber,
    Fighter,
    Gate,
    Hero,
    Home,
    Inscribed,
    Key,
    Levels,
    Look,
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

T = TypeVar("T")

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
    """Return the components that a table may name: no rules, and none that only the game adds."""
    return {
        cls.__name__: cls
        for cls in components
        if cls not in _MADE_BY_THE_GAME and not cls.__module__.startswith(("eventcore.", _RULES))
    }


def toughness(blueprint: Blueprint) -> Toughness:
    """Return a sort key for the toughness of a creature."""
    made: dict[type[Component], Mapping[str, Any]] = dict(blueprint)
    health, fighter = made.get(Health, {}), made.get(Fighter, {})
    return health.get("most", 0), fighter.get("attack", 0), fighter.get("defence", 0)


def blueprints_of(
    file: str,
    tables: Mapping[str, dict[str, Any]],
    classes: Mapping[str, type[Component]],
    faults: Faults,
    *,
    partial: dict[str, Blueprint] | None = None,
) -> dict[str, Blueprint]:
    """Turn the tables of a file into components and their fields, and leave out wrong tables.

    ``file`` is its name in errors. ``partial`` collects the right components of wrong tables.
    """
    made = dict[str, Blueprint]()
    for name, table in tables.items():
        before = len(faults.found)
        parts = _recognised(_blueprint(file, name, table, classes, faults))
        if len(faults.found) == before:
            made[name] = parts
        elif partial is not None:
            partial[name] = parts
    return made


def _recognised(blueprint: Blueprint) -> Blueprint:
    """Return a blueprint whose look has a kind: the kind of its table or the one that follows."""
    kind = kind_of(dict(blueprint))
    return tuple(
        (cls, {"kind": kind, **fields} if cls is Look else fields) for cls, fields in blueprint
    )


def fields_from(file: str, key: str, table: Mapping[str, Any], cls: type) -> dict[str, Any]:
    """Return the arguments to create a class from a table of its fields.

    Raises:
        ContentError: A field has another shape.
    """
    known, faults, fields = fields_of(cls), Faults(), dict[str, Any]()
    for name, value in table.items():
        try:  # no part(): this runs for each field of the game's content at each start
            fields[name] = convert(value, known[name][1], file, f"{key}.{name}")
        except ContentError as error:
            faults.found += [error, *error.others]
    faults.tell()
    return fields


def made_of(file: str, key: str, table: Mapping[str, Any], cls: type) -> dict[str, Any]:
    """Check a table against the fields of a class, and return the arguments to create it.

    Raises:
        ContentError: The table does not fit the fields of the class.
    """
    faults, known = Faults(), fields_of(cls)
    with faults.part():
        refuse_unknown(table, cls, file, key)
    for name, (field, _) in known.items():
        if field.default is attrs.NOTHING and name not in table:
            faults.add(file, f"{key}.{name}", "is missing")
    with faults.part():
        refuse_unfit(table, file, key)
    with faults.part():
        fields = fields_from(file, key, {one: table[one] for one in table if one in known}, cls)
    faults.tell()
    try:
        cls(**fields)
    except ValueError as error:
        raise ContentError(file, key, str(error)) from None
    return fields


def stand_in(table: Mapping[str, Any], cls: type[T]) -> T | None:
    """Return an object for a wrong table, to check the names in its right fields, or None.

    Wrong or missing fields have their defaults, or the least value that fits.
    """
    fields = dict[str, Any]()
    for name, (field, shape) in fields_of(cls).items():
        if name in table:
            with suppress(ContentError):
                fields[name] = convert(table[name], shape, "", name)
        if name not in fields and field.default is attrs.NOTHING:
            fields[name] = _least(shape)
    try:
        return cls(**fields)
    except ValueError:
        return None


def _least(shape: Any) -> Any:
    """Return a value that fits a type: the greatest number if that is bounded."""
    bounds = [one for one in get_args(shape)[1:] if isinstance(one, msgspec.Meta)]
    bare = get_args(shape)[0] if get_origin(shape) is Annotated else shape
    most, least = [one.le for one in bounds if one.le], [one.ge for one in bounds if one.ge]
    length = max([one.min_length or 0 for one in bounds], default=0)
    if attrs.has(bare):
        return stand_in({}, bare)
    if bare is int:
        return (most or least or [0])[0]
    if bare is str:
        return "?" * length
    kind = get_origin(bare) or bare
    return {} if kind in DICTS else kind([_least(get_args(bare)[0])] * length)


def _blueprint(
    file: str,
    thing: str,
    table: Mapping[str, Any],
    classes: Mapping[str, type[Component]],
    faults: Faults,
) -> Blueprint:
    parts: list[tuple[type[Component], Mapping[str, Any]]] = []
    for name, fields in table.items():
        if name != ABOUT:
            with faults.part():
                parts.append(_part(file, f"{thing}.{name}", name, fields, classes))
    there = [classes[name] for name in table if name in classes]
    for cls in there:
        needed = _NEEDED.get(cls)
        if needed is not None and needed not in there:
            reason = f"needs the component `{needed.__name__}` in the same table"
            faults.add(file, f"{thing}.{cls.__name__}", reason)
    return tuple(parts)


def _part(
    file: str, key: str, name: str, fields: object, classes: Mapping[str, type[Component]]
) -> tuple[type[Component], Mapping[str, Any]]:
    cls = classes.get(name)
    if cls is None:
        raise ContentError(file, key, f"there is no such component{instead(name, classes)}")
    if is_undecorated(cls):
        raise ContentError(file, key, "lacks its decorator: put @component above it")
    if not isinstance(fields, dict):
        raise ContentError(file, key, "must be a table of fields; use {} for the defaults")
    made = made_of(file, key, fields, cls)
    if cls is Health and not made["hp"]:
        raise ContentError(file, f"{key}.hp", "must be 1 or more: creatures start alive")
    return cls, made


def is_undecorated(cls: type[Component]) -> bool:
    """Return whether a class lacks ``@component``, which makes an attrs class of its own of it."""
    return "__attrs_attrs__" not in vars(cls)

"""Foreign entities: which fields may hold an entity, and whether it is of another world."""

from __future__ import annotations

import types
from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated, Any, Union, get_args, get_origin

import attrs

from eventcore.component import Component
from eventcore.dispatch import rules
from eventcore.entity import Entity
from eventcore.errors import DispatchError
from eventcore.event import Event
from eventcore.schema.hints import hints_of


@lru_cache(maxsize=4096)
def entity_fields(cls: Any) -> dict[str, bool]:
    """Return the fields besides the roles that are annotated with entities.

    Returns:
        Their names, each with whether it holds a list, tuple or dict of entities.
    """
    hints, roles = hints_of(cls), getattr(cls, "_roles_", ())
    unset = {one.name for one in attrs.fields(cls) if not one.init and one.default is attrs.NOTHING}
    names = [name for name in cls._fields_ if name not in roles and name not in unset]
    found = {name: _depth(hints.get(name)) for name in names}
    return {name: depth > 1 for name, depth in found.items() if depth}


def _depth(hint: Any) -> int:
    """Return 1 for an entity, 2 for a container of entities, and 0 for anything else."""
    origin, parts = get_origin(hint), get_args(hint)
    if hint is Entity:
        return 1
    if origin is Annotated:
        return _depth(parts[0])
    if origin in (Union, types.UnionType):
        return max(map(_depth, parts))
    if origin in (list, tuple, dict) and any(_depth(part) == 1 for part in parts):
        return 2
    return 0


def holds_foreign(value: Any, home: object) -> bool:
    """Return whether a field holds an entity of another world than that of a router."""
    return any(entity._archetype.home is not home for entity in _entities_in(value))


def _entities_in(value: Any) -> Iterable[Entity]:
    """Yield the entity that a field holds, or those in its list, set, tuple or dict."""
    if isinstance(value, dict):
        value = (*value, *value.values())
    elif not isinstance(value, list | tuple | set | frozenset):
        value = (value,)
    return (one for one in value if isinstance(one, Entity))


def refuse_foreign_field(event: Event, name: str, home: object) -> None:
    """Refuse an event with an entity of another world in a field.

    Raises:
        DispatchError: The field holds one.
    """
    if holds_foreign(getattr(event, name), home):
        rules.refuse_foreign_field(event, name)


def refuse_foreign_fields(event: Event, home: object) -> None:
    """Refuse an event with an entity of another world in any field besides its roles.

    Raises:
        DispatchError: A field that is annotated with entities holds one.
    """
    kind: Any = event.__class__
    for name in entity_fields(kind):
        refuse_foreign_field(event, name, home)


def refuse_foreign_component(component: Component, home: object) -> None:
    """Refuse to attach a component that holds an entity of another world.

    Raises:
        DispatchError: A field that is annotated with entities holds one.
    """
    cls: Any = component.__class__
    for name in entity_fields(cls):
        if holds_foreign(getattr(component, name), home):
            raise DispatchError(
                f"{cls.__name__}.{name} holds an entity of another world: give one that this "
                "world spawned, or the id"
            )

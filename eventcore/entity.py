"""Entities, and the archetypes shared by entities with the same component classes.

An archetype holds the compiled chain of each event type. Spawning an entity therefore registers no
handlers, and attaching a component only moves the entity to another archetype. When an entity
leaves the world, it moves to an archetype without handlers, but its components can still be read.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn, TypeVar

import attrs

from eventcore.component import Component
from eventcore.copies import Uncopied
from eventcore.errors import MissingComponentError, RegistrationError
from eventcore.event import Event
from eventcore.schema.hints import reference

C = TypeVar("C", bound=Component)

Chain = Callable[[Any, Any], Any]  # takes an event and the world; returns the settled event

# In a game, a quarter of all calls look up a component, and a dict of components makes a turn 6%
# faster. Building a dict takes as long as several lookups, so an entity begins without one.
# The number of dicts is limited, because too many would not fit into the processor's cache.
_LOOKUPS_UNTIL_CACHED: Final = 8
_MOST_CACHED: Final = 1_024  # the maximum number of CachedEntity objects per archetype


class Shape(NamedTuple):
    """The component classes that determine a chain. Equal shapes can share a ``Plan``."""

    own: tuple[type[Component], ...]
    owned: tuple[type[Component], ...]
    gone: bool


@attrs.define(eq=False)
class Archetype:
    """The component classes and compiled chains that some entities have in common."""

    own: tuple[type[Component], ...]  # the classes of an entity's components, in order
    owned: tuple[type[Component], ...]  # classes with via="owner" handlers, from owned things
    home: object  # the router of the world that the entities belong to
    gone: bool = attrs.field(default=False, kw_only=True)  # whether the entities have left
    # The compiled chains of events and queries. Plain dicts are the fastest to read.
    chains: dict[type[Event], Chain] = attrs.field(factory=dict, init=False)
    queries: dict[type[Event], Chain] = attrs.field(factory=dict, init=False)
    alive: bool = attrs.field(init=False)
    shape: Shape = attrs.field(init=False)
    index: dict[type[Component], int] = attrs.field(init=False)  # indexes into Entity._parts
    for_owner: tuple[type[Component], ...] = attrs.field(init=False)
    cached: int = attrs.field(default=0, init=False)  # the number of CachedEntity objects
    leaving: Archetype | None = attrs.field(default=None, init=False)  # for despawned entities

    def __attrs_post_init__(self) -> None:
        self.alive = not self.gone
        self.shape = Shape(self.own, self.owned, self.gone)
        self.index = {cls: slot for slot, cls in enumerate(self.own)}
        self.for_owner = tuple(cls for cls in self.own if cls._for_owner_)

    def forget(self) -> None:
        """Drop the compiled chains, which are compiled again when needed."""
        self.chains.clear()
        self.queries.clear()


class Entity(Uncopied):
    """An object in a world. An entity has an id and components, and can own other entities.

    ``entity[Health]`` is the component whose class is exactly ``Health``. ``Health in entity`` is
    True if the entity has this component. Ids are assigned in ascending order and never reused.
    """

    __slots__ = (
        "__weakref__", "_archetype", "_cached_contains", "_cached_get", "_cached_getitem",
        "_chains", "_lookups_left", "_owned", "_owner", "_parts", "id",
    )  # fmt: skip

    def __init__(self, number: int) -> None:
        self.id: Final = number
        self._archetype: Archetype
        self._chains: dict[type[Event], Chain]  # the archetype's chains, stored here for speed
        self._lookups_left = _LOOKUPS_UNTIL_CACHED
        # The entity's own components, then its things' components that have via="owner" handlers.
        self._parts: list[Any] = []
        self._owner: Entity | None = None
        self._owned: dict[Entity, None] | None = None  # owned entities, in the order received

    def __getitem__(self, cls: type[C]) -> C:
        """Return the component of exactly this class, or raise MissingComponentError."""
        self._lookups_left = left = self._lookups_left - 1
        if not left:
            self._cache()
        try:
            return self._parts[self._archetype.index[cls]]  # type: ignore[no-any-return]  # typed as Any
        except KeyError:
            _refuse_missing(self, cls)

    def get(self, cls: type[C]) -> C | None:
        """Return the component of exactly this class, or None if the entity has none."""
        self._lookups_left = left = self._lookups_left - 1
        if not left:
            self._cache()
        slot = self._archetype.index.get(cls)
        if slot is None:
            if cls.__class__ is not type:
                check_class(cls)
            return None
        return self._parts[slot]  # type: ignore[no-any-return]  # typed as Any

    def __contains__(self, cls: type[Component]) -> bool:
        if cls in self._archetype.index:
            return True
        if cls.__class__ is not type:
            check_class(cls)
        return False

    def _cache(self) -> None:
        archetype = self._archetype
        if archetype.own and archetype.cached < _MOST_CACHED:
            archetype.cached += 1
            found = _Components(zip(archetype.own, self._parts, strict=False))
            self._cached_getitem = found.__getitem__
            self._cached_get, self._cached_contains = found.get, found.__contains__
            self.__class__ = CachedEntity

    @property
    def components(self) -> tuple[Component, ...]:
        """The entity's own components, in the same order as the world's component classes."""
        return tuple(self._parts[: len(self._archetype.own)])

    @property
    def alive(self) -> bool:
        """Whether the entity is still in the world."""
        return self._archetype.alive

    @property
    def owner(self) -> Entity | None:
        """The entity that owns this entity, such as the creature that carries it, or None."""
        return self._owner

    if not TYPE_CHECKING:  # attrgetter is faster than a Python function
        alive = property(attrgetter("_archetype.alive"), doc=alive.__doc__)
        owner = property(attrgetter("_owner"), doc=owner.__doc__)

    @property
    def owned(self) -> tuple[Entity, ...]:
        """The entities that this entity owns, in the order in which it received them."""
        return tuple(self._owned or ())

    def _plain_(self) -> int:
        return self.id

    def __repr__(self) -> str:
        return f"Entity({self.id})" if self.alive else f"Entity({self.id}, gone)"


def check_class(cls: object, known: Container[object] | None = None) -> None:
    """Raise RegistrationError if ``cls`` is not a class, or is not in ``known`` (if given)."""
    if not isinstance(cls, type):
        raise RegistrationError(f"{cls!r} is not a component class: pass the class itself")
    if known is not None and cls not in known:
        raise RegistrationError(
            f"{cls.__name__} is not a component class of this world: add it to components=[…] "
            "of the World, or to the components attribute of the Simulation"
        )


def _refuse_missing(entity: Entity, cls: type[Component]) -> NoReturn:
    check_class(cls)
    held = ", ".join([part.__name__ for part in entity._archetype.own]) or "no components"
    raise MissingComponentError(f"{entity!r} has no {cls.__name__}; it has {held}") from None


class _Components(dict[type[Component], Any]):
    __slots__ = ()

    def __missing__(self, cls: type[Component]) -> NoReturn:
        _refuse_missing(next(iter(self.values()))._entity, cls)


class CachedEntity(Entity):
    """An entity that looks up its components in a dict, which is faster than a Python method."""

    __slots__ = ()

    if not TYPE_CHECKING:
        __getitem__ = Entity._cached_getitem
        __contains__ = Entity._cached_contains
        get = Entity._cached_get


CachedEntity.__name__ = CachedEntity.__qualname__ = Entity.__name__  # show the name Entity to users
reference(Entity)


def drop_cached(entity: Entity) -> None:
    """Drop an entity's dict of components before the components change."""
    if entity.__class__ is not Entity:
        entity.__class__ = Entity
        entity._archetype.cached -= 1
        del entity._cached_getitem, entity._cached_get, entity._cached_contains
    entity._lookups_left = _LOOKUPS_UNTIL_CACHED


class _Absent:
    """A substitute with handlers that do nothing, for a component removed while a chain runs."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Callable[[object, object], None]:
        return lambda event, world: None


ABSENT: Final = _Absent()

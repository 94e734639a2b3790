"""Entities, and the archetypes that entities with the same component classes share.

An entity has an id, a list of components and a reference to its archetype, which holds the compiled
chain of each event type. Spawning therefore registers no handlers, and attaching a component only
moves the entity to another archetype. An entity that leaves the world moves to an archetype without
handlers; its last components can still be read.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

import attrs

from eventcore.component import Component
from eventcore.copies import Uncopied
from eventcore.errors import MissingComponentError
from eventcore.event import Event
from eventcore.schema.hints import reference

C = TypeVar("C", bound=Component)

Chain = Callable[[Any, Any], Any]
"""A compiled chain: a function that takes an event and the world, and returns the settled event."""

# One in four calls during a turn of a game looks up a component. After several lookups, an entity
# therefore becomes a CachedEntity until its components change. A dict then finds the components
# without a Python frame, and a turn takes 6 % less time. The limits apply because building a dict
# takes as long as several lookups, and many dicts do not fit the processor's cache.
_LOOKUPS_UNTIL_CACHED: Final = 8
_LOOKUPS_UNTIL_RETRY: Final = 256
_MOST_CACHED: Final = 1_024  # per archetype


@attrs.frozen(eq=False)
class Shape:
    """The component classes that determine the order of chains. Worlds share these objects."""

    own: tuple[type[Component], ...]
    owned: tuple[type[Component], ...]
    gone: bool


_shape_of = lru_cache(maxsize=1 << 13)(Shape)


class Archetype:
    """The component classes of similar entities, with their compiled chains.

    Attributes:
        own: The classes of an entity's own components, in the world's order.
        owned: The classes with ``via="owner"`` handlers on the things that an entity owns.
        home: The router of the world. It distinguishes the archetypes of different worlds.
        index: The position of each own class in an entity's list of components.
        gone: Whether the entities have left the world; ``alive`` is the opposite.
        chains: The chain of each event type, for enactors with this archetype. It is a plain
            dict, since a lookup in a subclass of dict takes twice as long.
        queries: The chain of each query type, also in a plain dict.
        for_owner: The own classes with ``via="owner"`` handlers.
        cached: The number of CachedEntity objects with this archetype.
        leaving: The archetype for these entities after they leave the world, made when needed.
    """

    __slots__ = (
        "alive", "cached", "chains", "for_owner", "gone", "home", "index", "leaving", "own",
        "owned", "queries", "shape",
    )  # fmt: skip

    def __init__(
        self,
        own: tuple[type[Component], ...],
        owned: tuple[type[Component], ...],
        home: object,
        *,
        gone: bool = False,
    ) -> None:
        self.home: object = home
        self.own: tuple[type[Component], ...] = own
        self.owned: tuple[type[Component], ...] = owned
        self.gone: bool = gone
        self.alive: bool = not gone
        self.shape: Shape = _shape_of(own, owned, gone)
        self.index: dict[type[Component], int] = {cls: slot for slot, cls in enumerate(own)}
        self.chains: dict[type[Event], Chain] = {}
        self.queries: dict[type[Event], Chain] = {}
        self.for_owner: tuple[type[Component], ...] = tuple(cls for cls in own if cls._for_owner_)
        self.cached: int = 0
        self.leaving: Archetype | None = None

    def forget(self) -> None:
        """Drop the compiled chains. They are compiled again when they are needed."""
        self.chains.clear()
        self.queries.clear()


class Entity(Uncopied):
    """A thing in a world: an id, components, and the things it owns.

    ``entity[Health]`` is the entity's component of exactly that class; ``Health in entity`` is True
    if the entity has such a component. Ids count up and are never reused.
    """

    __slots__ = (
        "__weakref__", "_archetype", "_cached_contains", "_cached_get", "_cached_getitem",
        "_chains", "_lookups_left", "_owned", "_owner", "_parts", "id",
    )  # fmt: skip

    def __init__(self, number: int) -> None:
        self.id: Final = number
        self._archetype: Archetype
        # The chains of the archetype, also stored here because each publish looks up a chain.
        self._chains: dict[type[Event], Chain]
        # How many more lookups there are until components are kept in a dict; then its methods.
        self._lookups_left = _LOOKUPS_UNTIL_CACHED
        self._cached_getitem: Any
        self._cached_get: Any
        self._cached_contains: Any
        # Own components in the archetype's order, then components of owned things (via="owner").
        self._parts: list[Any] = []
        self._owner: Entity | None = None
        # The things that the entity owns, in the order it got them, with increasing numbers.
        self._owned: dict[Entity, int] | None = None

    def __getitem__(self, cls: type[C]) -> C:
        """Return the entity's component of exactly this class.

        Raises:
            MissingComponentError: The entity has no such component.
        """
        self._lookups_left = left = self._lookups_left - 1
        if not left:
            self._cache()
        try:
            return self._parts[self._archetype.index[cls]]  # type: ignore[no-any-return]  # a slot's
        except KeyError:
            raise MissingComponentError(f"{self!r} has no {cls.__name__}") from None

    def get(self, cls: type[C]) -> C | None:
        """Return the entity's component of exactly this class, or None if it has none."""
        self._lookups_left = left = self._lookups_left - 1
        if not left:
            self._cache()
        slot = self._archetype.index.get(cls)
        return None if slot is None else self._parts[slot]

    def __contains__(self, cls: type[Component]) -> bool:
        self._lookups_left = left = self._lookups_left - 1
        if not left:
            self._cache()
        return cls in self._archetype.index

    def _cache(self) -> None:
        archetype = self._archetype
        if archetype.cached >= _MOST_CACHED:
            self._lookups_left = _LOOKUPS_UNTIL_RETRY
        elif archetype.own:  # errors find the entity through a component
            archetype.cached += 1
            found = _Components(zip(archetype.own, self._parts, strict=False))
            self._cached_getitem = found.__getitem__
            self._cached_get, self._cached_contains = found.get, found.__contains__
            self.__class__ = CachedEntity

    @property
    def components(self) -> tuple[Component, ...]:
        """The entity's own components, in the world's order."""
        return tuple(self._parts[: len(self._archetype.own)])

    @property
    def alive(self) -> bool:
        """Whether the entity is still in the world."""
        return self._archetype.alive

    @property
    def owner(self) -> Entity | None:
        """The entity that owns this entity, for example its wearer or carrier, or None."""
        return self._owner

    if not TYPE_CHECKING:  # read often, so avoid a Python frame
        alive = property(attrgetter("_archetype.alive"), doc=alive.__doc__)
        owner = property(attrgetter("_owner"), doc=owner.__doc__)

    @property
    def owned(self) -> tuple[Entity, ...]:
        """The entities that this entity owns, in the order it got them."""
        return tuple(self._owned or ())

    _remedy_ = (
        "an entity cannot be copied or pickled: keep its id, and find it by world[{0.id}]; "
        "save_world and load_world copy a whole world"
    )

    def _plain_(self) -> int:
        return self.id

    def __repr__(self) -> str:
        return f"Entity({self.id})" if self.alive else f"Entity({self.id}, gone)"


class _Components(dict[type[Component], Any]):
    __slots__ = ()

    def __missing__(self, cls: type[Component]) -> NoReturn:
        entity = next(iter(self.values()))._entity
        raise MissingComponentError(f"{entity!r} has no {cls.__name__}")


class CachedEntity(Entity):
    """An entity whose components are looked up so often that a dict stores them."""

    __slots__ = ()

    if not TYPE_CHECKING:  # the slots that hold the methods of the dict
        __getitem__ = vars(Entity)["_cached_getitem"]
        __contains__ = vars(Entity)["_cached_contains"]
        get = vars(Entity)["_cached_get"]


CachedEntity.__name__ = CachedEntity.__qualname__ = Entity.__name__  # users see one class
reference(Entity, CachedEntity)


def drop_cached(entity: Entity) -> None:
    """Drop the dict of an entity's components, before the components change."""
    if entity.__class__ is not Entity:
        entity.__class__ = Entity
        entity._archetype.cached -= 1
        entity._cached_getitem = entity._cached_get = entity._cached_contains = None
    entity._lookups_left = _LOOKUPS_UNTIL_CACHED


class _Absent:
    """A substitute for a component that was removed during a chain. Its handlers do nothing."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Callable[[object, object], None]:
        return lambda event, world: None


ABSENT: Final = _Absent()

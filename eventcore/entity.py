"""Entities, and the archetypes that all entities of the same make share.

An entity is an id, the list of its parts and a reference to its archetype, which
holds the dispatch table: event type to compiled chain. So spawning
registers nothing, and attaching or detaching only moves an entity to another
archetype. A gone entity moves to one too: there nothing is heard and Actions
fail, but its last components can still be read, by whoever tells its story.

Rules read components all the time: of all calls in a turn of a game every fourth was
to an entity's own methods. So whoever is read again and again is of the class ``Known``,
until it changes: there the same is done by a dict's methods, without a frame of Python's.
To know somebody takes as long as some lookups, and memory of its own: so nobody is known
at once, nor everybody in a crowd.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, NoReturn, SupportsIndex, TypeVar

from eventcore.component import Component
from eventcore.copies import keep_in_packets
from eventcore.errors import CopyError, MissingComponentError
from eventcore.event import Event
from eventcore.schema.hints import reference

C = TypeVar("C", bound=Component)

Chain = Callable[[Any, Any], Any]
"""A compiled chain: takes the event and the world, returns the event, settled."""

UNKNOWN_FOR: Final = 8
"""After so many lookups an entity that has not changed meanwhile is known."""
AT_ONCE: Final = 1_024
"""So many of one make are known at once: of more the processor's caches would hold fewer."""
ONCE_MORE: Final = 256
"""After so many lookups it is tried again, where there were as many already."""


class Shape:
    """What of an archetype the order of a chain hangs on: in all worlds it is the same.

    Attributes:
        own: The classes of the entity's components.
        owned: Those of the components that hear for it.
        gone: Whether it is gone.
    """

    __slots__ = ("gone", "own", "owned")

    def __init__(
        self,
        own: tuple[type[Component], ...],
        owned: tuple[type[Component], ...],
        gone: bool,
    ) -> None:
        self.own: tuple[type[Component], ...] = own
        self.owned: tuple[type[Component], ...] = owned
        self.gone: bool = gone


_shape_of = lru_cache(maxsize=1 << 13)(Shape)


class Archetype:
    """What entities of one make share: their component classes and compiled chains.

    Attributes:
        own: The classes of the entity's own components, in the world's order.
        owned: The classes, of the things it owns, that hear for their owner.
        home: What is the same for all archetypes of a world, and for no other's.
        index: Where each own class stands among an entity's parts.
        gone: True for what has left the world: it hears nothing, but can be read.
        alive: The contrary.
        chains: Event type to compiled chain, for the enactors of this make. A
            plain dict, because a lookup in a subclass of dict costs twice as much.
        queries: The same for Queries, which are asked, not published.
        shape: What of it the order of a chain hangs on.
        for_owner: The own classes that hear for whoever owns the entity.
        known: How many entities of this make are known.
        leaving: The archetype of such entities once they are gone, if any has gone.
    """

    __slots__ = (
        "alive", "chains", "for_owner", "gone", "home", "index", "known", "leaving", "own",
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
        self.known: int = 0
        self.leaving: Archetype | None = None

    def forget(self) -> None:
        """Drop the compiled chains; they are built again when needed."""
        self.chains.clear()
        self.queries.clear()


class Entity:
    """One thing in a world: an id, its components, and what it owns.

    Ids count up and are never used again. ``entity[Health]`` is its component of
    exactly that class, ``Health in entity`` says whether it has one.
    """

    __slots__ = (
        "__weakref__", "_archetype", "_chains", "_find", "_get", "_has", "_owned", "_owner",
        "_parts", "_unknown_for", "id",
    )  # fmt: skip

    def __init__(self, number: int) -> None:
        self.id: Final = number
        self._archetype: Archetype
        # The archetype's, at hand: each publish begins with it.
        self._chains: dict[type[Event], Chain]
        # How many lookups it is not known for yet.
        self._unknown_for = UNKNOWN_FOR
        # Once it is known: what its dict of components has for a lookup, a get and an ``in``.
        self._find: Any
        self._get: Any
        self._has: Any
        # Own components in archetype order, then what hears for this owner.
        self._parts: list[Any] = []
        self._owner: Entity | None = None
        # Its things by the order they were given to it, each with a number that rises with it.
        self._owned: dict[Entity, int] | None = None

    def __getitem__(self, cls: type[C]) -> C:
        """Give the entity's component of a class.

        Raises:
            MissingComponentError: The entity has no component of exactly that class.
        """
        self._unknown_for = left = self._unknown_for - 1
        if not left:
            self._know()
        try:
            return self._parts[self._archetype.index[cls]]  # type: ignore[no-any-return]  # a slot's
        except KeyError:
            raise MissingComponentError(f"{self!r} has no {cls.__name__}") from None

    def get(self, cls: type[C]) -> C | None:
        """Give the entity's component of a class, or None."""
        self._unknown_for = left = self._unknown_for - 1
        if not left:
            self._know()
        slot = self._archetype.index.get(cls)
        return None if slot is None else self._parts[slot]

    def __contains__(self, cls: type[Component]) -> bool:
        self._unknown_for = left = self._unknown_for - 1
        if not left:
            self._know()
        return cls in self._archetype.index

    def _know(self) -> None:
        """Be ``Known`` from now on, unless too many are."""
        archetype = self._archetype
        if archetype.known >= AT_ONCE:
            self._unknown_for = ONCE_MORE
        elif archetype.own:  # else nothing could say whose they are
            archetype.known += 1
            found = _Components(zip(archetype.own, self._parts, strict=False))
            self._find, self._get, self._has = found.__getitem__, found.get, found.__contains__
            self.__class__ = Known

    @property
    def components(self) -> tuple[Component, ...]:
        """Its own components, in the world's order."""
        return tuple(self._parts[: len(self._archetype.own)])

    if TYPE_CHECKING:

        @property
        def alive(self) -> bool:
            """False once the entity has left the world for good."""

        @property
        def owner(self) -> Entity | None:
            """Who wears, wields or carries this entity."""

    else:  # the same, without a frame of Python's
        alive = property(
            attrgetter("_archetype.alive"),
            doc="False once the entity has left the world for good.",
        )
        owner = property(attrgetter("_owner"), doc="Who wears, wields or carries this entity.")

    @property
    def owned(self) -> tuple[Entity, ...]:
        """What this entity owns, in the order it was given."""
        return tuple(self._owned or ())

    __deepcopy__ = keep_in_packets

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        """Refuse to be copied or pickled: an entity belongs to its world.

        Raises:
            CopyError: Always.
        """
        raise CopyError(
            f"an entity cannot be copied or pickled: keep its id, and world[{self.id}] is it; "
            "save_world and load_world make a whole world again"
        )

    def _plain_(self) -> int:
        return self.id

    def __repr__(self) -> str:
        return f"Entity({self.id})" if self.alive else f"Entity({self.id}, gone)"


class _Components(dict[type[Component], Any]):
    """Components of one entity, by their classes."""

    __slots__ = ()

    def __missing__(self, cls: type[Component]) -> NoReturn:
        entity = next(iter(self.values()))._entity
        raise MissingComponentError(f"{entity!r} has no {cls.__name__}")


class Known(Entity):
    """An entity whose components were looked up often, and are since then at hand."""

    __slots__ = ()

    if not TYPE_CHECKING:  # for whom they are what an entity has
        # Slots, which hold bound methods.
        __getitem__ = vars(Entity)["_find"]
        __contains__ = vars(Entity)["_has"]
        get = vars(Entity)["_get"]


Known.__name__ = Known.__qualname__ = Entity.__name__  # nobody need know
reference(Entity, Known)


def forget_known(entity: Entity) -> None:
    """Look components up anew: they become others. It has its archetype still."""
    if entity.__class__ is not Entity:
        entity.__class__ = Entity
        entity._archetype.known -= 1
        entity._find = entity._get = entity._has = None
    entity._unknown_for = UNKNOWN_FOR


def owner_classes(entity: Entity) -> tuple[type[Component], ...]:
    """List the classes of an entity's own components that hear for its owner."""
    return entity._archetype.for_owner


class _Absent:
    """Stands where a component was removed under a chain in flight: hears nothing."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Callable[[object, object], None]:
        return _hear_nothing


def _hear_nothing(event: object, world: object) -> None:
    """Do nothing, in place of a handler whose component was removed meanwhile."""


ABSENT: Final = _Absent()

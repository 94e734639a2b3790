"""The entities of a world, their components and their owners.

An entity that changes gets a new list of parts, and the old list is kept until the dispatch ends:
a chain in flight continues with the list it began with. So additions wait for the next event.
Removals take effect at once, since they are blanked out in every kept list.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from eventcore.attrs_wrappers import lacks_decorator
from eventcore.component import Component, is_component
from eventcore.dispatch import rules
from eventcore.dispatch.guard import Guard
from eventcore.dispatch.membership import Classes, Membership
from eventcore.dispatch.routing import Router
from eventcore.entity import ABSENT, Archetype, Entity, drop_cached
from eventcore.errors import RegistrationError, UnknownEntityError

ROOT = 1
"""The id of the entity that is the world itself."""

Row: TypeAlias = tuple[Entity, Classes, list[Any]]
"""An entity, the classes of its own components in the world's order, and these components."""


class Entities:
    """The entities of a world, by id and in order of their ids.

    Attributes:
        by_id: The entities that exist.
        next_id: The id of the next entity.
        root: Entity 1, the world itself, which holds the world's rules.
        membership: Which entities have which components.
        keeping: True during a dispatch, when old lists of parts must be kept.
    """

    __slots__ = (
        "_given", "_guard", "_kept", "_makes", "_rank", "by_id", "keeping", "membership", "next_id",
        "root", "router",
    )  # fmt: skip

    def __init__(self, router: Router, guard: Guard | None) -> None:
        self.router: Router = router
        self._rank = router.rank
        self._guard = guard
        self._kept: dict[Entity, list[list[Any]]] = {}
        self._makes: dict[Classes, _Make] = {}
        self._given = 0  # how many things were ever given to an owner
        self.next_id: int = ROOT
        self.keeping: bool = False
        self.by_id: dict[int, Entity] = {}
        self.membership: Membership = Membership(router, self.by_id)
        router.membership = self.membership
        self.root: Entity = self.spawn(())
        router.root = self.root

    # Adding and removing entities

    def spawn(self, components: Sequence[Component]) -> Entity:
        """Create an entity from unattached components."""
        entity = Entity(self.next_id)
        make = self._makes.get(tuple(map(type, components)))
        if make is None:
            make = self._make(self._check_all(entity, components, "spawn()"))
        for component in components:
            if component._entity is not None:
                self._check(component)
        for place in make.holders:
            rules.refuse_foreign_fields(components[place], self.router)
        if self._guard is None:  # _bind, without the call
            for component in components:
                component._entity = entity
        else:
            self._bind(entity, components)
        order = make.order
        entity._parts = [*components] if order is None else make.sort(components)
        if self.membership.groups:
            self.membership.moved(entity, make.archetype, self.keeping)
        entity._archetype = make.archetype
        entity._chains = make.archetype.chains
        self.next_id = entity.id + 1
        self.by_id[entity.id] = entity  # last: an interrupt must leave no half-made entity
        return entity

    def add(self, entity: Entity, components: Sequence[Component]) -> None:
        """Add an entity that has an id already, with checked components."""
        self._bind(entity, components)
        self._refresh(entity, components)
        self.by_id[entity.id] = entity
        if entity.id == ROOT:
            self.forget_chains()

    def remove(self, entity: Entity) -> None:
        """Remove an entity for good; its things lose their owner."""
        if entity._archetype.gone:
            return
        for thing in entity.owned if entity._owned else ():
            self._disown(thing)
        if entity._owner is not None:
            self._disown(entity)
        if self.keeping and entity._parts:
            self._become(entity, [*entity._parts], entity._archetype)
            self._blank(entity.components, entity)
        archetype = entity._archetype
        after = archetype.leaving
        if after is None:
            after = self.membership.archetype(archetype.own, (), gone=True)
            archetype.leaving = after
        del self.by_id[entity.id]
        self._set_archetype(entity, after)

    def put_in(self, living: Sequence[Row], gone: Sequence[Row]) -> None:
        """Replace all entities, in order of their ids; ``set_owners`` follows."""
        root = self.root._archetype
        left = self.by_id.keys() - {entity.id for entity, _, _ in living}
        rows: list[Row] = [(self.by_id[number], (), []) for number in sorted(left)]
        self.by_id.clear()
        if self._guard is not None:
            self._guard.remember(None)
            for part in (part for _, _, parts in (*living, *gone) for part in parts):
                self._guard.watch(part)
        for entity, own, parts in (*living, *gone, *rows):
            drop_cached(entity)
            entity._owner = entity._owned = None
            entity._parts = parts
            archetype = self.membership.archetype(own, (), gone=True)
            entity._archetype, entity._chains = archetype, archetype.chains
        for entity, own, _ in living:
            archetype = self.membership.archetype(own, ())
            entity._archetype, entity._chains = archetype, archetype.chains
            self.by_id[entity.id] = entity
        self.membership.forget()
        if self.root._archetype is not root:
            self.forget_chains()

    # Components

    def attach(self, entity: Entity, components: Sequence[Component], call: str) -> None:
        """Add components to an entity, or none if one is refused."""
        self.check_alive(entity)
        self._check_all(entity, components, call)
        self._bind(entity, components)
        self._refresh(entity, [*entity.components, *components])
        self._refresh_hearers(entity)

    def detach(self, entity: Entity, cls: type[Component]) -> Component:
        """Remove a component from an entity; chains in flight skip it from now on."""
        self.check_alive(entity)
        component: Component = entity[cls]
        self._refresh(entity, [part for part in entity.components if part is not component])
        self._refresh_hearers(entity)
        if self._kept:
            self._blank((component,), entity)
            if entity._owner is not None:
                self._blank((component,), entity._owner)
        component._entity = None
        if self._guard is not None:
            self._guard.release(component)
        return component

    # Owners

    def set_owner(self, thing: Entity, owner: Entity | None) -> None:
        """Move a thing from its owner to another owner, or to none."""
        self.check_alive(thing)
        if owner is None:
            self._disown(thing)
            return
        self.check_alive(owner)
        holder: Entity | None = owner
        while holder is not None:
            if holder is thing:
                raise RegistrationError(f"{thing!r} cannot be owned by itself or by what it owns")
            holder = holder._owner
        again = thing._owner is owner  # then chains in flight call it as before
        if not again:
            self._disown(thing)
            thing._owner = owner
        if owner._owned is None:
            owner._owned = {}
        owner._owned.pop(thing, None)
        self._given += 1
        owner._owned[thing] = self._given
        if not again:
            self.membership.owner_changed(thing, self.keeping)
        if thing._archetype.for_owner:
            self._refresh(owner)

    def set_owners(self, owned: Iterable[tuple[Entity, Sequence[Entity]]]) -> None:
        """Give things without owners to their owners, all at once."""
        owners = []
        for owner, things in owned:
            for thing in things:
                self.check_alive(thing)
                if thing._owner is not None:
                    raise RegistrationError(f"{thing!r} cannot be owned twice")
                thing._owner = owner
            if things:
                owner._owned = {thing: place for place, thing in enumerate(things, self._given)}
                self._given += len(things)
                owners.append(owner)
        _refuse_circles(owners)
        for owner in owners:
            self._refresh(owner)
        self.membership.forget()

    def _disown(self, thing: Entity) -> None:
        owner = thing._owner
        if owner is None:
            return
        thing._owner = None
        self.membership.owner_changed(thing, self.keeping)
        (owner._owned or {}).pop(thing, None)
        if thing._archetype.for_owner:
            self._refresh(owner)
            if self._kept:
                self._blank(thing.components, owner)

    # Between dispatches

    def forget_chains(self) -> None:
        self.router.forget()

    def end_dispatch(self) -> None:
        """Forget the lists that were kept for chains in flight."""
        self._kept.clear()
        self.membership.end_dispatch()
        self.keeping = False

    def mend(self) -> None:
        """Repair entities that an interrupt has left with the parts of another archetype."""
        self.membership.forget()
        for entity in self.by_id.values():
            drop_cached(entity)
            archetype = entity._archetype
            classes = tuple(part._declared_ for part in entity._parts)
            made = archetype.own + archetype.owned
            if entity._owned or classes != made or entity._chains is not archetype.chains:
                self._refresh(entity, [part for part in entity._parts if part._entity is entity])

    # Checks

    def check_alive(self, entity: object) -> None:
        """Raise UnknownEntityError for an entity that is not in this world."""
        if not isinstance(entity, Entity) or self.by_id.get(entity.id) is not entity:
            raise UnknownEntityError(
                f"{entity!r} is not in this world: it was despawned, or is of another world"
            )

    def _check_all(
        self, entity: Entity, components: Sequence[Component], call: str
    ) -> tuple[type[Component], ...]:
        kinds = tuple([self._check(component) for component in components])
        for position, kind in enumerate(kinds):
            if kind in kinds[:position]:
                raise RegistrationError(
                    f"{call} got {kind.__name__} twice: an entity has one component of a class"
                )
        for component in components:
            if component._rules_only_ and entity.id != ROOT:
                raise RegistrationError(
                    f"{type(component).__name__} has only via='world' handlers, which run only on "
                    "the world itself: attach it to world.root, or leave out the via"
                )
            rules.refuse_foreign_fields(component, self.router)
        if hasattr(entity, "_archetype"):  # else it is new
            for kind in kinds:
                if kind in entity:
                    raise RegistrationError(
                        f"{entity!r} has a {kind.__name__} already: change that one, or detach it "
                        "first"
                    )
        return kinds

    def _check(self, component: Component) -> type[Component]:
        cls = type(component)
        if not isinstance(component, Component):
            raise RegistrationError(
                f"{component!r} is not a component: attach an instance of a Component class"
            )
        if component._entity is not None:
            raise RegistrationError(
                f"this {cls.__name__} is attached to {component._entity!r} already: "
                "make another, a component belongs to one entity"
            )
        if not is_component(cls):
            raise RegistrationError(lacks_decorator(cls, "component"))
        if cls not in self._rank:
            raise RegistrationError(
                f"{cls.__name__} has no place in this world's order: "
                "add it to World(components=[…])"
            )
        return cls

    # One way to change an entity

    def _bind(self, entity: Entity, components: Iterable[Component]) -> None:
        guard = self._guard
        if guard is not None:
            for component in components:
                guard.check_fields(component)
        for component in components:
            component._entity = entity
            if guard is not None:
                guard.watch(component)

    def _make(self, kinds: Classes) -> _Make:
        """Return the archetype and order for components of these classes."""
        make = self._makes.get(kinds)
        if make is None:
            order = sorted(range(len(kinds)), key=lambda place: self._rank[kinds[place]])
            own = tuple([kinds[place] for place in order])
            make = self._makes[kinds] = _Make(
                self.membership.archetype(own, ()),
                None if own == kinds else order,
                [place for place, cls in enumerate(kinds) if rules.entity_fields(cls)],  # type: ignore[arg-type]  # a class has a hash
            )
        return make

    def _refresh(self, entity: Entity, own: Sequence[Component] | None = None) -> None:
        """Update an entity's archetype and parts from its components and things."""
        mine = entity.components if own is None else own
        make = self._make(tuple([part._declared_ for part in mine]))
        parts, archetype = make.sort(mine), make.archetype
        if entity._owned:
            # By class, and then by the order in which the things were given.
            owned = [thing[cls] for thing in entity._owned for cls in thing._archetype.for_owner]
            owned.sort(key=lambda part: self._rank[part._declared_])
            theirs = tuple([part._declared_ for part in owned])
            archetype = self.membership.archetype(archetype.own, theirs)
            parts += owned
        self._become(entity, parts, archetype)

    def _become(self, entity: Entity, parts: list[Any], archetype: Archetype) -> None:
        if self.keeping and entity._parts:
            self._kept.setdefault(entity, []).append(entity._parts)
        entity._parts = parts
        self._set_archetype(entity, archetype)

    def _set_archetype(self, entity: Entity, archetype: Archetype) -> None:
        if hasattr(entity, "_archetype"):
            drop_cached(entity)
        if self.membership.groups:
            self.membership.moved(entity, archetype, self.keeping)
        entity._archetype = archetype
        entity._chains = archetype.chains

    def _refresh_hearers(self, entity: Entity) -> None:
        """Update the chains that a change of components affects besides the entity's own."""
        if entity._owner is not None:
            self._refresh(entity._owner)
        if entity is self.root:
            self.forget_chains()

    def _blank(self, removed: Sequence[Component], hearer: Entity) -> None:
        """Make chains in flight skip components removed from an entity's parts."""
        for parts in self._kept.get(hearer, ()):
            for slot, part in enumerate(parts):
                if any(part is component for component in removed):
                    parts[slot] = ABSENT


class _Make(NamedTuple):
    """The way to build entities from components of some classes."""

    archetype: Archetype  # of an entity that owns nothing
    order: Sequence[int] | None  # of the components; None: as given
    holders: Sequence[int]  # the places of components with fields for entities

    def sort(self, components: Sequence[Component]) -> list[Any]:
        return [*components] if self.order is None else [components[place] for place in self.order]


def _refuse_circles(owners: Sequence[Entity]) -> None:
    met: dict[Entity, Entity] = {}
    for first in owners:
        holder: Entity | None = first
        while holder is not None and holder not in met:
            met[holder] = first
            holder = holder._owner
        if holder is not None and met[holder] is first:
            raise RegistrationError(f"{holder!r} cannot be owned by itself or by what it owns")

"""Who is in the world: entities, and what they own.

A chain in flight holds the list of parts it began with, so an entity that
changes gets a new list and the old one is kept until the dispatch is over. So
what is added waits, and what is removed is skipped at once: its place in every
list that a chain may still go through is made empty.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from eventcore.component import Component, is_component
from eventcore.dispatch.foreign import entity_fields, refuse_foreign_component
from eventcore.dispatch.guard import Guard
from eventcore.dispatch.membership import Classes, Membership
from eventcore.dispatch.routing import Router
from eventcore.entity import ABSENT, Archetype, Entity, forget_known, owner_classes
from eventcore.errors import RegistrationError, UnknownEntityError
from eventcore.state.attrs_wrappers import lacks_decorator

ROOT = 1
"""The id of the entity that is the world itself."""

Row: TypeAlias = tuple[Entity, Classes, list[Any]]
"""An entity, the classes of its own components in the world's order, and these."""


class Entities:
    """The entities of a world, in order of their ids, and their archetypes.

    Attributes:
        by_id: Those that exist.
        next_id: The id the next one gets.
        root: Entity 1, the world itself: it holds the world's rules.
        membership: Which entities have which components.
        router: Builds the chains.
        keeping: True while chains are in flight, so that old lists must be kept.
    """

    __slots__ = (
        "_given",
        "_guard",
        "_kept",
        "_makes",
        "_rank",
        "by_id",
        "keeping",
        "membership",
        "next_id",
        "root",
        "router",
    )

    def __init__(self, router: Router, guard: Guard | None) -> None:
        self.router: Router = router
        self._rank = router.rank
        self._guard = guard
        self._kept: dict[Entity, list[list[Any]]] = {}
        # What entities are made of that were spawned of such classes: their archetype, the order
        # of their parts unless it is the given one, and the places of parts with entity fields.
        self._makes: dict[Classes, tuple[Archetype, tuple[int, ...] | None, tuple[int, ...]]] = {}
        # How many things were ever given to an owner.
        self._given = 0
        self.next_id: int = ROOT
        self.keeping: bool = False
        self.by_id: dict[int, Entity] = {}
        self.membership: Membership = Membership(router, self.by_id)
        router.membership = self.membership
        self.root: Entity = self.spawn(())
        router.root = self.root

    def spawn(self, components: Sequence[Component]) -> Entity:
        """Make an entity of components that are attached to none."""
        make = self._makes.get(tuple(map(type, components)))
        if make is None:
            return self._spawn_first(components)
        for component in components:
            if component._entity is not None:
                self._check(component)
        archetype, order, holders = make
        for place in holders:
            refuse_foreign_component(components[place], self.router)
        number = self.next_id
        entity = Entity(number)
        if self._guard is None:
            for component in components:
                component._entity = entity
        else:
            self._bind_all(entity, components)
        entity._parts = [*components] if order is None else [components[one] for one in order]
        # As in _set_archetype, but for what only one that was there before asks for.
        if self.membership.groups:
            self.membership.moved(entity, archetype, self.keeping)
        entity._archetype = archetype
        entity._chains = archetype.chains
        self.next_id = number + 1
        self.by_id[number] = entity  # not before it is whole
        return entity

    def _spawn_first(self, components: Sequence[Component]) -> Entity:
        """Make the first entity of these classes, and keep what others like it are made of."""
        kinds = tuple([self._check(component) for component in components])
        for position, kind in enumerate(kinds):
            if kind in kinds[:position]:
                raise RegistrationError(
                    f"spawn() got {kind.__name__} twice: an entity has one component of a class"
                )
        entity = Entity(self.next_id)
        for component in components:
            self._refuse_a_rule(entity, component)
            refuse_foreign_component(component, self.router)
        self.add(entity, components)
        self.next_id = entity.id + 1
        if entity.id != ROOT:
            order = tuple(sorted(range(len(kinds)), key=lambda place: self._rank[kinds[place]]))
            as_given = order == tuple(range(len(kinds)))
            classes: tuple[Any, ...] = kinds  # to mypy a class of components is not hashable
            holders = tuple([place for place, cls in enumerate(classes) if entity_fields(cls)])
            self._makes[kinds] = entity._archetype, None if as_given else order, holders
        return entity

    def add(self, entity: Entity, components: Sequence[Component]) -> None:
        """Take in an entity that has an id already, made of components that were checked."""
        self._bind_all(entity, components)
        self._refresh(entity, list(components))
        self.by_id[entity.id] = entity  # not before it is whole
        if entity.id == ROOT:
            self.forget_chains()

    def put_in(self, living: Sequence[Row], gone: Sequence[Row]) -> None:
        """Let others be all there are, in order of their ids, until ``set_owners`` says whose.

        Args:
            living: Those; the root among them. Their components are bound to them.
            gone: Those who have left the world, and are remembered.
        """
        root = self.root._archetype
        left = self.by_id.keys() - {entity.id for entity, _, _ in living}
        rows: list[Row] = [(self.by_id[number], (), []) for number in sorted(left)]
        self.by_id.clear()
        guard = self._guard
        if guard is not None:
            guard.remember(None)
            for part in (part for _, _, parts in (*living, *gone) for part in parts):
                guard.watch(part)
        for entity, own, parts in (*living, *gone, *rows):
            forget_known(entity)
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

    def attach(self, entity: Entity, component: Component) -> None:
        """Add a component to an entity; chains in flight do not hear it yet."""
        self.check_alive(entity)
        cls = self._check(component)
        self._refuse_a_rule(entity, component)
        refuse_foreign_component(component, self.router)
        if cls in entity:
            raise RegistrationError(
                f"{entity!r} has a {cls.__name__} already: change that one, or detach it first"
            )
        before = entity._archetype
        after = before.next.adding.get(cls)
        if after is None:
            own = tuple(sorted((*before.own, cls), key=self._rank.__getitem__))
            after = before.next.adding[cls] = self.membership.archetype(own, before.owned)
        self._bind_all(entity, (component,))
        parts = [*entity._parts]
        parts.insert(after.index[cls], component)
        self._become(entity, parts, after)
        self._refresh_hearers(entity)

    def detach(self, entity: Entity, cls: type[Component]) -> Component:
        """Remove a component from an entity; chains in flight skip it from now on."""
        self.check_alive(entity)
        component: Component = entity[cls]
        before = entity._archetype
        after = before.next.removing.get(cls)
        if after is None:
            own = tuple([other for other in before.own if other is not cls])
            after = before.next.removing[cls] = self.membership.archetype(own, before.owned)
        parts = [*entity._parts]
        del parts[before.index[cls]]
        self._become(entity, parts, after)
        self._refresh_hearers(entity)
        if self._kept:
            self._skip_removed((component,), entity)
            if entity._owner is not None:
                self._skip_removed((component,), entity._owner)
        component._entity = None
        if self._guard is not None:
            self._guard.release(component)
        return component

    def attach_all(self, entity: Entity, components: Sequence[Component]) -> None:
        """Add components to an entity; none of them, if one is refused."""
        self.check_alive(entity)
        met = set[type[Component]]()
        for component in components:
            cls = self._check(component)
            self._refuse_a_rule(entity, component)
            refuse_foreign_component(component, self.router)
            if cls in entity or cls in met:
                raise RegistrationError(
                    f"{entity!r} would have a {cls.__name__} twice: change the one, or leave it out"
                )
            met.add(cls)
        self._bind_all(entity, components)
        self._refresh(entity, [*entity.components, *components])
        self._refresh_hearers(entity)

    def set_owner(self, thing: Entity, owner: Entity | None) -> None:
        """Put a thing with an owner, or with nobody, taking it from whoever had it."""
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
        if thing._owner is owner:
            self._give_again(owner, thing)
            return
        self._disown(thing)
        thing._owner = owner
        if owner._owned is None:
            owner._owned = {}
        self._given += 1
        owner._owned[thing] = self._given
        self.membership.owner_changed(thing, self.keeping)
        if thing._archetype.for_owner:
            self._gain(owner, thing)

    def _give_again(self, owner: Entity, thing: Entity) -> None:
        """Make a thing the last that its owner was given; chains in flight hear it as before."""
        things = owner._owned or {}
        del things[thing]
        self._given += 1
        things[thing] = self._given
        if thing._archetype.for_owner:
            self._refresh(owner)

    def set_owners(self, owned: Iterable[tuple[Entity, Sequence[Entity]]]) -> None:
        """Put things with their owners, all at once, where none has one yet.

        Raises:
            UnknownEntityError: An owner's thing is not in the world.
            RegistrationError: A thing would be owned twice, or by what it owns.
        """
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
        """Part a thing from its owner, if it has one; it hears for nobody then."""
        owner = thing._owner
        if owner is None:
            return
        thing._owner = None
        self.membership.owner_changed(thing, self.keeping)
        given = (owner._owned or {}).pop(thing, 0)
        if thing._archetype.for_owner:
            self._lose(owner, thing, given)
            if self._kept:
                self._skip_removed(thing.components, owner)

    def remove(self, entity: Entity) -> None:
        """Remove an entity for good, from its owner as well; what it owned is owned by nobody."""
        archetype = entity._archetype
        if archetype.gone:
            return
        for thing in entity.owned if entity._owned else ():
            self._disown(thing)
        if entity._owner is not None:
            self._disown(entity)
        if self.keeping and entity._parts:
            self._become(entity, [*entity._parts], entity._archetype)
            self._skip_removed(entity.components, entity)
        archetype = entity._archetype
        after = archetype.next.leaving
        if after is None:
            after = archetype.next.leaving = self.membership.archetype(archetype.own, (), gone=True)
        del self.by_id[entity.id]
        self._set_archetype(entity, after)

    def check_alive(self, entity: object) -> None:
        """Refuse an entity that is not, or no longer, of this world.

        Raises:
            UnknownEntityError: The entity is gone, or of another world.
        """
        if not isinstance(entity, Entity) or self.by_id.get(entity.id) is not entity:
            raise UnknownEntityError(
                f"{entity!r} is not in this world: it was despawned, or is of another world"
            )

    def forget_chains(self) -> None:
        """Drop every compiled chain; each is compiled anew when it is next needed."""
        self.router.forget()

    def forget_kept(self) -> None:
        """Forget the lists that were kept for chains in flight; no chain is."""
        self._kept.clear()
        self.membership.end_dispatch()
        self.keeping = False

    def mend(self) -> None:
        """Make those whole again that an interrupt has left with parts of another archetype."""
        self.membership.forget()
        for entity in self.by_id.values():
            forget_known(entity)
            archetype = entity._archetype
            classes = tuple(part._declared_ for part in entity._parts)
            made = archetype.own + archetype.owned
            if entity._owned or classes != made or entity._chains is not archetype.chains:
                self._refresh(entity, [one for one in entity._parts if one._entity is entity])

    def _check(self, component: Component) -> type[Component]:
        cls = type(component)
        if not isinstance(component, Component):
            raise RegistrationError(
                f"{component!r} is no component: attach an instance of a Component class"
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

    def _refuse_a_rule(self, entity: Entity, component: Component) -> None:
        """Refuse a rule of the world on an entity that is not the world: it would hear nothing."""
        if component._rules_only_ and entity.id != ROOT:
            raise RegistrationError(
                f"{type(component).__name__} hears nothing but via='world', and that only on the "
                "world itself: attach it to world.root, or leave out the via"
            )

    def _bind_all(self, entity: Entity, components: Iterable[Component]) -> None:
        """Bind components to an entity; none of them, if the guard refuses one."""
        guard = self._guard
        if guard is None:
            for component in components:
                component._entity = entity
            return
        for component in components:
            guard.check_fields(component)
        for component in components:
            component._entity = entity
            guard.watch(component)

    def _refresh(self, entity: Entity, own: list[Component] | None = None) -> None:
        """Give an entity the archetype and the list of parts that match what it has now."""
        mine = list(entity.components) if own is None else own
        mine.sort(key=lambda part: self._rank[part._declared_])
        owned = self._owned_parts(entity) if entity._owned else []
        classes = tuple([part._declared_ for part in mine])
        archetype = self.membership.archetype(classes, tuple([part._declared_ for part in owned]))
        self._become(entity, [*mine, *owned], archetype)

    def _become(self, entity: Entity, parts: list[Any], archetype: Archetype) -> None:
        """Give an entity other parts, and the archetype they make; old ones are kept if needed."""
        if self.keeping and entity._parts:
            self._kept.setdefault(entity, []).append(entity._parts)
        entity._parts = parts
        self._set_archetype(entity, archetype)

    def _gain(self, owner: Entity, thing: Entity) -> None:
        """Let a thing hear for its owner, after all others of its classes, as it came last."""
        before, rank = owner._archetype, self._rank
        classes = thing._archetype.for_owner
        parts, start = [*owner._parts], len(before.own)
        for cls in classes:
            place = bisect_right(parts, rank[cls], start, key=lambda part: rank[part._declared_])
            parts.insert(place, thing[cls])
        after = before.next.gaining.get(classes)
        if after is None:
            owned = tuple([part._declared_ for part in parts[start:]])
            after = before.next.gaining[classes] = self.membership.archetype(before.own, owned)
        self._become(owner, parts, after)

    def _lose(self, owner: Entity, thing: Entity, given: int) -> None:
        """Let a thing hear no longer for an owner whom it was given to."""
        before, rank, things = owner._archetype, self._rank, owner._owned or {}
        classes = thing._archetype.for_owner
        parts, start = [*owner._parts], len(before.own)

        def order(part: Any) -> tuple[int, int]:
            return rank[part._declared_], things.get(part._entity, given)

        for cls in classes:
            place = bisect_left(parts, (rank[cls], given), start, key=order)
            if place == len(parts) or parts[place] is not thing[cls]:  # after an interrupt
                self._refresh(owner)
                return
            del parts[place]
        after = before.next.losing.get(classes)
        if after is None:
            owned = tuple([part._declared_ for part in parts[start:]])
            after = before.next.losing[classes] = self.membership.archetype(before.own, owned)
        self._become(owner, parts, after)

    def _owned_parts(self, entity: Entity) -> list[Any]:
        """List the components of an entity's things that hear for it, in the order they hear."""
        owned = [
            (self._rank[cls], place, thing[cls])
            for place, thing in enumerate(entity._owned or ())
            for cls in owner_classes(thing)
        ]
        owned.sort(key=lambda triple: triple[:2])
        return [part for _, _, part in owned]

    def _set_archetype(self, entity: Entity, archetype: Archetype) -> None:
        before = getattr(entity, "_archetype", None)
        if before is not None:
            forget_known(entity)
        if self.membership.groups:
            self.membership.moved(entity, archetype, self.keeping)
        entity._archetype = archetype
        entity._chains = archetype.chains

    def _refresh_hearers(self, entity: Entity) -> None:
        """Pass a change of components on to whom it concerns: its owner, or everyone."""
        if entity._owner is not None:
            self._refresh(entity._owner)
        if entity is self.root:
            self.forget_chains()

    def _skip_removed(self, removed: Sequence[Component], hearer: Entity) -> None:
        """Make chains in flight skip what was removed from what an entity hears by."""
        kept = self._kept.get(hearer)
        if kept is None:
            return
        for parts in kept:
            for slot, part in enumerate(parts):
                if any(part is one for one in removed):
                    parts[slot] = ABSENT


def _refuse_circles(owners: Sequence[Entity]) -> None:
    """Refuse an owner that is owned, in the end, by itself.

    Raises:
        RegistrationError: An owner is owned by itself.
    """
    met: dict[Entity, Entity] = {}
    for first in owners:
        holder: Entity | None = first
        while holder is not None and holder not in met:
            met[holder] = first
            holder = holder._owner
        if holder is not None and met[holder] is first:
            raise RegistrationError(f"{holder!r} cannot be owned by itself or by what it owns")

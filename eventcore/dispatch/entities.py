"""The entities of a world, their components and their owners.

The *things* of an entity are the entities that it owns. The *parts* of an entity are its own
components, plus the components of its things that have ``via="owner"`` handlers. When the parts
change, the entity gets a new list. Running chains keep the old list, so they do not call components
that are added later. In old lists, ABSENT replaces removed components, so running chains skip them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from eventcore.attrs_wrappers import lacks_decorator
from eventcore.component import Component
from eventcore.dispatch import rules
from eventcore.dispatch.guard import Guard
from eventcore.dispatch.membership import Classes, Membership
from eventcore.dispatch.routing import Router
from eventcore.entity import ABSENT, Archetype, Entity, check_class, drop_cached
from eventcore.errors import RegistrationError, UnknownEntityError

ROOT = 1  # the id of the root entity, which represents the world itself

Components: TypeAlias = Sequence[Component]
Row: TypeAlias = tuple[Entity, Classes, list[Any]]  # entity, component classes, components


class Entities:
    """The entities of a world.

    Attributes:
        by_id: A dict from ids to the entities in the world, sorted by id.
        next_id: The id of the next entity that will be spawned.
        root: Entity 1, which represents the world. The components of the root are world rules.
        membership: An index of the entities by component class.
        outdated: For each entity, the old lists of parts that running chains may still use.
    """

    def __init__(self, router: Router, guard: Guard | None) -> None:
        self.router: Router = router
        self._rank = router.rank
        self._guard = guard
        self.outdated: dict[Entity, list[list[Any]]] = {}
        self._layouts: dict[Classes, _Layout] = {}
        self.next_id: int = ROOT
        self.by_id: dict[int, Entity] = {}
        self.membership: Membership = Membership(router, self.by_id)
        self.root: Entity = self.spawn(())

    # Adding and removing entities

    def spawn(self, components: Components) -> Entity:
        entity = Entity(self.next_id)
        layout = self._layouts.get(tuple(map(type, components)))
        if layout is None or layout.rules_only:
            layout = self._layout(self._check_all(entity, components, "spawn()"))
        for component in components:
            if component._entity is not None:
                self._check(component)
        for place in layout.holders:
            rules.refuse_foreign_fields(components[place], self.router)
        if self._guard is not None:
            self._guard.watch(components)
        for component in components:
            component._entity = entity
        order = layout.order
        entity._parts = [*components] if order is None else layout.sort(components)
        entity._archetype = layout.archetype
        entity._chains = layout.archetype.chains
        if self.membership.groups:
            self.membership.move(entity, None)
        self.next_id = entity.id + 1
        self.by_id[entity.id] = entity  # added last, so that an interrupt cannot add half an entity
        return entity

    def remove(self, entity: Entity, *, running: bool) -> None:
        """Remove an entity permanently. The things of the entity lose their owner.

        Chains that are still running skip the components of the entity from then on.
        """
        if entity._archetype.gone:
            return
        for part in entity.components if self._guard is not None else ():
            getattr(part, "_leaving_", bool)()
        for thing in entity.owned:
            self._disown(thing)
        if entity._owner is not None:
            self._disown(entity)
        archetype = entity._archetype
        after = archetype.leaving
        if after is None:
            after = archetype.leaving = self.membership.archetype(archetype.own, (), gone=True)
        del self.by_id[entity.id]
        parts = entity._parts
        self._become(entity, self._outdate(entity, parts, parts) if running else parts, after)

    def replace_all(self, living: Sequence[Row], gone: Sequence[Row]) -> None:
        """Replace all entities with saved entities, sorted by id. Then call ``set_owners``."""
        root = self.root._archetype
        left = self.by_id.keys() - {entity.id for entity, _, _ in living}
        former: list[Row] = [(self.by_id[number], (), []) for number in sorted(left)]
        self.by_id.clear()
        for rows, is_gone in ((living, False), ((*gone, *former), True)):
            for entity, own, parts in rows:
                drop_cached(entity)
                entity._owner = entity._owned = None
                entity._parts = parts
                entity._archetype = self.membership.archetype(own, (), gone=is_gone)
                entity._chains = entity._archetype.chains
                if not is_gone:
                    self.by_id[entity.id] = entity
        if self._guard is not None:
            self._guard.at_rest = False
            self._guard.watch([part for _, _, parts in (*living, *gone) for part in parts])
        self.membership.forget()
        if self.root._archetype is not root:
            self.router.forget()

    # Components

    def attach(self, entity: Entity, components: Components) -> None:
        self.check_alive(entity)
        self._check_all(entity, components, "attach()")
        if self._guard is not None:
            self._guard.watch(components)
        for component in components:
            component._entity = entity
        self._refresh_all(entity, [*entity.components, *components])

    def detach(self, entity: Entity, cls: type[Component]) -> Component:
        self.check_alive(entity)
        component: Component = entity[cls]
        left = [part for part in entity.components if part is not component]
        self._refresh_all(entity, left, (component,))
        component._entity = None
        component.__class__ = component._declared_  # in debug mode, it was a watched subclass
        return component

    # Owners

    def set_owner(self, thing: Entity, owner: Entity | None) -> None:
        self.check_alive(thing)
        if owner is None:
            self._disown(thing)
            return
        self.check_alive(owner)
        same = thing._owner is owner  # if so, running chains continue to call the thing's handlers
        if not same:
            _refuse_circle(thing, owner)
            self._disown(thing)
        self._give(thing, owner)
        if not same:
            self.membership.change_owner(thing)
        if thing._archetype.for_owner:
            self._refresh(owner, owner.components)

    def set_owners(self, owned: Iterable[tuple[Entity, Sequence[Entity]]]) -> None:
        """Set the owners of many things in one call. The things must not have owners yet."""
        for owner, things in owned:
            for thing in things:
                self.check_alive(thing)
                if thing._owner is not None:
                    raise RegistrationError(f"{thing!r} cannot have two owners")
                _refuse_circle(thing, owner)
                self._give(thing, owner)
            self._refresh(owner, owner.components)
        self.membership.forget()

    def _give(self, thing: Entity, owner: Entity) -> None:
        thing._owner = owner
        if owner._owned is None:
            owner._owned = {}
        owner._owned.pop(thing, None)  # if the owner gets a thing again, the thing moves to the end
        owner._owned[thing] = None

    def _disown(self, thing: Entity) -> None:
        owner = thing._owner
        if owner is None:
            return
        thing._owner = None
        self.membership.change_owner(thing)
        (owner._owned or {}).pop(thing, None)
        if thing._archetype.for_owner:
            self._refresh(owner, owner.components, thing.components)

    def mend(self) -> None:
        """After an interrupt, repair each entity whose parts do not match its archetype."""
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
        """Raise UnknownEntityError unless the argument is an entity in this world."""
        if not isinstance(entity, Entity):
            raise UnknownEntityError(f"{entity!r} is not an entity: pass the Entity itself")
        if self.by_id.get(entity.id) is not entity:
            raise UnknownEntityError(
                f"{entity!r} is not in this world: it was despawned, or belongs to another world"
            )

    def _check_all(self, entity: Entity, components: Components, call: str) -> Classes:
        kinds = tuple([self._check(component) for component in components])
        for position, kind in enumerate(kinds):
            if kind in kinds[:position]:
                raise RegistrationError(
                    f"{call} got {kind.__name__} twice: an entity can have only one component "
                    "of each class"
                )
        for component in components:
            if component._rules_only_ and entity.id != ROOT:
                rules.refuse_rule(type(component))
            rules.refuse_foreign_fields(component, self.router)
        for kind in kinds if hasattr(entity, "_archetype") else ():  # new entities have none yet
            if kind in entity:
                raise RegistrationError(
                    f"{entity!r} already has a {kind.__name__}: change it, or detach it first"
                )
        return kinds

    def _check(self, component: Component) -> type[Component]:
        cls = type(component)
        if not isinstance(component, Component):
            raise RegistrationError(
                f"{component!r} is not a component: use an instance of a Component class"
            )
        if component._entity is not None:
            raise RegistrationError(
                f"this {cls.__name__} is already attached to {component._entity!r}: a component "
                "belongs to one entity; create another component"
            )
        if cls._declared_ is not cls:
            raise RegistrationError(lacks_decorator(cls, "component"))
        check_class(cls, self._rank)
        return cls

    # Changes to one entity

    def _layout(self, kinds: Classes) -> _Layout:
        layout = self._layouts.get(kinds)
        if layout is None:
            order = sorted(range(len(kinds)), key=lambda place: self._rank[kinds[place]])
            own = tuple([kinds[place] for place in order])
            layout = self._layouts[kinds] = _Layout(
                self.membership.archetype(own, ()),
                None if own == kinds else order,
                [place for place, cls in enumerate(kinds) if rules.entity_fields(cls)],  # type: ignore[arg-type]  # classes are hashable
                any(cls._rules_only_ for cls in kinds),
            )
        return layout

    def _refresh_all(self, entity: Entity, own: Components, removed: Components = ()) -> None:
        self._refresh(entity, own, removed)
        owner = entity._owner
        if owner is not None:
            self._refresh(owner, owner.components, removed)
        if entity is self.root:
            self.router.forget()

    def _refresh(self, entity: Entity, own: Components, removed: Components = ()) -> None:
        layout = self._layout(tuple([part._declared_ for part in own]))
        parts, archetype = layout.sort(own), layout.archetype
        if entity._owned:
            # The sort is stable, so parts of one class keep the order of their things.
            owned = [thing[cls] for thing in entity._owned for cls in thing._archetype.for_owner]
            owned.sort(key=lambda part: self._rank[part._declared_])
            theirs = tuple([part._declared_ for part in owned])
            archetype = self.membership.archetype(archetype.own, theirs)
            parts += owned
        if self.router.world._current is not None:
            parts = self._outdate(entity, parts, removed)
        self._become(entity, parts, archetype)

    def _outdate(self, entity: Entity, parts: list[Any], removed: Components) -> list[Any]:
        """Return a copy of the new parts, and replace removed parts with ABSENT in old lists."""
        parts, absent = [*parts], {*removed}
        outdated = self.outdated.setdefault(entity, [])
        outdated.append(entity._parts)
        for earlier in outdated if absent else ():
            earlier[:] = [ABSENT if part in absent else part for part in earlier]
        return parts

    def _become(self, entity: Entity, parts: list[Any], archetype: Archetype) -> None:
        entity._parts = parts
        drop_cached(entity)
        before, entity._archetype = entity._archetype, archetype
        entity._chains = archetype.chains
        if self.membership.groups:
            self.membership.move(entity, before)


class _Layout(NamedTuple):
    archetype: Archetype  # the archetype of an entity with these components that owns nothing
    order: Sequence[int] | None  # component indices in sorted order; None if already sorted
    holders: Sequence[int]  # indices of the components whose fields may hold entities
    rules_only: bool  # whether only the root can have these components

    def sort(self, components: Components) -> list[Any]:
        return [*components] if self.order is None else [components[place] for place in self.order]


def _refuse_circle(thing: Entity, owner: Entity) -> None:
    holder: Entity | None = owner
    while holder is not None:
        if holder is thing:
            raise RegistrationError(f"{thing!r} cannot be owned by itself or by one of its things")
        holder = holder._owner

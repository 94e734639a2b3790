"""Find the entities that have certain component classes, in order of their ids.

``World.having`` and broadcasts use this index. All entities with certain component classes form a
group, and a roster is the tuple of a group's members. A group is built on first use. If the
archetype of an entity changes, the entity may leave some groups and enter others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias
from weakref import ref

from eventcore.component import Component
from eventcore.entity import ABSENT, Archetype, Entity, check_class
from eventcore.handler import Handler

Classes: TypeAlias = tuple[type[Component], ...]


class Membership:
    """The archetypes of a world, and an index of its entities by component class.

    Attributes:
        groups: The groups that have been used. Until the first use, ``move`` need not be called.
        rosters: The cached roster for each tuple of component classes.
        archetypes: All archetypes. The keys are the arguments of the ``archetype`` method.
    """

    def __init__(self, home: Any, by_id: Mapping[int, Entity]) -> None:
        self._home = home
        self._by_id = by_id
        self.archetypes: dict[tuple[Classes, Classes, bool], Archetype] = {}
        self.groups: dict[Classes | tuple[type[Component], bool], Group] = {}
        self.rosters: dict[Classes, tuple[Entity, ...]] = {}
        # For each change of archetype, the groups that an entity leaves and the groups it enters.
        self._moves: dict[tuple[Archetype | None, Archetype], tuple[list[Group], list[Group]]] = {}

    def archetype(self, own: Classes, owned: Classes, *, gone: bool = False) -> Archetype:
        key = (own, owned, gone)
        found = self.archetypes.get(key)
        if found is None:
            found = self.archetypes[key] = Archetype(own, owned, self._home, gone=gone)
        return found

    def roster(self, wanted: Classes) -> tuple[Entity, ...]:
        found = self.rosters.get(wanted)
        if found is None:
            found = self.rosters[wanted] = tuple(self._group(wanted).members().values())
        return found

    def having(self, wanted: Classes) -> Iterator[Entity]:
        group = self._group(wanted)
        matching = group.matching
        for entity in self.roster(wanted):
            archetype = entity._archetype
            if archetype in matching or group.takes(archetype):
                yield entity

    def recipients(self, handler: Handler) -> Recipients:
        return self.components(handler.component, owned=handler.via == "owner")

    def components(self, cls: type[Component], *, owned: bool = False) -> Recipients:
        """Return all components of a class, or only those whose entities have an owner."""
        found: Any = self.groups.get((cls, owned))
        return found or self._add((cls, owned), Recipients(cls, owned, self._by_id))  # type: ignore[no-any-return]  # the key determines the type

    def move(self, entity: Entity, before: Archetype | None) -> None:
        """Update an entity's groups. ``before`` is its old archetype, or None for a new entity."""
        after = entity._archetype
        if before is after:
            return
        move = self._moves.get((before, after))
        if move is None:
            groups = self.groups.values()
            had = [group for group in groups if before is not None and group.takes(before)]
            has = [group for group in groups if group.takes(after)]
            left, entered = [g for g in had if g not in has], [g for g in has if g not in had]
            move = self._moves[before, after] = left, entered
        for group in move[0]:
            group.leave(entity)
            self.rosters.pop(group.wanted, None)
        for group in move[1]:
            group.enter(entity)
            self.rosters.pop(group.wanted, None)

    def change_owner(self, thing: Entity) -> None:
        for group in self._receiving(thing, (True,)):
            if thing._owner is None:
                group.leave(thing)
            else:
                group.enter(thing)

    def skip(self, entity: Entity, *, skipped: bool = True) -> None:
        """Make running broadcasts skip an entity and the things that it owns, or undo this."""
        members = [(group, entity) for group in self._receiving(entity, (False, True))]
        for thing in entity._owned or ():
            members += [(group, thing) for group in self._receiving(thing, (True,))]
        for group, member in members:
            group.skip(member, skipped=skipped)

    def forget(self) -> None:
        """Drop the stored members of all groups. A group collects its members again when needed."""
        self.rosters.clear()
        for group in self.groups.values():
            group.forget()

    def _group(self, wanted: Classes) -> Group:
        group = self.groups.get(wanted)
        if group is None:
            for cls in wanted:
                check_class(cls, self._home.rank)
            group = self._add(wanted, Group(wanted, self._by_id))
        return group

    def _add(self, key: Any, group: Any) -> Any:
        self._moves.clear()
        self.groups[key] = group
        return group

    def _receiving(self, entity: Entity, owned: Iterable[bool]) -> list[Any]:
        keys = [(cls, each) for cls in entity._archetype.own for each in owned]
        return [self.groups[key] for key in keys if key in self.groups]


class Group:
    """The group of all entities that have certain component classes."""

    def __init__(self, wanted: Classes, by_id: Mapping[int, Entity]) -> None:
        self.wanted: Classes = wanted
        self._classes = set(wanted)
        self.matching: set[Archetype] = set()  # the archetypes that are known to have all classes
        self._by_id = by_id
        self._members: dict[int, Any] | None = None  # None until the members are needed
        self._sorted = True
        self._last = 0  # the highest id so far; after a lower id, the members are unsorted

    def takes(self, archetype: Archetype) -> bool:
        if archetype in self.matching:
            return True
        takes = not archetype.gone and archetype.index.keys() >= self._classes
        if takes:
            self.matching.add(archetype)
        return takes

    def members(self) -> dict[int, Any]:
        """Return a dict of the members, sorted by id. The caller must not change the dict."""
        if self._members is None:
            self._members, self._last, self._sorted = {}, 0, True
            for entity in self._by_id.values():
                if self.takes(entity._archetype):
                    self.enter(entity)
        if not self._sorted:
            self._members = dict(sorted(self._members.items()))
            self._sorted = True
        return self._members

    def enter(self, entity: Entity) -> None:
        self._put(entity.id, entity)

    def leave(self, entity: Entity) -> None:
        if self._members is not None:
            self._members.pop(entity.id, None)

    def forget(self) -> None:
        self._members = None

    def _put(self, number: int, member: Any) -> None:
        if self._members is not None:
            self._members[number] = member
            self._sorted = self._sorted and number >= self._last
            self._last = max(self._last, number)


class Recipients(Group):
    """The components of one class that handle broadcasts, indexed by the ids of their entities.

    A running broadcast keeps its list, so it does not call components that are added later. When a
    component is removed, ABSENT replaces the component in all lists.
    """

    def __init__(self, cls: type[Component], owned: bool, by_id: Mapping[int, Entity]) -> None:
        super().__init__((cls,), by_id)
        self.owned: bool = owned  # whether only things that have an owner are members
        self._call_list: CallList | None = None  # None if a new list must be built
        # The references are weak, because a list is no longer needed when its broadcast ends.
        self._running: list[ref[CallList]] = []

    def call_list(self) -> CallList:
        """Return the components that a new chain calls. The caller must not change the list."""
        if self._call_list is None:
            self._call_list = CallList(self.members().values())
        return self._call_list

    def enter(self, entity: Entity) -> None:
        if not self.owned or entity._owner is not None:
            self._end_list()
            self._put(entity.id, entity._parts[entity._archetype.index[self.wanted[0]]])

    def leave(self, entity: Entity) -> None:
        self.skip(entity)
        super().leave(entity)

    def skip(self, entity: Entity, *, skipped: bool = True) -> None:
        """Make running chains skip an entity's component. The component stays in the group."""
        self._end_list()
        part = (self._members or {}).get(entity.id)
        for call_list in self._lists():
            call_list.skip(part, skipped=skipped)

    def forget(self) -> None:
        self._end_list()
        super().forget()

    def _end_list(self) -> None:
        if self._call_list is not None:
            self._running = [*map(ref, self._lists()), ref(self._call_list)]
            self._call_list = None

    def _lists(self) -> list[CallList]:
        return [found for running in self._running if (found := running()) is not None]


class CallList(list[Any]):
    """The components that a chain calls. The constant ABSENT replaces skipped components."""

    def __init__(self, parts: Iterable[Any]) -> None:
        super().__init__(parts)
        self._places: dict[Any, int] = {}  # the index of each component; empty until the first skip

    def skip(self, part: Any, *, skipped: bool) -> None:
        if not self._places:
            self._places = {part: place for place, part in enumerate(self)}
        if part in self._places:
            self[self._places[part]] = ABSENT if skipped else part

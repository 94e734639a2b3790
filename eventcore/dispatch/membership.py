"""The membership index: which entities have which components, in order of their ids.

``World.having``, rosters and broadcasts all ask it. A group is built when it is first asked for;
from then on each change of an entity's archetype costs the groups concerned one entry in a dict.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias
from weakref import ref

from eventcore.component import Component
from eventcore.entity import ABSENT, Archetype, Entity

if TYPE_CHECKING:
    from eventcore.handler import Handler

Classes: TypeAlias = tuple[type[Component], ...]


class Membership:
    """The archetypes of a world, and which entities have which components.

    Attributes:
        groups: All groups that were ever used; while it is empty, ``moved`` need not be called.
    """

    __slots__ = ("_by_id", "_home", "_made", "_moves", "_recipients", "groups", "rosters")

    def __init__(self, home: object, by_id: Mapping[int, Entity]) -> None:
        self._home = home
        self._by_id = by_id
        self._made: dict[tuple[Classes, Classes, bool], Archetype] = {}
        self.groups: dict[Classes | tuple[type[Component], bool], Group] = {}
        self._recipients: dict[type[Component], list[Recipients]] = {}
        self.rosters: dict[Classes, tuple[Entity, ...]] = {}
        # The groups that an entity leaves and enters whose archetype becomes another.
        self._moves: dict[tuple[Archetype | None, Archetype], tuple[list[Group], list[Group]]] = {}

    def __len__(self) -> int:
        return len(self._made)

    def archetype(self, own: Classes, owned: Classes, *, gone: bool = False) -> Archetype:
        """Return the archetype of entities with some classes, and of their things."""
        key = (own, owned, gone)
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = Archetype(own, owned, self._home, gone=gone)
        return found

    def roster(self, wanted: Classes) -> tuple[Entity, ...]:
        found = self.rosters.get(wanted)
        if found is None:
            found = self.rosters[wanted] = tuple(self._entities(wanted).members().values())
        return found

    def having(self, wanted: Classes) -> Iterator[Entity]:
        """Yield the entities that have all of the classes when they are reached."""
        group = self._entities(wanted)
        found, taken = group.members(), group.taken
        found.readers += 1
        try:
            for entity in found.values():
                archetype = entity._archetype
                if archetype in taken or group.takes(archetype):
                    yield entity
        finally:
            found.readers -= 1

    def recipients(self, handler: Handler) -> Recipients:
        cls: type[Component] = handler.component
        owned = handler.via == "owner"
        found = self.groups.get((cls, owned))
        if found is None:
            found = self.groups[cls, owned] = Recipients(cls, owned, self._by_id)
            self._recipients.setdefault(cls, []).append(found)
            self._moves.clear()
        return found  # type: ignore[return-value]  # as its key says

    def moved(self, entity: Entity, after: Archetype, in_flight: bool) -> None:
        """Note that an entity, which has its new parts already, changes its archetype."""
        before = getattr(entity, "_archetype", None)
        if before is after:
            return
        move = self._moves.get((before, after))
        if move is None:
            move = self._moves[before, after] = self._compare(before, after)
        for group in move[0]:
            group.leave(entity, in_flight)
            self.rosters.pop(group.wanted, None)
        for group in move[1]:
            group.enter(entity, after, in_flight)
            self.rosters.pop(group.wanted, None)

    def owner_changed(self, thing: Entity, in_flight: bool) -> None:
        """Note that a thing got or lost its owner."""
        for group in self._receiving(thing):
            if group.owned:
                if thing._owner is None:
                    group.leave(thing, in_flight)
                else:
                    group.enter(thing, thing._archetype, in_flight)

    def skip(self, entity: Entity) -> None:
        """Make broadcasts in flight skip an entity and its things, while it still exists."""
        for group, member in self._called_for(entity):
            group.skip(member)

    def skip_no_more(self, entity: Entity) -> None:
        """Undo ``skip``: the entity stays in the world after all."""
        for group, member in self._called_for(entity):
            group.skip_no_more(member)

    def end_dispatch(self) -> None:
        for groups in self._recipients.values():
            for group in groups:
                group.end_dispatch()

    def forget(self) -> None:
        """Forget the members of all groups until they are next needed."""
        self.rosters.clear()
        for group in self.groups.values():
            group.forget()

    def _entities(self, wanted: Classes) -> Group:
        found = self.groups.get(wanted)
        if found is None:
            found = self.groups[wanted] = Group(wanted, self._by_id)
            self._moves.clear()
        return found

    def _called_for(self, entity: Entity) -> Iterator[tuple[Recipients, Entity]]:
        """Yield the groups with an entity's components, or with components of its things."""
        for group in self._receiving(entity):
            yield group, entity
        for thing in entity._owned or ():
            for group in self._receiving(thing):
                if group.owned:
                    yield group, thing

    def _receiving(self, entity: Entity) -> Iterable[Recipients]:
        if not self._recipients:
            return ()
        own = entity._archetype.own
        return [group for cls in own for group in self._recipients.get(cls, ())]

    def _compare(
        self, before: Archetype | None, after: Archetype
    ) -> tuple[list[Group], list[Group]]:
        groups = self.groups.values()
        had = [group for group in groups if before is not None and group.takes(before)]
        has = [group for group in groups if group.takes(after)]
        return [g for g in had if g not in has], [g for g in has if g not in had]


class Members(dict[int, Any]):
    """The members of a group by the ids of their entities."""

    __slots__ = ("readers",)

    readers: int  # iterators; if there are any, the members are copied before a change


class Group:
    """The entities that have all of some classes."""

    __slots__ = ("_by_id", "_classes", "_last", "_members", "_sorted", "taken", "wanted")

    def __init__(self, wanted: Classes, by_id: Mapping[int, Entity]) -> None:
        self.wanted: Classes = wanted
        self._classes = set(wanted)
        self.taken: set[Archetype] = set()  # archetypes that are known to have the classes
        self._by_id = by_id
        self._members: Members | None = None  # until they are needed
        self._sorted = True
        self._last = 0

    def takes(self, archetype: Archetype) -> bool:
        if archetype in self.taken:
            return True
        takes = not archetype.gone and archetype.index.keys() >= self._classes
        if takes:
            self.taken.add(archetype)
        return takes

    def members(self) -> Members:
        """Return the members, in order of the ids; not to be changed."""
        members = self._members
        if members is None:
            members = self._replace(self._find())
        elif not self._sorted:
            members = self._replace(sorted(members.items()))
        return members

    def enter(self, entity: Entity, archetype: Archetype, in_flight: bool) -> None:
        members = self._change(in_flight)
        if members is not None:
            number = entity.id
            members[number] = self._pick(entity, archetype)
            if number > self._last:
                self._last = number
            else:
                self._sorted = False

    def leave(self, entity: Entity, in_flight: bool) -> None:
        members = self._change(in_flight)
        if members is not None:
            members.pop(entity.id, None)

    def forget(self) -> None:
        self._members = None

    def _find(self) -> Iterable[tuple[int, Any]]:
        for number, entity in self._by_id.items():
            if self.takes(entity._archetype):
                yield number, entity

    def _pick(self, entity: Entity, archetype: Archetype) -> Any:
        return entity

    def _change(self, in_flight: bool) -> Members | None:
        """Return the members for a change, as a copy if there are iterators."""
        members = self._members
        if members is not None and members.readers:
            was_sorted = self._sorted
            members = self._replace(members.items())
            self._sorted = was_sorted
        return members

    def _replace(self, items: Iterable[tuple[int, Any]]) -> Members:
        members = self._members = Members(items)
        members.readers = 0
        self._last = next(reversed(members), 0)
        self._sorted = True
        return members


class Recipients(Group):
    """The components of one class that a broadcast calls.

    A broadcast in flight goes through the list it began with. A component that is added waits for
    the next one; one that is removed is blanked out in every list that is still gone through.

    Attributes:
        owned: Whether only things with an owner belong to it.
    """

    __slots__ = ("_in_flight", "_skipped", "_taken", "owned")

    def __init__(self, cls: type[Component], owned: bool, by_id: Mapping[int, Entity]) -> None:
        super().__init__((cls,), by_id)
        self.owned: bool = owned
        # The members as a list; None once they have changed.
        self._taken: Taken | None = None
        # The lists that chains in flight go through. Only the chains keep them alive, so that a
        # thousand nested broadcasts do not hold a thousand lists.
        self._in_flight: list[ref[Taken]] = []
        # By entity, what was blanked out because it was despawned: it may yet stay.
        self._skipped: dict[Entity, list[tuple[ref[Taken], int, Any]]] = {}

    def take(self) -> Taken:
        """Return the components for a chain that begins; not to be changed."""
        if self._taken is None:
            members = self.members()
            self._taken = Taken(members.values(), [*members])
        return self._taken

    def deal(self, taken: Taken, world: Any) -> Taken:
        """Return taken components in random order, drawn from the event's stream."""
        dealt = Taken(world.stream(world._current._shuffled_).shuffled_at_once(taken))
        self._keep(dealt)
        return dealt

    def leave(self, entity: Entity, in_flight: bool) -> None:
        members = self._change(in_flight)
        part = None if members is None else members.pop(entity.id, None)
        if part is not None:
            self._blank(entity, part)
            self._skipped.pop(entity, None)

    def skip(self, entity: Entity) -> None:
        """Let chains in flight skip an entity's component, which stays a member."""
        members = self._change(in_flight=True)
        part = None if members is None else members.get(entity.id)
        if part is not None:
            self._skipped.setdefault(entity, []).extend(self._blank(entity, part))

    def skip_no_more(self, entity: Entity) -> None:
        """Put an entity's component back where ``skip`` has blanked it out."""
        for kept, place, part in self._skipped.pop(entity, ()):
            taken = kept()
            if taken is not None:
                taken[place] = part

    def end_dispatch(self) -> None:
        self._in_flight.clear()
        self._skipped.clear()

    def forget(self) -> None:
        """Forget the members; chains in flight go through their lists as they are."""
        self._change(in_flight=True)
        super().forget()
        self._skipped.clear()

    def _find(self) -> Iterable[tuple[int, Any]]:
        (cls,) = self.wanted
        for number, entity in super()._find():
            if not self.owned or entity._owner is not None:
                yield number, entity._parts[entity._archetype.index[cls]]

    def enter(self, entity: Entity, archetype: Archetype, in_flight: bool) -> None:
        if not self.owned or entity._owner is not None:
            super().enter(entity, archetype, in_flight)

    def _pick(self, entity: Entity, archetype: Archetype) -> Any:
        return entity._parts[archetype.index[self.wanted[0]]]

    def _change(self, in_flight: bool) -> Members | None:
        if self._taken is not None:
            if in_flight:
                self._keep(self._taken)
            self._taken = None
        return super()._change(in_flight)

    def _keep(self, taken: Taken) -> None:
        self._in_flight = [kept for kept in self._in_flight if kept() is not None]
        self._in_flight.append(ref(taken))

    def _blank(self, entity: Entity, part: Any) -> list[tuple[ref[Taken], int, Any]]:
        """Blank a component out in all lists that chains go through, and return the places."""
        blanked = []
        for kept in self._in_flight:
            taken = kept()
            place = None if taken is None else taken.place_of(entity.id, part)
            if taken is not None and place is not None and taken[place] is part:
                taken[place] = ABSENT
                blanked.append((kept, place, part))
        return blanked


class Taken(list[Any]):
    """The components a chain goes through; ABSENT where one was removed meanwhile."""

    __slots__ = ("__weakref__", "_ids", "_places")

    def __init__(self, parts: Iterable[Any], ids: list[int] | None = None) -> None:
        super().__init__(parts)
        self._ids = ids
        self._places: dict[Any, int] = {}

    def place_of(self, number: int, part: Any) -> int | None:
        """Return the place of an entity's component, even if it was blanked out."""
        if self._ids is not None:
            place = bisect_left(self._ids, number)
            return place if place < len(self) else None
        if not self._places:
            self._places = {part: place for place, part in enumerate(self)}
        return self._places.get(part)

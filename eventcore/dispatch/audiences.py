"""Audiences: who hears a broadcast, kept as entities come and go.

An audience is of a component class: all of its components in the world, in order of the ids of
their entities. It is made when a chain first asks for it, and from then on a change of an
entity's archetype costs it an entry in a dict. A world without broadcasts has none.

A chain in flight holds the list it began with, so a change makes the next chain list anew: what
is added waits. What is removed is skipped at once: its place is made empty in every list that a
chain may still go through. The chains alone keep those alive, so that a dispatch in which everyone
hears a thousand broadcasts holds no thousand lists.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any
from weakref import ref

from eventcore.component import Component
from eventcore.entity import ABSENT, Archetype, Entity

if TYPE_CHECKING:
    from eventcore.handler import Handler


class Audiences:
    """The audiences of a world's broadcasts.

    Attributes:
        by_class: Those of each component class: of all who have it, and of the things that have
            it and an owner. Empty until the first broadcast.
    """

    __slots__ = ("_by_id", "_moves", "by_class")

    def __init__(self, by_id: Mapping[int, Entity]) -> None:
        """Begin without any.

        Args:
            by_id: The entities of the world, in order of their ids.
        """
        self.by_class: dict[type[Component], list[Audience]] = {}
        self._by_id = by_id
        # Which audiences an entity leaves and enters that becomes of another archetype.
        self._moves: dict[tuple[Archetype | None, Archetype], tuple[list[Audience], ...]] = {}

    def of(self, handler: Handler) -> Audience:
        """Give the audience that a handler's step goes through."""
        there = self.by_class.setdefault(handler.component, [])
        owned = handler.via == "owner"
        for audience in there:
            if audience.owned is owned:
                return audience
        audience = Audience(handler.component, owned, self._by_id)
        there.append(audience)
        self._moves.clear()
        return audience

    def moved(self, entity: Entity, after: Archetype, in_flight: bool) -> None:
        """Note that an entity, which has its new parts, becomes of another archetype.

        Args:
            entity: The entity; its archetype is the one it had, if it had any.
            after: Its archetype from now on.
            in_flight: Whether chains are.
        """
        before = getattr(entity, "_archetype", None)
        if before is after:
            return
        move = self._moves.get((before, after))
        if move is None:
            move = self._moves[before, after] = self._compare(before, after)
        leaves, enters = move
        for audience in leaves:
            audience.leave(entity, in_flight)
        for audience in enters:
            audience.enter(entity, entity._parts[after.index[audience.cls]], in_flight)

    def owned_anew(self, thing: Entity, in_flight: bool) -> None:
        """Note that a thing has come to have an owner, or has none any longer."""
        for audience in self._of(thing):
            if audience.owned:
                if thing._owner is None:
                    audience.leave(thing, in_flight)
                else:
                    audience.enter(thing, thing[audience.cls], in_flight)

    def skip(self, entity: Entity) -> None:
        """Let chains in flight skip an entity, and what hears for it, though it is there still."""
        for audience, one in self._heard_by(entity):
            audience.skip(one)

    def skip_no_more(self, entity: Entity) -> None:
        """Undo ``skip``: the entity stays in the world after all."""
        for audience, one in self._heard_by(entity):
            audience.skip_no_more(one)

    def forget_kept(self) -> None:
        """Forget the lists that were kept for chains in flight; no chain is."""
        for audience in self._all():
            audience.forget_kept()

    def forget(self) -> None:
        """Forget who is in them, after an interrupt: they are made again when they are needed."""
        for audience in self._all():
            audience.forget()

    def _all(self) -> Iterable[Audience]:
        return [audience for audiences in self.by_class.values() for audience in audiences]

    def _heard_by(self, entity: Entity) -> Iterator[tuple[Audience, Entity]]:
        """Yield the audiences that an entity is among, and those that its things hear in for it."""
        for audience in self._of(entity):
            yield audience, entity
        for thing in entity._owned or ():
            for audience in self._of(thing):
                if audience.owned:
                    yield audience, thing

    def _of(self, entity: Entity) -> Iterable[Audience]:
        """Give the audiences that an entity may be among."""
        if not self.by_class:
            return ()
        return [one for cls in entity._archetype.own for one in self.by_class.get(cls, ())]

    def _compare(self, before: Archetype | None, after: Archetype) -> tuple[list[Audience], ...]:
        had = () if before is None else before.own
        has = () if after.gone else after.own
        return tuple(
            [one for cls in some if cls not in other for one in self.by_class.get(cls, ())]
            for some, other in ((had, has), (has, had))
        )


class Audience:
    """All components of one class, in order of the ids of their entities.

    Attributes:
        cls: The class.
        owned: Whether only those of things with an owner are in it.
    """

    __slots__ = (
        "_by_id", "_kept", "_last", "_live", "_skipped", "_sorted", "_taken", "cls", "owned",
    )  # fmt: skip

    def __init__(self, cls: type[Component], owned: bool, by_id: Mapping[int, Entity]) -> None:
        self.cls: type[Component] = cls
        self.owned: bool = owned
        self._by_id = by_id
        # Who is in it, by id; None until somebody asks.
        self._live: dict[int, Any] | None = None
        self._sorted = True
        self._last = 0
        # The same as a list for the chains; None once it has changed.
        self._taken: Taken | None = None
        # The lists that chains in flight may still go through, besides that one.
        self._kept: list[ref[Taken]] = []
        # By entity, the places that were made empty because it was despawned: it may stay yet.
        self._skipped: dict[Entity, list[tuple[ref[Taken], int]]] = {}

    def take(self) -> Taken:
        """Give the components, for a chain that begins; not to be changed."""
        if self._taken is None:
            live = self._live
            if live is None:
                live = self._live = self._found()
            elif not self._sorted:
                live = self._live = dict(sorted(live.items()))
                self._sorted = True
            self._last = next(reversed(live), 0)
            self._taken = _Listed(live)
        return self._taken

    def deal(self, taken: Taken, world: Any) -> Taken:
        """Give what a chain has taken in an order of chance, each as likely.

        Args:
            taken: What it took.
            world: The world, with the broadcast in flight.
        """
        dealt = _Dealt(world.stream(world._current._shuffled_).shuffled_at_once(taken))
        self._keep(dealt)
        return dealt

    def enter(self, entity: Entity, part: Any, in_flight: bool) -> None:
        """Put an entity's component into it; chains in flight do not hear it yet."""
        if self._live is None or (self.owned and entity._owner is None):
            return
        self._change(in_flight)
        number = entity.id
        self._live[number] = part
        if number > self._last:
            self._last = number
        else:
            self._sorted = False

    def leave(self, entity: Entity, in_flight: bool) -> None:
        """Take an entity's component out of it; chains in flight skip it from now on."""
        part = None if self._live is None else self._live.pop(entity.id, None)
        if part is not None:
            self._change(in_flight)
            self._empty(entity.id, part)
            self._skipped.pop(entity, None)

    def skip(self, entity: Entity) -> None:
        """Let chains in flight skip an entity's component, which stays in it."""
        part = None if self._live is None else self._live.get(entity.id)
        if part is not None:
            self._change(in_flight=True)
            self._skipped.setdefault(entity, []).extend(self._empty(entity.id, part))

    def skip_no_more(self, entity: Entity) -> None:
        """Put an entity's component back where ``skip`` has taken it out."""
        for kept, place in self._skipped.pop(entity, ()):
            taken = kept()
            if taken is not None and self._live is not None:
                taken[place] = self._live[entity.id]

    def forget_kept(self) -> None:
        """Forget the lists that were kept for chains in flight."""
        self._kept.clear()
        self._skipped.clear()

    def forget(self) -> None:
        """Forget who is in it; lists that chains have taken are left as they are."""
        self._change(in_flight=True)
        self._live, self._sorted = None, True
        self._skipped.clear()

    def _found(self) -> dict[int, Any]:
        cls, owned = self.cls, self.owned
        return {
            number: entity._parts[entity._archetype.index[cls]]
            for number, entity in self._by_id.items()
            if cls in entity._archetype.index and (not owned or entity._owner is not None)
        }

    def _change(self, in_flight: bool) -> None:
        """Have the next chain list anew, and keep the list that there is for those in flight."""
        if self._taken is not None:
            if in_flight:
                self._keep(self._taken)
            self._taken = None

    def _keep(self, taken: Taken) -> None:
        self._kept = [kept for kept in self._kept if kept() is not None]
        self._kept.append(ref(taken))

    def _empty(self, number: int, part: Any) -> list[tuple[ref[Taken], int]]:
        """Empty a component's place in all lists that chains may still go through, and list these.

        Args:
            number: The id of its entity.
            part: The component.
        """
        emptied = []
        for kept in self._kept:
            taken = kept()
            if taken is not None:
                place = taken.place_of(number, part)
                if place is not None and taken[place] is part:
                    taken[place] = ABSENT
                    emptied.append((kept, place))
        return emptied


class Taken(list[Any]):
    """The components that a chain goes through; ABSENT where one was removed meanwhile."""

    __slots__ = ("__weakref__",)

    def place_of(self, number: int, part: Any) -> int | None:
        """Say where a component is, or was, if it has been here.

        Args:
            number: The id of its entity.
            part: The component.
        """
        raise NotImplementedError


class _Listed(Taken):
    """In order of their ids."""

    __slots__ = ("_ids",)

    def __init__(self, live: Mapping[int, Any]) -> None:
        super().__init__(live.values())
        self._ids = [*live]

    def place_of(self, number: int, part: Any) -> int | None:
        place = bisect_left(self._ids, number)
        return place if place < len(self) else None


class _Dealt(Taken):
    """In an order of chance."""

    __slots__ = ("_places",)

    def __init__(self, parts: Iterable[Any]) -> None:
        super().__init__(parts)
        # Where each is; found out when the first is removed.
        self._places: dict[Any, int] | None = None

    def place_of(self, number: int, part: Any) -> int | None:
        if self._places is None:
            self._places = {one: place for place, one in enumerate(self)}
        return self._places.get(part)

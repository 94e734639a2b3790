"""Rosters: who hears a broadcast, kept as entities come and go.

A roster is of a component class: all of its components in the world, in order of the ids of
their entities. It is made when a chain first asks for it, and from then on a change of an
entity's archetype costs it an entry in a dict. A world without broadcasts has none.

A chain in flight holds the list it began with, so a change makes the next chain list anew: what
is added waits. What is removed is skipped at once: its place is made empty in every list that a
chain may still go through.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from eventcore.component import Component
from eventcore.entity import ABSENT, Archetype, Entity

if TYPE_CHECKING:
    from eventcore.handler import Handler

Parts: TypeAlias = list[Any]
"""The components of one class, one after another; ABSENT where one was removed meanwhile."""


class Rosters:
    """The rosters of a world.

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
        self.by_class: dict[type[Component], list[Roster]] = {}
        self._by_id = by_id
        # Which rosters an entity leaves and enters that becomes of another archetype.
        self._moves: dict[tuple[Archetype | None, Archetype], tuple[list[Roster], ...]] = {}

    def of(self, handler: Handler) -> Roster:
        """Give the roster that a handler's step goes through."""
        there = self.by_class.setdefault(handler.component, [])
        owned = handler.via == "owner"
        for roster in there:
            if roster.owned is owned:
                return roster
        roster = Roster(handler.component, owned, self._by_id)
        there.append(roster)
        self._moves.clear()
        return roster

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
        for roster in leaves:
            roster.leave(entity, in_flight)
        for roster in enters:
            roster.enter(entity, entity._parts[after.index[roster.cls]], in_flight)

    def owned_anew(self, thing: Entity, in_flight: bool) -> None:
        """Note that a thing has come to have an owner, or has none any longer."""
        for roster in self._of(thing):
            if roster.owned:
                if thing._owner is None:
                    roster.leave(thing, in_flight)
                else:
                    roster.enter(thing, thing[roster.cls], in_flight)

    def skip(self, entity: Entity) -> None:
        """Let chains in flight skip an entity, and what hears for it, though it is there still."""
        for roster in self._of(entity):
            roster.skip(entity)
        for thing in entity._owned or ():
            for roster in self._of(thing):
                if roster.owned:
                    roster.skip(thing)

    def forget_kept(self) -> None:
        """Forget the lists that were kept for chains in flight; no chain is."""
        for roster in self._all():
            roster.forget_kept()

    def forget(self) -> None:
        """Forget who is on them, after an interrupt: they are made again when they are needed."""
        for roster in self._all():
            roster.forget()

    def _all(self) -> Iterable[Roster]:
        return [roster for rosters in self.by_class.values() for roster in rosters]

    def _of(self, entity: Entity) -> Iterable[Roster]:
        """Give the rosters that an entity may be on."""
        if not self.by_class:
            return ()
        return [one for cls in entity._archetype.own for one in self.by_class.get(cls, ())]

    def _compare(self, before: Archetype | None, after: Archetype) -> tuple[list[Roster], ...]:
        had = () if before is None else before.own
        has = () if after.gone else after.own
        return tuple(
            [one for cls in some if cls not in other for one in self.by_class.get(cls, ())]
            for some, other in ((had, has), (has, had))
        )


class Roster:
    """All components of one class, in order of the ids of their entities.

    Attributes:
        cls: The class.
        owned: Whether only those of things with an owner are on it.
    """

    __slots__ = ("_by_id", "_dealt", "_kept", "_last", "_live", "_parts", "_sorted", "cls", "owned")

    def __init__(self, cls: type[Component], owned: bool, by_id: Mapping[int, Entity]) -> None:
        self.cls = cls
        self.owned = owned
        self._by_id = by_id
        # Who is on it, by id; None until somebody asks.
        self._live: dict[int, Any] | None = None
        self._sorted = True
        self._last = 0
        # The same as a list, with the ids, for the chains; None once it has changed.
        self._parts: tuple[list[int], Parts] | None = None
        self._kept: list[tuple[list[int], Parts]] = []
        self._dealt: list[_Dealt] = []

    def take(self) -> Parts:
        """Give the components, for a chain that begins; not to be changed."""
        if self._parts is None:
            live = self._live
            if live is None:
                live = self._live = self._found()
            elif not self._sorted:
                live = self._live = dict(sorted(live.items()))
                self._sorted = True
            self._last = next(reversed(live), 0)
            self._parts = [*live], [*live.values()]
        return self._parts[1]

    def deal(self, parts: Parts, world: Any) -> Parts:
        """Give what a chain has taken in an order of chance, each as likely.

        Args:
            parts: What it took.
            world: The world, with the broadcast in flight.
        """
        name = world._current._shuffled_
        dealt = _Dealt(world.stream(name).shuffled_at_once(parts))
        self._dealt.append(dealt)
        world._pending = True  # for it to be forgotten when the dispatch is over
        return dealt.parts

    def enter(self, entity: Entity, part: Any, in_flight: bool) -> None:
        """Put an entity's component on it; chains in flight do not hear it yet."""
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
        """Take an entity's component off it; chains in flight skip it from now on."""
        part = None if self._live is None else self._live.pop(entity.id, None)
        if part is not None:
            self._change(in_flight)
            self._empty(entity.id, part)

    def skip(self, entity: Entity) -> None:
        """Let chains in flight skip an entity's component, which stays on it."""
        part = None if self._live is None else self._live.get(entity.id)
        if part is not None:
            self._change(in_flight=True)
            self._empty(entity.id, part)

    def forget_kept(self) -> None:
        """Forget the lists that were kept for chains in flight."""
        self._kept.clear()
        self._dealt.clear()

    def forget(self) -> None:
        """Forget who is on it; lists that chains have taken are left as they are."""
        self._change(in_flight=True)
        self._live, self._sorted = None, True

    def _found(self) -> dict[int, Any]:
        cls, owned = self.cls, self.owned
        return {
            number: entity._parts[entity._archetype.index[cls]]
            for number, entity in self._by_id.items()
            if cls in entity._archetype.index and (not owned or entity._owner is not None)
        }

    def _change(self, in_flight: bool) -> None:
        """Have the next chain list anew, and keep the list that there is for those in flight."""
        if self._parts is not None:
            if in_flight:
                self._kept.append(self._parts)
            self._parts = None

    def _empty(self, number: int, part: Any) -> None:
        """Make a component's place empty in all lists that were kept."""
        for ids, parts in self._kept:
            place = bisect_left(ids, number)
            if place < len(ids) and parts[place] is part:
                parts[place] = ABSENT
        for dealt in self._dealt:
            dealt.empty(part)


class _Dealt:
    """Components in an order of chance.

    Attributes:
        parts: The components.
    """

    __slots__ = ("_places", "parts")

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        # Where each is; found out when the first is removed.
        self._places: dict[Any, int] | None = None

    def empty(self, part: Any) -> None:
        """Make a component's place empty, if it has one."""
        if self._places is None:
            self._places = {one: place for place, one in enumerate(self.parts)}
        place = self._places.get(part)
        if place is not None:
            self.parts[place] = ABSENT

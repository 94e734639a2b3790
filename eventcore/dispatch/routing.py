"""From an event to its chain: by type and enactor, then by the other roles.

The bus asks here for the chain of an event type that an archetype meets for the
first time. An event of one role gets the chain itself; one of more gets a route, a
small function that looks at the other roles' archetypes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from types import CodeType
from typing import TYPE_CHECKING, Any

import attrs

from eventcore.attrs_wrappers import lacks_decorator
from eventcore.component import Component
from eventcore.dispatch import rules
from eventcore.dispatch.compile import compile_plan
from eventcore.dispatch.debug import debug_chain
from eventcore.dispatch.order import Plan, make_broadcast_plan, make_plan, ranking_of
from eventcore.entity import Archetype, Chain
from eventcore.errors import RegistrationError
from eventcore.event import Event, Query, is_broadcast, is_declared
from eventcore.tap import Tap
from eventcore.text import there_is

if TYPE_CHECKING:
    from eventcore.dispatch.bus import Bus
    from eventcore.dispatch.guard import Guard
    from eventcore.dispatch.membership import Membership
    from eventcore.entity import Entity
    from eventcore.observers import Observers

Roles = tuple[Archetype | None, ...]


class Router:
    """Builds chains on first use, and shares them between archetypes with equal plans.

    Attributes:
        rank: The place of each component class in the world's order.
        root: The world itself.
        membership: Which components a broadcast reaches.
        taps: Those that are compiled into the chains.
        muted: The labels of handlers that no chain has.
        observers: Who is told of settled events.
        world: The world that the chains are of.
    """

    __slots__ = (
        "_built",
        "_guard",
        "_plans",
        "_ranking",
        "_with_chains",
        "membership",
        "muted",
        "observers",
        "rank",
        "root",
        "taps",
        "world",
    )

    def __init__(self, rank: Mapping[type[Component], int], guard: Guard | None) -> None:
        self.rank: Mapping[type[Component], int] = rank
        self._ranking = ranking_of(tuple(rank))
        self.taps: list[Tap] = []
        self.muted: frozenset[str] = frozenset()
        self.root: Entity
        self.membership: Membership
        self.observers: Observers
        self.world: Bus
        self._guard = guard
        self._built: dict[Plan, Chain] = {}
        self._with_chains: dict[Archetype, None] = {}
        # What previews ask for again and again, as long as the rules are the same.
        self._plans: dict[tuple[type[Event], Roles], Plan] = {}

    def forget(self) -> None:
        """Drop all chains: rules, observers or taps have changed."""
        self._built.clear()
        self._plans.clear()
        for archetype in self._with_chains:
            archetype.forget()
        self._with_chains.clear()

    def build(self, enactor: Archetype, kind: type[Event]) -> Chain:
        """Make what an archetype's table holds for an event type, and put it there.

        Raises:
            RegistrationError: The type lacks its decorator.
            DispatchError: The archetype is of another world.
        """
        if not is_declared(kind):
            raise RegistrationError(lacks_decorator(kind, "event"))
        if enactor.home is not self:
            rules.refuse_foreign(kind)
        table = enactor.queries if issubclass(kind, Query) else enactor.chains
        table[kind] = built = self._entry(enactor, kind)
        self._with_chains[enactor] = None
        return built

    def _entry(self, enactor: Archetype, kind: type[Event]) -> Chain:
        if len(kind._roles_) == 1:
            return self.chain(kind, (enactor,))
        names = {"chains": _ByOthers(self, kind, enactor), "refuse": rules.refuse_unroutable}
        exec(_route_code(kind._roles_[1:]), names)
        return names["route"]  # type: ignore[return-value]  # exec is not typed

    def plan(self, kind: type[Event], roles: Roles) -> Plan:
        """Order the chain for the archetypes of an event's roles.

        Raises:
            DispatchError: An entity in a role is of another world.
        """
        found = self._plans.get((kind, roles))
        if found is None:
            found = self._plans[kind, roles] = self._plan(kind, roles)
        return found

    def _plan(self, kind: type[Event], roles: Roles) -> Plan:
        if any(archetype is not None and archetype.home is not self for archetype in roles):
            rules.refuse_foreign(kind)
        world = self.root._archetype
        if is_broadcast(kind):
            plan = make_broadcast_plan(kind, world, self.rank)
        else:
            plan = make_plan(kind, world, roles, self._ranking)
        return plan if not self.muted else _leave_out(plan, self.muted)

    def refuse_foreign(self, event: Event) -> None:
        """Check that the entities in an event's roles are of this world.

        Raises:
            DispatchError: An entity in the event's roles is of another world.
        """
        for name in event._roles_:
            entity = getattr(event, name)
            if entity is not None and entity._archetype.home is not self:
                rules.refuse_foreign(type(event))

    def chain(self, kind: type[Event], roles: Roles) -> Chain:
        """Build the chain for the archetypes of all roles, or find an equal one.

        Raises:
            DispatchError: An entity in a role is of another world.
        """
        return self.build_plan(self.plan(kind, roles))

    def build_plan(self, plan: Plan) -> Chain:
        """Build the chain of a plan, or find it."""
        built = self._built.get(plan)
        if built is None:
            kind = plan.kind
            taps = self._taps_for(kind)
            heard = self.observers.hear(kind)
            if self._guard is not None:
                built = debug_chain(plan, taps, heard, self._guard, self.rank)
            else:
                built = compile_plan(plan, taps, heard, self.membership, self.world)
            self._built[plan] = built
        return built

    def _taps_for(self, kind: type[Event]) -> list[Tap]:
        if not issubclass(kind, Query):
            return [tap.tap_for(kind) for tap in self.taps if tap.hears(kind)]
        return [told for tap in self.taps if (told := tap.tap_for_query(kind)) is not None]


class _ByOthers(dict[Any, Chain]):
    """The chains of an event type by the archetypes of its roles but the first."""

    def __init__(self, router: Router, kind: type[Event], enactor: Archetype) -> None:
        self._router, self._kind, self._enactor = router, kind, enactor

    def __missing__(self, others: Any) -> Chain:
        roles = others if isinstance(others, tuple) else (others,)
        self[others] = chain = self._router.chain(self._kind, (self._enactor, *roles))
        return chain


@lru_cache(maxsize=256)
def _route_code(roles: Sequence[str]) -> CodeType:
    """Compile what takes an event to its chain by the roles after the first.

    The roles are written into it: getattr with a name takes twice as long as an attribute,
    and a publish with two roles 1.29 to 1.34 times as long as its raw loop instead of 1.20
    to 1.23, where 1.3 is the target.
    """
    others = range(len(roles))
    key = ", ".join(f"None if e{n} is None else e{n}._archetype" for n in others)
    source = (
        "def route(event, world):\n"
        f"    {', '.join(f'e{n}' for n in others)} = {', '.join(f'event.{r}' for r in roles)}\n"
        "    try:\n"
        f"        chain = chains[{key}]\n"
        "    except AttributeError:\n"
        "        refuse(event)\n"
        "        raise\n"
        "    return chain(event, world)\n"
    )
    return compile(source, "<route>", "exec")


def find_muted(labels: Collection[str], classes: Iterable[type[Component]]) -> frozenset[str]:
    """Check the labels of handlers that are to be left out.

    Args:
        labels: Each as ``Component.method``.
        classes: The component classes of the world.

    Raises:
        RegistrationError: Labels are given as one text, or there is no such handler.
    """
    if not labels:
        return frozenset()
    if isinstance(labels, str):
        raise RegistrationError(f"mute={labels!r}: give a list of handlers, as in [{labels!r}]")
    there = [handler.label for cls in classes for handler in cls._handlers_]
    for label in labels:
        if label not in there:
            which = there_is(str(label), there)
            raise RegistrationError(f"mute={label!r}: there is no such handler; {which}")
    return frozenset(labels)


def _leave_out(plan: Plan, muted: frozenset[str]) -> Plan:
    """Give a chain without the handlers of these labels."""
    return attrs.evolve(
        plan, steps=tuple(step for step in plan.steps if step.handler.label not in muted)
    )

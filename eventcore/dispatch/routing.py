"""From an event to its chain: by type and enactor, then by the other roles.

The bus asks here for the chain of an event type that an archetype meets for the
first time. An event of one role gets the chain itself; one of more gets a route, a
small function that looks at the other roles' archetypes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import CodeType
from typing import TYPE_CHECKING, Any

from eventcore.component import Component
from eventcore.dispatch import rules
from eventcore.dispatch.compile import compile_plan
from eventcore.dispatch.debug import debug_chain
from eventcore.dispatch.muting import leave_out
from eventcore.dispatch.order import Plan, make_plan
from eventcore.entity import Archetype, Chain
from eventcore.errors import RegistrationError
from eventcore.event import Event, Query, is_declared
from eventcore.tap import Tap

if TYPE_CHECKING:
    from eventcore.dispatch.guard import Guard
    from eventcore.entity import Entity
    from eventcore.observers import Observers

__all__ = ["Router"]

Roles = tuple[Archetype | None, ...]


class Router:
    """Builds chains on first use, and shares them between archetypes with equal plans.

    Attributes:
        rank: The place of each component class in the world's order.
        root: The world itself.
        taps: Those that are compiled into the chains.
        muted: The labels of handlers that no chain has.
        observers: Who is told of settled events.
    """

    __slots__ = ("_built", "_guard", "_served", "muted", "observers", "rank", "root", "taps")

    def __init__(self, rank: Mapping[type[Component], int], guard: Guard | None) -> None:
        self.rank = rank
        self.taps: list[Tap] = []
        self.muted: frozenset[str] = frozenset()
        self.root: Entity
        self.observers: Observers
        self._guard = guard
        self._built: dict[Plan, Chain] = {}
        self._served: dict[Archetype, None] = {}

    def forget(self) -> None:
        """Drop all chains: rules, observers or taps have changed."""
        self._built.clear()
        for archetype in self._served:
            archetype.forget()
        self._served.clear()

    def build(self, enactor: Archetype, kind: type[Event]) -> Chain:
        """Make what an archetype's table holds for an event type, and put it there.

        Raises:
            RegistrationError: The type lacks its decorator.
            DispatchError: The archetype is of another world.
        """
        if not is_declared(kind):
            raise RegistrationError(
                f"{kind.__name__} lacks its decorator: put @event above the class"
            )
        if enactor.home is not self:
            rules.refuse_foreign(kind)
        table = enactor.queries if issubclass(kind, Query) else enactor.chains
        built = table[kind] = self._entry(enactor, kind)
        self._served[enactor] = None
        return built

    def _entry(self, enactor: Archetype, kind: type[Event]) -> Chain:
        if len(kind._roles_) == 1:
            return self.chain(kind, (enactor,))
        if len(kind._roles_) == 2:
            return _route_by_one(_Second(self, kind, enactor), kind._roles_[1])
        return _route_by_many(_Others(self, kind, enactor), kind._roles_[1:])

    def plan(self, kind: type[Event], roles: Roles) -> Plan:
        """Order the chain for the archetypes of an event's roles.

        Raises:
            DispatchError: One of them is of another world. A chain that is built already
                asks that of its enactor in debug mode only: it would cost each publish
                a fiftieth.
        """
        if any(archetype is not None and archetype.home is not self for archetype in roles):
            rules.refuse_foreign(kind)
        plan = make_plan(kind, self.root._archetype, roles, self.rank)
        return plan if not self.muted else leave_out(plan, self.muted)

    def chain(self, kind: type[Event], roles: Roles) -> Chain:
        """Build the chain for the archetypes of all roles, or find an equal one.

        Raises:
            DispatchError: One of them is of another world.
        """
        return self.build_plan(self.plan(kind, roles))

    def build_plan(self, plan: Plan) -> Chain:
        """Build the chain of a plan, or find it."""
        built = self._built.get(plan)
        if built is None:
            kind = plan.kind
            taps = [tap.fit(kind) for tap in self.taps if tap.hears(kind)]
            heard = self.observers.hear(kind)
            if self._guard is None:
                built = compile_plan(plan, taps, heard)
            else:
                built = debug_chain(plan, taps, heard, self._guard)
            self._built[plan] = built
        return built


class _Second(dict[Archetype | None, Chain]):
    """The chains of a two-role event by the archetype of its second role."""

    def __init__(self, router: Router, kind: type[Event], enactor: Archetype) -> None:
        self._router, self._kind, self._enactor = router, kind, enactor

    def __missing__(self, second: Archetype | None) -> Chain:
        chain = self[second] = self._router.chain(self._kind, (self._enactor, second))
        return chain


class _Others(dict[Roles, Chain]):
    """The chains of an event of many roles by the archetypes of all but the first."""

    def __init__(self, router: Router, kind: type[Event], enactor: Archetype) -> None:
        self._router, self._kind, self._enactor = router, kind, enactor

    def __missing__(self, others: Roles) -> Chain:
        chain = self[others] = self._router.chain(self._kind, (self._enactor, *others))
        return chain


def _route_by_one(chains: _Second, role: str) -> Chain:
    # The role's name is written into the function: a fixed attribute costs half of getattr.
    names: dict[str, Any] = {"chains": chains, "refuse": rules.refuse_unroutable}
    exec(_route_code(role), names)
    return names["route"]  # type: ignore[no-any-return]  # exec is not typed


@lru_cache(maxsize=256)
def _route_code(role: str) -> CodeType:
    source = (
        "def route(event, world):\n"
        f"    entity = event.{role}\n"
        "    try:\n"
        "        chain = chains[None if entity is None else entity._archetype]\n"
        "    except AttributeError:\n"
        "        refuse(event)\n"
        "        raise\n"
        "    return chain(event, world)\n"
    )
    return compile(source, "<string>", "exec")


def _route_by_many(chains: _Others, roles: Sequence[str]) -> Chain:
    def route(event: Any, world: Any) -> Any:
        entities = [getattr(event, role) for role in roles]
        try:
            chain = chains[tuple(e if e is None else e._archetype for e in entities)]
        except AttributeError:
            rules.refuse_unroutable(event)
            raise
        return chain(event, world)

    return route

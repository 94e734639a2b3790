"""Find the chain for an event's type and the archetypes of the entities in its roles.

Each archetype has a table with an entry for each event type. If the enactor's archetype lacks an
entry, the bus calls the router to add it. For an event type with one role, the entry is the chain
itself. For several roles, the entry is a function that selects a chain by the other archetypes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from types import CodeType
from typing import TYPE_CHECKING, Any

import attrs

from eventcore.attrs_wrappers import lacks_decorator
from eventcore.component import Component
from eventcore.dispatch import rules
from eventcore.dispatch.compile import compile_plan
from eventcore.dispatch.debug import debug_chain
from eventcore.dispatch.order import Plan, Ranking, make_plan
from eventcore.entity import Archetype, Chain
from eventcore.errors import RegistrationError
from eventcore.event import Event, Query, is_declared
from eventcore.tap import Tap
from eventcore.text import there_is

if TYPE_CHECKING:
    from eventcore.dispatch.bus import Bus

Roles = tuple[Archetype | None, ...]


class Router:
    """Builds each chain on first use. Archetypes with equal plans share a chain."""

    def __init__(self, rank: Ranking) -> None:
        self.rank: Ranking = rank  # the position of each class in the world's component classes
        self.taps: list[Tap] = []
        self.muted: frozenset[str] = frozenset()  # the labels of handlers that all chains leave out
        self.world: Bus
        self._built: dict[Plan, Chain] = {}
        # Plans are cached, because previews look up the same plans again and again.
        self._plans: dict[tuple[type[Event], Roles], Plan] = {}

    def forget(self) -> None:
        """Drop all chains, because world rules, observers or taps have changed."""
        self._built.clear()
        self._plans.clear()
        for archetype in self.world._entities.membership.archetypes.values():
            archetype.forget()

    def build(self, enactor: Archetype, kind: type[Event]) -> Chain:
        """Build the entry for an event type, and add it to the table of the enactor's archetype."""
        if not is_declared(kind):
            raise RegistrationError(lacks_decorator(kind, "event"))
        if enactor.home is not self:
            rules.refuse_foreign(kind)
        built: Chain
        if len(kind._roles_) == 1:
            built = self.build_plan(self.plan(kind, (enactor,)))
        else:
            names = {"chains": _ByOthers(self, kind, enactor), "refuse": rules.check_event}
            exec(_route_code(kind._roles_[1:]), names)
            built = names["route"]  # type: ignore[assignment]  # mypy cannot check exec
        table = enactor.queries if issubclass(kind, Query) else enactor.chains
        table[kind] = built
        return built

    def plan_of(self, event: Event) -> Plan:
        entities = [getattr(event, role) for role in event._roles_]
        return self.plan(type(event), tuple([e and e._archetype for e in entities]))

    def plan(self, kind: type[Event], roles: Roles) -> Plan:
        plan = self._plans.get((kind, roles))
        if plan is None:
            if any(archetype is not None and archetype.home is not self for archetype in roles):
                rules.refuse_foreign(kind)
            plan = make_plan(kind, self.world.root._archetype, roles, self.rank)
            if self.muted:
                steps = tuple([s for s in plan.steps if s.handler.label not in self.muted])
                plan = attrs.evolve(plan, steps=steps)
            self._plans[kind, roles] = plan
        return plan

    def build_plan(self, plan: Plan) -> Chain:
        """Return the chain that runs a plan. Equal plans share a chain."""
        chain = self._built.get(plan)
        if chain is None:
            kind = plan.kind
            taps = [
                tap.tap_for_query(kind) if issubclass(kind, Query) else tap.tap_for(kind)
                for tap in self.taps
            ]
            observed = not issubclass(kind, Query) and self.world._observers.hear(kind)
            make = compile_plan if self.world._guard is None else debug_chain
            chain = self._built[plan] = make(plan, taps, observed, self.world)
        return chain


class _ByOthers(dict[Any, Chain]):
    def __init__(self, router: Router, kind: type[Event], enactor: Archetype) -> None:
        self._router, self._kind, self._enactor = router, kind, enactor

    def __missing__(self, others: Any) -> Chain:
        roles = others if isinstance(others, tuple) else (others,)
        plan = self._router.plan(self._kind, (self._enactor, *roles))
        self[others] = chain = self._router.build_plan(plan)
        return chain


@lru_cache(maxsize=256)
def _route_code(roles: Sequence[str]) -> CodeType:
    # The code contains the names of the roles, because getattr is half as fast as reading an
    # attribute. With getattr, publishing an event with two roles would take 8% longer.
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
    """Return the labels of muted handlers, or raise RegistrationError if a label is unknown."""
    if isinstance(labels, str) and labels:
        raise RegistrationError(f"mute={labels!r}: pass a list of handlers, as in [{labels!r}]")
    known = [handler.label for cls in classes for handler in cls._handlers_] if labels else ()
    for label in labels:
        if label not in known:
            which = there_is(str(label), known)
            raise RegistrationError(f"mute={label!r}: unknown handler; {which}")
    return frozenset(labels)

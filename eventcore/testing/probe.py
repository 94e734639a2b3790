"""Probes: events published in a world, and questions asked, with all that came of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import attrs

from eventcore.dispatch import rules
from eventcore.dispatch.order import Plan
from eventcore.entity import Entity
from eventcore.errors import RegistrationError
from eventcore.event import Action, Broadcast, Change, Event, Notice, Published, Query
from eventcore.testing.answer import Answer, answer
from eventcore.testing.fakes import RecordingObserver, ScriptedStream
from eventcore.testing.result import Named, ProbeResult, is_named, name_of_handler
from eventcore.time import Tick
from eventcore.trace import Namer, Span, Tracer, Tree, tree_lines
from eventcore.world import World

Q = TypeVar("Q", bound=Query)


class Probe:
    """Publishes events in a world and keeps what becomes of them.

    Attributes:
        world: The world; what is published in it without the probe is traced too.
        runs: What was published with the probe, in order.
        name: Says what entities are called in traces from now on.
    """

    def __init__(self, world: World, name: Namer | None = None) -> None:
        """Attach a probe to a world.

        Args:
            world: Any world, a game's own too.
            name: Says what entities are called in traces.
        """
        self.world = world
        self.name = name
        self.runs: list[ProbeResult] = []
        self._tracer = Tracer(world, self._named, thorough=True)
        world.tap(self._tracer)
        self._spans: list[Span] = []
        self._heard: RecordingObserver | None = None
        self._unsubscribe: list[Callable[[], None]] = []

    def detach(self) -> None:
        """Take the probe off its world; what it knows of it stays."""
        self._gather()
        self.world.untap(self._tracer)
        for unsubscribe in self._unsubscribe:
            unsubscribe()

    def publish(self, event: Published, only: Iterable[Named] | None = None) -> ProbeResult:
        """Publish an event and give what became of it.

        Args:
            event: The event.
            only: The handlers of its own chain that run; the others are left out. What they
                publish goes down its whole chains.

        Raises:
            RegistrationError: ``only`` is no list, or names a handler that the chain does not
                have.
            DispatchError: The event is a Query, was published before, or cannot be published now.
        """
        __tracebackhide__ = True
        if self._heard is None:
            # Not before: a world that somebody observes is another in a few respects.
            self._heard = RecordingObserver()
            for kind in (Action, Change, Notice, Broadcast):
                self._unsubscribe.append(self.world.observe(kind, self._heard))
        self._gather()
        before, self._heard.events = self.world.sequence, []
        if only is None:
            self.world.publish(event)
        else:
            rules.refuse_to_publish(event)
            self.world._router.build_plan(self._plan(event, only))(event, self.world)
        spans = [span for span in self._known() if span.sequence > before]
        span = next(one for one in spans if one.sequence == event.sequence)
        run = ProbeResult(event, span, Tree(spans), self._heard.names)
        self.runs.append(run)
        return run

    def ask(self, query: Q, only: Iterable[Named] | None = None) -> Answer[Q]:
        """Ask a question and give the answer with who had a part in it.

        Args:
            query: The question.
            only: The handlers that are asked; the others are left out.

        Raises:
            RegistrationError: ``only`` is no list, or names a handler that the chain does not have.
            DispatchError: The event is no Query, or was asked before.
        """
        __tracebackhide__ = True
        return answer(self._plan(query, only), query, self.world)

    def turn(self) -> ProbeResult:
        """Let a turn begin, as the clock does, and give what became of its Tick."""
        self.world.advance()
        return self.publish(Tick(self.world.root))

    def order(self, kind: type[Event], *entities: Entity | None) -> list[str]:
        """Give the handlers an event of a type would meet, in order.

        Args:
            kind: The event type.
            entities: Who would play its roles, the enactor first.
        """
        return [step.handler.label for step in self.world.plan(kind, *entities).steps]

    def script(self, stream: str, draws: Iterable[Any]) -> ScriptedStream:
        """Let a stream of the world draw what is given here from now on."""
        scripted = ScriptedStream(stream, draws)
        self.world._keep_stream(stream, scripted)
        return scripted

    def lines(self) -> list[str]:
        """Tell all that went on in the world since the probe was attached, handler by handler."""
        return list(tree_lines(Tree(self._known()), every=True))

    def _known(self) -> list[Span]:
        self._gather()
        return [*self._spans, *self._tracer.spans]

    def _gather(self) -> None:
        """Take over what the tracer has, so that it is not gone through again each time."""
        if self.world._current is None:
            self._spans += self._tracer.spans
            self._tracer.clear()

    def _named(self, entity: Entity) -> str:
        return "" if self.name is None else self.name(entity)

    def _plan(self, event: Event, only: Iterable[Named] | None) -> Plan:
        """Give the chain of an event, with no other handlers than the chosen ones."""
        rules.refuse_unroutable(event)
        roles = [getattr(event, role) for role in event._roles_]
        plan = self.world.plan(type(event), *roles)
        if only is None:
            return plan
        chosen = _listed(only)
        for one in chosen:
            if not any(is_named(step.handler, one) for step in plan.steps):
                there = ", ".join(step.handler.label for step in plan.steps)
                raise RegistrationError(
                    f"only={name_of_handler(one)!r}: the chain of {type(event).__name__} has "
                    f"{there or 'no handlers'}"
                )
        steps = (s for s in plan.steps if any(is_named(s.handler, one) for one in chosen))
        return attrs.evolve(plan, steps=tuple(steps))


def _listed(only: Any) -> list[Named]:
    """Give what somebody has chosen as a list."""
    if not isinstance(only, str) and isinstance(only, Iterable):
        chosen = [*only]
        if all(isinstance(one, str) or callable(one) for one in chosen):
            return chosen
    raise RegistrationError("only=…: give a list of handlers, as in only=[Track.step]")

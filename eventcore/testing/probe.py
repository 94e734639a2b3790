"""Probes publish events and ask queries in a world, and record what the handlers do."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Generic, TypeAlias, TypeVar

import attrs

from eventcore.component import Component
from eventcore.dispatch import loop, rules
from eventcore.dispatch.order import Plan
from eventcore.dispatch.preview import copy_value
from eventcore.errors import RegistrationError
from eventcore.event import Event, Published, Query
from eventcore.handler import Handler
from eventcore.schema.values import fields_of
from eventcore.tap import Tap
from eventcore.testing.fakes import ScriptedStream
from eventcore.time import Tick
from eventcore.trace import Span, Tracer, Tree
from eventcore.trace.text import headline
from eventcore.trace.values import Namer, Value
from eventcore.world import World

Q = TypeVar("Q", bound=Query)

HandlerName: TypeAlias = str | Callable[..., None]
"""A handler, given as its label ``Component.method`` or as the method itself."""


class ProbeResult:
    """The result of publishing an event: the event, its trace, and the events that it caused."""

    def __init__(self, span: Span, tree: Tree, events: Mapping[int, Event]) -> None:
        self.event: Event = events[span.sequence]
        self.span = span
        self._tree = tree
        self._events = events

    @property
    def done(self) -> bool:
        return self.event.done

    @property
    def failed(self) -> bool:
        return self.event.failed

    @property
    def reason(self) -> str:
        """The reason for the refusal, or an empty string if the event was not refused."""
        return self.event.reason or ""

    @property
    def by(self) -> str:
        """The label of the handler that refused the event or its replacement; empty if none did."""
        handler = self._refuser()
        return "" if handler is None else handler.label

    @property
    def replaced_by(self) -> str:
        """The label of the handler that replaced the event, or an empty string."""
        return self.span.by if self.span.replacement else ""

    @property
    def order(self) -> list[str]:
        """The labels of the handlers that ran, in order."""
        return [call.handler.label for call in self.span.calls]

    @property
    def beneath(self) -> list[str]:
        """The type names of the events that this event caused, in order of sequence number."""
        return [span.event for span in self._caused()]

    @property
    def changes(self) -> list[str]:
        """The changes that the handlers made, in order, such as ``Track.step: Track.x 2 → 3``."""
        return [
            f"{call.handler.label}: {change.label} {change.before} → {change.after}"
            for call in self.span.calls
            for change in call.changes
        ]

    def history(self, field: str) -> list[Value]:
        """Return, in order, all values of a field of the event or of a component (``Track.x``).

        Raises:
            LookupError: Neither the event nor any component that changed has such a field.
        """
        return self.span.history(field)

    def find(self, event: type[Event] | str) -> ProbeResult:
        """Return the result of the first event of the given type that this event caused.

        Raises:
            LookupError: This event caused no event of that type.
        """
        name = event if isinstance(event, str) else event.__name__
        for span in self._caused():
            if span.event == name:
                return ProbeResult(span, self._tree, self._events)
        raise LookupError(f"{self!r} caused no {name}; it caused {self.beneath}")

    def assert_done(self) -> None:
        """Raise an AssertionError that shows the trace, unless the event is done."""
        if not self.done:
            raise AssertionError(f"{self!r} should have been done\n{self}")

    def assert_failed(self, reason: str, by: HandlerName = "") -> None:
        """Raise an AssertionError that shows the trace, unless the event failed as expected.

        The event must have failed for this reason and, if ``by`` is given, because of this handler.
        """
        handler = self._refuser()
        by_another = by and (handler is None or not _is_named(handler, by))
        if not self.failed or self.reason != reason or by_another:
            wanted = f" by {_name_of(by)}" if by else ""
            raise AssertionError(f"{self!r} should have failed ({reason}){wanted}\n{self}")

    def _refuser(self) -> Handler | None:
        event = self.event
        while event.replacement is not None:
            event = event.replacement
        return event.failed_by if self.failed else None

    def _caused(self) -> list[Span]:
        spans = self._tree.about([self.span]).spans
        return [span for span in spans if span.sequence > self.span.sequence]

    def __repr__(self) -> str:
        return f"<{headline(self.span)}>"

    def __str__(self) -> str:
        return "\n".join(self._tree.about([self.span]).lines(every=True))


class _Events(Tap):
    def __init__(self) -> None:
        self.by_number: dict[int, Event] = {}

    def published(self, event: Event) -> None:
        self.by_number[event.sequence] = event


class Answer(Generic[Q]):
    """The answer to a query.

    Attributes:
        query: The query, whose fields contain the answer.
        order: The labels of the handlers that ran, in order.
        changes: The changes that handlers made to fields of the query, in order, in the form
            ``Guard.add: amount 2 → 5``.
    """

    def __init__(self, query: Q) -> None:
        self.query = query
        self.order: list[str] = []
        self.changes: list[str] = []
        self._histories = {name: [copy_value(value)] for name, value in fields_of(query).items()}

    def history(self, field: str) -> list[Any]:
        """Return all values that a field of the query had, in order.

        Raises:
            LookupError: The query has no such field.
        """
        if field not in self._histories:
            raise LookupError(f"{self.query!r} has no field {field!r}")
        return list(self._histories[field])

    def _record(self, handler: Handler) -> None:
        self.order.append(handler.label)
        for name, value in fields_of(self.query).items():
            before = self._histories[name][-1]
            if value is not before and value != before:
                self._histories[name].append(copy_value(value))
                self.changes.append(f"{handler.label}: {name} {before} → {value}")


class Probe:
    """Publishes events and asks queries in a world, and traces everything that happens there.

    Attributes:
        runs: The results of ``publish`` and ``turn``, in order.
        name: None, or a function that takes an entity and returns the entity's name in traces.
        scripts: The random streams with scripted values.
    """

    def __init__(self, world: World, name: Namer | None = None) -> None:
        self.world = world
        self.name = name
        self.runs: list[ProbeResult] = []
        self.scripts: list[ScriptedStream] = []
        self._tracer = Tracer(
            world, lambda entity: self.name(entity) if self.name else "", thorough=True
        )
        self._tracer.__enter__()
        self._events = _Events()
        world.tap(self._events)
        self._spans: list[Span] = []

    def detach(self) -> None:
        """Stop tracing. The results and the trace remain available."""
        self._gather()
        self._tracer.__exit__()
        self.world.untap(self._events)

    def publish(self, event: Published, only: Iterable[HandlerName] | None = None) -> ProbeResult:
        """Publish an event, and return its result.

        If ``only`` is given, no other handlers run for this event. All handlers run for the events
        that this event causes.

        Raises:
            RegistrationError: A handler in ``only`` is not in the chain of the event.
            DispatchError: The event is a Query, has already been published, or is not allowed.
        """
        self._gather()
        before = self.world.sequence
        if only is None:
            self.world.publish(event)
        else:
            rules.check_published(event)
            self.world._router.build_plan(self._plan(event, only))(event, self.world)
        spans = [span for span in self._known() if span.sequence > before]
        span = next(span for span in spans if span.sequence == event.sequence)
        self.runs.append(ProbeResult(span, Tree(spans), self._events.by_number))
        return self.runs[-1]

    def ask(self, query: Q, only: Iterable[HandlerName] | None = None) -> Answer[Q]:
        """Ask a query, and return the answer. If ``only`` is given, no other handlers run.

        Raises:
            RegistrationError: A handler in ``only`` is not in the chain of the query.
            DispatchError: The event is not a Query, or has already been asked.
        """
        plan = self._plan(query, only)
        rules.check_asked(query)
        answer = Answer(query)

        def call(handler: Handler, method: Callable[[Any, Any], None], *given: Any) -> None:
            method(*given)
            answer._record(handler)

        loop.ask(plan, query, self.world, call)
        return answer

    def turn(self) -> ProbeResult:
        """Advance the world by one turn, as the clock does, and return the result of the Tick."""
        self.world.advance()
        return self.publish(Tick(self.world.root))

    def script(
        self, stream: str, draws: Iterable[Any], *, allow_leftover: bool = False
    ) -> ScriptedStream:
        """Make a stream draw the given values. If values are left over, the test fails."""
        script = ScriptedStream(stream, draws, allow_leftover=allow_leftover)
        self.world._keep_stream(script)
        self.scripts.append(script)
        return script

    def lines(self) -> list[str]:
        """Return the trace since the probe was attached, with a line for each handler call."""
        return list(Tree(self._known()).lines(every=True))

    def _known(self) -> list[Span]:
        self._gather()
        return [*self._spans, *self._tracer.spans]

    def _gather(self) -> None:
        # Finished spans are stored, because the tracer rebuilds its spans each time they are read.
        if self.world._current is None:
            self._spans += self._tracer.spans
            self._tracer.clear()

    def _plan(self, event: Event, only: Iterable[HandlerName] | None) -> Plan:
        rules.check_event(event)
        plan = self.world.plan(type(event), *(getattr(event, role) for role in event._roles_))
        if only is None:
            return plan
        chosen = [*only]
        for name in chosen:
            if not any(_is_named(step.handler, name) for step in plan.steps):
                labels = ", ".join(step.handler.label for step in plan.steps) or "no handlers"
                kind = type(event).__name__
                raise RegistrationError(
                    f"only: {_name_of(name)!r} is not in the chain of {kind}: {labels}"
                )
        steps = (s for s in plan.steps if any(_is_named(s.handler, name) for name in chosen))
        return attrs.evolve(plan, steps=tuple(steps))


class MakeProbe:
    """The type of the fixture ``probe``."""

    def __init__(self) -> None:
        self.probes: list[Probe] = []

    def __call__(self, world: World, name: Namer | None = None) -> Probe:
        """Return the probe of a world; ``name`` is a function that names entities in traces."""
        for probe in self.probes:
            if probe.world is world:
                probe.name = name or probe.name
                return probe
        self.probes.append(Probe(world, name))
        return self.probes[-1]


class MakeWorld:
    """The type of the fixture ``small_world``."""

    def __init__(self, probe: MakeProbe) -> None:
        self._probe = probe

    def __call__(
        self,
        *components: type[Component],
        seed: int = 0,
        debug: bool = False,
        depth_limit: int = 100,
        streams: Mapping[str, Iterable[Any]] | None = None,
        allow_leftover: Collection[str] = (),
    ) -> World:
        """Create a world with the given component classes, and trace it.

        ``streams`` maps the names of streams to the values that they draw. The test fails if values
        are left over, except in the streams named in ``allow_leftover``.
        """
        world = World(seed=seed, components=components, debug=debug, depth_limit=depth_limit)
        probe = self._probe(world)
        for name, draws in (streams or {}).items():
            probe.script(name, draws, allow_leftover=name in allow_leftover)
        return world


def _is_named(handler: Handler, name: HandlerName) -> bool:
    if isinstance(name, str):
        return handler.label == name
    return handler.function is getattr(name, "__func__", name)


def _name_of(name: HandlerName) -> str:
    return name if isinstance(name, str) else str(getattr(name, "__qualname__", name))

"""A probe publishes events in a world, and records what the handlers do."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from eventcore.component import Component
from eventcore.event import Event, Published
from eventcore.handler import Handler
from eventcore.state.saving import world_of
from eventcore.tap import Tap
from eventcore.testing.fakes import ScriptedStream
from eventcore.time import Tick
from eventcore.trace import Span, Tracer, Tree
from eventcore.trace.tree import headline
from eventcore.trace.values import Namer, Value
from eventcore.world import World


class ProbeResult:
    """The result of publishing an event, with the event's trace and the events that it caused."""

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
        """The label of the handler that refused the event or its replacement, or ``""``."""
        handler = self._refuser()
        return "" if handler is None else handler.label

    @property
    def order(self) -> list[str]:
        """The labels of the handlers that ran, in order."""
        return [call.handler.label for call in self.span.calls]

    @property
    def beneath(self) -> list[str]:
        """The types of the events that this event caused, even indirectly, in order of number."""
        return [span.event for span in self._caused()]

    @property
    def changes(self) -> list[str]:
        """The changes that the handlers made, in order, such as ``Track.step: Track.x 2 → 3``.

        Like the trace, this leaves out what the library's handlers change in its own components.
        """
        return [
            f"{call.handler.label}: {change.label} {change.before} → {change.after}"
            for call in self.span.calls
            for change in call.changes
            if not change.internal
        ]

    def history(self, field: str) -> list[Value]:
        """Return all values of a field of the event or a component (``Track.x``), in order.

        Changes made by a nested event are in the history of that event.

        Raises:
            LookupError: Neither the event nor any component that changed has such a field.
        """
        try:
            return self.span.history(field)
        except LookupError as error:
            for span in self._caused():
                if any(change.label == field for call in span.calls for change in call.changes):
                    raise LookupError(
                        f"{self!r} did not change {field}, but it caused {span.event} "
                        f"#{span.sequence}, which did: use find({span.event}).history({field!r})"
                    ) from error
            raise

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
            raise AssertionError(f"the event was not done: {self!r}\n{self}")

    def assert_failed(self, reason: str, by: str | Callable[..., None] = "") -> None:
        """Raise an AssertionError that shows the trace, unless the event failed as expected.

        The event must have failed for this reason and, if ``by`` is given, because of this handler:
        a method, or its label ``Component.method``.
        """
        handler = self._refuser()
        by_another = by and (handler is None or by not in (handler.label, handler.function))
        if not self.failed or self.reason != reason or by_another:
            wanted = f" by {getattr(by, '__qualname__', by)}" if by else ""
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


class Probe:
    """Publishes events in a world, and traces everything that happens there.

    Attributes:
        runs: The results of ``publish`` and ``turn``, in order.
        name: None, or a function that takes an entity and returns the entity's name in traces.
        scripts: The random streams with scripted values.
    """

    def __init__(self, world: World, name: Namer | None = None) -> None:
        self.world: World = world_of(world)
        self.name = name
        self.runs: list[ProbeResult] = []
        self.scripts: list[ScriptedStream] = []
        self._tracer = Tracer(
            world, lambda entity: self.name(entity) if self.name else "", thorough=True
        )
        self._tracer.__enter__()
        self._events: dict[int, Event] = {}
        self._tap = Tap()
        self._tap.override(published=lambda event: self._events.update({event.sequence: event}))
        world.tap(self._tap)
        self._spans: list[Span] = []

    def detach(self) -> None:
        """Stop tracing. The results and the trace collected so far remain available."""
        self._known()
        self._tracer.__exit__()
        self.world.untap(self._tap)

    def publish(self, event: Published) -> ProbeResult:
        """Publish an event, and return its result. Raise the same errors as ``world.publish``."""
        before = self.world.sequence
        self.world.publish(event)
        spans = [span for span in self._known() if span.sequence > before]
        span = next(span for span in spans if span.sequence == event.sequence)
        self.runs.append(ProbeResult(span, Tree(spans), self._events))
        return self.runs[-1]

    def turn(self) -> ProbeResult:
        """Advance the world by one turn, as the clock does, and return the result of the Tick."""
        self.world.advance()
        return self.publish(Tick(self.world.root))

    def script(
        self, stream: str, draws: Iterable[Any], *, allow_leftover: bool = False
    ) -> ScriptedStream:
        """Make a stream draw the given values. The test fails if values are left over."""
        script = ScriptedStream(stream, draws, allow_leftover=allow_leftover, world=self.world)
        self.world._keep_stream(script)
        self.scripts.append(script)
        return script

    def lines(self) -> list[str]:
        """Return the trace since the probe was attached, with a line for each handler call."""
        return list(Tree(self._known()).lines(every=True))

    def _known(self) -> list[Span]:
        spans = [*self._spans, *self._tracer.spans]
        # Store finished spans, because the tracer rebuilds its spans each time they are read.
        if self.world._current is None:
            self._spans = spans
            self._tracer.clear()
        return spans


class MakeProbe:
    """The type of the ``probe`` fixture."""

    def __init__(self) -> None:
        self.probes: list[Probe] = []

    def __call__(self, world: World, name: Namer | None = None) -> Probe:
        """Return the probe of a world. The ``name`` function returns entity names for traces."""
        for probe in self.probes:
            if probe.world is world:
                probe.name = name or probe.name
                return probe
        self.probes.append(Probe(world, name))
        return self.probes[-1]


class MakeWorld:
    """The type of the ``small_world`` fixture."""

    def __init__(self, probe: MakeProbe) -> None:
        self._probe = probe

    def __call__(
        self,
        *components: type[Component],
        streams: Mapping[str, Iterable[Any]] | None = None,
        allow_leftover: Collection[str] = (),
        **options: Any,
    ) -> World:
        """Create a world with the given component classes, and attach a probe to it.

        Args:
            components: The component classes of the world.
            streams: A dict from the names of random streams to the values that they draw. The test
                fails if values are left over.
            allow_leftover: The names of streams in which values may be left over.
            options: Other arguments of ``World``, such as ``seed``, ``debug`` and ``mute``.
        """
        world = World(components=components, **options)
        probe = self._probe(world)
        for name, draws in (streams or {}).items():
            probe.script(name, draws, allow_leftover=name in allow_leftover)
        return world

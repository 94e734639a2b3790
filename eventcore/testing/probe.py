"""Probes: an event published in a world, and all that came of it, ready to be asserted on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

import attrs

from eventcore.entity import Entity
from eventcore.errors import RegistrationError
from eventcore.event import Action, Change, Event, Notice
from eventcore.outcome import Outcome
from eventcore.testing.fakes import RecordingObserver, ScriptedStream
from eventcore.time import Tick
from eventcore.trace import Namer, Passage, Tracer, Tree, story, tree_lines
from eventcore.trace.text import headline
from eventcore.trace.values import Value
from eventcore.world import World

__all__ = ["Probe", "Run"]

Named: TypeAlias = str | Callable[..., None]
"""A handler, by its label ``Component.method`` or as the method itself."""


class Run:
    """What became of an event, from its publishing until all it caused had settled.

    Attributes:
        event: The packet.
        passage: Its way down its chain.
        heard: The types of the events that observers were told of, by name, in order.
    """

    def __init__(self, event: Event, passage: Passage, tree: Tree, heard: Sequence[str]) -> None:
        self.event = event
        self.passage = passage
        self.heard = list(heard)
        self._tree = tree

    @property
    def outcome(self) -> Outcome:
        """What became of it."""
        return self.event.outcome

    @property
    def done(self) -> bool:
        """Whether it happened."""
        return self.event.done

    @property
    def failed(self) -> bool:
        """Whether it was refused."""
        return self.event.failed

    @property
    def reason(self) -> str:
        """The reason code it was refused with; empty where it was not."""
        return self.event.reason or ""

    @property
    def by(self) -> str:
        """The handler that refused or replaced it; empty where the bus did, or nobody."""
        return self.passage.by

    @property
    def order(self) -> list[str]:
        """The handlers that ran, in order, each as ``Component.method``."""
        return [call.handler.label for call in self.passage.calls]

    @property
    def beneath(self) -> list[str]:
        """The types of the events published beneath it, by name, in order of their numbers."""
        return [passage.event for passage in self._below()]

    @property
    def changes(self) -> list[str]:
        """What its handlers changed, in order, each as ``Track.step: Track.x 2 → 3``."""
        return [
            f"{call.handler.label}: {change.label} {change.before} → {change.after}"
            for call in self.passage.calls
            for change in call.changes
        ]

    def history(self, field: str) -> list[Value]:
        """Give the values a field has had on the way, the first one included.

        Args:
            field: A field of the packet, or ``Component.field``.

        Raises:
            LookupError: The packet has no such field, and nobody changed one called so.
        """
        said = dict(self.passage.fields)
        values = [said[field]] if field in said else []
        for call in self.passage.calls:
            for change in call.changes:
                if change.label == field:
                    values = values or [change.before]
                    values.append(change.after)
        if not values:
            raise LookupError(f"{field!r} is no field of {self!r}, and nobody changed one")
        return values

    def story(self, field: str) -> str:
        """Tell how a field came to its value, and by whom: ``hp 9 → 4 (Health.lose)``."""
        return story(self.passage, field)

    def find(self, event: type[Event] | str) -> Passage:
        """Give the way of the first event of a type that was published beneath it.

        Raises:
            LookupError: There was none.
        """
        name = event if isinstance(event, str) else event.__name__
        for passage in self._below():
            if passage.event == name:
                return passage
        raise LookupError(f"no {name} was published beneath {self!r}, only {self.beneath}")

    def assert_done(self) -> None:
        """Require that it happened.

        Raises:
            AssertionError: It did not; the message has all that went on.
        """
        if not self.done:
            raise AssertionError(f"{self!r} should have been done\n{self}")

    def assert_failed(self, reason: str, by: Named = "") -> None:
        """Require that it was refused.

        Args:
            reason: The reason code.
            by: The handler that should have refused it; left away, any.

        Raises:
            AssertionError: It was not, or not so; the message has all that went on.
        """
        wanted = f" by {_label(by)}" if by else ""
        if not self.failed or self.reason != reason or (by and self.by != _label(by)):
            raise AssertionError(f"{self!r} should have failed ({reason}){wanted}\n{self}")

    def _below(self) -> list[Passage]:
        below = self._tree.about([self.passage]).passages
        return [passage for passage in below if passage.sequence > self.passage.sequence]

    def __repr__(self) -> str:
        return f"<{headline(self.passage)}>"

    def __str__(self) -> str:
        return "\n".join(tree_lines(self._tree.about([self.passage])))


class Probe:
    """Publishes events in a world and keeps what becomes of them.

    Attributes:
        world: The world; what is published in it without the probe is traced too.
        runs: What was published with the probe, in order.
    """

    def __init__(self, world: World, name: Namer | None = None) -> None:
        """Attach a probe to a world, for good.

        Args:
            world: Any world, a game's own too.
            name: Says what entities are called in traces.
        """
        self.world = world
        self.runs: list[Run] = []
        self._tracer = Tracer(world, name)
        world.tap(self._tracer)
        self._passages: list[Passage] = []
        self._heard: RecordingObserver | None = None

    def publish(self, event: Event, only: Iterable[Named] | None = None) -> Run:
        """Publish an event and give what became of it.

        Args:
            event: The event.
            only: The handlers of its own chain that run; the others are left out. What they
                publish goes down its whole chains.

        Raises:
            RegistrationError: ``only`` names a handler that the chain does not have.
            DispatchError: As for ``World.publish``.
        """
        if self._heard is None:
            # Not before: a world that somebody observes is another in a few respects.
            self._heard = RecordingObserver()
            for kind in (Action, Change, Notice):
                self.world.observe(kind, self._heard)
        self._gather()
        before, self._heard.events = len(self._passages), []
        if only is None:
            self.world.publish(event)
        else:
            self._publish_through(event, [_label(one) for one in only])
        self._gather()
        passages = self._passages[before:]
        passage = next(p for p in passages if p.sequence == event.sequence)
        run = Run(event, passage, Tree(passages), self._heard.names)
        self.runs.append(run)
        return run

    def turn(self) -> Run:
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
        self.world._streams[stream] = scripted
        return scripted

    def lines(self) -> list[str]:
        """Tell all that went on in the world since the probe was attached, a line an event."""
        self._gather()
        return list(tree_lines(Tree(self._passages)))

    def _gather(self) -> None:
        """Take over what the tracer has, so that it is not gone through again each time."""
        self._passages += self._tracer.passages
        if self.world._current is None:
            self._tracer.clear()

    def _publish_through(self, event: Event, labels: Sequence[str]) -> None:
        roles = [getattr(event, role) for role in event._roles_]
        plan = self.world.plan(type(event), *roles)
        there = [step.handler.label for step in plan.steps]
        for label in labels:
            if label not in there:
                raise RegistrationError(
                    f"only={label!r}: the chain of {type(event).__name__} has "
                    f"{', '.join(there) or 'no handlers'}"
                )
        steps = tuple(step for step in plan.steps if step.handler.label in labels)
        self.world._router.build_plan(attrs.evolve(plan, steps=steps))(event, self.world)


def _label(named: Named) -> str:
    return named if isinstance(named, str) else named.__qualname__

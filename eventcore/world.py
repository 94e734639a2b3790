"""The world: entities, their rules, time and random streams in one object."""

from __future__ import annotations

from _thread import get_ident
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from eventcore.component import Component
from eventcore.copies import Uncopied
from eventcore.dispatch import rules
from eventcore.dispatch.bus import DEPTH_LIMIT, Bus
from eventcore.dispatch.entities import Entities
from eventcore.dispatch.guard import Guard
from eventcore.dispatch.order import Plan, rank_components
from eventcore.dispatch.preview import Preview, PreviewWorld, copy_packet
from eventcore.dispatch.routing import Router, find_muted
from eventcore.entity import Entity
from eventcore.errors import RegistrationError, ScheduleError, UnknownEntityError
from eventcore.event import SCHEDULED, TURN, Event, Published, check_event_type
from eventcore.handler import check_runs
from eventcore.observers import Observer, Signal
from eventcore.rng import MOST_BITS, Stream, StreamPosition
from eventcore.tap import Tap
from eventcore.text import short_number
from eventcore.time.agenda import Agenda, Scheduled
from eventcore.time.scheduling import Scheduling

C = TypeVar("C", bound=Component)
E = TypeVar("E", bound=Event)


class World(Bus, Uncopied):
    """Entities, their rules, time and random streams. Nothing is global.

    Create a world with your component classes, spawn entities and publish events. A call with
    wrong arguments raises RegistrationError. Changing the world above the commit line of a dispatch
    raises DispatchError, and using an entity that is not in the world raises UnknownEntityError.

    Attributes:
        root: Entity 1, which stands for the world itself; attach world rules to it.
        seed: The seed of all random streams.
        debug: Whether every dispatch is checked for forbidden changes of state.
        agenda: The clock, with the schedule of actors and events.
    """

    __slots__ = (
        "_draw_watchers", "_guard", "_rosters", "_scheduling", "_streams",
        "agenda", "debug", "seed",
    )  # fmt: skip

    def __init__(
        self,
        *,
        seed: int = 0,
        components: Sequence[type[Component]],
        debug: bool = False,
        depth_limit: int = DEPTH_LIMIT,
        mute: Collection[str] = (),
        turn_length: int = TURN,
    ) -> None:
        """Create a world that contains only its root.

        Args:
            seed: A whole number of at most 1024 bits.
            components: All component classes that may be attached. Handlers of equal priority and
                role run in the order of their classes.
            debug: Whether to check every dispatch for forbidden changes of state. A turn of a game
                then takes four times as long.
            depth_limit: The maximum number of causes above an event.
            mute: Handlers to leave out of all chains, written as ``Component.method``.
            turn_length: The number of time units in a turn. You decide what a unit means.

        Raises:
            RegistrationError: A class is not a component or is listed twice, a muted handler does
                not exist, or the seed is invalid.
            ScheduleError: ``turn_length`` is not a whole number from 1.
        """
        if type(turn_length) is not int or turn_length < 1:
            raise ScheduleError(f"turn_length={turn_length!r}: give a whole number from 1")
        if type(seed) is not int or seed.bit_length() > MOST_BITS:
            shown = short_number(seed) if type(seed) is int else repr(seed)
            raise RegistrationError(
                f"seed={shown}: give a whole number of {MOST_BITS} bits at most"
            )
        self.seed: int = seed
        self.debug: bool = debug
        self._guard = Guard() if debug else None
        self._router = Router(rank_components(components), self._guard)
        self.agenda: Agenda = Agenda(self, turn_length)
        self._router.muted = find_muted(mute, self._router.rank)
        self._scheduling = Scheduling(self.components, self._router)
        self._streams: dict[str, Stream] = {}
        self._draw_watchers: list[Callable[[str, Any, str], None]] = []
        super().__init__(Entities(self._router, self._guard), depth_limit)
        self._rosters = self._entities.membership.rosters

    @property
    def components(self) -> tuple[type[Component], ...]:
        """The component classes, in the order given to the world."""
        return tuple(self._router.rank)

    # Entities

    def spawn(self, *components: Component) -> Entity:
        """Create an entity with the given components. Each must be of a different known class."""
        if self._current is not None or self._guard is not None:
            self._restructure("spawn()")
        return self._entities.spawn(components)

    def attach(self, entity: Entity, component: C) -> C:
        """Add a component to an entity and return it. Running chains do not call it."""
        self._restructure("attach()")
        self._entities.attach(entity, (component,), "attach()")
        return component

    def attach_all(self, entity: Entity, components: Sequence[Component]) -> None:
        """Attach several components to an entity. If one is refused, attach none of them."""
        self._restructure("attach_all()")
        self._entities.attach(entity, components, "attach_all()")

    def detach(self, entity: Entity, cls: type[C]) -> C:
        """Remove a component and return it. Running chains skip it.

        Raises:
            MissingComponentError: The entity has no component of this class.
        """
        self._restructure("detach()")
        return self._entities.detach(entity, cls)  # type: ignore[return-value]  # of class cls

    def despawn(self, entity: Entity) -> None:
        """Remove an entity forever. During an event, it is removed when the event has settled.

        Until then it still handles events, so a dying creature can drop its things. However, if the
        current event is a broadcast, the rest of its chain skips the entity and its things.
        """
        if self._current is not None or self._guard is not None:
            self._restructure("despawn()")
        if entity is self.root:
            raise RegistrationError("the root entity is the world itself and cannot be despawned")
        self._entities.check_alive(entity)
        if self._current is None:
            self._entities.remove(entity)
        else:
            self._despawned.setdefault(self._current, []).append(entity)
            if self._current._everyone_:
                self._entities.membership.skip(entity)

    def set_owner(self, thing: Entity, owner: Entity | None) -> None:
        """Set the owner of a thing. Give None to remove the owner.

        The ``via="owner"`` handlers of the thing run for the roles that its owner plays. A thing
        that already has this owner becomes the last of the owner's things.
        """
        self._restructure("set_owner()")
        self._entities.set_owner(thing, owner)

    def __getitem__(self, number: int) -> Entity:
        """Return the entity with the given id."""
        try:
            return self._entities.by_id[number]
        except KeyError:
            raise UnknownEntityError(
                f"entity {number} does not exist, or has left the world"
            ) from None

    def __iter__(self) -> Iterator[Entity]:
        """Yield all entities in order of id, the root first."""
        return iter(list(self._entities.by_id.values()))

    def __len__(self) -> int:
        return len(self._entities.by_id)

    def having(self, *classes: type[Component]) -> Iterator[Entity]:
        """Yield the entities that have all these components, in order of id.

        An entity is skipped if it gets one of the components during the iteration, or loses one
        before the iteration reaches it.
        """
        return self._entities.membership.having(classes)

    def roster(self, *classes: type[Component]) -> tuple[Entity, ...]:
        """Return the entities that have all these components, in order of id.

        The tuple is the same object until its contents change, so it can be the key of a cache.
        """
        roster = self._rosters.get(classes)
        return self._entities.membership.roster(classes) if roster is None else roster

    # Time and random streams

    @property
    def sequence(self) -> int:
        """The sequence number of the latest event."""
        return self._sequence

    @property
    def turn(self) -> int:
        """The time in whole turns, rounded down."""
        return self.agenda._turn

    @property
    def turn_length(self) -> int:
        """The number of time units in a turn."""
        return self.agenda.turn_length

    def advance(self) -> int:
        """Move the time to the beginning of the next turn, and return the number of that turn.

        Entries of the agenda that were due before that time are not skipped, but come next.
        """
        self._restructure("advance()")
        self.agenda._move_to((self.turn + 1) * self.turn_length)
        return self.turn

    def schedule(self, event: Published, delay: int = 0, *, priority: int = 0) -> Scheduled:
        """Schedule an event for publication after a delay.

        The event belongs to its enactor; a Change belongs to the entity that it changes. While that
        entity is frozen, the event waits. If the entity leaves the world, the event is dropped.

        Args:
            event: An event that is not a Query.
            delay: The delay in units of time, from now.
            priority: The order of entries that are due at the same time, low first.

        Returns:
            A handle that shows when the event is due and can cancel it.

        Raises:
            ScheduleError: The delay is not a whole number from 0, the entity has left the world,
                or the event cannot be saved.
            DispatchError: The object is not an unused event, or refers to another world.
        """
        current = self._current
        if current is not None:
            self._stay_below_the_line("schedule()")
        owner = self._scheduling.check(event, delay, priority)
        event._origin = 0 if current is None else current._sequence
        event._sequence = SCHEDULED
        return self.agenda._plan(event, owner, delay, priority)

    def stream(self, name: str) -> Stream:
        """Return the random stream with the given name. It is seeded on first use."""
        stream = self._streams.get(name)
        if stream is None:
            if type(name) is not str:
                raise RegistrationError(f"stream({name!r}): the name must be a str")
            stream = Stream(self.seed, name, self)
            if self._current is not self._previewing:  # previews change nothing
                self._keep_stream(stream)
        return stream

    def _keep_stream(self, stream: Stream) -> None:
        """Add a stream, or replace the stream with the same name."""
        # Sorted here, because draws() is called for each record of a journal.
        self._streams = dict(sorted({**self._streams, stream.name: stream}.items()))
        if self._draw_watchers:
            stream.watch(watched=True)

    def _watch_draws(self, watcher: Callable[[str, Any, str], None]) -> Callable[[], None]:
        """Call a function with the stream, the result and the range of each draw.

        Returns:
            A function that ends this.
        """
        watchers = self._draw_watchers
        watchers.append(watcher)
        self._mark_streams()

        def stop() -> None:
            watchers.remove(watcher)
            self._mark_streams()

        return stop

    def _mark_streams(self) -> None:
        # A stream reports its draws by its class, so that draws outside a trace cost nothing.
        for stream in self._streams.values():
            stream.watch(watched=bool(self._draw_watchers))

    def _put_streams(self, positions: Mapping[str, StreamPosition]) -> None:
        """Set all streams to the given positions. Streams that already exist keep their objects."""
        before = self._streams
        self._streams = {n: before.get(n) or Stream.unseeded(n, self) for n in positions}
        for name, position in positions.items():
            self._streams[name].resume(position)
        self._mark_streams()

    def draws(self) -> list[tuple[str, int]]:
        """Return the name and the number of draws of each stream in use, sorted by name."""
        return [(name, stream.draws) for name, stream in self._streams.items()]

    # Previews, observers and taps

    def preview(self, event: E, *, follows: bool = True) -> Preview[E]:
        """Return what an event would do, without doing it. The event can still be published.

        The handlers above the commit line and at RESOLVE run on a copy. The result is exact for the
        event itself, but its consequences are previewed in the current state, so they may differ.

        Args:
            event: The event.
            follows: Whether to run the RESOLVE handlers too, which publish consequences.

        Raises:
            DispatchError: The object is not an unused event or cannot be copied, or a handler
                draws from a stream or changes the world.
            CascadeError: Previews are nested deeper than ``depth_limit``.
        """
        rules.check_event(event)
        copied = copy_packet(event)
        current = self._current
        if self._thread != get_ident():
            if current is None:
                self._thread = get_ident()
            else:
                self.claim()
        depth = 0 if current is None else current._depth + 1
        stand_in = PreviewWorld(self, depth, follows=follows)
        try:
            self._current = self._previewing
            if self._guard is None:
                return stand_in.run(copied)
            with self._guard.forbid("in a preview"):
                return stand_in.run(copied)
        finally:
            self._current = current

    def signal(self, kind: type[Event], *, role: str = "enactor") -> Signal:
        """Return the blinker signal for the settled events of a type, including refused events.

        When all events have settled, the signal calls ``receiver(sender, event=…)`` for each of its
        receivers, in no defined order. The sender is the entity in the role, or None. Receivers
        must not change the world; use a REACT handler for that.
        """
        self._stay_out_of_previews("signal()")
        return self._observers.signal(kind, role)

    def observe(
        self,
        kind: type[E],
        observer: Observer[E],
        *,
        role: str = "enactor",
        entity: Entity | None = None,
    ) -> Callable[[], None]:
        """Call a function with each settled event of a type or its subclasses.

        Args:
            kind: The event type.
            observer: The function, which takes only the event.
            role: The role that ``entity`` must play.
            entity: Observe only events with this entity in the role.

        Returns:
            A function that ends the observation.
        """
        self._stay_out_of_previews("observe()")
        return self._observers.signal(kind, role).observe(observer, entity)

    def tap(self, tap: Tap) -> None:
        """Add a tap, which listens to every step of a dispatch."""
        self._stay_out_of_previews("tap()")
        if not isinstance(tap, Tap):
            raise RegistrationError(f"tap({tap!r}): give an instance of a subclass of Tap")
        for hook in (tap.published, tap.handling, tap.handled, tap.settled):
            check_runs(
                hook, f"{type(tap).__name__}.{hook.__name__}", "a hook is done when it returns"
            )
        self._router.taps.append(tap)
        self._router.forget()

    def untap(self, tap: Tap) -> None:
        """Remove a tap that ``tap`` has added."""
        self._stay_out_of_previews("untap()")
        taps = self._router.taps
        place = next((n for n, other in enumerate(taps) if other is tap), None)
        if place is None:
            raise RegistrationError(f"untap({tap!r}): that tap was not added by tap()")
        del taps[place]
        self._router.forget()

    def _repr_html_(self) -> str:
        from eventcore.notebook import world_html

        return world_html(self)

    def plan(self, kind: type[Event], *entities: Entity | None) -> Plan:
        """Return the ordered chain of handlers for an event type and the entities in its roles.

        Give the entities in the order of the roles. If the enactor is missing, the root is used.
        Other missing roles are empty.
        """
        check_event_type("plan", kind)
        if len(entities) > len(kind._roles_):
            raise RegistrationError(
                f"plan({kind.__name__}): {len(entities)} entities for {len(kind._roles_)} roles, "
                f"{', '.join(kind._roles_)}"
            )
        given = list(entities) or [self.root]
        given += [None] * (len(kind._roles_) - len(given))
        return self._router.plan(kind, tuple(None if e is None else e._archetype for e in given))

    _remedy_ = (
        "a world cannot be copied or pickled: use clone_world(world), or save_world and "
        "load_world; for a simulation, restore(save())"
    )

    def _tell_observers(self) -> None:
        if self._guard is None:
            self._observers.tell(self._observed)
        else:
            with self._guard.check_observers(self, self._observed):
                self._observers.tell(self._observed)

    def _stay_below_the_line(self, what: str) -> None:
        """Raise DispatchError above the commit line, or while another thread dispatches."""
        current = self._current
        if current is not None:
            if self._thread != get_ident():
                self.claim()
            rules.refuse_above_the_line(current, what)

    def _restructure(self, what: str) -> None:
        """Raise DispatchError above the commit line; otherwise record a structural change."""
        self._stay_below_the_line(what)
        if self._current is not None:
            self._pending = True
        elif self._guard is not None:
            self._guard.begin_dispatch(self)

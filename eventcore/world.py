"""The world: entities, time and random streams in one object. There is no global state."""

from __future__ import annotations

from _thread import get_ident
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import nullcontext
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
from eventcore.errors import RegistrationError, UnknownEntityError
from eventcore.event import SCHEDULED, TURN, Event, Published, check_event_type
from eventcore.handler import check_runs
from eventcore.observers import Observer, Signal
from eventcore.outcome import DONE
from eventcore.rng import Stream
from eventcore.tap import Tap
from eventcore.text import short_number
from eventcore.time.agenda import Agenda, Scheduled
from eventcore.time.scheduling import OwnerOf, check_scheduled, check_units

C = TypeVar("C", bound=Component)
E = TypeVar("E", bound=Event)


class World(Bus, Uncopied):
    """A world, with its entities, their handlers, time and random streams.

    Methods raise RegistrationError for invalid arguments, UnknownEntityError for entities that are
    not in the world, and DispatchError if a handler above the commit line changes the world.

    Attributes:
        root: Entity 1, which stands for the world itself. Attach world rules to the root.
        components: The component classes, in the order given to the world.
        agenda: The clock, with the schedule of actors and events.
    """

    __slots__ = (
        "_draw_watchers", "_rosters", "_schedulable", "_streams",
        "agenda", "components", "debug", "seed",
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
            seed: The seed of the random streams, an int of at most 1024 bits.
            components: All component classes that can be attached. If handlers have the same
                priority and role, they run in the order of these classes.
            debug: Whether to check every dispatch for forbidden changes of state. A turn of a game
                then takes four times as long.
            depth_limit: The maximum ``depth`` of a nested event.
            mute: Handlers to leave out of all chains, written as ``Component.method``.
            turn_length: The number of time units in a turn. You decide what a unit means.
        """
        check_units("turn_length", turn_length, least=1)
        if type(seed) is not int or seed.bit_length() > 1024:
            shown = short_number(seed) if type(seed) is int else repr(seed)
            raise RegistrationError(f"seed={shown}: pass an int of at most 1024 bits")
        if isinstance(components, set | frozenset):
            raise RegistrationError("components is a set, which has no fixed order: use a tuple")
        self.seed: int = seed
        self.debug: bool = debug
        guard = Guard() if debug else None
        self._router = Router(rank_components(components))
        self.agenda: Agenda = Agenda(self, turn_length)
        self._router.muted = find_muted(mute, self._router.rank)
        self.components: tuple[type[Component], ...] = tuple(self._router.rank)
        # For each scheduled event type, how to find the owner and whether an event may have a cost.
        self._schedulable: dict[type[Event], tuple[OwnerOf, bool, bool]] = {}
        self._streams: dict[str, Stream] = {}
        self._draw_watchers: list[Callable[[str, Any, str], None]] = []
        super().__init__(Entities(self._router, guard), guard, depth_limit)
        self._rosters = self._entities.membership.rosters

    # Entities

    def spawn(self, *components: Component) -> Entity:
        """Create an entity with the given components, which must be of different classes."""
        if self._current is not None:
            self._stay_below_the_line("spawn()")
        elif self._guard is not None:
            self._guard.begin_dispatch(self)
        return self._entities.spawn(components)

    def attach(self, entity: Entity, component: C, *others: Component) -> C:
        """Add components to an entity, and return the first. If any component is invalid, add none.

        Chains that are already running ignore the handlers of the new components.
        """
        self._restructure("attach()")
        self._entities.attach(entity, (component, *others))
        return component

    def detach(self, entity: Entity, cls: type[C]) -> C:
        """Remove and return a component. Raise MissingComponentError if there is none."""
        self._restructure("detach()")
        return self._entities.detach(entity, cls)  # type: ignore[return-value]  # of class cls

    def despawn(self, entity: Entity) -> None:
        """Remove an entity permanently. During an event, it stays until the event has settled.

        Until then, the entity still handles events, so a dying creature can drop its things. A
        broadcast, however, skips the entity and its things from this point on.
        """
        self._restructure("despawn()")
        if entity is self.root:
            raise RegistrationError("the root entity is the world itself and cannot be despawned")
        self._entities.check_alive(entity)
        if self.agenda._watchers:
            self.agenda._drop(entity)
        if self._current is None:
            self._entities.remove(entity, running=False)
        else:
            self._despawned.setdefault(self._current, []).append(entity)
            if self._current._everyone_:
                self._entities.membership.skip(entity)

    def set_owner(self, thing: Entity, owner: Entity | None) -> None:
        """Set the owner of a thing. If ``owner`` is None, take the thing from its owner.

        The ``via="owner"`` handlers of the thing then run for the roles that the owner plays. If
        the owner already has the thing, it moves to the end of the owner's things.
        """
        self._restructure("set_owner()")
        self._entities.set_owner(thing, owner)

    def __getitem__(self, number: int) -> Entity:
        """Return the entity with the given id."""
        entity = self._entities.by_id.get(number)
        if entity is None:
            raise UnknownEntityError(f"entity {number} does not exist, or has left the world")
        return entity

    def __iter__(self) -> Iterator[Entity]:
        """Yield all entities in order of id, starting with the root."""
        return iter(list(self._entities.by_id.values()))

    def __repr__(self) -> str:
        return f"<World turn={self.turn} entities={len(self)} events={self.sequence}>"

    def __len__(self) -> int:
        return len(self._entities.by_id)

    def having(self, *classes: type[Component]) -> Iterator[Entity]:
        """Yield the entities that have all the given components, in order of id.

        Entities that gain or lose one of these components during the iteration are skipped.
        """
        return self._entities.membership.having(classes)

    def roster(self, *classes: type[Component]) -> tuple[Entity, ...]:
        """Return the entities that have all the given components, in order of id.

        Repeated calls return the same tuple until an entity gains or loses one of the components.
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
        """Move time to the beginning of the next turn, and return the number of that turn.

        Entries of the agenda that were due before this time are not lost: they come next.
        """
        self._restructure("advance()")
        self.agenda._move_to((self.turn + 1) * self.turn_length)
        return self.turn

    def schedule(self, event: Published, delay: int = 0, *, priority: int = 0) -> Scheduled:
        """Schedule an event for later, and return a handle that can cancel it.

        An event belongs to its enactor, but a Change belongs to the entity that it changes. The
        event waits while this entity is frozen, and is dropped if the entity leaves the world.

        Args:
            event: The event to publish.
            delay: The number of time units from now.
            priority: Entries that are due at the same time are sorted by priority, lowest first.

        Raises:
            ScheduleError: The delay is negative or not a whole number, the entity has left the
                world, or events of this type cannot be saved.
            DispatchError: The object is not an event, has already been used, or holds an entity of
                another world.
        """
        current = self._current
        if current is not None and (current._outcome is not DONE or self._thread != get_ident()):
            self._stay_below_the_line("schedule()")
        owner = check_scheduled(event, delay, priority, self)
        event._origin = 0 if current is None else current._sequence
        event._sequence = SCHEDULED
        return self.agenda._plan(event, owner, delay, priority)

    def stream(self, name: str) -> Stream:
        """Return the random stream with the given name. The stream is created on first use."""
        stream = self._streams.get(name)
        if stream is None:
            if type(name) is not str:
                raise RegistrationError(f"stream({name!r}): the name must be a str")
            stream = Stream(self.seed, name, self)
            if self._current is not self._previewing:  # a preview must not change the world
                self._keep_stream(stream)
        return stream

    def _keep_stream(self, stream: Stream) -> None:
        # Sort the streams here rather than in draws(), which a journal calls for each record.
        self._streams = dict(sorted({**self._streams, stream.name: stream}.items()))
        stream.update_class()

    def _watch_draws(self, watcher: Callable[[str, Any, str], None], *, watched: bool) -> None:
        # The watcher receives the stream name, the result and the range of each draw.
        (self._draw_watchers.append if watched else self._draw_watchers.remove)(watcher)
        for stream in self._streams.values():
            stream.update_class()

    def _put_streams(self, states: Mapping[str, Sequence[int]]) -> None:
        # A stream that already exists stays the same object, because handlers may have stored it.
        before = self._streams
        self._streams = {n: before.get(n) or Stream(self.seed, n, self) for n in sorted(states)}
        for name, stream in self._streams.items():
            stream.restore(states[name])
            stream.update_class()

    def draws(self) -> list[tuple[str, int]]:
        """Return the name of each stream and the number of its draws, sorted by name."""
        return [(name, stream.draws) for name, stream in self._streams.items()]

    # Previews, observers and taps

    def preview(self, event: E, *, follows: bool = True) -> Preview[E]:
        """Return the effects that an event would have. The event can still be published.

        The handlers before APPLY run on a copy of the event. Without ``follows``, the RESOLVE
        handlers do not run. The result is exact for the event itself. The consequences, however,
        are all previewed in the current state, so the real consequences may differ.

        Raises:
            DispatchError: The object is not an event, has already been used or cannot be copied, or
                a handler draws from a stream or changes the world.
            CascadeError: Previews are nested deeper than ``depth_limit``.
        """
        rules.check_event(event)
        copied = copy_packet(event)
        current = self._current
        if current is None:
            self._thread = get_ident()
        elif self._thread != get_ident():
            self.claim()
        depth = 0 if current is None else current._depth + 1
        stand_in = PreviewWorld(self, depth, follows=follows)
        guarded = nullcontext() if self._guard is None else self._guard.forbid("in a preview")
        try:
            self._current = self._previewing
            with guarded:
                return stand_in.run(copied)
        finally:
            self._current = current

    def signal(self, kind: type[Event], *, role: str = "enactor") -> Signal:
        """Return the blinker signal for the settled events of a type, including refused events.

        The signal calls ``receiver(sender, event=…)`` when the outermost chain has ended. The
        sender is the entity in the role, or None. Receivers must not change the world.
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
        """Call a function with each settled event of a type, until the returned function is called.

        Args:
            kind: The event type.
            observer: The function, which takes only the event, and must not change the world.
            role: The role that ``entity`` must play.
            entity: The entity whose events are observed. If None, all events are observed.
        """
        self._stay_out_of_previews("observe()")
        return self._observers.signal(kind, role).observe(observer, entity)

    def tap(self, tap: Tap) -> None:
        """Add a tap. The bus calls the tap's hooks at every step of a dispatch."""
        self._stay_out_of_previews("tap()")
        if not isinstance(tap, Tap):
            raise RegistrationError(f"tap({tap!r}): pass an instance of a subclass of Tap")
        for hook in (tap.published, tap.handling, tap.handled, tap.settled):
            name = f"{type(tap).__name__}.{hook.__name__}"
            check_runs(hook, name, "a hook is done when it returns")
        self._router.taps.append(tap)
        self._router.forget()

    def untap(self, tap: Tap) -> None:
        """Remove a tap."""
        self._stay_out_of_previews("untap()")
        taps = self._router.taps
        place = next((n for n, other in enumerate(taps) if other is tap), None)
        if place is None:
            raise RegistrationError(f"untap({tap!r}): this tap was not added to the world")
        del taps[place]
        self._router.forget()

    def plan(self, kind: type[Event], *entities: Entity | None) -> Plan:
        """Return the ordered chain of handlers for an event type.

        Pass the entities in the order of the roles. If you pass no entities, the root is the
        enactor, and the other roles are empty.
        """
        check_event_type("plan", kind)
        if len(entities) > len(kind._roles_):
            raise RegistrationError(
                f"plan({kind.__name__}): {len(entities)} entities were given, but the event has "
                f"only these roles: {', '.join(kind._roles_)}"
            )
        given = list(entities) or [self.root]
        given += [None] * (len(kind._roles_) - len(given))
        return self._router.plan(kind, tuple(None if e is None else e._archetype for e in given))

    def _stay_below_the_line(self, what: str, phase: str = "RESOLVE") -> None:
        current = self._current
        if current is None:
            self._outside += 1
            return
        if self._thread != get_ident():
            self.claim()
        if current._outcome is not DONE:
            rules.refuse_above_the_line(current, what, phase)

    def _restructure(self, what: str) -> None:
        self._stay_below_the_line(what)
        if self._current is not None:
            self._pending = True
        elif self._guard is not None:
            self._guard.begin_dispatch(self)

"""The world: entities, the rules between them, time and chance in one object."""

from __future__ import annotations

from _thread import get_ident
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Final, NoReturn, SupportsIndex, TypeVar

from eventcore.callables import runs_later
from eventcore.component import Component
from eventcore.copies import keep_in_packets
from eventcore.dispatch import rules
from eventcore.dispatch.bus import DEPTH_LIMIT, Bus
from eventcore.dispatch.entities import Entities
from eventcore.dispatch.guard import Guard
from eventcore.dispatch.order import Plan, rank_components
from eventcore.dispatch.preview import Preview, PreviewWorld, copy_packet, refuse_draw_in_preview
from eventcore.dispatch.routing import Router, find_muted
from eventcore.entity import Entity
from eventcore.errors import CopyError, RegistrationError, ScheduleError, UnknownEntityError
from eventcore.event import SCHEDULED, TURN, Event, Published, check_event_type
from eventcore.observers import Observer, Signal
from eventcore.outcome import DONE
from eventcore.rng import MOST_BITS, Stream, StreamPosition
from eventcore.tap import Tap
from eventcore.text import short_number
from eventcore.time.agenda import Agenda, Scheduled
from eventcore.time.scheduling import Scheduling

C = TypeVar("C", bound=Component)
E = TypeVar("E", bound=Event)
_DRAWN: Final = attrgetter("draws", "_beyond")


class World(Bus):
    """Entities, the rules between them, time and chance; there are no globals.

    Create it with your component classes, spawn entities, publish events. Outside a dispatch
    everything may change. During one, entities, the agenda and streams change only below the commit
    line; otherwise a call raises DispatchError. Calls with an entity that has left the world, or
    belongs to another, raise UnknownEntityError.

    Attributes:
        root: Entity 1, the world itself; attach world rules to it.
        seed: The seed of all random streams.
        debug: Whether every dispatch is checked.
        agenda: The clock: which actor or event is due when.
    """

    __slots__ = (
        "_guard",
        "_rosters",
        "_scheduling",
        "_streams",
        "agenda",
        "debug",
        "seed",
    )

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
            components: Every component class that may be attached. Their order decides between
                handlers of equal priority and role.
            debug: Check every dispatch for forbidden changes of state, by a slower loop: a turn of
                a game takes four times as long.
            depth_limit: The most causes that an event may have.
            mute: Handlers to leave out of all chains, each as ``Component.method``.
            turn_length: The units of time in a turn; your simulation decides what a unit is.

        Raises:
            RegistrationError: A class is not a component or is listed twice, a muted handler does
                not exist, or the seed is wrong.
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
        super().__init__(Entities(self._router, self._guard), depth_limit)
        self._rosters = self._entities.membership.rosters

    @property
    def components(self) -> tuple[type[Component], ...]:
        """The component classes, in the world's order."""
        return tuple(self._router.rank)

    # Entities

    def spawn(self, *components: Component) -> Entity:
        """Create an entity with components.

        Raises:
            RegistrationError: A component is already attached or unknown to this world, or two
                have the same class.
        """
        if self._current is not None or self._guard is not None:
            self._restructure("spawn()")
        return self._entities.spawn(components)

    def attach(self, entity: Entity, component: C) -> C:
        """Add a component to an entity and return it. A chain that has begun does not call it.

        Raises:
            RegistrationError: The component is already attached or unknown to this world, or the
                entity has one of its class.
        """
        self._restructure("attach()")
        self._entities.attach(entity, (component,), "attach()")
        return component

    def attach_all(self, entity: Entity, components: Sequence[Component]) -> None:
        """Add components to an entity at once, all or none; see ``attach``."""
        self._restructure("attach_all()")
        self._entities.attach(entity, components, "attach_all()")

    def detach(self, entity: Entity, cls: type[C]) -> C:
        """Remove and return a component. A chain that has begun skips it.

        Raises:
            MissingComponentError: The entity has no component of this class.
        """
        self._restructure("detach()")
        return self._entities.detach(entity, cls)  # type: ignore[return-value]  # of class cls

    def despawn(self, entity: Entity) -> None:
        """Remove an entity for good when the current event has settled, or else at once.

        Until then it still handles events, so that the dying can drop their things; but the rest
        of a broadcast in whose chain it is despawned skips it and its things.

        Raises:
            RegistrationError: The entity is the root.
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
        """Give a thing to an owner, whose roles its ``via="owner"`` handlers hear; None frees it.

        A thing that is given again to its owner becomes the last of its things.

        Raises:
            RegistrationError: The thing would own itself.
        """
        self._restructure("set_owner()")
        self._entities.set_owner(thing, owner)

    def __getitem__(self, number: int) -> Entity:
        """Return the entity with an id.

        Raises:
            UnknownEntityError: There is none, or it has left the world.
        """
        try:
            return self._entities.by_id[number]
        except KeyError:
            raise UnknownEntityError(
                f"there is no entity {number}, or it has left the world"
            ) from None

    def __iter__(self) -> Iterator[Entity]:
        """Yield all entities in order of id, the root first."""
        return iter(list(self._entities.by_id.values()))

    def __len__(self) -> int:
        return len(self._entities.by_id)

    def having(self, *classes: type[Component]) -> Iterator[Entity]:
        """Yield the entities that have all these components, in order of id.

        Entities that get one during the iteration are left out, and so are those that lose one
        before their turn.
        """
        return self._entities.membership.having(classes)

    def roster(self, *classes: type[Component]) -> tuple[Entity, ...]:
        """Return the entities that have all these components, in order of id.

        It returns the same tuple until they change, so it can be the key of a cache.
        """
        found = self._rosters.get(classes)
        return self._entities.membership.roster(classes) if found is None else found

    # Time and chance

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
        """The units of time in a turn."""
        return self.agenda.turn_length

    def advance(self) -> int:
        """Move time to the beginning of the next turn and return that turn.

        Entries that were due in between are overdue, and come next.
        """
        self._restructure("advance()")
        self.agenda._move_to((self.turn + 1) * self.turn_length)
        return self.turn

    def schedule(self, event: Published, delay: int = 0, *, priority: int = 0) -> Scheduled:
        """Publish an event after a delay, whenever the clock gets there.

        It belongs to its enactor; a Change belongs to the entity it happens to. No time passes for
        it while that entity is frozen, and it is dropped if that entity leaves the world. Its
        ``origin`` is the event in whose chain it was scheduled.

        Args:
            event: Any event but a Query.
            delay: Units of time from now.
            priority: The order among entries due at the same time, low first.

        Returns:
            A handle that knows when the event is due, and cancels it.

        Raises:
            ScheduleError: The delay is not a whole number from 0, the entity has left the world,
                or a save could not contain the event.
            DispatchError: The object is not an unused event, or refers to another world.
        """
        current = self._current
        if current is None:
            origin = 0
        else:
            if self._thread != get_ident():
                self.claim()
            if current._outcome is not DONE:
                rules.refuse_above_the_line(current, "schedule()")
            origin = current._sequence
        owner = self._scheduling.check(event, delay, priority)
        event._origin, event._sequence = origin, SCHEDULED
        return self.agenda._plan(event, owner, delay, priority)

    def stream(self, name: str) -> Stream:
        """Return the random stream with a name, seeded on first use.

        Raises:
            RegistrationError: The name is not a str.
        """
        found = self._streams.get(name)
        if found is None:
            if type(name) is not str:
                raise RegistrationError(f"stream({name!r}): the name must be a str")
            self._stay_out_of_previews(f"stream({name!r})")
            found = self._keep_stream(name, Stream(self.seed, name))
        return found

    def _keep_stream(self, name: str, stream: Stream) -> Stream:
        """Use another stream for this name, and return it."""
        # Sorted here, since draws() is called for each record of a journal.
        self._streams = dict(sorted({**self._streams, name: stream}.items()))
        return stream

    def _put_streams(self, positions: Mapping[str, StreamPosition]) -> None:
        """Continue with streams at these positions, in place of all others.

        A stream of the same name stays the same object.
        """
        before, self._streams = self._streams, {}
        for name, position in positions.items():
            stream = before.get(name)
            if stream is None:
                self._streams[name] = Stream.resumed(name, position)
            else:
                stream.resume(position)
                self._streams[name] = stream

    def draws(self) -> list[tuple[str, int]]:
        """Return the number of draws from each stream in use, by name."""
        return [(name, stream.draws) for name, stream in self._streams.items()]

    # Previews, observers and taps

    def preview(self, event: E, *, follows: bool = True) -> Preview[E]:
        """Return what an event would do, without doing it; the event stays unused.

        Its handlers above the commit line and at RESOLVE run on a copy, so the result is exact for
        the event itself. It judges each consequence by the present state.

        Args:
            event: The event.
            follows: Whether to run the RESOLVE handlers too, to learn the consequences.

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
        streams = self._streams
        drawn = [*map(_DRAWN, streams.values())]
        stand_in = PreviewWorld(self, depth, follows=follows)
        try:
            self._current = self._previewing
            if self._guard is None:
                return stand_in.run(copied)
            with self._guard.forbid("in a preview"):
                return stand_in.run(copied)
        finally:
            self._current = current
            if [*map(_DRAWN, streams.values())] != drawn:
                self._undo_draws(drawn)

    def signal(self, kind: type[Event], *, role: str = "enactor") -> Signal:
        """Return the blinker signal that is sent each settled event of a type, refused ones too.

        It is sent when everything has settled, in order of sequence, to receivers called as
        ``receiver(sender, event=…)``; the sender is the entity in the role, or None. Receivers of
        one event have no order, and must not change the world: that is what REACT is for.

        Raises:
            RegistrationError: The class is not an event type, is a Query or lacks the role; or, by
                ``connect``, the receiver cannot be called so.
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
        """Call a function with each settled event of a type, and keep a reference to it.

        Args:
            kind: The event type; subclasses count too.
            observer: Called with the event alone.
            role: The role that ``entity`` must play.
            entity: Observe only events with this entity in the role.

        Returns:
            A function that ends the observation.

        Raises:
            RegistrationError: The class is not an event type, is a Query or lacks the role, or the
                observer cannot be called.
        """
        self._stay_out_of_previews("observe()")
        return self._observers.signal(kind, role).observe(observer, entity)

    def tap(self, tap: Tap) -> None:
        """Have a tap listen to every step of a dispatch.

        Raises:
            RegistrationError: The object is not a Tap, or a hook is a coroutine or a generator.
        """
        self._stay_out_of_previews("tap()")
        if not isinstance(tap, Tap):
            raise RegistrationError(f"tap({tap!r}): give an instance of a subclass of Tap")
        for hook in (tap.published, tap.handling, tap.handled, tap.settled):
            if runs_later(hook):
                raise RegistrationError(
                    f"{type(tap).__name__}.{hook.__name__} would not run when it is called: leave "
                    "out async and yield"
                )
        self._router.taps.append(tap)
        self._router.forget()

    def untap(self, tap: Tap) -> None:
        """End what ``tap`` began.

        Raises:
            RegistrationError: The tap was not given to ``tap``.
        """
        self._stay_out_of_previews("untap()")
        if tap not in self._router.taps:
            raise RegistrationError(f"untap({tap!r}): that tap was not given to tap()")
        self._router.taps.remove(tap)
        self._router.forget()

    def plan(self, kind: type[Event], *entities: Entity | None) -> Plan:
        """Return the ordered chain of an event type for the entities in its roles.

        Entities are given in the order of the roles. Missing roles are empty, except that the
        enactor is then the root.

        Raises:
            RegistrationError: The class is not an event type, or has fewer roles.
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

    __deepcopy__ = keep_in_packets

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        raise CopyError(
            "a world cannot be copied or pickled: use clone_world(world), or save_world(world) and "
            "load_world; for a simulation, its own clone(), or restore() with what save() returned"
        )

    def _tell_observers(self) -> None:
        guard = self._guard
        if guard is None:
            self._observers.tell(self._observed)
            return
        with guard.check_observers(self, self._observed):
            super()._tell_observers()

    def _undo_draws(self, drawn: Sequence[tuple[int, int]]) -> NoReturn:
        """Rewind the streams that a preview drew from, and raise DispatchError."""
        names = []
        for stream, before in zip(self._streams.values(), drawn, strict=True):
            if _DRAWN(stream) != before:
                names.append(stream.name)
                stream._rewind(self.seed, *before)
        refuse_draw_in_preview(", ".join(map(repr, names)))

    def _stay_below_the_line(self, what: str) -> None:
        """Refuse a change above the commit line, or while another thread dispatches."""
        current = self._current
        if current is not None:
            if self._thread != get_ident():
                self.claim()
            rules.refuse_above_the_line(current, what)

    def _restructure(self, what: str) -> None:
        """Refuse a change of structure where none is allowed, and note one during a dispatch."""
        current = self._current
        if current is not None:
            if self._thread != get_ident():
                self.claim()
            rules.refuse_above_the_line(current, what)
            self._pending = True
        elif self._guard is not None:
            self._guard.begin_dispatch(self)

"""The world: the facade over entities, bus, clock and streams.

Everything a simulation is made of hangs on one World; there are no globals.
"""

from __future__ import annotations

from _thread import get_ident
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Final, NoReturn, SupportsIndex, TypeVar

from eventcore.callables import runs_later
from eventcore.chance.bounds import MOST_BITS
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
from eventcore.event import SCHEDULED, TURN, Event, Published, is_class_of, is_declared, no_type
from eventcore.observers import Observer, Signal
from eventcore.outcome import DONE
from eventcore.phase import APPLY, COMMIT
from eventcore.rng import Going, Stream
from eventcore.tap import Tap
from eventcore.text import short_number
from eventcore.time.agenda import Agenda, Scheduled
from eventcore.time.scheduling import Scheduling

C = TypeVar("C", bound=Component)
E = TypeVar("E", bound=Event)
_DRAWN: Final = attrgetter("draws", "_beyond")
"""How much was drawn from a stream."""


class World(Bus):
    """A simulation: entities, the rules between them, time and chance.

    Life cycle: construct it with the order of component classes; spawn and
    attach; publish events. Outside a dispatch anything may be set up; inside
    one, structure changes only below the commit line.

    Attributes:
        root: Entity 1, the world itself: it holds world rules and enacts Tick and the like.
        seed: What all its streams are seeded from.
        debug: Whether every dispatch is checked.
        agenda: What is due when: the clock.
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
        """Make a world that holds nothing but its root.

        Args:
            seed: Seeds all streams of random numbers.
            components: Every component class that may be attached. Their order
                decides among handlers of equal priority and role.
            debug: Run the checking loop, which catches breaches of the contract:
                state changed outside APPLY and REACT, by an observer, or between
                dispatches. A bare event takes some twenty times as long, a turn of a game some
                four times.
            depth_limit: How many causes an event may have.
            mute: Handlers that are left out of all chains, each as ``Component.method``.
            turn_length: How many units of time a turn has. What a unit is, the simulation says:
                a hundredth of a turn, or, with turns of 60, a second and a minute.

        Raises:
            RegistrationError: A class is no component or is listed twice, there is no such
                handler to mute, or the seed is no whole number, or a very long one.
            ScheduleError: The length of a turn is no whole number from 1.
        """
        if type(turn_length) is not int or turn_length < 1:
            raise ScheduleError(f"turn_length={turn_length!r}: a turn has a whole number of units")
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
        """Make an entity of the given components.

        Raises:
            RegistrationError: A component is attached elsewhere, unknown to this
                world, or there are two of a class.
            DispatchError: The current event has not crossed its commit line.
        """
        if self._current is not None or self._guard is not None:
            self._restructure("spawn()")
        else:
            self._entities.keeping = False
        return self._entities.spawn(components)

    def attach(self, entity: Entity, component: C) -> C:
        """Add a component to an entity and return it. Chains in flight do not hear it.

        Attached to ``root``, its ``via="world"`` handlers are rules of the world.

        Raises:
            RegistrationError: The component is attached elsewhere or unknown to this world, or the
                entity has one of its class.
            UnknownEntityError: The entity is gone.
            DispatchError: The current event has not crossed its commit line.
        """
        self._restructure("attach()")
        self._entities.attach(entity, (component,), "attach()")
        return component

    def attach_all(self, entity: Entity, components: Sequence[Component]) -> None:
        """Add components to an entity, all at once: what a world of many rules begins with.

        Raises:
            RegistrationError: A component is attached elsewhere or unknown to this world, or the
                entity has one of its class, or would have two; then none is added.
            UnknownEntityError: The entity is gone.
            DispatchError: The current event has not crossed its commit line.
        """
        self._restructure("attach_all()")
        self._entities.attach(entity, components, "attach_all()")

    def detach(self, entity: Entity, cls: type[C]) -> C:
        """Remove and return a component. Chains in flight skip it from now on.

        Raises:
            MissingComponentError: The entity has none of that class.
            UnknownEntityError: The entity is gone.
            DispatchError: The current event has not crossed its commit line.
        """
        self._restructure("detach()")
        return self._entities.detach(entity, cls)  # type: ignore[return-value]  # of class cls

    def despawn(self, entity: Entity) -> None:
        """Remove an entity for good, once the current event has settled.

        Until then it still hears and acts, so that the dying can drop what they
        hold; but the rest of a broadcast in whose chain it is despawned skips it, and what it
        owns. Outside a dispatch it goes at once.

        Raises:
            RegistrationError: The entity is the world itself.
            UnknownEntityError: The entity is gone already.
            DispatchError: The current event has not crossed its commit line.
        """
        if self._current is not None or self._guard is not None:
            self._restructure("despawn()")
        else:
            self._entities.keeping = False
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
        """Let an entity own a thing, or nobody: its ``via="owner"`` handlers hear for the owner.

        A thing that the owner has already becomes the last of those it owns; chains in flight hear
        it all the same.

        Raises:
            RegistrationError: The thing would own itself.
            UnknownEntityError: The thing or its owner is gone.
            DispatchError: The current event has not crossed its commit line.
        """
        self._restructure("set_owner()")
        self._entities.set_owner(thing, owner)

    def __getitem__(self, number: int) -> Entity:
        """Find an entity by its id.

        Raises:
            UnknownEntityError: No entity has that id, or it was despawned.
        """
        try:
            return self._entities.by_id[number]
        except KeyError:
            raise UnknownEntityError(f"there is no entity {number}, or no longer") from None

    def __iter__(self) -> Iterator[Entity]:
        """Yield all entities in order of their ids, the world itself first."""
        return iter(list(self._entities.by_id.values()))

    def __len__(self) -> int:
        return len(self._entities.by_id)

    def having(self, *classes: type[Component]) -> Iterator[Entity]:
        """Yield the entities that have all of the classes, in order of their ids.

        Who comes to have them while it is gone through is left out, and so is who has lost
        one by the time they would be reached.
        """
        return self._entities.membership.having(classes)

    def roster(self, *classes: type[Component]) -> tuple[Entity, ...]:
        """Give the entities that have all of the classes now, in order of their ids.

        It is the same tuple for as long as they are the same entities, so that what was worked
        out from it may be kept by it.
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
        """The time, in whole turns: that of the agenda, which is the clock."""
        return self.agenda._turn

    @property
    def turn_length(self) -> int:
        """How many units of time a turn has."""
        return self.agenda.turn_length

    def advance(self) -> int:
        """Move time on to the beginning of the next turn and return that turn.

        It is for a world that lives from turn to turn. What was due meanwhile is overdue, and
        comes up as soon as somebody asks what is next.

        Raises:
            DispatchError: The current event has not crossed its commit line.
        """
        self._restructure("advance()")
        self.agenda._move_to((self.turn + 1) * self.turn_length)
        return self.turn

    def schedule(self, event: Published, delay: int = 0, *, priority: int = 0) -> Scheduled:
        """Let an event be published after a delay, by whoever drives the world.

        It comes in one order with all that is on the agenda: by time, priority and sequence. Its
        ``origin`` is the event in whose chain it was scheduled. It belongs to its enactor, or a
        Change to whom it happens to: no time passes for it while that one is frozen, and it is
        dropped, not published, when that one is gone.

        Args:
            event: The event; no Query.
            delay: From now, in units of time.
            priority: What goes first of all that is due at one time, low first.

        Returns:
            A handle that tells when it is due, and cancels it.

        Raises:
            ScheduleError: The delay is negative or no whole number, whoever it belongs to is gone,
                or a save could not give the event back: no component hears it (or two are of its
                name), or a field holds what has no form in JSON or is not what it is annotated
                with.
            DispatchError: The object is no event or was used before, an entity in its roles is of
                another world, or the current event has not crossed its commit line.
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
        """Give the stream of random numbers of a name, seeded on first use.

        Raises:
            RegistrationError: The name is no text: no save could have it.
        """
        found = self._streams.get(name)
        if found is None:
            if type(name) is not str:
                raise RegistrationError(f"stream({name!r}): give it a name that is a text")
            self._stay_out_of_previews(f"stream({name!r})")
            found = self._keep_stream(name, Stream(self.seed, name))
        return found

    def _keep_stream(self, name: str, stream: Stream) -> Stream:
        """Draw from another stream of this name from now on, and give it back."""
        # In order of their names: draws() is asked for with each record of a journal.
        self._streams = dict(sorted({**self._streams, name: stream}.items()))
        return stream

    def _put_streams(self, going: Mapping[str, Going]) -> None:
        """Draw from streams that go on from these, and from no others yet.

        A stream that there is stays the object it is.
        """
        there, self._streams = self._streams, {}
        for name, one in going.items():
            stream = there.get(name)
            if stream is None:
                self._streams[name] = Stream.going_on(name, one)
            else:
                stream.go_on_from(one)
                self._streams[name] = stream

    def draws(self) -> list[tuple[str, int]]:
        """List how much was drawn from each stream in use, by name."""
        return [(name, stream.draws) for name, stream in self._streams.items()]

    # Looking on

    def preview(self, event: E, *, follows: bool = True) -> Preview[E]:
        """Find out what an event would do, without doing it; the event stays unused.

        The handlers above the commit line and the RESOLVE handlers run for real, on a
        copy, up to where chance begins. So it is exact for the event itself; what follows
        from it is judged by the state as it is now.

        Args:
            event: The event.
            follows: Whether to find out what would follow as well. Without it no handler below
                the commit line runs, and whether it would be refused is told in half of the time.

        Raises:
            DispatchError: The object is no event, was used before or cannot be copied, or one of
                those handlers draws from a stream or changes the world.
            CascadeError: Previews lie deeper in each other than ``depth_limit``.
        """
        rules.refuse_unroutable(event)
        rules.refuse_used(event)
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
        stand_in = PreviewWorld(self, self._router, APPLY if follows else COMMIT, depth)
        try:
            self._current = self._previewing
            if self._guard is None:
                return stand_in.run(copied)
            with self._guard.during("in a preview"):
                return stand_in.run(copied)
        finally:
            self._current = current
            if [*map(_DRAWN, streams.values())] != drawn:
                self._undo_draws(drawn)

    def signal(self, kind: type[Event], *, role: str = "enactor") -> Signal:
        """Give the blinker signal that sends each settled event of a type, refused ones too.

        It is sent after the outermost chain, in order of sequence; in which order its
        receivers are called is undefined. They are called with whoever plays the role (None
        where nobody does) and the keyword ``event``, and may change nothing; what changes
        the world is a REACT handler.

        Args:
            kind: The event type; its subclasses are sent as well.
            role: Whose player is the sender, for ``connect(receiver, sender=entity)``.

        Raises:
            RegistrationError: The type is no event or has no such role. ``connect`` raises it
                too, for what is no receiver.
            UnknownEntityError: Raised by ``connect``: the sender is of another world, or gone.
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
        """Connect a function of the event alone to ``signal(kind, role)``, by a strong reference.

        Args:
            kind: The event type; its subclasses are told of as well.
            observer: Called with the event.
            role: The role ``entity`` must play.
            entity: Tell only of events in which this one plays the role.

        Returns:
            A function that ends the observation.

        Raises:
            RegistrationError: The type is no event, a Query, or has no such role, or the observer
                cannot be called.
            UnknownEntityError: The entity is of another world, or gone.
        """
        self._stay_out_of_previews("observe()")
        return self._observers.observe(kind, observer, role, entity)

    def tap(self, tap: Tap) -> None:
        """Compile a tap into the chains.

        Raises:
            RegistrationError: The object is not a Tap, or one of its hooks is a coroutine or a
                generator, which would not run.
        """
        self._stay_out_of_previews("tap()")
        if not isinstance(tap, Tap):
            raise RegistrationError(f"tap({tap!r}): a tap is an instance of a class of Tap's")
        for hook in (tap.published, tap.handling, tap.handled, tap.settled):
            if runs_later(hook):
                raise RegistrationError(
                    f"{type(tap).__name__}.{hook.__name__} would not run when it is called: leave "
                    "out async and yield"
                )
        self._router.taps.append(tap)
        self._entities.forget_chains()

    def untap(self, tap: Tap) -> None:
        """Compile a tap out of the chains.

        Raises:
            RegistrationError: The tap was not given to ``tap()``.
        """
        self._stay_out_of_previews("untap()")
        if tap not in self._router.taps:
            raise RegistrationError(f"untap({tap!r}): that tap was not given to tap()")
        self._router.taps.remove(tap)
        self._entities.forget_chains()

    def plan(self, kind: type[Event], *entities: Entity | None) -> Plan:
        """Show the ordered chain of an event type for the entities in its roles.

        Args:
            kind: The event type.
            entities: One for each role, in the order the event declares them;
                roles not given stay empty, but for the enactor, which is the root.

        Raises:
            RegistrationError: The class is not an event type, or has fewer roles.
        """
        if not (is_class_of(kind, Event) and is_declared(kind)):
            raise RegistrationError(f"plan({kind!r}): {no_type(kind)}")
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
        """Refuse to be copied or pickled: observers, taps and chains cannot be.

        Raises:
            CopyError: Always.
        """
        raise CopyError(
            "a world cannot be copied or pickled: clone_world(world) makes another that goes on as "
            "it does, and save_world(world) writes it down; a simulation is cloned by its own "
            "clone(), if it has one, or by restoring what its save() gave"
        )

    def _tell_observers(self) -> None:
        guard = self._guard
        if guard is None:
            self._observers.tell(self._heard)
            return
        with guard.over_observers(self, self._heard):
            super()._tell_observers()

    def _undo_draws(self, drawn: Sequence[tuple[int, int]]) -> NoReturn:
        """Put streams back to where they were before a preview, and refuse what was drawn.

        Raises:
            DispatchError: Always.
        """
        names = []
        for stream, before in zip(self._streams.values(), drawn, strict=True):
            if _DRAWN(stream) != before:
                names.append(stream.name)
                stream._rewind(self.seed, *before)
        refuse_draw_in_preview(", ".join(map(repr, names)))

    def _stay_out_of_previews(self, what: str) -> None:
        """Refuse a change that is allowed anywhere but in a preview."""
        if self._current is self._previewing:
            rules.refuse_in_preview(what)

    def _stay_below_the_line(self, what: str) -> None:
        """Refuse to change the agenda above the commit line, or while another thread dispatches."""
        current = self._current
        if current is not None:
            if self._thread != get_ident():
                self.claim()
            rules.refuse_above_the_line(current, what)

    def _restructure(self, what: str) -> None:
        """Refuse a change of structure where none is allowed, and note one in flight."""
        current = self._current
        if current is not None:
            if self._thread != get_ident():
                self.claim()
            rules.refuse_above_the_line(current, what)
            self._pending = True
        elif self._guard is not None:
            self._guard.check(self)
            self._guard.remember(None)
        self._entities.keeping = current is not None

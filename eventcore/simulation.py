"""Simulation: a world driven by intents, which can be recorded, replayed and saved."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from difflib import get_close_matches
from functools import cached_property
from inspect import Parameter, getattr_static, signature
from pathlib import Path
from typing import Any, ClassVar, Final, Self, cast, get_type_hints

import attrs
import msgspec

from eventcore import __version__
from eventcore.codegen import per_class
from eventcore.component import Component
from eventcore.dispatch import rules
from eventcore.dispatch.debug import warn, warn_of_suspects
from eventcore.entity import Entity
from eventcore.errors import JournalError, RegistrationError, SaveError, UnknownEntityError
from eventcore.event import TURN, Event, Published, cascade, check_event_type
from eventcore.journal import Header, Journal, JournalWriter
from eventcore.outcome import CONTINUE, UNHANDLED
from eventcore.replay import Continuation, EventLog, Keyframes, Recorder, Source
from eventcore.replay.playback import Divergence
from eventcore.replay.segments import verify_segments
from eventcore.schema.hints import Unsavable, hints_of, is_object
from eventcore.schema.values import DAMAGED, check_value, encode, fields_of, reader_of, restorer
from eventcore.state.digest import Digest
from eventcore.state.saving import load_world, save_world
from eventcore.text import short_number, short_repr, there_is
from eventcore.time.clock import check_until, run
from eventcore.world import World

_PYTHON: Final = {"True": "true", "False": "false", "None": "null"}  # how JSON spells constants
_PAUSE: Final = 10  # the minimum number of turns between two pauses of a recorded run
_type_hints: Final = per_class(get_type_hints)


@attrs.frozen
class Run:
    """An intent that lets time pass.

    Attributes:
        until: The time to stop at, in units. If None, time passes until nothing is scheduled.
        turn: If given, time stops after the first event on or after this turn.
    """

    until: int | None = None
    turn: int | None = None

    def __str__(self) -> str:
        if self.turn is not None:
            return f"Run to turn {self.turn}"
        return "Run" if self.until is None else f"Run until {self.until}"


class Simulation:
    """A world driven by intents, which can be recorded, replayed, saved and varied.

    A subclass sets ``components`` and ``intents``, may set ``turn_length``, and defines ``setup``::

        class Clinic(Simulation):
            components = [Patient, Doctor]
            intents = [Arrive]

            def setup(self, doctors: int = 2) -> None:
                for _ in range(doctors):
                    self.world.spawn(Doctor())


        with Clinic.record("day.jsonl", seed=1, doctors=3) as clinic:
            clinic.perform(Arrive, "Ann")
        assert Clinic.verify("day.jsonl") is None

    Attributes:
        components: The component classes of the world, in order.
        intents: The classes of the intents that can be performed. ``Run`` is always included. Use
            event classes, frozen attrs classes, dataclasses or msgspec structs. If you change the
            fields of a class, increase its ``version`` attribute (default 1).
        turn_length: The number of time units in a turn.
        game: The name of the simulation in journals; by default the name of the class.
        version: The version of the simulation, as written to the header of its journals.
        digest: The running digest of the world.
        parameters: The arguments of ``setup``, including default values.
    """

    components: ClassVar[Sequence[type[Component]]] = ()
    intents: ClassVar[Sequence[type[Any]]] = ()
    turn_length: ClassVar[int] = TURN
    game: ClassVar[str] = ""
    version: ClassVar[str] = ""

    world: World
    digest: Digest
    parameters: Mapping[str, Any]
    _saved: Mapping[str, Any]  # in a replay, only the parameters that the recording had
    _recorder: Recorder | None = None
    _closed: str = ""  # the path of the journal, after the recording has ended
    _performing: bool = False
    _in_block: bool = False  # whether an open ``with`` block will call ``warn_of_suspects``

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        init, given = signature(cls.__init__).parameters, cast("Any", cls.intents)
        is_static = isinstance(getattr_static(cls, "name"), staticmethod)
        is_list = isinstance(given, Collection) and all(isinstance(kind, type) for kind in given)
        passes_watch = "watch" in init or Parameter.VAR_KEYWORD in [p.kind for p in init.values()]
        for name, fits, remedy in (
            ("perform", "perform" not in vars(cls), "override act(), so that perform() can record"),
            ("__init__", passes_watch, "define setup() instead, which fills self.world"),
            ("game", isinstance(cls.game, str), "set a str"),
            ("version", isinstance(cls.version, str), 'set a str, such as "1"'),
            ("intents", is_list, "set a list of classes"),
            ("name", is_static, "make it a @staticmethod that takes (entity, world)"),
        ):
            if not fits:
                raise RegistrationError(f"{cls.__name__}.{name}: {remedy}")
        for name in ("components", "intents", "setup", "turn_length", "summary", "picture"):
            similar = get_close_matches(name, vars(cls), n=1, cutoff=0.85)
            is_default = getattr(cls, name, None) is getattr(Simulation, name, None)
            if similar and name not in vars(cls) and is_default:
                raise RegistrationError(f"{cls.__name__}.{similar[0]}: did you mean {name}?")
        taken = {*signature(Simulation.__init__).parameters, *signature(cls.record).parameters}
        for parameter in signature(cls.setup).parameters.values():
            if parameter.name in taken - {"self", "parameters"}:
                raise RegistrationError(
                    f"{cls.__name__}.setup({parameter}): {parameter.name} is already an argument "
                    "of the simulation itself or of record(): rename the parameter"
                )
            if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
                raise RegistrationError(
                    f"{cls.__name__}.setup({parameter}): journals store each parameter by its "
                    f"name: replace {parameter} with named parameters"
                )

    def __init__(
        self,
        seed: int = 0,
        *,
        debug: bool = False,
        mute: Collection[str] = (),
        watch: Callable[[World], object] | None = None,
        **parameters: Any,
    ) -> None:
        """Create the world, and call ``setup`` to fill it.

        Args:
            seed: The seed of the world's random streams.
            debug: Whether the world checks every dispatch for forbidden changes of state.
            mute: Handlers to leave out, written as ``Component.method``.
            watch: A function to call with the world before ``setup``, for example to add a tap.
            parameters: The arguments of ``setup``.

        Raises:
            RegistrationError: The arguments do not fit ``setup``, or one of them cannot be stored
                as JSON.
        """
        cls = type(self)
        try:
            self._saved = given = cls._arguments(parameters)
        except ValueError as error:
            raise RegistrationError(f"{cls.__name__}.{error}") from None
        self.parameters = deepcopy(given)  # users may change it; the journal needs the original
        self.world = World(
            seed=seed,
            components=cls.components_for(**deepcopy(given)),
            debug=debug,
            mute=mute,
            turn_length=cls.turn_length,
        )
        self.digest = Digest(self.world)
        if watch is not None:
            watch(self.world)
        self.setup(**deepcopy(given))

    def __repr__(self) -> str:
        named = f"{type(self).__name__} seed={short_number(self.world.seed)}"
        return repr(self.world).replace("World", named, 1)

    # For subclasses to override

    def setup(self) -> None:
        """Fill the world. Journals record the parameters, and ``what-if --set`` changes them."""

    @classmethod
    def components_for(cls, **parameters: Any) -> Sequence[type[Component]]:
        """Return the component classes of the world, given the parameters of ``setup``.

        Override this method if the classes depend on a parameter, for example on the mods in use.
        """
        return cls.components

    def act(self, intent: Any) -> Any:
        """Carry out an intent: publish an event, or run the clock for ``Run``.

        Override this method to do more, such as advancing the turn, or to carry out intents other
        than events.

        Returns:
            The event, or another object with a ``failed`` attribute.
        """
        if isinstance(intent, Run):
            last, agenda = intent.turn, self.world.agenda
            stop = None if last is None else lambda: agenda._turn >= last
            return run(self.world, intent.until, stop=stop)
        if isinstance(intent, Published):
            return self.world.publish(intent)
        name, kind = type(self).__name__, type(intent).__name__
        raise RegistrationError(f"{name} cannot carry out {kind}: override act() to do so")

    def restored(self) -> None:
        """Set the attributes that ``setup`` sets. ``restore`` calls this after loading a save.

        If the save may come from earlier rules, also attach the components that the save lacks.
        """

    @property
    def actor(self) -> Entity:
        """The enactor of events that ``perform`` creates; by default the world's root."""
        return self.world.root

    @staticmethod
    def name(entity: Entity, world: World) -> str:
        """Return an entity's name for the tools. If the name is empty, the tools show the id."""
        return ""

    # Performing

    def perform(self, intent: Any, *fields: Any, **named: Any) -> Any:
        """Carry out an intent. If a journal is open, record the intent first.

        Args:
            intent: The intent, or its class followed by its fields: ``perform(Arrive, "Ann")``.
                The enactor of an event created this way is ``actor``.
            fields: The fields of the intent, by position.
            named: The fields of the intent, by name.

        Returns:
            The result of ``act``.

        Raises:
            RegistrationError: The class is not listed in ``intents``.
            TypeError: The class does not have the given fields.
            UnknownEntityError: A field of the intent holds an entity that has left the world, and
                the event would not fail with ``"gone"``.
            JournalError: The intent could not be recorded, so it was not carried out.
        """
        if isinstance(intent, type):
            enactor = (self.actor,) if issubclass(intent, Event) else ()
            intent = intent(*enactor, *fields, **named)
            result = self.perform(intent)
            if enactor == (self.world.root,):
                _warn_of_actor(intent, self.world)
            return result
        if fields or named:
            raise RegistrationError(f"perform({intent!r}, …): pass fields only with a class")
        if self._closed:
            raise JournalError(
                f"{self._closed}: the recording has ended, so {intent!r} would not be recorded: "
                f"continue the journal with {type(self).__name__}.resume({self._closed!r})"
            )
        if self._recorder is None or self._performing:
            self._check_intent(intent)
            return self.act(intent)
        self._performing = True
        try:
            return self._recorder.perform(intent)
        finally:
            self._performing = False

    def run(self, until: int | None = None) -> None:
        """Perform ``Run``: run the clock up to a time, in units, or until nothing is scheduled.

        Unless the class overrides ``act``, a recorded run is split into several intents.

        In debug mode, if no time is given, warn about handlers that have never run because their
        entities had other roles. In a ``with`` block, the warnings appear at the end of the block.
        """
        for part in self._parts(until):
            self.perform(part)
        if until is None and not self._in_block:
            warn_of_suspects(self.world)

    def _parts(self, until: int | None) -> Iterator[Run]:
        """Yield the intents of a run. In a recording, each one ends when a digest is affordable."""
        world, turn, turns = self.world, self.world.turn, _PAUSE
        last = 0 if until is None else until // world.turn_length
        is_split = self._recorder is not None and type(self).act is Simulation.act
        while is_split and (world.agenda.scheduled() if until is None else turn + turns < last):
            turn, before = turn + turns, world.sequence
            yield Run(None, turn) if until is None else Run(turn * world.turn_length)
            events, enough = world.sequence - before, max(2_000, 4 * len(world._entities.by_id))
            turns = max(_PAUSE, turns * enough // max(events, enough // 4))
            is_split = until is not None or world.turn >= turn  # otherwise, nothing is left to do
        yield Run(until)

    def encode(self, intent: Any) -> tuple[str, int, msgspec.Raw]:
        """Return the name of an intent, the version of its fields, and the fields as JSON."""
        self._check_intent(intent)
        kind = type(intent)
        # Raise the errors that act() would raise at once, so that the intent is not recorded.
        if isinstance(intent, Published):
            check_event_type("perform", kind)
            rules.check_event(intent)
            self.world._router.plan_of(intent)  # raises an error for entities of other worlds
            rules.refuse_foreign_fields(intent, self.world._router)
        elif isinstance(intent, Run):
            check_until(self.world, intent.until)
        elif type(self).act is Simulation.act:
            self.act(intent)  # raises an error, because it does not know the class
        name, version = kind.__name__, _version(kind)
        data = encode(fields_of(intent) if isinstance(intent, Event) else intent)
        try:
            _check_equal(intent, self.decode(name, version, data))
        except (JournalError, Unsavable) as error:
            raise JournalError(f"a replay could not read this intent: {error}") from None
        return name, version, msgspec.Raw(data)

    def decode(self, name: str, version: int, data: bytes) -> Any:
        """Return the intent that a journal record contains.

        Raises:
            JournalError: The intent is unknown, or its fields are wrong.
        """
        known = _intents_of(type(self))
        kind = known.get(name)
        if kind is None:
            raise JournalError(f"no intent is called {short_repr(name)}")
        if version != _version(kind):
            raise JournalError(
                f"{name} has version {version}, but this program reads version {_version(kind)}"
            )
        try:
            if issubclass(kind, Event):
                try:
                    return reader_of(kind)(data, self._restore)
                except SaveError:
                    gone = reader_of(kind)(data, restorer({Entity: self._departed}))
                    if not self.world._router.plan_of(gone).gone:
                        raise
                    return gone
            intent = msgspec.json.decode(data, type=kind, dec_hook=self._restore)
            if unknown := {*msgspec.json.decode(data, type=dict)} - _fields_of(kind):
                raise ValueError(f"unknown field {short_repr(min(unknown))}")
            return intent
        except SaveError as error:
            raise JournalError(str(error)) from None
        except DAMAGED as error:
            raise JournalError(f"{name}: {error}") from None

    @cached_property
    def _restore(self) -> Any:
        return restorer({Entity: lambda number: self.world[number]})  # the world may be replaced

    def _departed(self, number: int) -> Entity:
        # No handler runs for an event that fails with "gone", so the entity needs no components.
        entities = self.world._entities
        if number in entities.by_id or number not in range(1, entities.next_id):
            return self.world[number]
        entity = Entity(number)
        entity._archetype = entities.membership.archetype((), (), gone=True)
        entity._chains = entity._archetype.chains
        return entity

    def _check_intent(self, intent: Any) -> None:
        name, known = type(intent).__name__, _intents_of(type(self))
        if known.get(name) is not type(intent):
            raise RegistrationError(
                f"{name} is not an intent of {type(self).__name__}: list its class in intents; "
                f"{there_is(name, known)}"
            )
        for field, held in fields_of(intent).items() if isinstance(intent, Event) else ():
            if isinstance(held, Entity) and not held.alive:
                rules.check_event(intent)
                if not self.world._router.plan_of(intent).gone:
                    raise UnknownEntityError(
                        f"{name}.{field} has left the world, so {name} could not be replayed: "
                        "perform it only while the entity is alive"
                    )

    # Recording, saving and replaying

    @property
    def header(self) -> Header:
        """The header for a journal of this simulation."""
        cls = type(self)
        return Header(
            cls.game or cls.__name__,
            __version__,
            self.world.seed,
            content="",
            chains=Header.chains_of(self.world.components),
            version=cls.version,
            code=Header.code_of(cls, *self.world.components),
            setup={**self._saved},
            handlers=Header.handlers_of(self.world.components),
        )

    @classmethod
    def record(
        cls,
        path: Path | str,
        seed: int = 0,
        *,
        events: bool = False,
        overwrite: bool = False,
        debug: bool = False,
        **parameters: Any,
    ) -> Self:
        """Create a simulation that writes each intent to a new journal before carrying it out.

        Use the simulation as a context manager, or call ``close`` at the end.

        Args:
            path: The path of the journal. The folder is created if necessary.
            seed: The seed of the world's random streams.
            events: Whether to record every settled event too, so that ``verify`` can name the
                event and the field that differ.
            overwrite: Whether to replace an existing journal.
            debug: Whether to check every dispatch for forbidden changes of state.
            parameters: The arguments of ``setup``.

        Raises:
            JournalError: The file already exists or cannot be written.
        """
        for name in {"mute", "watch"} & parameters.keys():
            raise RegistrationError(f"{cls.__name__}.record() cannot store {name} in a journal")
        logs: list[EventLog] = []
        watch = (lambda world: logs.append(EventLog(world, cls.name))) if events else None
        self = cls(seed, debug=debug, watch=watch, **parameters)
        log = logs[0] if logs else None
        names = {} if log is None else log.name_all()
        header = attrs.evolve(self.header, events=events, names=names)
        writer = JournalWriter.create(path, header, overwrite=overwrite)
        with suppress(OSError):
            Path(f"{path}.keys").unlink()  # the saved states of an earlier recording
        self._recorder = Recorder(self, writer, log, keyframes=Keyframes.beside(Path(path)))
        return self

    @classmethod
    def resume(cls, path: Path | str, *, upgrade: bool = False) -> Self:
        """Replay a journal to its end, and continue the recording.

        If the rules have changed, write a record of type ``upgrade``. This record contains the
        state from which the new rules apply.

        Args:
            path: The path of the journal.
            upgrade: Whether to continue from the newest restorable state if the replay differs or
                an intent cannot be replayed. The intents after that state are then lost.

        Raises:
            JournalError: The journal cannot be read, the replay differs and ``upgrade`` is False,
                or no state can be restored.
        """
        path = Path(path)
        journal, keyframes = Journal.read(path), Keyframes.beside(path)
        with journal.errors_named():
            source = cls.source(journal)
            fresh = cast("Self", source.begin())
            found = Continuation.find(journal, source, keyframes, fresh.header.rules)
            if found.differs and not upgrade:
                turn = found.simulation.world.turn
                raise JournalError(
                    f"{found.reason}; to continue from turn {turn} under the current rules, "
                    f"pass upgrade=True, which loses {found.lost} intent{'s' * (found.lost != 1)}"
                )
        self = cast("Self", found.simulation)
        if found.reason:
            self._saved = deepcopy(self.parameters)  # the upgrade also saves the new parameters
            # If no state was restored, the whole run used the current setup.
            is_restored = found.differs or any(record.is_upgrade for record in journal.records)
            lacking = _not_attached(fresh.world, self.world, journal.last_header)
            changed = _not_scheduled(fresh.world, self.world)
            for differs in filter(None, (lacking, changed) if is_restored else ()):
                warnings.warn(
                    f"{path}: {cls.__name__}.setup() runs only at the start of a run. It {differs}",
                    RuntimeWarning,
                    stacklevel=2,
                )
        self._recorder = found.recorder(path, keyframes)
        return self

    @classmethod
    def verify(cls, path: Path | str) -> Divergence | None:
        """Replay a journal, and return the first difference from the recording, or None.

        Differences before the last upgrade of the journal are ignored. If the journal contains
        events, the returned difference names an event, a field and the intent.

        Raises:
            JournalError: The journal cannot be read, belongs to another simulation, or has a
                damaged or incomplete line, and the replay is the same up to this line.
        """
        journal = Journal.read(Path(path), events=True)
        with journal.errors_named():
            last = verify_segments(cls.source(journal), journal)[-1]
            error = last.raised or last.unreadable or (not last.divergence and journal.problem)
            if error:
                raise error
        return last.divergence

    def close(self) -> None:
        """End the recording, if any. You can still read or save the state, but not change it.

        In debug mode, warn about handlers that have never run because their entities had other
        roles.
        """
        self.__exit__(None, None, None)

    def __enter__(self) -> Self:
        self._in_block = True
        return self

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        recorder, self._recorder, self._in_block = self._recorder, None, False
        if recorder is not None:
            self._closed = str(recorder.writer.path)
            recorder.close()
        if error is None:  # a warning turned into an error would hide this error
            warn_of_suspects(self.world)

    def save(self) -> bytes:
        """Return the whole state as bytes, which ``restore`` accepts."""
        parts = {
            "world": msgspec.Raw(save_world(self.world)),
            "digest": self.digest.state(),
            "parameters": self._saved,
        }
        return msgspec.json.encode(parts, order="deterministic")

    @classmethod
    def restore(cls, saved: bytes) -> Self:
        """Create a simulation from the bytes that ``save`` returned.

        Raises:
            SaveError: The bytes are not a save of this simulation.
        """
        try:
            parts = msgspec.json.decode(saved, type=dict[str, msgspec.Raw])
            world, digest, parameters = (parts[name] for name in ("world", "digest", "parameters"))
        except (msgspec.DecodeError, KeyError) as error:
            raise SaveError(f"this is not a save of {cls.__name__}: {error}") from None
        self = cls.__new__(cls)
        named = msgspec.json.decode(parameters)
        given = cls._arguments(named)
        self._saved = {name: given[name] for name in named}
        self.parameters = deepcopy(given)
        components = cls.components_for(**deepcopy(given))
        self.world = load_world(bytes(world), components=components)
        self.digest = Digest(self.world)
        self.digest.restore(msgspec.json.decode(digest))
        self.restored()
        return self

    @classmethod
    def source(cls, journal: Journal) -> Source:
        """Return the ``Source`` that the tools use to create the simulation of a journal.

        Raises:
            JournalError: The journal belongs to another simulation, or its parameters do not fit
                ``setup``.
        """
        header = journal.header
        game = cls.game or cls.__name__
        if header.game not in ("", game):  # accept a header without a name
            raise JournalError(f"this is a journal of {header.game!r}, not of {game!r}")
        try:
            parameters = cls._arguments(header.setup)
        except ValueError as error:
            raise JournalError(
                f"{error} (setup must accept the parameters of its journals: keep a renamed "
                "parameter under its old name too, and give each new parameter a default)"
            ) from None

        def begin(watch: Callable[[World], object] | None = None) -> Simulation:
            self = cls(header.seed, watch=watch, **parameters)
            self._saved = {name: parameters[name] for name in header.setup}
            return self

        def varied(
            *, mute: Sequence[str] = (), changes: Sequence[str] = (), debug: bool = False
        ) -> Simulation:
            changed = parameters
            for change in changes:
                name, equals, text = change.partition("=")
                if not equals:
                    raise ValueError(f"{change!r}: write NAME=VALUE for a parameter of setup")
                value: Any = text
                with suppress(msgspec.DecodeError):
                    value = msgspec.json.decode(_PYTHON.get(text, text))
                changed = cls._arguments({**changed, name: value})
            return cls(header.seed, mute=mute, debug=debug, **changed)

        return Source(
            begin,
            cls.restore,
            begin_watched=begin,
            begin_varied=varied,
            name=None if cls.name is Simulation.name else cls.name,
        )

    @classmethod
    def _arguments(cls, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return all arguments of ``setup`` as a replay reads them, or raise ValueError."""
        _, *parameters = signature(cls.setup).parameters.values()  # without ``self``
        known = {parameter.name: parameter.default for parameter in parameters}
        kinds, arguments, restore = _type_hints(cls.setup), dict[str, Any](), restorer({})
        for name in given:
            if name not in known:
                raise ValueError(f"setup has no parameter {name!r}; {there_is(name, known)}")
        for name, default in known.items():
            value, kind = given.get(name, default), kinds.get(name, Any)
            if value is Parameter.empty:
                raise ValueError(f"setup needs a value for the parameter {name!r}")
            replayed: Any = Parameter.empty
            try:
                with suppress(msgspec.ValidationError):  # for a float parameter, 1 becomes 1.0
                    value = msgspec.convert(value, kind, dec_hook=restore)
                encode(value)  # raise an error that says which types JSON can represent
                data = msgspec.json.encode(value)
                with suppress(msgspec.ValidationError):
                    replayed = msgspec.json.decode(data, type=kind, dec_hook=restore)
                if value != replayed or type(value) is not type(replayed):
                    check_value(kind, value)
            except (TypeError, ValueError) as error:
                reason = str(error).replace("the field", "the parameter")
                raise ValueError(f"setup({name}={value!r}): {reason}") from None
            arguments[name] = replayed
        return arguments


def _not_scheduled(fresh: World, world: World) -> str:
    """Describe recurring events of setup that a world publishes at other intervals only."""
    there = _intervals(world)
    changed = {n: every - there[n] for n, every in _intervals(fresh).items() if n in there}
    named = [f"{name} every {each}" for name, every in changed.items() for each in sorted(every)]
    others = "such events recur at other intervals in this run: reschedule them in an intent"
    return f"schedules {', '.join(named)}, but {others}" if named else ""


def _intervals(world: World) -> dict[str, set[str]]:
    found = dict[str, set[str]]()
    for each in world.agenda.scheduled():
        if each._recurrence is not None:
            found.setdefault(type(each.event).__name__, set()).add(str(each._recurrence.interval))
    return found


def _not_attached(fresh: World, world: World, header: Header) -> str:
    """Describe the component classes that setup attaches, but that no entity of a world has.

    Leave out classes whose entities have left the world. ``header`` describes the earlier rules.
    """
    held = {part._declared_ for entity in world for part in entity.components}
    known, living = header.handlers, {entity.id for entity in world}
    found = dict[str, None]()
    for entity in fresh:
        for cls in [part._declared_ for part in entity.components]:
            is_new = bool(known) and cls.__name__ not in known
            if cls not in held and (is_new or entity.id in living):
                found[cls.__name__] = None
    lacking = "but no entity of this run has such a component: attach it in restored() too"
    return f"attaches {', '.join(found)}, {lacking}" if found else ""


@per_class
def _intents_of(cls: Any) -> dict[str, type[Any]]:
    return {kind.__name__: kind for kind in (*cls.intents, Run)}


@per_class
def _fields_of(kind: Any) -> frozenset[str]:
    shape: Any = msgspec.inspect.type_info(kind)
    return frozenset(field.encode_name for field in shape.fields)


def _check_equal(intent: Any, decoded: Any) -> None:
    """Raise ``Unsavable`` if a replay would read other values, such as ids instead of entities."""
    kind: Any = type(intent)
    hints = hints_of(kind) if issubclass(kind, Event) or is_object(kind) else _type_hints(kind)
    for name, hint in hints.items():
        value = getattr(intent, name)
        later = getattr(decoded, name, value)  # decode() may be overridden
        same_class = type(value) is type(later) or type(later) is float
        if value != later or not same_class:  # objects of a class with eq=False always differ
            try:
                check_value(hint, value)
            except Unsavable as error:
                raise Unsavable(f"{kind.__name__}.{name}: {error}") from None


def _version(kind: type[Any]) -> int:
    version = getattr(kind, "version", 1)
    return version if type(version) is int else 1  # a field of a slotted class is a descriptor


def _warn_of_actor(event: Any, world: Any) -> None:
    """Warn if an event had no effect because ``world.root`` enacted it."""
    guard, kind = world._guard, type(event)
    entities = [getattr(event, role) for role in event._roles_]
    if guard is None or (event.reason != UNHANDLED and world.plan(kind, *entities).steps):
        return
    for cls in world.components if event.outcome is not CONTINUE else ():
        has_role = any(entity is not None and cls in entity for entity in entities)
        for handler in cls._handlers_ if world.roster(cls) and not has_role else ():
            is_own = handler.via == "self" and handler.role == "enactor"
            is_muted = handler.label in world._router.muted
            if issubclass(kind, handler.kind) and is_own and not is_muted | (handler in guard.ran):
                guard.ran.add(handler)  # warn only once
                warn(
                    f"{handler} has not run: no entity of {cascade(event)} has {cls.__name__}. "
                    f"perform({kind.__name__}) uses actor, by default world.root; override actor, "
                    f"or pass the event, as in perform({kind.__name__}(entity))"
                )

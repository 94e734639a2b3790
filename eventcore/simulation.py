"""Simulation: a world that intents drive, with all that recording and replaying it takes.

A subclass lists its components and its intents and writes ``setup``. Everything else has a default:
performing an intent, the journal's header, the encoding of intents, saves, and the source that the
tools make simulations from.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from inspect import signature
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Self, cast, get_type_hints

import attrs
import msgspec

from eventcore import __version__
from eventcore.component import Component
from eventcore.dispatch.order import handlers_fingerprint
from eventcore.entity import Entity
from eventcore.errors import JournalError, RegistrationError, SaveError, UnknownEntityError
from eventcore.event import TURN, Action, Broadcast, Change, Event, Notice
from eventcore.journal import INTENT, Header, Journal, JournalWriter, code_fingerprint, read_journal
from eventcore.replay import (
    Divergence,
    EventLog,
    Keyframes,
    Playback,
    Recorder,
    Source,
    Variation,
    verify,
)
from eventcore.schema.encoding import encode, fields_of
from eventcore.schema.reading import read_one, restorer
from eventcore.state.digest import Digest
from eventcore.state.saving import load_world, save_world
from eventcore.text import there_is
from eventcore.time.clock import run
from eventcore.world import World


@attrs.frozen
class Run:
    """The intent to let time pass.

    Attributes:
        until: The time at which to stop, in units; None for when nothing is left to happen.
    """

    until: int | None = None


class Simulation:
    """A world that intents drive, which can be recorded, replayed, saved and varied.

    A subclass sets ``components``, ``intents`` and perhaps ``turn_length``, and writes ``setup``:

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
        intents: The classes of the intents from outside: actions, which are published, or frozen
            attrs classes, dataclasses and msgspec structs, for which ``act`` must be overridden.
            ``Run`` is always one of them.
        turn_length: How many units of time a turn has.
        game: What journals call the simulation; the name of the class by default.
        version: The version of the simulation, for the header of its journals.
        world: The world.
        digest: The digest of all that happened in it.
        parameters: What ``setup`` was called with, defaults included.
    """

    components: ClassVar[Sequence[type[Component]]] = ()
    intents: ClassVar[Sequence[type[Any]]] = ()
    turn_length: ClassVar[int] = TURN
    game: ClassVar[str] = ""
    version: ClassVar[str] = ""

    world: World
    digest: Digest
    parameters: Mapping[str, Any]
    _recorder: Recorder | None = None
    _performing: bool = False

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "perform" in vars(cls):
            raise RegistrationError(
                f"{cls.__name__}.perform: override act() instead, which perform() calls once the "
                "intent is recorded"
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
        """Make the world and set it up.

        Args:
            seed: The seed of the world's random streams.
            debug: Whether the world checks every dispatch.
            mute: Handlers to leave out, each as ``Component.method``.
            watch: Called with the world before ``setup``, to tap it from the first event on.
            parameters: What ``setup`` is called with.

        Raises:
            TypeError: ``setup`` has no such parameter, or lacks one, or a journal cannot hold its
                value.
        """
        cls = type(self)
        try:
            bound = signature(self.setup).bind(**parameters)
        except TypeError as error:
            raise TypeError(f"{cls.__name__}.setup: {error}") from None
        bound.apply_defaults()
        self.parameters = dict(bound.arguments)
        for name, value in self.parameters.items():
            try:
                encode(value)
            except TypeError as error:
                raise TypeError(f"{cls.__name__}.setup({name}={value!r}): {error}") from None
        self.world = World(
            seed=seed,
            components=cls.components,
            debug=debug,
            mute=mute,
            turn_length=cls.turn_length,
        )
        self.digest = Digest(self.world)
        if watch is not None:
            watch(self.world)
        self.setup(**self.parameters)

    # What a subclass writes

    def setup(self) -> None:
        """Fill the world. Its parameters are recorded, and ``what-if --set`` changes them."""

    def act(self, intent: Any) -> Any:
        """Carry out an intent: publish an action, or let time pass for ``Run``.

        Override it to do more, such as to advance the turn, or for intents that are no actions.

        Returns:
            What became of the intent: the event, or anything else with ``failed``.
        """
        if isinstance(intent, Run):
            return run(self.world, intent.until)
        if isinstance(intent, Action | Change | Notice | Broadcast):
            return self.world.publish(intent)
        name, kind = type(self).__name__, type(intent).__name__
        raise TypeError(f"{name} does not know what {kind} does: it is no event; override act()")

    def restored(self) -> None:
        """Find again what ``setup`` keeps in attributes, after the world was loaded from a save."""

    @property
    def actor(self) -> Entity:
        """The enactor of events that are performed by class; the world's root by default."""
        return self.world.root

    def bot(self) -> Any:
        """Return the next intent of a bot, which ``eventcore demo`` plays with; None to stop."""
        return None

    @staticmethod
    def name(entity: Entity, world: World) -> str:
        """Return what the tools call an entity; empty for its number."""
        return ""

    # Performing

    def perform(self, intent: Any, *fields: Any, **named: Any) -> Any:
        """Record an intent, if a journal is kept, and carry it out.

        Args:
            intent: The intent; or the class of one, which is made of the fields. An event is then
                enacted by ``actor``: ``perform(Arrive, "Ann")``.
            fields: The fields of the intent, by position.
            named: The fields of the intent, by name.

        Returns:
            What ``act`` returns.

        Raises:
            TypeError: The class of the intent is not listed in ``intents``, or has other fields.
            UnknownEntityError: The intent names an entity that is not in the world any more.
            JournalError: The intent cannot be recorded; then it was not carried out either.
        """
        if isinstance(intent, type):
            by = (self.actor,) if issubclass(intent, Event) else ()
            intent = intent(*by, *fields, **named)
        elif fields or named:
            raise TypeError(f"perform({intent!r}, …): fields follow the class of an intent only")
        if self._recorder is None or self._performing:
            self._kind(type(intent).__name__, type(intent))
            return self.act(intent)
        self._performing = True
        try:
            return self._recorder.perform(intent)
        finally:
            self._performing = False

    def run(self, until: int | None = None) -> None:
        """Let time pass up to a time, in units, or until nothing is left to happen.

        It is an intent like any other: it is recorded.
        """
        self.perform(Run(until))

    def encode(self, intent: Any) -> tuple[str, int, msgspec.Raw]:
        """Return the name of an intent, the version of its fields, and the fields as JSON."""
        kind = self._kind(type(intent).__name__, type(intent))
        if isinstance(intent, Event):
            for role in intent._roles_:
                entity = getattr(intent, role)
                if entity is not None and not (entity.alive and self.world[entity.id] is entity):
                    raise UnknownEntityError(
                        f"{kind.__name__}.{role}: {entity!r} is not in this simulation's world"
                    )
            return kind.__name__, 1, msgspec.Raw(encode(fields_of(intent)))
        return kind.__name__, 1, msgspec.Raw(encode(intent))

    def decode(self, name: str, version: int, data: bytes) -> Any:
        """Return the intent of a record.

        Raises:
            JournalError: There is no such intent, or its fields are wrong.
        """
        try:
            kind = self._kind(name)
        except TypeError as error:
            raise JournalError(str(error)) from None
        restore = restorer({Entity: self.world.__getitem__})
        try:
            fields = msgspec.json.decode(data)
            if issubclass(kind, Event):
                return read_one(kind, fields, restore)
            return msgspec.convert(fields, kind, dec_hook=restore)
        except (msgspec.DecodeError, LookupError, SaveError, TypeError, ValueError) as error:
            raise JournalError(f"{name}: {error}") from None

    def _kind(self, name: str, kind: type[Any] | None = None) -> type[Any]:
        """Return the class of intents of a name; ``kind`` is the class it must be, if known."""
        known = {one.__name__: one for one in (*type(self).intents, Run)}
        found = known.get(name)
        if found is None or (kind is not None and found is not kind):
            raise TypeError(
                f"{name} is no intent of {type(self).__name__}: list its class in intents; "
                f"{there_is(name, [*known])}"
            )
        return found

    # Recording, saving and replaying

    @property
    def header(self) -> Header:
        """What a journal of the simulation begins with."""
        cls = type(self)
        return Header(
            cls.game or cls.__name__,
            __version__,
            self.world.seed,
            content="",
            chains=handlers_fingerprint(cls.components),
            version=cls.version,
            code=code_fingerprint(cls, *cls.components),
            setup={**self.parameters},
        )

    @classmethod
    def record(
        cls,
        path: Path | str,
        seed: int = 0,
        *,
        events: bool = False,
        overwrite: bool = False,
        **parameters: Any,
    ) -> Self:
        """Make a simulation that writes each intent to a new journal before carrying it out.

        Use it as a context manager, or call ``close`` at the end.

        Args:
            path: The journal; a name that ends in ``.gz`` or ``.zst`` has it compressed.
            seed: The seed of the world's random streams.
            events: Whether to write down every settled event too, so that a replay that differs
                can name the event and the field.
            overwrite: Whether to replace a journal that exists already.
            parameters: What ``setup`` is called with.

        Raises:
            JournalError: The file exists already or cannot be written.
        """
        logs: list[EventLog] = []
        watch = (lambda world: logs.append(EventLog(world, cls.name))) if events else None
        self = cls(seed, watch=watch, **parameters)
        log = logs[0] if logs else None
        header = self.header
        if log is not None:
            header = attrs.evolve(header, events=True, names=log.name_all())
        if overwrite:
            try:
                Path(path).unlink(missing_ok=True)
            except OSError as error:
                raise JournalError(f"{path}: cannot be replaced: {error.strerror}") from None
        writer = JournalWriter.create(path, header)
        self._recorder = Recorder(self, writer, log, keyframes=Keyframes.beside(Path(path)))
        return self

    @classmethod
    def resume(cls, path: Path | str) -> Self:
        """Play a journal to its end, and go on with it.

        Raises:
            JournalError: The journal cannot be read, or the simulation has parted from it.
        """
        path = Path(path)
        journal = read_journal(path)
        source = cls.source(journal)
        self: Any
        self, log = source.logged() if journal.header.events else (source.begin(), None)
        playback = Playback(self, journal)
        while playback.divergence is None and playback.step():
            # The writer cuts off the events of an intent at the very end, and is given them anew.
            if log is not None and (
                playback.position < playback.length or journal.records[-1].kind != INTENT
            ):
                log.take()
        if playback.divergence is not None:
            raise JournalError(f"{path}: {playback.divergence}")
        writer = JournalWriter.resume(path, journal)
        self._recorder = Recorder(
            self, writer, log, records=len(journal.records), keyframes=Keyframes.beside(path)
        )
        return cast("Self", self)

    @classmethod
    def verify(cls, path: Path | str) -> Divergence | None:
        """Replay a journal from its beginning and compare it with what was recorded.

        Returns:
            None if the replay is the same, otherwise where it first differs.

        Raises:
            JournalError: The journal cannot be read, or is of another simulation.
        """
        journal = read_journal(Path(path))
        return verify(cls.source(journal).begin(), journal)

    def close(self) -> None:
        """End the recording, if there is one. The simulation can be used further."""
        recorder, self._recorder = self._recorder, None
        if recorder is not None:
            recorder.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def save(self) -> bytes:
        """Return the whole state, for ``restore``."""
        parts = {
            "world": msgspec.Raw(save_world(self.world)),
            "digest": self.digest.state(),
            "parameters": self.parameters,
        }
        return msgspec.json.encode(parts, order="deterministic")

    @classmethod
    def restore(cls, saved: bytes) -> Self:
        """Make a simulation of a save.

        Raises:
            SaveError: It is no save of this version.
        """
        try:
            parts = msgspec.json.decode(saved, type=dict[str, msgspec.Raw])
            world, digest, parameters = (parts[name] for name in ("world", "digest", "parameters"))
        except (msgspec.DecodeError, KeyError) as error:
            raise SaveError(f"this is no save of {cls.__name__}: {error}") from None
        self = cls.__new__(cls)
        self.parameters = cls._converted(msgspec.json.decode(parameters))
        self.world = load_world(bytes(world), components=cls.components)
        self.digest = Digest(self.world)
        self.digest.restore(msgspec.json.decode(digest))
        self.restored()
        return self

    @classmethod
    def source(cls, journal: Journal) -> Source:
        """Return what the tools make the simulations of a journal from.

        Raises:
            JournalError: The journal is of another simulation, or has other parameters than
                ``setup`` takes.
        """
        header = journal.header
        game = cls.game or cls.__name__
        if header.game not in ("", game):  # empty where a bot is to begin a new one
            raise JournalError(f"is a journal of {header.game!r}, not of {game!r}")
        try:
            parameters = cls._converted(header.setup)
        except ValueError as error:
            raise JournalError(str(error)) from None

        def varied(variation: Variation) -> Simulation:
            changed = cls._changed(parameters, variation.changes)
            return cls(header.seed, mute=variation.mute, debug=variation.debug, **changed)

        return Source(
            lambda: cls(header.seed, **parameters),
            cls.restore,
            begin_watched=lambda watch: cls(header.seed, watch=watch, **parameters),
            begin_varied=varied,
            bot=None if cls.bot is Simulation.bot else cls.bot,
            name=None if cls.name is Simulation.name else cls.name,
        )

    @classmethod
    def _converted(cls, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Return parameters of ``setup`` as their annotations have them, from JSON."""
        kinds = get_type_hints(cls.setup)
        known = [name for name in signature(cls.setup).parameters if name != "self"]
        converted = {}
        for name, value in parameters.items():
            if name not in known:
                raise ValueError(f"setup has no parameter {name!r}; {there_is(name, known)}")
            try:
                converted[name] = msgspec.convert(value, kinds.get(name, Any))
            except msgspec.ValidationError as error:
                raise ValueError(f"{name}={value!r}: {error}") from None
        return converted

    @classmethod
    def _changed(cls, parameters: Mapping[str, Any], changes: Sequence[str]) -> dict[str, Any]:
        """Return the parameters with changes made to them, each as ``NAME=VALUE``."""
        changed = {**parameters}
        for change in changes:
            name, equals, text = change.partition("=")
            if not equals:
                raise ValueError(f"{change!r}: write NAME=VALUE, with a parameter of setup")
            try:
                value = msgspec.json.decode(text)
            except msgspec.DecodeError:
                value = text
            changed |= cls._converted({name: value})
        return changed

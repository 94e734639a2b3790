"""Accesses: while active, learns what every handler reads and writes.

Attribute access of packets and components is watched on their classes, and so are the
verbs of the world, its agenda and its streams. It is for tests: a game goes some ten
times slower. Only public fields count: what is underscored is bookkeeping, a cache, and
neither saved nor in a digest.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from types import MethodType
from typing import Any, Final, Self

from eventcore.component import Component
from eventcore.entity import Entity, Known
from eventcore.event import Event
from eventcore.rng import Stream
from eventcore.testing.order.footprints import (
    AGENDA,
    ALIVE,
    DEFERRED,
    ENTITIES,
    OUTCOME,
    OWNERS,
    SEQUENCE,
    TURN,
    Footprint,
)
from eventcore.testing.order.frames import PLAIN, Frame, Frames
from eventcore.testing.order.patches import Patches
from eventcore.time.agenda import Agenda, Scheduled
from eventcore.world import World

_WRITES: Final = (
    (World, "spawn", (ENTITIES,)),
    (World, "attach", (ENTITIES,)),
    (World, "attach_all", (ENTITIES,)),
    (World, "detach", (ENTITIES,)),
    (World, "despawn", (ENTITIES, ALIVE)),
    (World, "set_owner", (OWNERS,)),
    (World, "advance", (TURN,)),
    (World, "schedule", (AGENDA,)),
    (Scheduled, "cancel", (AGENDA,)),
    (World, "publish", (SEQUENCE,)),
    (World, "defer", (DEFERRED,)),
    *(
        (Agenda, name, (AGENDA,))
        for name in ("schedule", "every", "cancel", "delay", "freeze", "thaw")
    ),
)
_READS: Final = (
    *(
        (World, name, (ENTITIES,))
        for name in ("__getitem__", "__iter__", "__len__", "having", "roster")
    ),
    (World, "sequence", (SEQUENCE,)),
    (World, "turn", (TURN,)),
    (Entity, "components", (ENTITIES,)),
    (Entity, "alive", (ALIVE,)),
    (Entity, "owner", (OWNERS,)),
    (Entity, "owned", (OWNERS,)),
    *(
        (Agenda, name, (AGENDA,))
        for name in (
            *("frozen", "due", "__contains__", "__len__", "places", "frozen_places"),
            *("scheduled", "held", "recurring"),
        )
    ),
    *((Agenda, name, (TURN,)) for name in ("now", "turn")),
    *(
        (Scheduled, name, (AGENDA,))
        for name in ("due", "event", "held", "owner", "pending", "priority")
    ),
)
_DRAWS: Final = ("below", "shuffled_at_once", "normal", "_exponential")
"""What all that is drawn from a stream is drawn by."""
_OUTCOMES: Final = ("outcome", "done", "failed", "reason", "failed_by", "replacement")


class Accesses:
    """Keeps what each handler was seen to read and write, by event type.

    Use it as a context manager, as often as there is something to see::

        with Accesses() as accesses:
            world.publish(Move(walker, 1))
        print(accesses.of(Move, "Track.step"))

    All worlds are watched, or the one it is given. It may be entered within another.
    """

    def __init__(self, world: World | None = None) -> None:
        self._world = world
        self._found: dict[tuple[type[Event], str], Footprint] = {}
        self._frames = Frames()
        self._handlers: dict[type[Component], frozenset[str]] = {}
        self._patches: Patches | None = None

    def of(self, kind: type[Event], label: str) -> Footprint:
        """Give what a handler did on events of a type; empty if it was not seen to run.

        Args:
            kind: The very type of the events.
            label: ``Component.method``.
        """
        return self._found.get((kind, label)) or Footprint()

    def __iter__(self) -> Iterator[tuple[type[Event], str, Footprint]]:
        """Yield event type, handler and what it did, by their names."""
        for kind, label in sorted(self._found, key=lambda key: (key[0].__name__, key[1])):
            yield kind, label, self._found[kind, label]

    def __enter__(self) -> Self:
        if self._patches is not None:
            raise RuntimeError("these Accesses are active already: within them use others")
        with Patches() as patches:
            self._patch_attributes(patches)
            for owner, name, what in _WRITES:
                patches.put(owner, name, self._noted(_plain(owner, name), what, write=True))
            for owner, name, what in _READS:
                patches.put(owner, name, self._noted(_plain(owner, name), what, write=False))
            for name in ("__getitem__", "get", "__contains__"):
                look_up = self._look_up(_plain(Entity, name))
                for kind in (Entity, Known):
                    patches.put(kind, name, look_up)
            for name, classes_of in (
                ("attach", _class_of),
                ("attach_all", _classes_of),
                ("detach", _itself),
            ):
                patches.put(World, name, self._restructure(_plain(World, name), classes_of))
            for name in _DRAWS:
                patches.put(Stream, name, self._draw(_plain(Stream, name)))
            self._patches = patches.pop_all()
        return self

    def __exit__(self, *error: object) -> None:
        if self._patches is not None:
            self._patches.close()
            self._patches = None

    def _patch_attributes(self, patches: Patches) -> None:
        """Watch the attributes of packets and components, also where a class has its own way."""
        for base, get in ((Event, self._get_of_event), (Component, self._get_of_component)):
            for cls in _family(base):
                for name, make in (("__getattribute__", get), ("__setattr__", self._set)):
                    if cls is base or name in vars(cls):
                        patches.put(cls, name, make(_plain(cls, name)))

    # Handlers

    def _watched(self, part: Any, name: str, method: Callable[[Any, Any], None]) -> MethodType:
        """Give what runs a handler and notes what it does meanwhile."""

        def run(part: Any, event: Any, world: Any) -> None:
            whole = getattr(world, "_world", world)  # in a preview, that of the stand-in
            if self._world is not None and whole is not self._world:
                method(event, world)
                return
            key = type(event), f"{type(part)._declared_.__name__}.{name}"
            self._frames.stack.append(Frame(event, whole, self._found.setdefault(key, Footprint())))
            try:
                method(event, world)
            finally:
                self._frames.pop()

        return MethodType(run, part)

    def _handlers_of(self, cls: type[Component]) -> frozenset[str]:
        known = self._handlers.get(cls)
        if known is None:
            known = self._handlers[cls] = frozenset(h.name for h in cls._handlers_)
        return known

    # Packets and components

    def _get_of_event(self, get: Callable[[Any, str], Any]) -> Callable[[Any, str], Any]:
        frames, stack = self._frames, self._frames.stack

        def __getattribute__(event: Any, name: str) -> Any:
            value = get(event, name)
            if stack:
                cls = type(event)
                if name in cls._fields_:
                    if name not in cls._roles_:  # these are fixed
                        frames.note_field(event, name)
                        if not isinstance(value, PLAIN):
                            frames.keep(event, name, value)
                elif name in _OUTCOMES:
                    frames.note_field(event, OUTCOME)
                elif name == "cost":
                    frames.note_field(event, name)
                elif name == "sequence":
                    frames.note_number(event)
            return value

        return __getattribute__

    def _get_of_component(self, get: Callable[[Any, str], Any]) -> Callable[[Any, str], Any]:
        frames, stack, handlers = self._frames, self._frames.stack, self._handlers_of

        def __getattribute__(part: Any, name: str) -> Any:
            value = get(part, name)
            cls = type(part)
            if stack and name in cls._fields_:
                frames.note_field(part, name)
                if not isinstance(value, PLAIN):
                    frames.keep(part, name, value)
            elif type(value) is MethodType and name in handlers(cls):
                return self._watched(part, name, value)
            return value

        return __getattribute__

    def _set(self, put: Callable[[Any, str, Any], None]) -> Callable[[Any, str, Any], None]:
        frames, stack = self._frames, self._frames.stack

        def __setattr__(owner: Any, name: str, value: Any) -> None:
            if stack:
                if name in type(owner)._fields_:
                    frames.note_field(owner, name, write=True)
                elif name == "_outcome":
                    frames.note_field(owner, OUTCOME, write=True)
                elif name == "_cost":
                    frames.note_field(owner, "cost", write=True)
            put(owner, name, value)

        return __setattr__

    # The world

    def _noted(self, plain: Any, what: tuple[str, ...], *, write: bool) -> Any:
        """Give a method or property that notes each use of it."""
        frames = self._frames
        call: Any = plain.fget if isinstance(plain, property) else plain

        @wraps(call)
        def noted(*args: Any, **how: Any) -> Any:
            if frames.stack:
                for one in what:
                    frames.note(one, write=write)
            return call(*args, **how)

        return property(noted) if isinstance(plain, property) else noted

    def _look_up(self, plain: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        @wraps(plain)
        def noted(entity: Entity, cls: type[Component]) -> Any:
            if self._frames.stack:
                self._frames.note_entity(entity, f"[{cls.__name__}]")
            return plain(entity, cls)

        return noted

    def _restructure(
        self, plain: Callable[..., Any], classes_of: Callable[[Any], list[type]]
    ) -> Callable[..., Any]:
        signature = inspect.signature(plain)

        @wraps(plain)
        def noted(*args: Any, **how: Any) -> Any:
            if self._frames.stack:
                _, entity, what = signature.bind(*args, **how).args
                for cls in classes_of(what):
                    self._frames.note_entity(entity, f"[{cls.__name__}]", write=True)
            return plain(*args, **how)

        return noted

    def _draw(self, plain: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(plain)
        def noted(stream: Stream, *args: Any, **how: Any) -> Any:
            if self._frames.stack:
                self._frames.note(f"stream {stream.name}", write=True)
            return plain(stream, *args, **how)

        return noted


def _plain(cls: type, name: str) -> Any:
    """Give an attribute of a class as it stands there, or with a parent."""
    return vars(cls).get(name) or getattr(cls, name)


def _class_of(part: Component) -> list[type]:
    return [type(part)]


def _classes_of(parts: Sequence[Component]) -> list[type]:
    return [type(part) for part in parts]


def _itself(cls: type) -> list[type]:
    return [cls]


def _family(base: type) -> list[type]:
    """List a class and all that derive from it, each once."""
    found, known = [base], {base}
    for cls in found:
        children: list[type] = type.__subclasses__(cls)
        found += [child for child in children if child not in known]
        known.update(children)
    return found

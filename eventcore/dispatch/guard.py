"""Debug mode's guard: state changes only where the architecture lets it change.

An attached component is given a class of the same layout whose ``__setattr__``
asks the guard first, so a breach is caught on its very line and normal mode pays
nothing. What is changed inside a list or dict does not pass ``__setattr__``; that
is caught by comparing what is held before and after whatever may change nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from eventcore.component import Component
from eventcore.dispatch.contents import Contents
from eventcore.entity import Entity
from eventcore.errors import StateError
from eventcore.event import Event
from eventcore.handler import Handler
from eventcore.schema.checks import check_early
from eventcore.schema.encoding import encode_event
from eventcore.schema.fixed import is_frozen
from eventcore.schema.hints import Unfit, fixed_fields

if TYPE_CHECKING:
    from eventcore.world import World


class Guard:
    """Knows whether component state may change at this moment, and watches over it.

    Attributes:
        open: True while a handler of priority APPLY or later runs.
        doing: What is going on, for the message: which handler runs, or a text.
    """

    __slots__ = ("_contents", "_known", "_looked", "_shuts", "_watched", "doing", "open")

    def __init__(self) -> None:
        self.open: bool
        self.doing: Handler | str
        self._watched: dict[type[Component], type[Component]] = {}
        self._contents = Contents()
        # Whether all state is as it was when it was last looked at, unless somebody erred.
        self._known = False
        # How often state was shut or left for somebody else, and when an entity was looked at.
        self._shuts = 0
        self._looked: dict[Entity, int] = {}
        self.reset()

    def reset(self) -> None:
        """Have state shut, as it is outside any dispatch, whatever an interrupt has left open."""
        self.open, self.doing = False, "outside any dispatch"
        self._shuts += 1

    @contextmanager
    def during(self, doing: Handler | str, *, open: bool = False) -> Iterator[None]:
        """Have state open or shut for a while, and as it was before after that."""
        before = self.enter(doing, open)
        try:
            yield
        finally:
            self.leave(before)

    def enter(self, doing: Handler | str, open: bool) -> tuple[bool, Handler | str]:
        """Have state open or shut, and give what ``leave`` is to be given."""
        before = self.open, self.doing
        if open is not self.open:
            self._shuts += 1
        self.open, self.doing = open, doing
        return before

    def leave(self, before: tuple[bool, Handler | str]) -> None:
        """Have state open or shut as it was before."""
        if before[0] is not self.open:
            self._shuts += 1
        self.open, self.doing = before

    def look_before(self, entities: Iterable[Entity]) -> None:
        """Look at what entities hold, before something that may not change it.

        Who was looked at since state was shut holds what they held then.
        """
        shuts, looked = self._shuts, self._looked
        for entity in entities:
            if looked.get(entity) != shuts:
                self._contents.look((entity,))
                looked[entity] = shuts

    def look_after(self, entities: Iterable[Entity], doing: Handler | str) -> None:
        """Refuse that entities hold anything else than before.

        Raises:
            StateError: An entity holds something else.
        """
        self._refuse(self._contents.look(entities), doing)

    def look_no_more(self) -> None:
        """Note that what was changed meanwhile is nobody's fault."""
        self._shuts += 1

    @contextmanager
    def over_observers(self, world: World, heard: Sequence[Event]) -> Iterator[None]:
        """Watch over observers being told: they change neither state, chance nor packets.

        Raises:
            StateError: An observer changed state or an event, or drew chance.
        """
        draws, packets = world.draws(), _encoded(heard)
        self._contents.look(world)
        with self.during("by an observer"):
            yield
        self._refuse(self._contents.look(world), "by an observer")
        if _encoded(heard) != packets:
            raise StateError("an observer changed an event: the packet is settled, and others hear")
        if world.draws() != draws:
            raise StateError(
                "an observer used a stream of the world: chance that only looks has a Stream "
                "of its own, outside the world"
            )

    def check_fields(self, component: Component) -> None:
        """Check what a component holds that is to be attached.

        Raises:
            StateError: The component holds a dict where it has declared a fixed table, or
                another value that a save would refuse.
        """
        cls: Any = type(component)
        for name in fixed_fields(cls):
            _refuse_unfixed(cls, name, getattr(component, name))
        for name in cls._fields_:
            _refuse_unfit(cls, name, getattr(component, name), None)

    def watch(self, component: Component) -> None:
        """Watch a component that was attached."""
        cls: Any = type(component)
        if cls not in self._watched:
            self._watched[cls] = self._make_watched(cls)
        component.__class__ = self._watched[cls]

    def release(self, component: Component) -> None:
        """Stop watching a component that was detached."""
        component.__class__ = component._declared_

    def check(self, entities: Iterable[Entity]) -> None:
        """Compare all state with what it was when the last dispatch ended.

        Raises:
            StateError: Some state has changed since the last dispatch.
        """
        if self._known:
            self._refuse(self._contents.look(entities), "since the last dispatch")

    def remember(self, entities: Iterable[Entity] | None) -> None:
        """Take the present state as the one to compare with; None: compare with nothing."""
        self._known = entities is not None
        if entities is not None:
            self._contents.look_at_all(entities)
            self._looked.clear()

    def _refuse(self, changed: bool, doing: Handler | str) -> None:
        """Refuse that state is other than it was.

        Raises:
            StateError: State is other than it was.
        """
        if changed:
            raise StateError(
                f"component state was changed {_when(doing)}, inside a list, set or dict: "
                "change state only in a handler at APPLY or later"
            )

    def _make_watched(self, cls: Any) -> type[Component]:
        guard, fixed = self, fixed_fields(cls)

        def __setattr__(component: Component, name: str, value: Any) -> None:
            if not guard.open and not name.startswith("_"):
                raise StateError(
                    f"{cls.__name__}.{name} of {component._entity!r} changed {_when(guard.doing)}: "
                    "change state only in a handler at APPLY or later"
                )
            if name in fixed:
                _refuse_unfixed(cls, name, value)
            before = getattr(component, name, None)
            cls.__setattr__(component, name, value)
            if not name.startswith("_"):
                try:  # what a converter has made of it
                    _refuse_unfit(cls, name, getattr(component, name), component._entity)
                except StateError:
                    object.__setattr__(component, name, before)
                    raise

        body = {"__slots__": (), "__setattr__": __setattr__, "__doc__": cls.__doc__}
        return type(cls.__name__, (cls,), body)


def _refuse_unfixed(cls: type[Component], name: str, value: Any) -> None:
    if not is_frozen(value):
        raise StateError(
            f"{cls.__name__}.{name} is declared a fixed table, and is given {value!r}: "
            "make it one, with Fixed(…)"
        )


def _refuse_unfit(cls: Any, name: str, value: Any, whose: Entity | None) -> None:
    """Refuse a value that a save would refuse, where it comes from."""
    try:
        check_early(cls, name, value)
    except Unfit as error:
        of = "" if whose is None else f" of {whose!r}"
        raise StateError(f"{cls.__name__}.{name}{of}: {error}") from None


def _when(doing: Handler | str) -> str:
    return f"by {doing}" if isinstance(doing, Handler) else doing


def _encoded(events: Iterable[Event]) -> list[bytes]:
    return [encode_event(event) for event in events]

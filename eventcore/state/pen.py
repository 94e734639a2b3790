"""The pen: writes components and events for a save, and names what it cannot write.

On its way it meets the entities that are referred to, so that those that are gone are saved too.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec

from eventcore.entity import Entity
from eventcore.event import Event
from eventcore.state.codec import UNSAVED, plain, why_unsaved
from eventcore.state.hints import Unfit, Unsupported, public_fields
from eventcore.state.restoring import not_there
from eventcore.state.writing import Write, class_writer, field_writer
from eventcore.time.agenda import Scheduled

if TYPE_CHECKING:
    from eventcore.component import Component
    from eventcore.world import World

_FAILS = (*UNSAVED, NameError)


class Pen:
    """Writes the state of one world as JSON.

    Attributes:
        met: The entities that were referred to, by their ids.
    """

    __slots__ = ("_agenda", "_encode", "_home", "met")

    def __init__(self, world: World) -> None:
        self._home = world._router
        self._agenda = world.agenda
        self.met: dict[int, Entity] = {}
        self._encode = msgspec.json.Encoder(enc_hook=self._hook).encode

    def components(self, entity: Entity) -> msgspec.Raw:
        """Write the components of an entity by their names.

        Raises:
            TypeError: A field holds what a load could not read back.
        """
        parts = entity._parts
        try:
            written = {name: write(parts[slot]) for name, slot, write in _writers(_own(entity))}
            return msgspec.Raw(self._encode(written))
        except _FAILS as error:
            for part in entity.components:
                self._check(part._declared_, part, f"of {entity!r}")
            _refuse(repr(entity), error)

    def event(self, handle: Scheduled) -> msgspec.Raw:
        """Write the fields of an event that is scheduled.

        Raises:
            TypeError: A field holds what a load could not read back.
        """
        event: Any = handle._event
        cls: Any = type(event)
        try:
            return msgspec.Raw(self._encode(class_writer(cls)(event)))
        except _FAILS as error:
            self._check(cls, event, f"scheduled at {handle.due}")
            _refuse(repr(event), error)

    def _check(self, cls: Any, part: Component | Event | None, whose: str) -> None:
        """Refuse the first field that cannot be written."""
        for name in public_fields(cls):
            try:
                self._encode(field_writer(cls, name)(getattr(part, name)))
            except _FAILS as error:
                _refuse(f"{cls.__name__}.{name} {whose}", error)

    def _hook(self, value: Any) -> Any:
        if isinstance(value, Entity):
            if getattr(getattr(value, "_archetype", None), "home", None) is not self._home:
                raise Unfit("it holds an entity of another world; give one of this world")
            self.met[value.id] = value
            return value.id
        if isinstance(value, Scheduled) and not self._is_of_this_agenda(value):
            raise Unfit(
                "it holds the handle of an event of another world, or of one from before a "
                "snapshot was put into this one; schedule the event anew"
            )
        return plain(value)

    def _is_of_this_agenda(self, handle: Scheduled) -> bool:
        if handle._agenda is None:  # of a save that was loaded: it is over
            return True
        return handle._agenda is self._agenda and handle._epoch is self._agenda._epoch


def _own(entity: Entity) -> tuple[type[Component], ...]:
    return entity._archetype.own


@lru_cache(maxsize=4096)
def _writers(own: tuple[type[Component], ...]) -> tuple[tuple[str, int, Write], ...]:
    """Return what writes each of some components, by name, and its place among them."""
    classes: tuple[Any, ...] = own  # to mypy a class of components is not hashable
    found = [(cls.__name__, slot, class_writer(cls)) for slot, cls in enumerate(classes)]
    return tuple(sorted(found, key=lambda one: one[0]))


def _refuse(what: str, error: BaseException) -> NoReturn:
    """Raise why something cannot be saved."""
    if isinstance(error, NameError):
        why = not_there(error)
    elif isinstance(error, Unfit | Unsupported):
        why = str(error)
    else:
        why = why_unsaved(error)
    raise TypeError(f"{what} cannot be saved: {why}") from None

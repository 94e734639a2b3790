"""Checks of scheduled events: they are refused when scheduled if a save could not hold them."""

from __future__ import annotations

from types import NoneType
from typing import Any, Final

import attrs
import msgspec

from eventcore.attrs_wrappers import lacks_decorator
from eventcore.component import Component
from eventcore.dispatch import rules
from eventcore.entity import Entity
from eventcore.errors import ScheduleError
from eventcore.event import Action, Event, is_declared
from eventcore.event_types import types_of_name
from eventcore.outcome import CONTINUE
from eventcore.schema.encoding import UNSAVED, enc_hook, reason_of
from eventcore.schema.hints import UnsavableType, UnsavableValue, hints_of, scalar_classes
from eventcore.schema.values import class_writer, writer_of
from eventcore.time.agenda import owner_role
from eventcore.time.units import LIMIT, check_units

_PLAIN: Final[frozenset[type]] = frozenset((int, str, bool, NoneType))
_MOST: Final = 1 << 63


@attrs.frozen
class _Kind:
    """The checks for events of a type.

    Attributes:
        owner: The role of the owner, unless it is empty.
        others: The roles except the enactor.
        fields: The other fields, each with the types of values that need no check.
        costs: Whether events of the type may have a cost.
    """

    owner: str
    others: tuple[str, ...]
    fields: tuple[tuple[str, frozenset[type]], ...]
    costs: bool


class Scheduling:
    """Checks the events that a world is to publish later."""

    __slots__ = ("_components", "_encode", "_home", "_kinds")

    def __init__(self, components: tuple[type[Component], ...], home: object) -> None:
        self._components = components
        self._home = home
        self._kinds: dict[type, _Kind] = {}
        self._encode = msgspec.json.Encoder(enc_hook=self._hook).encode

    def check(self, event: Event, delay: int, priority: int) -> Entity:
        """Check that an event may be scheduled, and return its owner.

        Raises:
            ScheduleError: As for ``World.schedule``.
            DispatchError: As for ``World.schedule``.
        """
        kind = self._kinds.get(event.__class__) or self._check_kind(event)
        if type(delay) is not int or not 0 <= delay < LIMIT:
            check_units("delay", delay)
        if type(priority) is not int or not -LIMIT < priority < LIMIT:
            check_units("priority", priority, 1 - LIMIT)
        if event._outcome is not CONTINUE or event._sequence or event._cause is not None:
            rules.refuse_second_use(event)
        owner, home = event.enactor, self._home
        try:
            if owner._archetype.home is not home:
                rules.refuse_foreign(type(event))
            for name in kind.others:
                other = getattr(event, name)
                if other is None:
                    self._try(event, name)
                elif other._archetype.home is not home:
                    rules.refuse_foreign(type(event))
                elif name == kind.owner:
                    owner = other
        except AttributeError:
            rules.refuse_unroutable(event)
            raise
        if owner._archetype.gone:
            raise ScheduleError(
                f"{event!r} belongs to {owner!r}, which has left the world, so it would be "
                "dropped: schedule events of living entities"
            )
        for name, plain_types in kind.fields:
            if not _is_plain(getattr(event, name), plain_types):
                self._try(event, name)
        if kind.costs and hasattr(event, "_cost"):
            check_units("cost", event._cost)
        return owner

    def _try(self, event: Any, name: str) -> None:
        """Raise a ScheduleError if a save could not hold a field of an event."""
        try:
            hint = hints_of(event.__class__)[name]
            self._encode(writer_of(hint)(getattr(event, name)))
        except UNSAVED as error:
            field = f"{type(event).__name__}.{name}"
            raise ScheduleError(f"{field}: {reason_of(error)}") from None

    def _hook(self, value: object) -> object:
        if isinstance(value, Entity) and value._archetype.home is not self._home:
            raise UnsavableValue("it holds an entity of another world; give one of this world")
        return enc_hook(value)

    def _check_kind(self, event: Event) -> _Kind:
        """Raise an error if events of this type cannot be scheduled."""
        rules.refuse_unroutable(event)
        rules.refuse_to_publish(event)
        kind: Any = type(event)
        if not is_declared(kind):
            raise ScheduleError(lacks_decorator(kind, "event"))
        if types_of_name(self._components, kind.__name__) != [kind]:
            raise ScheduleError(
                f"{kind.__name__} cannot be scheduled: a saved world finds its type by the "
                "handlers of its components; add a handler for it to one of them, and for no other "
                "type of that name"
            )
        try:
            class_writer(kind)
        except UnsavableType as error:
            raise ScheduleError(str(error)) from None
        except NameError as error:
            raise ScheduleError(
                f"{kind.__name__} cannot be scheduled, as a saved world could not read it back: "
                f"{error}; import the types of its fields at run time, not only for type checkers"
            ) from None
        fields = tuple(
            (name, _plain_types(hint))
            for name, hint in hints_of(kind).items()
            if name not in kind._roles_
        )
        others = tuple(name for name in kind._roles_ if name != "enactor")
        found = _Kind(owner_role(kind), others, fields, issubclass(kind, Action))
        self._kinds[kind] = found
        return found


def _plain_types(hint: Any) -> frozenset[type]:
    """Return the types whose values a save certainly holds unchanged in a field."""
    return _PLAIN if hint is Any else _PLAIN & (scalar_classes(hint) or frozenset())


def _is_plain(value: Any, types: frozenset[type]) -> bool:
    kind = value.__class__
    if kind is int:
        return kind in types and -_MOST < value < _MOST
    return kind in types and (kind is not str or value.isascii())

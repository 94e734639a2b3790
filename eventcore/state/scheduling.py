"""Checks of scheduled events: what a save could not hold is refused when it is scheduled."""

from __future__ import annotations

import attrs

from eventcore.component import Component
from eventcore.dispatch import rules
from eventcore.entity import Entity
from eventcore.errors import ScheduleError
from eventcore.event import Action, Event, is_declared
from eventcore.outcome import CONTINUE
from eventcore.state.attrs_wrappers import lacks_decorator
from eventcore.state.event_types import types_of_name
from eventcore.state.hints import Unsupported, refuse_sets
from eventcore.state.reading_back import is_safe, safe_types, try_to_read_back
from eventcore.state.restoring import types_of
from eventcore.time.agenda import owner_role
from eventcore.time.units import LIMIT, check_units


@attrs.frozen
class _Kind:
    """What to check in events of a type.

    Attributes:
        owner: The role that the owner plays, if it is filled.
        others: The roles besides the enactor's.
        fields: The other fields, each with the types whose values need no further check.
        costs: Whether an event of the type may have a cost.
    """

    owner: str
    others: tuple[str, ...]
    fields: tuple[tuple[str, frozenset[type]], ...]
    costs: bool


class Scheduling:
    """Checks the events that a world is to publish later."""

    __slots__ = ("_components", "_home", "_kinds")

    def __init__(self, components: tuple[type[Component], ...], home: object) -> None:
        self._components = components
        self._home = home
        self._kinds: dict[type, _Kind] = {}

    def check(self, event: Event, delay: int, priority: int) -> Entity:
        """Return the owner of an event that may be scheduled.

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
        for name, safe in kind.fields:
            if not is_safe(getattr(event, name), safe):
                self._try(event, name)
        if kind.costs and hasattr(event, "_cost"):
            check_units("cost", event._cost)
        return owner

    def _try(self, event: Event, name: str) -> None:
        """Refuse the event if a save could not read this field back."""
        try:
            try_to_read_back(getattr(event, name), types_of(type(event))[name], self._home)
        except TypeError as error:
            raise ScheduleError(f"{type(event).__name__}.{name}: {error}") from None

    def _check_kind(self, event: Event) -> _Kind:
        """Refuse events of a type that cannot be scheduled."""
        rules.refuse_unroutable(event)
        rules.refuse_to_publish(event)
        kind = type(event)
        if not is_declared(kind):
            raise ScheduleError(lacks_decorator(kind, "event"))
        if types_of_name(self._components, kind.__name__) != [kind]:
            raise ScheduleError(
                f"{kind.__name__} cannot be scheduled: a saved world finds its type by the "
                "handlers of its components; let one of them handle it, and no other type of "
                "that name"
            )
        try:
            hints = types_of(kind)
        except NameError as error:
            raise ScheduleError(
                f"{kind.__name__} cannot be scheduled, as a saved world could not read it back: "
                f"{error}; import what its fields are annotated with, not for type checkers alone"
            ) from None
        names = [name for name in kind._fields_ if name not in kind._roles_]
        for name in names:
            try:
                refuse_sets(hints[name])
            except Unsupported as error:
                raise ScheduleError(f"{kind.__name__}.{name}: {error}") from None
        fields = tuple((name, safe_types(hints[name])) for name in names)
        others = tuple(name for name in kind._roles_ if name != "enactor")
        found = _Kind(owner_role(kind), others, fields, issubclass(kind, Action))
        self._kinds[kind] = found
        return found

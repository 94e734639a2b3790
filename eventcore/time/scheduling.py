"""Scheduling: what is refused when it is scheduled, not when it is due or the world is saved."""

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
from eventcore.time.scheduled import owner_role
from eventcore.time.units import MOST, refuse_priority, refuse_span


@attrs.frozen
class _Kind:
    """What there is to look at in events of a type.

    Attributes:
        owner: The role that the owner plays.
        others: The roles besides the enactor's.
        fields: All that are no roles, each with the types of which it is safe to hold one.
        costs: Whether one may have a cost.
    """

    owner: str
    others: tuple[str, ...]
    fields: tuple[tuple[str, frozenset[type]], ...]
    costs: bool


class Scheduling:
    """Checks events that a world is to publish later."""

    __slots__ = ("_components", "_home", "_kinds")

    def __init__(self, components: tuple[type[Component], ...], home: object) -> None:
        """Make what checks for a world.

        Args:
            components: Its component classes: what they hear is found again by its name.
            home: What is the same for all archetypes of the world.
        """
        self._components = components
        self._home = home
        self._kinds: dict[type, _Kind] = {}

    def check(self, event: Event, delay: int, priority: int) -> Entity:
        """Refuse what cannot be scheduled, and say whose the event is.

        Raises:
            ScheduleError: As ``World.schedule`` has it.
            DispatchError: As ``World.schedule`` has it.
        """
        kind = self._kinds.get(event.__class__)
        if kind is None:
            kind = self._check_kind(event)
        if type(delay) is not int or not 0 <= delay < MOST:
            refuse_span("delay", delay, "nothing happens in the past")
        if type(priority) is not int or not -MOST < priority < MOST:
            refuse_priority(priority)
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
                f"{event!r} would be dropped, for {owner!r} cannot have anything happen any more: "
                "schedule what the living do, or what happens to them"
            )
        for name, safe in kind.fields:
            if not is_safe(getattr(event, name), safe):
                self._try(event, name)
        if kind.costs and hasattr(event, "_cost"):
            cost = event._cost
            if type(cost) is not int or not 0 <= cost < MOST:
                refuse_span("cost", cost, "an action takes no less than no time")
        return owner

    def _try(self, event: Event, name: str) -> None:
        """Refuse an event that a save could not read back, for what a field of it holds."""
        try:
            try_to_read_back(getattr(event, name), types_of(type(event))[name], self._home)
        except TypeError as error:
            raise ScheduleError(f"{type(event).__name__}.{name}: {error}") from None

    def _check_kind(self, event: Event) -> _Kind:
        """Refuse an event of a type that cannot be scheduled; say what there is to look at."""
        rules.refuse_unroutable(event)
        rules.refuse_to_publish(event)
        kind = type(event)
        if not is_declared(kind):
            raise ScheduleError(lacks_decorator(kind, "event"))
        if types_of_name(self._components, kind.__name__) != [kind]:
            raise ScheduleError(
                f"{kind.__name__} cannot be scheduled, as a saved world would not find it again by "
                "its name: have a component of this world hear it, and no other of that name"
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

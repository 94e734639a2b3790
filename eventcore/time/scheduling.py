"""Scheduling: what is refused when it is scheduled, not when it is due or the world is saved."""

from __future__ import annotations

from eventcore.component import Component
from eventcore.dispatch import rules
from eventcore.entity import Entity
from eventcore.errors import ScheduleError
from eventcore.event import Event
from eventcore.outcome import CONTINUE
from eventcore.state.codec import encode, fields_of
from eventcore.state.event_types import types_of_name
from eventcore.time.scheduled import owner_role
from eventcore.time.units import MOST, refuse_part, refuse_span


class Scheduling:
    """Checks events that a world is to publish later."""

    __slots__ = ("_components", "_home", "_kinds", "_thorough")

    def __init__(
        self, components: tuple[type[Component], ...], home: object, *, thorough: bool
    ) -> None:
        """Make what checks for a world.

        Args:
            components: Its component classes: what they hear is found again by its name.
            home: What is the same for all archetypes of the world.
            thorough: Whether what an event holds is tried to be written.
        """
        self._components = components
        self._home = home
        self._kinds: dict[type, str] = {}
        self._thorough = thorough

    def check(self, event: Event, delay: int, priority: int) -> Entity:
        """Refuse what cannot be scheduled, and say whose the event is.

        Raises:
            ScheduleError: As ``World.schedule`` has it.
            DispatchError: As ``World.schedule`` has it.
        """
        role = self._kinds.get(event.__class__)
        if role is None:
            role = self._check_kind(event)
        if type(delay) is not int or not 0 <= delay < MOST:
            refuse_span("delay", delay, "nothing happens in the past")
        if type(priority) is not int:
            refuse_part("priority", priority)
        if event._outcome is not CONTINUE or event._sequence or event._cause is not None:
            rules.refuse_second_use(event)
        owner: Entity = getattr(event, role) or event.enactor
        try:
            archetype = owner._archetype
        except AttributeError:
            rules.refuse_unroutable(event)
            raise
        if archetype.home is not self._home:
            rules.refuse_foreign(type(event))
        if archetype.gone:
            raise ScheduleError(
                f"{event!r} would be dropped, for {owner!r} cannot have anything happen any more: "
                "schedule what the living do, or what happens to them"
            )
        if self._thorough:
            rules.refuse_strangers(event, self._home)
            _check_fields(event)
        return owner

    def _check_kind(self, event: Event) -> str:
        """Refuse an event of a type that cannot be scheduled; say which role its owner plays."""
        rules.refuse_unroutable(event)
        rules.refuse_to_publish(event)
        kind = type(event)
        if types_of_name(self._components, kind.__name__) != [kind]:
            raise ScheduleError(
                f"{kind.__name__} cannot be scheduled, as a saved world would not find it again by "
                "its name: have a component of this world hear it, and no other of that name"
            )
        role = self._kinds[kind] = owner_role(kind)
        return role


def _check_fields(event: Event) -> None:
    for name, value in fields_of(event).items():
        try:
            encode(value)
        except TypeError as error:
            raise ScheduleError(f"{type(event).__name__}.{name}: {error}") from None

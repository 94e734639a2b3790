"""Scheduled events: the handle of an event that is to be published at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NoReturn, SupportsIndex

from eventcore.copies import keep_in_packets
from eventcore.entity import Entity
from eventcore.errors import CopyError
from eventcore.event import Change, Event, Published
from eventcore.outcome import CONTINUE
from eventcore.schema.hints import reference

if TYPE_CHECKING:
    from eventcore.time.agenda import Agenda

OVER: Final = 0
"""The place of what was published, cancelled or dropped."""
HELD: Final = -1
"""The place of what waits until its owner thaws."""


class Scheduled:
    """An event that is to be published at a time; ``world.schedule()`` gives it.

    A component may keep it in a field of this type: it is saved as its number. So a handle keeps
    nothing of an event that is over: in a world that was loaded it could not.

    Attributes:
        number: Which one it is, in order of scheduling; from 1.
    """

    __slots__ = ("_agenda", "_due", "_epoch", "_event", "_owner", "_place", "_priority", "number")

    def __init__(
        self,
        number: int,
        event: Published | None = None,
        owner: Entity | None = None,
        due: int = 0,
        priority: int = 0,
        agenda: Agenda | None = None,
    ) -> None:
        self.number: int = number
        self._event = event
        self._priority = priority
        self._owner = owner
        self._agenda = agenda
        # The agenda begins another when it takes over a snapshot: then the handle is stale.
        self._epoch = None if agenda is None else agenda._epoch
        self._place = OVER
        # Counted from now, while its owner is frozen.
        self._due = due

    @property
    def owner(self) -> Entity | None:
        """Whose it is: frozen and thawed with it, and dropped when the owner is gone.

        None once it is over.
        """
        return self._owner if self.pending else None

    @property
    def event(self) -> Published | None:
        """The event; None once it is over."""
        return self._event if self.pending else None

    @property
    def priority(self) -> int:
        """Its priority among all that is due at one time, low first; 0 once it is over."""
        return self._priority if self.pending else 0

    @property
    def due(self) -> int:
        """When it is due, in units of time.

        While its owner is frozen, when it would be, were that one thawed now: it is put off as
        time goes by, and is always as far from ``agenda.now``. 0 once it is over.
        """
        if not self.pending:
            return 0
        if self._place == HELD and self._agenda is not None:
            return self._agenda.now + self._due
        return self._due

    @property
    def held(self) -> bool:
        """Whether it is to be published, and waits until its owner thaws."""
        return self._place == HELD and self.pending

    @property
    def pending(self) -> bool:
        """Whether it is to be published still.

        It is not once it was published or cancelled, its owner is gone, or a snapshot was put into
        the world: the events that are scheduled then have handles of their own.
        """
        agenda = self._agenda
        if self._place == OVER or agenda is None or self._epoch is not agenda._epoch:
            return False
        return self._owner is not None and self._owner.alive

    def cancel(self) -> bool:
        """Keep the event from being published.

        Returns:
            Whether it was pending; there is nothing to keep back of one that is over.

        Raises:
            DispatchError: The current event has not crossed its commit line.
        """
        if self._agenda is not None:
            self._agenda.check("cancel()")
        pending = self.pending
        self._place = OVER
        if pending and self._event is not None:
            self._event._outcome = CONTINUE
        return pending

    __deepcopy__ = keep_in_packets

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        """Refuse to be copied or pickled: a copy would cancel nothing.

        Raises:
            CopyError: Always.
        """
        raise CopyError(
            "the handle of a scheduled event cannot be copied or pickled: keep it itself, in a "
            "field of type Scheduled; save_world and load_world make a whole world again"
        )

    def __repr__(self) -> str:
        when = f"due at {self.due}" if self.pending else "over"
        if self.held:
            when += " if thawed now"
        return f"<Scheduled {self.number} {when}: {self.event!r}>"

    def _plain_(self) -> int:
        """Give what is saved of it where a component refers to it: its number."""
        return self.number


reference(Scheduled)


def owner_of(event: Event) -> Entity:
    """Say whose a scheduled event is: its enactor's, or a Change its target's.

    So it is the one without whom an Action or a Change fails anyway: dropping it with its
    owner keeps nothing from happening. What is to outlive everybody the root enacts.
    """
    owner: Entity | None = getattr(event, owner_role(type(event)))
    return event.enactor if owner is None else owner


def owner_role(kind: type[Event]) -> str:
    """Say which role the owner of scheduled events of a type plays."""
    return kind._roles_[:2][-1] if issubclass(kind, Change) else "enactor"

"""Publish events and answer queries.

The event whose chain is running is the *current* event. If a handler publishes another event, that
event is nested in the current event, and its chain runs immediately. When the outermost chain ends,
the bus publishes the deferred events and then calls the observers. Read the ``loop`` module first.
"""

from __future__ import annotations

from _thread import get_ident
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeVar

from eventcore.dispatch import rules
from eventcore.errors import EventcoreError
from eventcore.event import Event, Published, Query
from eventcore.observers import Observers
from eventcore.outcome import CONTINUE, DONE, SCHEDULED

if TYPE_CHECKING:
    from eventcore.dispatch.entities import Entities
    from eventcore.dispatch.guard import Guard
    from eventcore.dispatch.routing import Router
    from eventcore.entity import Chain, Entity
    from eventcore.handler import Handler

P = TypeVar("P", bound=Published)
Q = TypeVar("Q", bound=Query)

DEPTH_LIMIT = 100  # in debug mode, 100 nested events need 600 stack frames, and Python allows 1000


class Bus:
    """Publishes events and answers queries. Only one dispatch runs at a time."""

    __slots__ = (
        "__weakref__", "_current", "_deferred", "_despawned", "_entities", "_guard",
        "_observed", "_observers", "_observing", "_outside", "_pending", "_previewing", "_router",
        "_sequence", "_thread", "depth_limit", "root",
    )  # fmt: skip

    def __init__(self, entities: Entities, guard: Guard | None, depth_limit: int) -> None:
        self.depth_limit: int = depth_limit
        self._guard = guard
        self._entities = entities
        # The root is a plain attribute because most chains read it, and a property would be slower.
        self.root: Final[Entity] = entities.root
        self._router: Router = entities.router
        self._router.world = self
        self._observers = Observers(entities, self._stay_out_of_previews)
        if guard is not None:
            self._observers.keepers.append(guard.kept.append)
            self._observers.watchers.append(lambda name, _: guard.called.update({name: None}))
        self._observing = rules.Observing(entities.root)
        self._previewing = rules.Previewing(entities.root)
        self._current: Event | None = None
        self._thread = 0  # the id of the last thread that published a nested event
        self._sequence = 0
        self._outside = 0  # the number of changes and draws between two dispatches
        # If ``_pending`` is False, the three collections below and ``Entities.outdated`` are empty.
        self._pending = False
        self._deferred: deque[tuple[Published, Event]] = deque()  # pairs of event and cause
        self._despawned: dict[Event, list[Entity]] = {}
        self._observed: list[Event] = []

    def publish(self, event: P) -> P:
        """Run the chain of an event immediately and return the settled event.

        A refused event does not raise an error: check ``event.outcome`` and ``event.reason``. The
        outermost call also raises errors from deferred events and from observers.

        Raises:
            DispatchError: The object is not an event, has already been published, holds an
                entity from another world, or is published by an observer or above the commit line.
            RegistrationError: The class of the event is not decorated with ``@event``.
            CascadeError: The event is nested more than ``depth_limit`` levels deep.
        """
        try:
            chain = event.enactor._chains[event.__class__]
        except (AttributeError, KeyError):
            chain = self._build(event, rules.check_published)
        try:
            return chain(event, self)  # type: ignore[no-any-return]  # a chain returns its event
        except BaseException:
            self._recover()
            raise

    def ask(self, query: Q) -> Q:
        """Run the chain of a query, and return the query with its answer.

        Any handler or observer may ask a query, even a handler above the commit line.

        Raises:
            DispatchError: The object is not a query, or the query has already been asked.
            CascadeError: The query is nested more than ``depth_limit`` levels deep.
        """
        try:
            chain = query.enactor._archetype.queries[query.__class__]
        except (AttributeError, KeyError):
            chain = self._build(query, rules.check_asked)
        try:
            return chain(query, self)  # type: ignore[no-any-return]  # a chain returns its query
        except BaseException:
            self._recover()
            raise

    def defer(self, event: Published) -> None:
        """Publish an event after the outermost chain has ended, but before observers run.

        If no dispatch is running, publish the event immediately.

        Raises:
            DispatchError: The object is not an event, the event has already been published, or
                the current event is still above its commit line.
        """
        cause = self._current
        if cause is None:
            self.publish(event)
            return
        if self._thread != get_ident():
            self.claim()
        rules.check_published(event)
        rules.refuse_foreign_fields(event, self._router)
        self._router.plan_of(event)  # raises an error if a role holds an entity from another world
        if cause._outcome is not DONE:
            rules.refuse_above_the_line(cause, f"{type(event).__name__} deferred")
        event._cause = cause
        event._outcome = SCHEDULED
        self._pending = True
        self._deferred.append((event, cause))

    def claim(self, entering: Event | None = None) -> None:
        """Record that this thread is dispatching, or raise DispatchError if another thread is."""
        self._thread = rules.claim_thread(self, entering)

    def _build(self, event: Event, check: Callable[[Event], None]) -> Chain:
        try:
            check(event)
            return self._router.build(event.enactor._archetype, type(event))
        except EventcoreError as error:
            raise error from None  # hide the failed lookup of the chain from the traceback

    def _settle(self, event: Event, cause: Event | None) -> None:
        """Remove despawned entities. After the outermost chain, also finish the dispatch."""
        for entity in self._despawned.pop(event, ()):
            self._entities.remove(entity, running=cause is not None)
        if cause is not None:
            return
        while self._deferred:
            # Make the cause the current event again, so that the deferred event counts as nested
            # and the dispatch does not end when the deferred event settles.
            event, self._current = self._deferred.popleft()
            event._outcome = CONTINUE
            self.publish(event)
        if self._observed:
            self._current = self._observing
            if self._guard is None:
                self._observers.tell(self._observed)
            else:
                with self._guard.check_observers(self._entities.by_id.values(), self._observed):
                    self._observers.tell(self._observed)
        self._clear()

    def _stay_out_of_previews(self, action: str) -> None:
        if self._current is self._previewing:
            rules.refuse_above_the_line(self._previewing, action)

    def _clear(self) -> None:
        if self._deferred:
            self._drop_deferred(since=0)
        self._despawned.clear()
        self._observed.clear()
        self._entities.outdated.clear()
        self._pending = False
        self._current = None  # reset this last, because None means that all collections are empty

    def _recover(self) -> None:
        """Clean up after an error if an interrupt such as Ctrl-C kept ``_abort`` from doing so."""
        current = self._current
        if current is None or current is self._previewing:
            return
        if not rules.is_dispatching(self):
            self._entities.mend()
            self._clear()

    def _abort(
        self, error: BaseException, event: Event, cause: Event | None, handler: Handler | None
    ) -> None:
        """End a chain after an error, and add a note to the error.

        An outer handler may catch the error and continue. State changes made by the event
        remain, but its deferred events, despawns and observer calls are dropped.
        """
        if not isinstance(cause, rules.Observing):
            event._cause = cause  # the note needs the cause, which a query does not have yet
        rules.note_where(error, event, handler)
        rules.fail_for_error(event)
        if cause is not None:
            self._drop_since(event)
            self._current = cause
            return
        if not isinstance(error, Exception):
            self._entities.mend()
        self._clear()

    def _drop_since(self, event: Event) -> None:
        first = event._sequence
        if not first:  # a query has no sequence number
            return
        # The last entries of both collections were added by the event and its nested events.
        self._drop_deferred(since=first)
        while self._observed and self._observed[-1]._sequence >= first:
            self._observed.pop()
        for dropped in [event for event in self._despawned if event._sequence >= first]:
            for entity in self._despawned.pop(dropped):
                # The entity stays in the world. Running broadcasts no longer skip it, unless
                # another broadcast has despawned it too.
                others = [each for event, each in self._despawned.items() if event._everyone_]
                if not any(entity in each for each in others):
                    self._entities.membership.skip(entity, skipped=False)

    def _drop_deferred(self, since: int) -> None:
        while self._deferred and self._deferred[-1][1]._sequence >= since:
            event, _ = self._deferred.pop()
            event._outcome, event._cause = CONTINUE, None  # the event can be published again

"""Preview: what an event would do, found out by running what changes nothing.

Above the commit line handlers change only the packet, and RESOLVE handlers only
publish. So both can be run for real, on a copy of the packet, with a stand-in
for the world whose ``publish`` previews in turn. A preview ends above APPLY, where
chance begins: nothing is committed, drawn, numbered, recorded or observed.

So it is exact for the event itself. What follows from it is judged by the state
as it is: of two blows the second does not find the target hurt by the first, and
what APPLY and REACT handlers would publish is not in it.
"""

from __future__ import annotations

from _thread import get_ident
from collections.abc import Iterator, Sequence
from copy import Error, deepcopy
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, Generic, NoReturn, TypeVar

import attrs

from eventcore.copies import PacketMemo
from eventcore.dispatch import error_notes, rules
from eventcore.dispatch.compile import compile_above
from eventcore.dispatch.foreign import refuse_foreign_fields
from eventcore.dispatch.loop import calls
from eventcore.dispatch.order import Plan
from eventcore.entity import CachedEntity, Entity
from eventcore.errors import CascadeError, DispatchError
from eventcore.event import Event, Query
from eventcore.outcome import Outcome
from eventcore.phase import APPLY, COMMIT
from eventcore.rng import Stream

if TYPE_CHECKING:
    from eventcore.dispatch.routing import Router
    from eventcore.world import World

E = TypeVar("E", bound=Event)
Q = TypeVar("Q", bound=Query)
T = TypeVar("T")

_UNSET: Final = object()
_WHOLE: Final = frozenset((int, float, bool, str, type(None), Outcome, Entity, CachedEntity))
"""Of these nothing is copied, and it need not be asked what they are."""
_LINKS: Final = ("_cause", "_replacement")
"""What an event is joined to others by: the copy has the same."""


@attrs.frozen(eq=False)
class Preview(Generic[E]):
    """Says what an event would come to, without publishing it.

    Attributes:
        event: The packet as it would cross the commit line, or be refused.
        follows: What its handlers up to RESOLVE would publish in turn, in order;
            what would replace it comes first. Each is judged by the state as it
            is now, not as those before it would leave it.
    """

    event: E
    follows: tuple[Preview[Any], ...] = ()

    @property
    def outcome(self) -> Outcome:
        """What would become of the event."""
        return self.event.outcome

    @property
    def reason(self) -> str | None:
        """The reason code, were it refused."""
        return self.event.reason


class PreviewWorld:
    """The stand-in for the world that handlers get in a preview.

    It answers whatever can be read or asked as the world does, previews what is
    published, and refuses to draw anything. The world itself refuses all changes meanwhile.
    """

    def __init__(self, world: World, router: Router, until: int, depth: int) -> None:
        """Stand in for a world.

        Args:
            world: The world.
            router: Gives its plans.
            until: Handlers of this priority or later are left out.
            depth: The depth of the event that is previewed.
        """
        self._world = world
        self._until = until
        self._depth = depth
        self._router = router
        self._current: Event | None = None
        self._follows: list[Preview[Any]] = []
        self.depth_limit: int = world.depth_limit
        self.root: Entity = world.root  # at hand: most rules ask for another
        self._thread = get_ident()

    def run(self, event: E) -> Preview[E]:
        """Run what changes nothing of an event's chain, and of the chains beneath."""
        refuse_foreign_fields(event, self._router)
        cause, outer, self._follows = self._current, self._follows, []
        if cause is not None:
            rules.enter_nested(event, cause, self)
        else:
            event._depth = self._depth
        self._current = event
        try:
            plan = self._plan(event)
            if self._until == COMMIT and not plan.broadcasts:
                compile_above(plan)(event, self)
            else:
                for _, method in calls(plan, event, self, self._until):
                    method(event, self)
        except RecursionError as error:
            error_notes.refuse_overflow(error, event)
            raise
        finally:
            self._current = cause
            follows, self._follows = tuple(self._follows), outer
        return Preview(event, follows)

    def publish(self, event: E) -> E:
        """Preview an event that a handler would publish."""
        rules.refuse_unroutable(event)
        rules.refuse_to_publish(event)
        rules.refuse_used(event)
        self._follows.append(self.run(event))
        return event

    def defer(self, event: Event) -> None:
        """Preview an event that would be published after the outermost chain."""
        self.publish(event)

    def ask(self, query: Q) -> Q:
        """Ask as the world does; a query changes nothing."""
        rules.refuse_unroutable(query)
        rules.refuse_to_ask(query)
        rules.refuse_used(query)
        refuse_foreign_fields(query, self._router)
        cause, self._current = self._current, query
        if cause is not None:
            rules.enter_question(query, cause, self)
        try:
            for _, method in calls(self._plan(query), query, self, until=COMMIT):
                method(query, self)
        except RecursionError as error:
            error_notes.refuse_overflow(error, query)
            raise
        finally:
            self._current = cause
        return query

    def preview(self, event: E, *, follows: bool = True) -> Preview[E]:
        """Preview an event as the world does, for a handler that looks ahead itself.

        Raises:
            CascadeError: Previews lie deeper in each other than ``depth_limit``.
        """
        rules.refuse_unroutable(event)
        rules.refuse_used(event)
        current = self._current
        depth = 0 if current is None else current._depth + 1
        if depth > self.depth_limit:
            raise CascadeError(
                f"previews lie more than {self.depth_limit} deep: do not preview "
                f"{type(event).__name__} in a handler that runs in its own preview"
            )
        until = APPLY if follows else COMMIT
        return PreviewWorld(self._world, self._router, until, depth).run(copy_packet(event))

    def stream(self, name: str) -> Stream:
        """Give a stream of that name that refuses to be drawn from."""
        return _Undrawn(0, name)

    def __getitem__(self, number: int) -> Entity:
        return self._world[number]

    def __iter__(self) -> Iterator[Entity]:
        return iter(self._world)

    def __len__(self) -> int:
        return len(self._world)

    def _plan(self, event: Event) -> Plan:
        entities = [getattr(event, role) for role in event._roles_]
        return self._router.plan(
            type(event), tuple(None if e is None else e._archetype for e in entities)
        )

    def __getattr__(self, name: str) -> Any:
        return getattr(self._world, name)


class _Undrawn(Stream):
    """What a preview has for a stream: nothing is drawn before APPLY."""

    __slots__ = ()

    def below(self, bound: int) -> int:
        """Refuse the draw, as by whatever draws by this."""
        self._refuse()

    def exponential(self, mean: int) -> int:
        """Refuse the draw."""
        self._refuse()

    def normal(self, mean: int, deviation: int) -> int:
        """Refuse the draw."""
        self._refuse()

    def triangular(self, least: int, most: int, mode: int) -> int:
        """Refuse the draw."""
        self._refuse()

    def shuffled_at_once(self, items: Sequence[T]) -> list[T]:
        """Refuse the draw."""
        self._refuse()

    def _refuse(self) -> NoReturn:
        refuse_draw_in_preview(repr(self.name))


def refuse_draw_in_preview(names: str) -> NoReturn:
    """Refuse a draw from a stream, or from several, while a preview runs."""
    raise DispatchError(
        f"the stream {names} is drawn from in a preview: draw at APPLY or later, so that "
        "an event that fails leaves the streams as they were"
    )


def copy_packet(event: E) -> E:
    """Copy an event and all it holds that handlers could change.

    Raises:
        DispatchError: A field holds something that cannot be copied.
    """
    memo = PacketMemo(_copy_fields)
    return _copy_fields(event, memo)  # type: ignore[no-any-return]  # of its class


def copy_value(value: Any) -> Any:
    """Copy what a field of a packet holds, at any depth; entities stand for themselves."""
    return _copy_held(value, PacketMemo(_copy_fields))


def _copy_fields(slotted: Any, memo: PacketMemo) -> Any:
    kind = slotted.__class__
    copied = memo[id(slotted)] = kind.__new__(kind)
    for name in _slots_of(kind):
        held = getattr(slotted, name, _UNSET)
        if held is _UNSET:
            continue
        if held.__class__ not in _WHOLE and name not in _LINKS:
            try:
                held = _copy_held(held, memo)
            except (TypeError, ValueError, Error) as error:
                raise DispatchError(
                    f"{kind.__name__}.{name} holds {held!r}, which cannot be copied, and a preview "
                    f"runs on a copy of the event ({error}): hold plain data, or an entity"
                ) from error
        # Past the guard of debug mode, which watches over components that are attached.
        object.__setattr__(copied, name, held)
    return copied


def _copy_held(held: Any, memo: PacketMemo) -> Any:
    kind = held.__class__
    if kind in _WHOLE:
        return held
    if kind is list or kind is set or kind is dict:
        inside = chain(held, held.values()) if kind is dict else held
        if _WHOLE.issuperset(map(type, inside)) and id(held) not in memo:  # deepcopy is slower
            copied = memo[id(held)] = held.copy()
            return copied
    return deepcopy(held, memo)


@lru_cache(maxsize=4096)
def _slots_of(kind: type) -> tuple[str, ...]:
    return tuple(name for cls in kind.__mro__ for name in getattr(cls, "__slots__", ()))

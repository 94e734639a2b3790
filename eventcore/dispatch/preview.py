"""Preview an event: run the part of its chain that does not change the world.

Handlers above the commit line change only the event, and handlers at RESOLVE only publish events.
A preview calls these handlers with a copy of the event and with a stand-in for the world, which
previews the events that they publish. A preview stops before APPLY, and does not change state, draw
random numbers, or call taps or observers. Events that handlers would publish at APPLY or REACT are
not previewed.
"""

from __future__ import annotations

from _thread import get_ident
from collections.abc import Iterator
from copy import Error, deepcopy
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

import attrs

from eventcore.copies import PacketMemo
from eventcore.dispatch import rules
from eventcore.dispatch.compile import compile_above, handler_at
from eventcore.dispatch.loop import calls
from eventcore.entity import CachedEntity, Entity
from eventcore.errors import CascadeError, DispatchError
from eventcore.event import Event, Query
from eventcore.outcome import Outcome
from eventcore.phase import APPLY, COMMIT

if TYPE_CHECKING:
    from eventcore.world import World

E = TypeVar("E", bound=Event)
Q = TypeVar("Q", bound=Query)

_UNSET: Final = object()
# A preview need not copy values of these classes.
_SHARED: Final = frozenset((int, float, bool, str, type(None), Outcome, Entity, CachedEntity))
_LINKS: Final = ("_cause", "_replacement")  # these fields hold events that must not be copied


@attrs.frozen(eq=False)
class Preview(Generic[E]):
    """The result of a preview.

    Attributes:
        event: A copy of the event, as changed by the handlers above the commit line.
        follows: Previews of the replacement and of the events that handlers up to RESOLVE would
            publish, in order. All previews use the current state. If an event leads to two
            hits, for example, the preview of the second hit ignores the damage of the first.
    """

    event: E
    follows: tuple[Preview[Any], ...] = ()

    @property
    def outcome(self) -> Outcome:
        return self.event.outcome

    @property
    def reason(self) -> str | None:
        """The reason code, or None if the event would not be refused."""
        return self.event.reason


class PreviewWorld:
    """A stand-in for the world, which handlers get in a preview.

    Reads and queries work as in the real world. Publishing an event only previews it. Random draws
    and calls that change the world raise errors. RESOLVE handlers run only if ``follows`` is true.
    """

    def __init__(self, world: World, depth: int, *, follows: bool) -> None:
        self._world = world
        self._until = APPLY if follows else COMMIT
        self._depth = depth
        self._router = world._router
        self._current: Event | None = None
        self._follows: list[Preview[Any]] = []
        self.depth_limit: int = world.depth_limit
        self.root: Entity = world.root  # rules often read the root, and __getattr__ is slow
        self._thread = get_ident()

    def run(self, event: E) -> Preview[E]:
        rules.refuse_foreign_fields(event, self._router)
        outer, self._follows = self._follows, []
        if self._current is not None:
            rules.enter_nested(event, self._current, self)
        else:
            event._depth = self._depth
        try:
            self._call(event, self._until)
        finally:
            follows, self._follows = tuple(self._follows), outer
        return Preview(event, follows)

    def _call(self, event: Event, until: int) -> None:
        plan, handler = self._router.plan_of(event), None
        cause, self._current = self._current, event
        try:
            if until == COMMIT and not plan.kind._everyone_:
                compile_above(plan)(event, self)
            else:
                for handler, method in calls(plan, event, self, until):  # noqa: B007  # for the note
                    method(event, self)
        except BaseException as error:
            at: Any = error.__traceback__
            handler = handler or handler_at(plan, at.tb_next or at)
            rules.note_where(error, event, handler, "while previewing ")
            raise
        finally:
            self._current = cause

    def publish(self, event: E) -> E:
        rules.check_published(event)
        self._follows.append(self.run(event))
        return event

    defer = publish

    def ask(self, query: Q) -> Q:
        rules.check_asked(query)
        rules.refuse_foreign_fields(query, self._router)
        if self._current is not None:
            rules.enter_nested(query, self._current, self)
        self._call(query, COMMIT)
        return query

    def preview(self, event: E, *, follows: bool = True) -> Preview[E]:
        rules.check_event(event)
        depth = 0 if self._current is None else self._current._depth + 1
        if depth > self.depth_limit:
            raise CascadeError(
                f"previews are nested more than {self.depth_limit} levels deep: do not preview "
                f"{type(event).__name__} in a handler that the preview calls again"
            )
        return PreviewWorld(self._world, depth, follows=follows).run(copy_packet(event))

    def __getitem__(self, number: int) -> Entity:
        return self._world[number]

    def __iter__(self) -> Iterator[Entity]:
        return iter(self._world)

    def __len__(self) -> int:
        return len(self._world)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._world, name)


def copy_packet(event: E) -> E:
    """Copy an event and all mutable values in its fields."""
    return _copy_fields(event, PacketMemo(_copy_fields))  # type: ignore[no-any-return]  # a copy has the same class


def copy_value(value: Any) -> Any:
    """Copy a field's value and all nested values, but do not copy entities."""
    return _copy_held(value, PacketMemo(_copy_fields))


def _copy_fields(slotted: Any, memo: PacketMemo) -> Any:
    kind = slotted.__class__
    copied = memo[id(slotted)] = kind.__new__(kind)
    for name in _slots_of(kind):
        held = getattr(slotted, name, _UNSET)
        if held is _UNSET:
            continue
        if held.__class__ not in _SHARED and name not in _LINKS:
            try:
                held = _copy_held(held, memo)
            except (TypeError, ValueError, Error) as error:
                raise DispatchError(
                    f"{kind.__name__}.{name} holds {held!r}, which cannot be copied ({error}), but "
                    "a preview needs a copy of the event: use simple values or an entity"
                ) from error
        # In debug mode, setattr would raise an error for a field of an attached component.
        object.__setattr__(copied, name, held)
    return copied


def _copy_held(held: Any, memo: PacketMemo) -> Any:
    kind = held.__class__
    if kind in _SHARED:
        return held
    if kind is list or kind is set or kind is dict:
        inside = chain(held, held.values()) if kind is dict else held
        if _SHARED.issuperset(map(type, inside)) and id(held) not in memo:  # faster than deepcopy
            return memo.setdefault(id(held), held.copy())
    return deepcopy(held, memo)


@lru_cache(maxsize=4096)
def _slots_of(kind: type) -> tuple[str, ...]:
    return tuple(name for cls in kind.__mro__ for name in getattr(cls, "__slots__", ()))

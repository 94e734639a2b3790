"""Create the chains of debug mode, which run the plain loop with checks around each call."""

from __future__ import annotations

import sys
import warnings
from _thread import get_ident
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from inspect import isawaitable, isgenerator
from typing import Any, Final, NoReturn

from eventcore.component import Component
from eventcore.dispatch import loop, rules
from eventcore.dispatch.guard import Guard
from eventcore.dispatch.order import WORLD, Plan
from eventcore.entity import Archetype, Chain, Entity
from eventcore.errors import DispatchError, RegistrationError, StateError
from eventcore.event import Event, Notice, Query, cascade
from eventcore.handler import Handler
from eventcore.outcome import UNHANDLED
from eventcore.phase import APPLY, REACT, standard_phase
from eventcore.schema.hints import hints_of
from eventcore.tap import Tap

_MANY: Final = 50  # warn after this many missed events; even correct handlers may miss 25 at first
_LIBRARY: Final = (__file__.rpartition("dispatch")[0], "<")  # files of eventcore and generated code


def debug_chain(
    plan: Plan,
    taps: Sequence[Tap],
    observed: bool,
    guard: Guard,
    classes: Iterable[type[Component]],
    root: Entity,
) -> Chain:
    """Create a function that runs a plan with checks, in a world with these component classes."""
    subscribers = [h for cls in classes for h in cls._handlers_ if issubclass(plan.kind, h.kind)]
    entities_of = eval(f"lambda event: ({''.join([f'event.{r}, ' for r in plan.kind._roles_])})")
    is_query = issubclass(plan.kind, Query)
    of_root = () if plan.kind._everyone_ else root._archetype.own
    # If an event has only one role, check only the handlers of the root's components.
    by_role = [h for h in subscribers if len(h.kind._roles_) > 1 or h.component in of_root]
    by_role = [h for h in by_role if h.via != "world"]
    call = partial(_checked_call, guard, entities_of, bool(by_role))
    hints = hints_of(plan.kind)  # type: ignore[arg-type]  # classes are hashable
    required = [name for name in plan.kind._roles_[1:] if hints[name] is Entity]

    def run(event: Any, world: Any) -> Any:
        if world._guard is not guard:
            rules.refuse_foreign(type(event))
        outermost = world._current is None
        if outermost:
            world._thread = get_ident()
            guard.reset()
            if not is_query:
                guard.begin_dispatch(world)
                guard.set_readable(False)
        elif guard.open:
            guard.current.clear()
        for name in required:
            if getattr(event, name) is None:
                raise DispatchError(
                    f"{plan.kind.__name__}.{name} is None: pass an entity, or declare "
                    f"{name}: Entity | None = role(default=None)"
                )
        loop.run(plan, event, world, taps, observed, call)
        if plan.idle and event.reason == UNHANDLED and not (event.failed_by or event.replacement):
            able = {h: h.component for h in subscribers if h.effective}
            if not able:
                _refuse_ineffective(plan.kind, subscribers)
            guard.suspects.setdefault(next(iter(able)), ("", event, (*able.values(),)))
        if by_role and not guard.ran.issuperset(by_role):
            _check_roles(guard, event, by_role, world)
        if outermost and not is_query:
            guard.end_dispatch(world)
        return event

    return run


def _refuse_ineffective(kind: type[Event], subscribers: Iterable[Handler]) -> NoReturn:
    name = kind.__name__
    remedy = f"write a handler with @handles({name}, APPLY), or add its component to the world"
    if late := [str(h) for h in subscribers if standard_phase(h.priority) is REACT]:
        remedy = f"{', '.join(late)} only reacts to applied events; move it to APPLY"
    raise RegistrationError(
        f"{name} has no effect, because no component of this world resolves or applies it: {remedy}"
    )


def _check_roles(guard: Guard, event: Any, handlers: Iterable[Handler], world: Any) -> None:
    """Warn about handlers that have never run because their entities play other roles."""
    unhandled, muted = event.reason == UNHANDLED, world._router.muted
    handlers = [handler for handler in handlers if handler.label not in muted]
    for role in (WORLD, *(event._roles_ if unhandled or event.done else ())):
        # Enactors often have handlers for the events of other entities, so warn only at the end.
        enacted = role == "enactor" and not unhandled
        entity = world.root if role == WORLD else getattr(event, role)
        for handler in handlers if entity is not None else ():
            archetype = entity._archetype
            classes = archetype.own if handler.via == "self" else archetype.owned
            known = handler in guard.ran or (enacted and handler in guard.suspects)
            if known or getattr(event, handler.role) is entity or handler.component not in classes:
                continue
            weight = _MANY if unhandled and handler.effective else 1
            if weight == 1 and not _could_exchange(event, role, handler, world):
                needs_effect = not (enacted or isinstance(event, Notice))
                weight = _MANY // 10 if needs_effect and role != WORLD else 1
                guard.suspects[handler] = role, event, () if needs_effect else archetype.own
            guard.missed[handler] += 0 if enacted else weight
            if guard.missed[handler] >= _MANY:
                _warn_about_role(guard, handler, role, event)


def _could_exchange(event: Any, role: str, handler: Handler, world: Any) -> bool:
    """Return whether the event might have an effect if the entities of two roles were swapped."""
    if role == WORLD:
        return isinstance(event, Query)
    archetype, archetypes = world._entities.membership.archetype, dict[str, Archetype | None]()
    for name in event._roles_:
        entity = getattr(event, name)
        # An entity that has left the world counts as if it were still there.
        archetypes[name] = entity and archetype(entity._archetype.own, entity._archetype.owned)
    exchanged = archetypes | {role: archetypes[handler.role], handler.role: archetypes[role]}
    plans = [world._router.plan(type(event), (*a.values(),)) for a in (archetypes, exchanged)]
    now, then = [{s.handler.component for s in p.steps if s.handler.effective} for p in plans]
    # Do not warn about events that have no effect.
    unclear = isinstance(event, Query) or (plans[0].steps and not now)
    return bool(unclear or then - {handler.component})


def warn_of_suspects(world: Any) -> None:
    """Warn about handlers that never ran because of their role, however few events they missed."""
    guard, archetypes = world._guard, world._entities.membership.archetypes.values()
    ran = {*guard.ran} if guard is not None else ()  # a copy, because each warning adds a handler
    for handler, (role, event, actors) in guard.suspects.items() if guard is not None else ():
        acted = {other.component for other in ran if other.role == handler.role}
        if not role:  # no entity of the event has the component
            acted = {cls for each in archetypes for cls in each.own}
        if handler not in guard.ran and acted.isdisjoint(actors):
            _warn_about_role(guard, handler, role, event)
    rules_of_root, muted = world.root._archetype.own, world._router.muted
    for cls in world.components if guard is not None else ():
        for handler in cls._handlers_ if cls not in rules_of_root and world.roster(cls) else ():
            if handler.via == "world" and handler not in guard.ran and handler.label not in muted:
                why = f"via='world' handlers run only on world.root, which has no {cls.__name__}"
                _warn(guard, handler, f"{why}. Attach it to world.root, or remove via='world'")


def _warn_about_role(guard: Guard, handler: Handler, role: str, event: Event) -> None:
    kind, name, place = type(event).__name__, handler.component.__name__, None
    is_library = handler.function.__code__.co_filename.startswith(_LIBRARY)
    order = f"heck the order of the entities ({', '.join(event._roles_)}) in {kind}(…)"
    whose, remedy = f"the {role} of", f"Write role={role!r} in @handles, or c{order}"
    if role == WORLD:
        whose, remedy = f"world.root, not the {handler.role} of", "Write via='world' in @handles"
    elif is_library:  # the mistake is in the user's call
        remedy, place = f"C{order}", place_of_call()
    why = f"it handles {kind} for the {handler.role}, but {name} belongs to {whose} "
    why += f"{cascade(event)}{', which is unhandled' if event.reason else ''}"
    if not role:
        why = f"no entity has ever had {name}, so {cascade(event)} is unhandled"
        to = "world.root" if handler.via == "world" else f"an entity, as in world.spawn({name}(…))"
        remedy = f"Attach {name} to {to}"
    _warn(guard, handler, f"{why}. {remedy}", place)


def _warn(guard: Guard, handler: Handler, why: str, place: tuple[str, int] | None = None) -> None:
    guard.ran.add(handler)  # warn only once
    code = handler.function.__code__
    place = place or (code.co_filename, code.co_firstlineno)
    warnings.warn_explicit(f"{handler} has never run: {why}", RuntimeWarning, *place)


def place_of_call() -> tuple[str, int]:
    """Return the file and the line of the user's call into the library."""
    frame = sys._getframe()
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_LIBRARY):
        frame = frame.f_back
    return frame.f_code.co_filename, frame.f_lineno


def _checked_call(
    guard: Guard,
    entities_of: Callable[[Event], tuple[Entity | None, ...]],
    noted: bool,
    handler: Handler,
    method: Any,
    event: Any,
    world: Any,
) -> None:
    entities = entities_of(event)
    before = guard.open, guard.running
    guard.open, guard.running = handler.priority >= APPLY, handler
    if noted:
        guard.ran.add(handler)
    try:
        if guard.open:
            returned = method(event, world)
            guard.check_contents(method.__self__, handler)
        else:
            concerned = {method.__self__._entity, *entities} - {None}
            guard.update(concerned)
            # Streams refuse all draws above the commit line, so check draws only below the line.
            draws, sequence = world.draws() if event.done else [], world._sequence
            returned = method(event, world)
            if world._sequence == sequence:  # otherwise, nested events may have changed state
                guard.compare(concerned, handler)
                if event.done and world.draws() != draws:
                    raise StateError(
                        f"{handler} drew a random number: draw at APPLY or later, so that a failed "
                        "event does not change the streams"
                    )
    finally:
        if guard.open:
            guard.current.clear()
        guard.open, guard.running = before
    if returned is not None:
        if isgenerator(returned) or isawaitable(returned):
            getattr(returned, "close", bool)()  # prevent a warning about an unawaited coroutine
        raise DispatchError(
            f"{handler} returned {returned!r}, but return values are lost: store the result in a "
            "field, and remove return, async and yield"
        )
    if (now := entities_of(event)) != entities:
        role = next(
            r for r, old, new in zip(event._roles_, entities, now, strict=True) if old is not new
        )
        raise DispatchError(
            f"{handler} changed the role {role!r} of {event!r}: roles cannot change during "
            "dispatch; call event.replace() with a new event instead"
        )

"""Create the chains of debug mode, which run the plain loop with checks around each call."""

from __future__ import annotations

import sys
import warnings
from _thread import get_ident
from collections.abc import Iterable, Sequence
from functools import partial
from inspect import isawaitable, isgenerator
from typing import Any, Final, NoReturn

from eventcore.dispatch import loop, rules
from eventcore.dispatch.guard import Baseline, Guard, check_field
from eventcore.dispatch.order import WORLD, Plan
from eventcore.entity import Archetype, Chain, Entity
from eventcore.errors import DispatchError, RegistrationError
from eventcore.event import Broadcast, Event, Notice, Query, cascade
from eventcore.handler import Handler
from eventcore.outcome import UNHANDLED
from eventcore.phase import APPLY, REACT, standard_phase
from eventcore.schema.hints import hints_of
from eventcore.tap import Tap

_MANY: Final = 50  # warn after this many missed events; even correct handlers may miss 25 at first
_FEW: Final = 5  # warn after this many unhandled notices if no entity could handle them
_LIBRARY: Final = (__file__.rpartition("dispatch")[0], rules.CHAIN, "<route>")  # not "<stdin>"


def debug_chain(plan: Plan, taps: Sequence[Tap], observed: bool, home: Any) -> Chain:
    """Create a function that runs a plan with checks in the world ``home``."""
    guard, own, muted = home._guard, home.root._archetype.own, home._router.muted
    handlers = [h for c in home._router.rank for h in c._handlers_ if issubclass(plan.kind, h.kind)]
    subscribers = [handler for handler in handlers if handler.label not in muted]
    fixed = (*plan.kind._roles_, *plan.kind._inputs_)
    fixed_of = eval(f"lambda event: ({''.join([f'event.{name}, ' for name in fixed])})")
    is_query, everyone = issubclass(plan.kind, Query), plan.kind._everyone_
    # If several classes handle a notice, it may be correct that no entity has any of them.
    is_needed = len({h.component for h in subscribers}) == 1
    is_needed = is_needed and issubclass(plan.kind, Notice | Broadcast)
    heard = any(step.role != WORLD or step.handler.effective for step in plan.steps)
    if heard and not (everyone or plan.idle):
        guard.unheard[plan.kind] = -sys.maxsize
    # If an event has only one role, check only the handlers of the root's components.
    by_role = [h for h in subscribers if not everyone and h.via != "world"]
    by_role = [h for h in by_role if len(h.kind._roles_) > 1 or h.component in own]
    call = partial(_checked_call, guard, fixed_of, bool(by_role))
    hints = hints_of(plan.kind)  # type: ignore[arg-type]  # classes are hashable
    required = [name for name in plan.kind._roles_[1:] if hints[name] is Entity]

    def run(event: Any, world: Any) -> Any:
        if world is not home:
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
        # A handler at RESOLVE must not change state before it publishes this nested event.
        baseline = None if is_query else guard.baseline
        if baseline is not None:
            baseline.check()
        for name in required:
            if getattr(event, name) is None:
                raise DispatchError(
                    f"{plan.kind.__name__}.{name} is None: pass an entity, or declare "
                    f"{name}: Entity | None = role(default=None)"
                )
        try:
            loop.run(plan, event, world, taps, observed, call)
        finally:
            if baseline is not None:
                baseline.store()
        if plan.idle and event.reason == UNHANDLED and not (event.failed_by or event.replacement):
            able = {h: h.component for h in subscribers if h.effective}
            if able:
                first = next(iter(able))
                guard.suspects.setdefault(first, ("", event, (*able.values(),)))
                guard.unheard[plan.kind] += 1
                if _is_library(first):  # users do not rely on entities that lack this component
                    guard.misses[first, getattr(event, first.role), plan.kind] += 1
            elif not any(handler.effective for handler in handlers):
                _refuse_ineffective(plan.kind, handlers)
        if is_needed:
            guard.unheard[plan.kind] = number = guard.unheard[plan.kind] + 1
            # All repetitions of a recurring event miss the same handlers, so two are enough.
            if number == _FEW or (number == 2 and world.agenda._is_recurring(plan.kind)):
                guard.suspects.setdefault(subscribers[0], ("", event, (subscribers[0].component,)))
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
    unhandled = event.reason == UNHANDLED
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
    unclear = not now and any(step.role != WORLD for step in plans[0].steps)
    return bool(isinstance(event, Query) or unclear or then - {handler.component})


def warn_of_suspects(world: Any) -> None:
    """Warn about handlers that never ran because no entity had their component and their role."""
    guard, muted, members = world._guard, world._router.muted, world._entities.membership
    if guard is None:
        return
    ran = {*guard.ran}  # a copy, because each warning adds a handler
    for handler, (role, event, actors) in guard.suspects.items():
        acted = {other.component for other in ran if other.role == handler.role}
        kind, unheard = type(event).__name__, guard.unheard[type(event)]
        if not role:  # no entity of the event has the component
            acted = {cls for each in members.archetypes.values() for cls in each.own}
        elif handler.effective and unheard >= 0:  # nothing has carried out a notice of this type
            acted.clear()
        heard = any(n < 0 and issubclass(of, handler.kind) for of, n in guard.unheard.items())
        few = _FEW if event.reason else 2  # a notice is a suspect only after enough events
        limit = few if getattr(event, handler.role) is world.root else _MANY
        is_lost = unheard >= limit and handler.via == "self" and not role
        if handler not in ran and acted.isdisjoint(actors):
            _warn_about_role(guard, handler, role, event)
        elif is_lost and not (heard or event._everyone_ or handler in ran):
            name, whose = handler.component.__name__, f"the {handler.role}"
            why = f"none of the {unheard} {kind} events had an entity with {name} as {whose}"
            attach = f", or attach {name} to it" if event.reason else ""
            _warn(guard, handler, f"{why}. Check {whose} in {kind}(…){attach}")
    for (handler, entity, of), count in guard.misses.items():
        if count >= _MANY and handler in ran and entity and handler.component not in entity:
            name, whose = handler.component.__name__, f"the {handler.role}"
            why = f"{whose}, {entity!r}, has no {name}. Check {whose} in {of.__name__}(…)"
            when = f"did not run for {count} {of.__name__} events"
            _warn(guard, handler, f"{why}, or attach {name} to it", when)
            guard.misses[handler, entity, of] = -sys.maxsize  # warn only once
    known = [h for cls in world.components for h in cls._handlers_ if world.roster(cls)]
    for handler in (h for h in known if h not in guard.ran and h.label not in muted):
        cls, kind, whose = handler.component, handler.kind, handler.role
        same = [h for h in ran if (h.kind, h.role, h.via) == (kind, whose, "self") and h.effective]
        # Two classes of users may both be able to carry out an event, each for its own entities.
        able = [h.component for h in same if _is_library(h) or not handler.effective]
        if handler.via == "world" and cls not in world.root:
            why = f"via='world' handlers run only on world.root, which has no {cls.__name__}"
            _warn(guard, handler, f"{why}. Attach it to world.root, or remove via='world'")
        elif handler.via == "self" and able and not any(world.roster(cls, c) for c in able):
            other = min(c.__name__ for c in able)
            why = f"{other} carries out {kind.__name__} for the {whose}, and no entity has both"
            _warn(guard, handler, f"{why}. Attach {cls.__name__} to the entity with {other}")


def _warn_about_role(guard: Guard, handler: Handler, role: str, event: Event) -> None:
    kind, name = type(event).__name__, handler.component.__name__
    order = f"heck the order of the entities ({', '.join(event._roles_)}) in {kind}(…)"
    whose, remedy = f"the {role} of", f"Write role={role!r} in @handles, or c{order}"
    if role == WORLD:
        whose, remedy = f"world.root, not the {handler.role} of", "Write via='world' in @handles"
    elif _is_library(handler):  # the mistake is in the user's call
        remedy = f"C{order}"
    why = f"it handles {kind} for the {handler.role}, but {name} belongs to {whose} "
    why += f"{cascade(event)}{', which is unhandled' if event.reason else ''}"
    if not role:
        why = f"no entity has ever had {name}, so {cascade(event)} is unhandled"
        to = "world.root" if handler.via == "world" else f"an entity, as in world.spawn({name}(…))"
        remedy = f"Attach {name} to {to}"
    _warn(guard, handler, f"{why}. {remedy}")


def _is_library(handler: Handler) -> bool:
    return handler.function.__code__.co_filename.startswith(_LIBRARY)


def _warn(guard: Guard, handler: Handler, why: str, when: str = "has never run") -> None:
    guard.ran.add(handler)  # warn only once
    code = handler.function.__code__
    place = None if _is_library(handler) else (code.co_filename, code.co_firstlineno)
    warn(f"{handler} {when}: {why}", place)


def warn(message: str, place: tuple[str, int] | None = None) -> None:
    """Issue a RuntimeWarning. The default place is the user's call into the library."""
    frame = sys._getframe()
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_LIBRARY):
        frame = frame.f_back
    place = place or (frame.f_code.co_filename, frame.f_lineno)
    warnings.warn_explicit(message, RuntimeWarning, *place)


def _checked_call(
    guard: Guard, fixed_of: Any, noted: bool, handler: Handler, method: Any, event: Any, world: Any
) -> None:
    fixed = fixed_of(event)
    before = guard.open, guard.running, guard.baseline
    guard.open, guard.running, guard.baseline = handler.priority >= APPLY, handler, None
    if noted:
        guard.ran.add(handler)
    try:
        if guard.open:
            returned = method(event, world)
            guard.check_contents(method.__self__, handler)
        else:
            concerned = {method.__self__._entity, *fixed[: len(event._roles_)]} - {None}
            # Streams refuse all draws above the commit line, so check draws only below the line.
            draws = world.draws if event.done else list
            guard.baseline = baseline = Baseline(guard, handler, concerned, draws)
            returned = method(event, world)
            baseline.check()
    finally:
        if guard.open:
            guard.current.clear()
        guard.open, guard.running, guard.baseline = before
    if returned is not None:
        if isgenerator(returned) or isawaitable(returned):
            getattr(returned, "close", bool)()  # prevent a warning about an unawaited coroutine
        raise DispatchError(
            f"{handler} returned {returned!r}, but return values are lost: store the result in a "
            "field, and remove return, async and yield"
        )
    if (now := fixed_of(event)) != fixed:
        changes = zip((*event._roles_, *event._inputs_), fixed, now, strict=True)
        name, value = next((name, new) for name, old, new in changes if old != new)
        if name in event._roles_:
            raise DispatchError(
                f"{handler} changed the role {name!r} of {event!r}: roles cannot change during "
                "dispatch; call event.replace() with a new event instead"
            )
        if handler.priority > APPLY:
            raise DispatchError(f"{handler} set {type(event).__name__}.{name} too late: use APPLY")
        check_field(event._declared_, name, value, None, handler)

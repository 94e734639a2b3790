"""Generate a straight-line function for each chain: the loop of ``loop``, unrolled.

The function does the same as ``loop.publish``, or ``loop.ask`` for a query, without asking again
for facts that the plan knows. It is generated as attrs generates ``__init__``: the text is short,
appears in tracebacks (through linecache) and is shared by all chains with the same text.
"""

from __future__ import annotations

import builtins
import linecache
from _thread import get_ident
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from hashlib import blake2b
from types import CodeType
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from weakref import WeakValueDictionary

from eventcore.dispatch import rules, thread_guard
from eventcore.dispatch.order import SHUFFLED, WORLD, Plan, Step
from eventcore.entity import ABSENT, CachedEntity, Chain, Entity
from eventcore.event import Query
from eventcore.handler import Handler
from eventcore.outcome import CONTINUE, DONE, REPLACED
from eventcore.schema.encoding import refuse_unwritable, text_fields
from eventcore.tap import Tap

if TYPE_CHECKING:
    from eventcore.dispatch.membership import Membership

_HOOKS = {
    "published": ("event",),
    "handling": ("event", "handler", "component"),
    "handled": ("event", "handler"),
    "settled": ("event",),
}
Hooks: TypeAlias = tuple[tuple[str, ...], ...]
"""The names of the hooks that each tap overrides."""

_CROSSED = "if cause is not None and world._current is not event: crossed(event)"
# In the usual case the chain does the work of ``enter_nested`` in place.
_USUAL = "cause._outcome is DONE and cause._depth < world.depth_limit and world._thread == ident()"
_INDENT = "    "
_MARK = "  # h"  # with a number, ends each line that calls the handler of that step


def compile_plan(
    plan: Plan, taps: Sequence[Tap], heard: bool, membership: Membership, home: object
) -> Chain:
    """Generate the function for a plan; ``heard`` events are kept for observers.

    The function refuses to run in another world than ``home``: an entity of another world leads to
    a chain of that world.
    """
    hooks = tuple([tap.hooks() for tap in taps])
    names: dict[str, Any] = {
        "__builtins__": _KNOWN,
        "LINES": _Lines(plan, hooks, heard),
        "HOME": home,
    }
    for number, step in enumerate(plan.steps):
        names[f"h{number}"] = step.handler
        if step.broadcast:
            names[f"recipients{number}"] = membership.recipients(step.handler)
    for number, tap in enumerate(taps):
        names.update((f"{hook}{number}", getattr(tap, hook)) for hook in _HOOKS)
        for place, step in enumerate(plan.steps):
            first = place == 0 and not step.broadcast
            names[f"handling{number}_{place}"] = tap.handling_for(step.handler, first=first)
    exec(_code_of(plan, hooks, heard), names)
    return names["chain"]  # type: ignore[no-any-return]  # exec is not typed


@lru_cache(maxsize=4096)
def compile_above(plan: Plan) -> Chain:
    """Generate the function that runs a plan above the commit line, for a preview.

    It does what ``loop.calls`` does. Plans are the same in all worlds, and so is the function.
    """
    lines = [*_parts(plan), *_until_refused(plan.above, ())]
    names: dict[str, Any] = {"__builtins__": _KNOWN}
    names.update((f"h{number}", step.handler) for number, step in enumerate(plan.steps))
    if plan.gone:
        lines = ["gone(event)"]
    else:
        settled = "unhandled(event)" if plan.idle else "event._outcome = DONE"
        lines.append(f"if event._outcome is CONTINUE: {settled}")
    exec("def chain(event, world):\n" + "".join(f"{_INDENT}{line}\n" for line in lines), names)
    return names["chain"]  # type: ignore[no-any-return]  # exec is not typed


_KNOWN: Final = {
    **vars(builtins),
    "ABSENT": ABSENT,
    "CONTINUE": CONTINUE,
    "DONE": DONE,
    "note_refusal": rules.note_refusal,
    "REPLACED": REPLACED,
    "replaced": rules.publish_replacement,
    "deep": rules.refuse_depth,
    "enter": rules.enter_nested,
    "ident": get_ident,
    "twice": rules.refuse_second_use,
    "unhandled": rules.fail_unhandled,
    "gone": rules.fail_for_gone,
    "crossed": thread_guard.refuse_crossing,
    "foreign": rules.refuse_foreign_event,
    "foreign_field": rules.refuse_foreign_field,
    "ENTITIES": frozenset((Entity, CachedEntity)),
    "NO_TEXT": frozenset((int, float, bool, type(None))),
    "unwritable": refuse_unwritable,
}
"""The builtins of every chain: names that chains share are not in each chain's globals."""


class _Lines:
    """Finds the handler that a line of a chain calls, when the line raises an error."""

    __slots__ = ("_heard", "_hooks", "_plan")

    def __init__(self, plan: Plan, hooks: Hooks, heard: bool) -> None:
        self._plan, self._hooks, self._heard = plan, hooks, heard

    def get(self, line: int) -> Handler | None:
        text = write_source(self._plan, self._hooks, self._heard).splitlines()[line - 1]
        _, marked, number = text.rpartition(_MARK)
        return self._plan.steps[int(number)].handler if marked else None


class _Text(Sequence[str]):
    """The lines of a chain for linecache, written only when a traceback shows them."""

    def __init__(self, write: Callable[[], str]) -> None:
        self._write = write

    def __len__(self) -> int:
        return len(self._lines())

    def __getitem__(self, place: Any) -> Any:
        return self._lines()[place]

    def _lines(self) -> list[str]:
        return self._write().splitlines(keepends=True)


# Worlds share code, by plan and then by text, since writing and compiling it is slow.
@lru_cache(maxsize=4096)
def _code_of(plan: Plan, hooks: Hooks, heard: bool) -> CodeType:
    source = write_source(plan, hooks, heard)
    digest = blake2b(source.encode(), digest_size=8).hexdigest()
    name = f"{thread_guard.CHAIN} {plan.kind.__name__} {digest}>"
    code = _by_name.get(name)
    if code is None:
        text = _Text(partial(write_source, plan, hooks, heard))
        linecache.cache[name] = (len(source), None, text, name)  # type: ignore[assignment]  # as a list
        code = _by_name[name] = compile(source, name, "exec")
    return code


_by_name: WeakValueDictionary[str, CodeType] = WeakValueDictionary()


def write_source(plan: Plan, hooks: Hooks = (), heard: bool = False) -> str:
    """Return the text of a chain's function."""
    lines = _query(plan, hooks) if issubclass(plan.kind, Query) else _published(plan, hooks, heard)
    return "def chain(event, world):\n" + "".join(f"{_INDENT}{line}\n" for line in lines)


def _query(plan: Plan, hooks: Hooks) -> Iterator[str]:
    yield "if world is not HOME: foreign(event)"
    yield "if event._outcome is not CONTINUE: twice(event)"
    yield from _foreign_fields(plan)
    yield "cause = world._current"
    yield "if cause is not None:"
    yield f"{_INDENT}event._depth = cause._depth + 1"
    yield f"{_INDENT}if event._depth > world.depth_limit: deep(event, cause, world)"
    if plan.gone:
        yield "gone(event)"
        yield "return event"
        return
    lines = [*_parts(plan), *_hook_calls(hooks, "published"), *_body(plan, hooks)]
    yield from _flight([*lines, *_hook_calls(hooks, "settled"), _CROSSED])


def _published(plan: Plan, hooks: Hooks, heard: bool) -> Iterator[str]:
    yield "if world is not HOME: foreign(event)"
    yield "if event._outcome is not CONTINUE: twice(event)"
    yield from _foreign_fields(plan)
    if any("records" in names for names in hooks):
        yield from _unwritable_fields(plan)
    yield "cause = world._current"
    yield "if cause is not None:"
    yield f"{_INDENT}if {_USUAL}:"
    yield f"{_INDENT * 2}event._cause = cause"
    yield f"{_INDENT * 2}event._depth = cause._depth + 1"
    yield f"{_INDENT}else: enter(event, cause, world)"
    yield "event._sequence = world._sequence = world._sequence + 1"
    lines = ["world._pending = True", "world._heard.append(event)"] if heard else []
    lines += [*_parts(plan), *_hook_calls(hooks, "published"), *_body(plan, hooks)]
    lines += [*_hook_calls(hooks, "settled"), _CROSSED]
    lines.append(
        "if world._pending and (cause is None or world._despawned): world._settle(event, cause)"
    )
    yield from _flight(lines)


def _foreign_fields(plan: Plan) -> Iterator[str]:
    kind: Any = plan.kind  # to mypy the class of an event is not hashable
    for name, is_container in rules.entity_fields(kind).items():
        held = f"event.{name}"
        check = f"foreign_field(event, {name!r}, world._router)"
        if is_container:
            yield f"if {held}: {check}"
        else:
            foreign = f"{held}._archetype.home is not world._router"
            yield f"if {held}.__class__ in ENTITIES and {foreign}: {check}"


def _unwritable_fields(plan: Plan) -> Iterator[str]:
    # A digest or journal cannot write all texts: some hold lone surrogates.
    for name, form in text_fields(plan.kind).items():
        held, check = f"event.{name}", f"unwritable(event, {name!r})"
        if form == "text":
            yield f"if {held}.__class__ is str and not {held}.isascii(): {check}"
        elif form == "container":
            yield f"if {held}: {check}"
        else:
            yield f"if {held}.__class__ not in NO_TEXT: {check}"


def _parts(plan: Plan) -> Iterator[str]:
    if plan.gone:
        return
    for role in (WORLD, *plan.kind._roles_):
        if any(step.role == role for step in plan.steps):
            yield f"{role}_parts = {_owner(role)}._parts"
    for number, step in enumerate(plan.steps):
        if step.broadcast:
            yield f"everyone{number} = recipients{number}.take()"


def _owner(role: str) -> str:
    return "world.root" if role == WORLD else f"event.{role}"


def _flight(lines: Sequence[str]) -> Iterator[str]:
    """Yield lines that run with the event as the bus's current event."""
    yield from _block("try:", ["world._current = event", *lines, "world._current = cause"])
    yield "except BaseException as error:"
    yield "    world._abort(error, event, cause, LINES.get(error.__traceback__.tb_lineno))"
    yield "    raise"
    yield "return event"


def _body(plan: Plan, hooks: Hooks) -> Iterator[str]:
    """Yield the calls: the first refusal stops ordinary handlers, but not ``always`` handlers."""
    if plan.gone:
        yield "gone(event)"
        return
    above = plan.above
    if above and not any(step.handler.always for step in plan.steps):
        # An event that gets to the end of the loop was not refused: no check is needed.
        lines = _refusable(list(enumerate(above)), hooks)[:-1]
        lines.append("unhandled(event)" if plan.idle else "event._outcome = DONE")
        for number, step in enumerate(() if plan.idle else plan.below, len(above)):
            lines += _call(step, number, hooks)
        yield from _block("while True:", [*lines, "break"])
        return
    yield from _until_refused(above, hooks)
    committed = ["unhandled(event)"] if plan.idle else ["event._outcome = DONE"]
    condition = "if event._outcome is CONTINUE:"
    for number, step in enumerate(plan.below, len(above)):
        lines = [*_call(step, number, hooks)]
        if step.handler.always:
            yield from _block(condition if above else "", committed)
            yield from lines
            condition, committed = "if event._outcome is DONE:", []
        elif not plan.idle:
            committed += lines
    yield from _block(condition if above else "", committed)


def _until_refused(steps: Sequence[Step], hooks: Hooks) -> Iterator[str]:
    """Yield the calls above the commit line, each of which may refuse."""
    run: list[tuple[int, Step]] = []
    loop = "while True:"
    for number, step in enumerate(steps):
        if step.handler.always:
            yield from _block(loop, _refusable(run, hooks))
            noted = f"note_refusal(event, h{number}, world){_MARK}{number}"
            yield from _call(step, number, hooks, [noted])
            run, loop = [], "while event._outcome is CONTINUE:"
        else:
            run.append((number, step))
    yield from _block(loop, _refusable(run, hooks))


def _refusable(run: Sequence[tuple[int, Step]], hooks: Hooks) -> list[str]:
    lines: list[str] = []
    for number, step in run:
        refused = [
            "if event._outcome is not CONTINUE:",
            f"{_INDENT}event._by = h{number}",
            f"{_INDENT}if event._outcome is REPLACED: replaced(event, world){_MARK}{number}",
            f"{_INDENT}break",
        ]
        lines += _call(step, number, hooks, refused)
        if step.broadcast:
            lines.append("if event._outcome is not CONTINUE: break")
    return [*lines, "break"] if lines else []


def _block(head: str, lines: Sequence[str]) -> Iterator[str]:
    """Indent lines under a head, if there is a head."""
    if lines and head:
        yield head
    for line in lines:
        yield _INDENT + line if head else line


def _call(step: Step, number: int, hooks: Hooks, after: Sequence[str] = ()) -> Iterator[str]:
    """Yield the call of a handler; a broadcast calls it for each recipient."""
    if step.broadcast:
        everyone = f"everyone{number}"
        if step.role == SHUFFLED:
            dealt = f"recipients{number}.deal({everyone}, world)"
            # A refused event draws nothing: its `always` handlers run in order of the ids.
            refused = f" if event._outcome is DONE else {everyone}"
            everyone = dealt + (refused if step.handler.always else "")
        yield f"for part in {everyone}:"
        lines = [*_call_of("part", step, number, hooks), *after]
        yield from [f"{_INDENT}{line}" for line in lines]
    else:
        yield from _call_of(f"{step.role}_parts[{step.slot}]", step, number, hooks)
        yield from after


def _call_of(part: str, step: Step, number: int, hooks: Hooks) -> Iterator[str]:
    """Yield the call of one component's handler, between the hooks of the taps."""
    before = list(_hook_calls(hooks, "handling", number))
    after = list(_hook_calls(hooks, "handled", number))
    call = f"{step.handler.name}(event, world)"
    if before or after:
        if part != "part":
            yield f"part = {part}"
        lines = [*before, f"part.{call}", *after]
        yield from _block("if part is not ABSENT:", [f"{line}{_MARK}{number}" for line in lines])
    else:
        yield f"{part}.{call}{_MARK}{number}"


def _hook_calls(hooks: Hooks, hook: str, step: int = 0) -> Iterator[str]:
    names = {"handler": f"h{step}", "component": "part"}
    arguments = ", ".join(names.get(name, name) for name in _HOOKS[hook])
    for number, overridden in enumerate(hooks):
        if hook in overridden:
            of_step = f"_{step}" if hook == "handling" else ""
            yield f"{hook}{number}{of_step}({arguments})"

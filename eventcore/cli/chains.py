"""The command chain: list event types, or print the handlers of an event type."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from eventcore.component import Component

_HINT = (
    "name the class of a simulation, as module:Class, a sequence of component classes, a World, "
    "or a function that returns one of these"
)


def chain(target: str, event: str = "", /) -> None:
    """Print the handlers of an event type in order; without EVENT, list all event types.

    Parameters
    ----------
    target:
        The class of a simulation, as module:Class; a package with COMPONENTS; or module:attribute
        for component classes, a World, or a function that returns one of these.
    event:
        The name of the event type.
    """
    from eventcore.dispatch.order import plan_of_classes
    from eventcore.text import there_is
    from eventcore.tools.naming import event_types
    from eventcore.tools.results import UsageError, counted

    classes = _load_components(target)
    found = event_types(classes)
    if event and event not in found:
        raise UsageError(f"there is no event {event!r}; {there_is(event, sorted(found))}")
    if event:
        print(plan_of_classes(found[event], classes))
        return
    for name in sorted(found):
        number, noun = counted(len(plan_of_classes(found[name], classes).steps), "handler").split()
        print(f"{number:>4} {noun:<8}  {name}")


def _load_components(target: str | Iterable[type[Component]]) -> Sequence[type[Component]]:
    from importlib import import_module

    from eventcore.component import Component
    from eventcore.event import is_class_of, is_declared
    from eventcore.tools.results import UsageError, one_line

    if not isinstance(target, str):  # another program passes its component classes
        return list(target)
    module_name, _, attribute = target.partition(":")
    try:
        found: Any = import_module(module_name)
        for part in (attribute or "COMPONENTS").split("."):
            found = getattr(found, part)
        classes = _classes_of(found)
    except (Exception, SystemExit) as error:  # the user's module may raise any error
        said = f"raises {type(error).__name__}: {one_line(error)}"
        raise UsageError(f"{target!r} {said}; {_HINT}") from None
    if not classes or not all(is_class_of(c, Component) and is_declared(c) for c in classes):
        raise UsageError(f"{target!r} has no order of components: {_HINT}")
    return classes


def _classes_of(found: Any) -> Sequence[Any]:
    found = getattr(found, "__self__", found)  # allow ``Class.source``, as in the other commands
    if not isinstance(found, type):
        found = found() if callable(found) else found
        found = getattr(found, "world", found)
    components = getattr(found, "components", found)
    return list(components) if isinstance(components, Iterable) else []

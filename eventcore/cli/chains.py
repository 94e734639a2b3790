"""The command chain: list event types, or print the handlers of an event type."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from inspect import ismethod
from typing import Any, Final

from eventcore.cli.charts import chain_mermaid, chain_table
from eventcore.cli.paper import Paper
from eventcore.component import Component, is_component
from eventcore.dispatch.order import plan_of_classes
from eventcore.event import Event, is_class_of, is_declared
from eventcore.text import there_is
from eventcore.tools.results import UsageError, one_line
from eventcore.world import World

_PIPED_WIDTH: Final = 200


def chain(target: str | Iterable[type[Component]], event: str, *, mermaid: bool) -> None:
    """Print the handlers of an event type in order; without an event type, list all types.

    Args:
        target: The component classes, or the name of a module or of an object in a module.
        event: The name of the event type; empty to list all event types.
        mermaid: Whether to print a Mermaid flowchart instead of a table.

    Raises:
        UsageError: The target has no component classes, or no event type has that name.
    """
    classes = _load_components(target) if isinstance(target, str) else list(target)
    found = _events_of(classes)
    if not event:
        for name in sorted(found):
            count = len(plan_of_classes(found[name], classes).steps)
            print(f"{count:4} {'handler ' if count == 1 else 'handlers'}  {name}")
        return
    if event not in found:
        raise UsageError(f"there is no event {event!r}; {there_is(event, sorted(found))}")
    plan = plan_of_classes(found[event], classes)
    if mermaid:
        print(chain_mermaid(plan), end="")
        return
    # A table in a pipe must not be cut to the width of a terminal.
    Paper(None if sys.stdout.isatty() else _PIPED_WIDTH).print(chain_table(plan))


def _events_of(components: Sequence[type[Component]]) -> dict[str, type[Event]]:
    """Return a dict of the event types that the components handle or their packages declare."""
    packages = {cls.__module__.partition(".")[0] for cls in components}
    handled = [one.kind for cls in components for one in cls._handlers_]
    others = [one for one in _subclasses(Event) if one.__module__.partition(".")[0] in packages]
    public = [one for one in (*others, *handled) if one.__name__[0] != "_"]
    return {one.__name__: one for one in public if is_declared(one)}


def _subclasses(kind: type[Event]) -> Iterator[type[Event]]:
    for cls in kind.__subclasses__():
        yield cls
        yield from _subclasses(cls)


def _load_components(target: str) -> Sequence[type[Component]]:
    """Return the component classes in order, from a package or an object in a module."""
    module_name, _, attribute = target.partition(":")
    try:
        found: Any = import_module(module_name)
    except (Exception, SystemExit) as error:  # the user's module may raise any error
        said = "" if isinstance(error, ImportError | SyntaxError) else f"{type(error).__name__}: "
        raise UsageError(f"cannot import {module_name!r}: {said}{one_line(error)}") from None
    try:
        for part in (attribute or "COMPONENTS").split("."):
            found = getattr(found, part, None)
        if found is None:
            raise UsageError(
                f"{module_name!r} has no {attribute or 'COMPONENTS'!r}: name the class of a "
                "simulation, as module:Class, or a sequence of component classes"
            )
        classes = _classes_of(found)
    except UsageError:
        raise
    except (Exception, SystemExit) as error:
        said = f"raises {type(error).__name__}: {one_line(error)}"
        raise UsageError(f"{target!r} {said}") from None
    if not classes or not all(is_class_of(c, Component) and is_component(c) for c in classes):
        raise UsageError(
            f"{target!r} has no order of components: name the class of a simulation, a sequence "
            "of component classes, a World, or a function that returns one of these"
        )
    return classes


def _classes_of(found: Any) -> Sequence[Any]:
    if ismethod(found) and isinstance(found.__self__, type):
        found = found.__self__  # allow ``Class.source``, as in the other commands
    if isinstance(found, type) and not issubclass(found, Component):
        found = getattr(found, "components", ()) or found
    if callable(found) and not is_class_of(found, Component):
        found = found()
    found = getattr(found, "world", found)  # use the world of a simulation
    if isinstance(found, World):
        return found.components
    return list(found) if isinstance(found, Iterable) else []

"""The commands that print what there is: the chain of an event type, and the journal's schema."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib import import_module
from inspect import signature
from typing import Any

from eventcore.cli.charts import chain_mermaid, chain_table
from eventcore.cli.paper import Paper
from eventcore.component import Component, is_component
from eventcore.dispatch.order import plan_of_classes
from eventcore.event import Event, is_class_of, is_declared
from eventcore.journal.schema import schema_text
from eventcore.text import there_is
from eventcore.tools.results import UsageError
from eventcore.world import World

_PIPED_WIDTH = 200


def chain(target: str | Iterable[type[Component]], event: str, *, mermaid: bool) -> None:
    """Print the ordered handlers of an event type.

    Args:
        target: The component classes, or the name of a module that has them.
        event: The name of the event type.
        mermaid: Whether to print a Mermaid flowchart instead of a table.

    Raises:
        UsageError: The module has no component classes, or no event type has that name.
    """
    classes = _load_components(target) if isinstance(target, str) else list(target)
    plan = plan_of_classes(_find_event(event, classes), classes)
    if mermaid:
        print(chain_mermaid(plan), end="")
        return
    # Piped, a table is as wide as it is: nothing is cut for a terminal that is not there.
    Paper(None if sys.stdout.isatty() else _PIPED_WIDTH).print(chain_table(plan))


def _find_event(name: str, components: Sequence[type[Component]]) -> type[Event]:
    packages = {cls.__module__.partition(".")[0] for cls in components}
    found: dict[str, type[Event]] = {}
    heard = [h.kind for cls in components for h in cls._handlers_]
    for kind in [*heard, *_subclasses(Event)]:
        if is_declared(kind) and kind.__module__.partition(".")[0] in packages:
            found.setdefault(kind.__name__, kind)
    if name not in found:
        raise UsageError(f"there is no event {name!r}; {there_is(name, sorted(found))}")
    return found[name]


def _subclasses(kind: type[Event]) -> Iterable[type[Event]]:
    for cls in kind.__subclasses__():
        yield cls
        yield from _subclasses(cls)


def _load_components(target: str) -> Sequence[type[Component]]:
    """Find the component order of a package, or of ``module:attribute``."""
    module_name, _, attribute = target.partition(":")
    found: Any = _import(module_name)
    for part in (attribute or "COMPONENTS").split("."):
        found = _of_theirs(target, partial(getattr, found, part, None))
    if found is None:
        raise UsageError(
            f"{module_name!r} has no {attribute or 'COMPONENTS'!r}: name a sequence of component "
            "classes or a World, as in package.module:attribute"
        )
    if isinstance(found, type) and not issubclass(found, Component):
        found = getattr(found, "components", found)  # of a Simulation
    if callable(found) and not isinstance(found, type):
        try:
            signature(found).bind()
        except (TypeError, ValueError) as error:
            raise UsageError(f"{target!r} cannot be called without arguments: {error}") from None
        found = _of_theirs(target, found)
    if isinstance(found, World):
        return found.components
    classes = _of_theirs(target, lambda: list(found)) if isinstance(found, Iterable) else []
    if not classes or not all(is_class_of(c, Component) and is_component(c) for c in classes):
        raise UsageError(
            f"{target!r} is no order of components: name a sequence of component classes, "
            "a Simulation, a World, or a function that returns one"
        )
    return classes


def _of_theirs(target: str, give: Callable[[], Any]) -> Any:
    """Give what a stranger's module gives, whatever that does.

    Raises:
        UsageError: The module raises, or ends the program.
    """
    try:
        return give()
    except (Exception, SystemExit) as error:
        raise UsageError(f"{target!r} raises {type(error).__name__}: {error}") from None


def _import(name: str) -> Any:
    try:
        return import_module(name)
    except (ImportError, SyntaxError, TypeError, ValueError) as error:
        raise UsageError(f"cannot import {name!r}: {error}") from None
    except (Exception, SystemExit) as error:  # whatever else a stranger's module does then
        raise UsageError(f"cannot import {name!r}: {type(error).__name__}: {error}") from None


def schema() -> None:
    """Print the schema of a journal's lines."""
    print(schema_text(), end="")

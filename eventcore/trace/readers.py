"""Readers read all fields of an event or a component into a tuple of immutable values.

Most fields have an immutable type, such as a number or a string, and need no copy. A reader
takes a new snapshot of any other value each time, so that it notices changes in place, such as an
item added to a list. The functions are generated for each class, as attrs generates ``__init__``,
since a tracer calls them after every handler.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from functools import lru_cache
from types import CodeType
from typing import Any, TypeAlias

from eventcore.schema.encoding import encode
from eventcore.schema.hints import immutable_fields
from eventcore.trace.span import FieldChange, is_internal
from eventcore.trace.values import Value, Written

Read: TypeAlias = Callable[[Any], tuple[Any, ...]]
Look: TypeAlias = Callable[[Any, tuple[Any, ...]], tuple[Any, ...] | None]


class Reader:
    """Reads the given fields of instances of one class.

    Attributes:
        names: The names of the fields, in the order in which they are read.
        read: A function that returns the values of the fields of an instance.
        look: A function that returns the new values of the fields; None if no field has changed.
        component: The name of the class if it is a component class; empty for an event type.
        internal: Whether the class is one of the library's own component classes.
    """

    __slots__ = ("_whole", "component", "internal", "look", "names", "read")

    def __init__(
        self,
        names: tuple[str, ...],
        whole: Sequence[bool],
        write: Callable[[Any], Value],
        component: type | None,
    ) -> None:
        self.names: tuple[str, ...] = names
        self.component: str = "" if component is None else component.__name__
        self.internal: bool = component is not None and is_internal(component)
        self._whole = whole
        made: dict[str, Any] = {"write": write}
        exec(_code(self._source()), made)
        self.read: Read = made["read"]
        self.look: Look = made["look"]

    def expression(self, it: str) -> str:
        """Return a Python expression that reads all fields, and calls ``write`` for some of them.

        Args:
            it: The name of the variable that holds the object to read.
        """
        return f"({''.join(f'{get}, ' for get in self._gets(it))})"

    def comparison(self, it: str, known: str) -> Iterator[str]:
        """Yield code that starts an ``if`` block, which runs if a field has changed.

        The block assigns the new values to ``new``. The class must have at least one field.

        Args:
            it: The name of the variable that holds the object to read.
            known: The name of the variable that holds the previous values.
        """
        old = [f"old{number}" for number in range(len(self.names))]
        new = [f"new{number}" for number in range(len(self.names))]
        yield f"{''.join(f'{name}, ' for name in old)} = {known}"
        for name, get in zip(new, self._gets(it), strict=True):
            yield f"{name} = {get}"
        same = [
            f"{one} {'is' if whole else '=='} {other}"
            for one, other, whole in zip(new, old, self._whole, strict=True)
        ]
        yield f"if not ({' and '.join(same)}):"
        yield f"    new = ({''.join(f'{name}, ' for name in new)})"

    def _gets(self, it: str) -> list[str]:
        fields = zip(self.names, self._whole, strict=True)
        return [f"{it}.{name}" if whole else f"write({it}.{name})" for name, whole in fields]

    def _source(self) -> str:
        lines = ["def read(it):", f"    return {self.expression('it')}", "def look(it, known):"]
        if self.names:
            lines += [f"    {line}" for line in self.comparison("it", "known")]
            lines.append("        return new")
        lines.append("    return None")
        return "\n".join(lines)

    def changes(
        self, before: tuple[Any, ...], after: tuple[Any, ...], entity: int, owner: str = ""
    ) -> Iterator[FieldChange]:
        """Yield a change for each field that differs between two readings of the same object."""
        for name, then, now in zip(self.names, before, after, strict=True):
            if then is not now:
                old, new = as_value(then), as_value(now)
                if old != new:  # inside tuples, 1 and True are different, as in a digest
                    yield FieldChange(name, old, new, self.component, entity, owner, self.internal)


def make_reader(
    cls: type, names: tuple[str, ...], write: Callable[[Any], Value], *, of_component: bool = True
) -> Reader:
    """Create a reader for fields of a class.

    Args:
        cls: An event type or a component class.
        names: The names of the fields.
        write: A function that takes a snapshot of a value that may change in place.
        of_component: Whether the class is a component class.
    """
    whole = immutable_fields(cls)
    return Reader(names, [n in whole for n in names], write, cls if of_component else None)


def as_value(kept: Any) -> Value:
    """Convert a value from a reader to a value in a trace."""
    if isinstance(kept, Enum):
        return Written(kept.name)
    if kept is None or isinstance(kept, int | float | str):
        return kept
    try:
        return Written(encode(kept).decode())
    except TypeError:
        return Written(f"<{type(kept).__name__}>")


@lru_cache(maxsize=1024)
def _code(source: str) -> CodeType:
    return compile(source, "<eventcore reader>", "exec")

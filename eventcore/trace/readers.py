"""Readers: all fields of a packet or a component at once, as a tuple that will not change.

Most fields are declared to hold a number, a text or the like, and need no copy. What may
be changed in place is written down anew each time it is looked at, so that a list that
grew is told from what it was. The functions are generated for each class, as attrs does:
a tracer looks more often than anything else it does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from functools import lru_cache
from types import CodeType
from typing import Any, TypeAlias

from eventcore.schema.encoding import encode
from eventcore.schema.hints import immutable_fields
from eventcore.trace.span import FieldChange
from eventcore.trace.values import Value, Written

Read: TypeAlias = Callable[[Any], tuple[Any, ...]]
Look: TypeAlias = Callable[[Any, tuple[Any, ...]], tuple[Any, ...] | None]


class Reader:
    """Reads some fields of the instances of one class.

    Attributes:
        names: The fields, in the order they are read.
        read: Gives their values.
        look: Gives them as well, given what they were; None where no field was set to
            something else.
        component: The name of the class where it is a component; empty for a packet.
    """

    __slots__ = ("_whole", "component", "look", "names", "read")

    def __init__(
        self,
        names: tuple[str, ...],
        whole: Sequence[bool],
        write: Callable[[Any], Value],
        component: str,
    ) -> None:
        self.names: tuple[str, ...] = names
        self.component: str = component
        self._whole = whole
        made: dict[str, Any] = {"write": write}
        exec(_code(self._source()), made)
        self.read: Read = made["read"]
        self.look: Look = made["look"]

    def expression(self, it: str) -> str:
        """Write what reads all fields, as Python; it calls ``write``.

        Args:
            it: The name of what is read.
        """
        return f"({''.join(f'{get}, ' for get in self._gets(it))})"

    def comparison(self, it: str, known: str) -> Iterator[str]:
        """Write the head of a block for the case that a field was set to something else.

        In it ``new`` is what there is. Not to be asked for where there are no fields.

        Args:
            it: The name of what is read.
            known: The name of what was read of it before.
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
        """Yield the fields that differ between two readings of an entity's component."""
        for name, then, now in zip(self.names, before, after, strict=True):
            if then is not now:
                old, new = as_value(then), as_value(now)
                if old != new:  # which tells 1 from True in a tuple, as a digest does
                    yield FieldChange(name, old, new, self.component, entity, owner)


def make_reader(
    cls: type, names: tuple[str, ...], write: Callable[[Any], Value], *, of_component: bool = True
) -> Reader:
    """Prepare to read fields of a class.

    Args:
        cls: The class, an event type or a component class.
        names: The fields.
        write: Takes a snapshot of what may change in place.
        of_component: Whether the class is a component.
    """
    whole = immutable_fields(cls)
    return Reader(names, [n in whole for n in names], write, cls.__name__ if of_component else "")


def as_value(kept: Any) -> Value:
    """Give what a trace says of a value that a reader gave."""
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

"""Detect which fields of an event or component have changed since they were last read.

Most fields have an immutable type, such as a number or a string, and are compared by identity. Any
other value is converted to text each time, so that the reader notices in-place changes, such as an
item added to a list. A tracer reads every field after every handler, so the reader generates code
for each class to save time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from eventcore.codegen import make_function
from eventcore.component import Component
from eventcore.schema.hints import immutable_fields
from eventcore.trace.span import FieldChange, NamedEntity, is_internal
from eventcore.trace.values import Value, as_value


class Reader:
    """Reads the fields of instances of one class, but not the roles of events.

    Attributes:
        names: The names of the fields, in the order in which they are read.
        read: A function that returns the values of the fields of an instance as a tuple.
        look: A function that takes an instance and the tuple of values that was read before. It
            returns this tuple if no field has changed, or else a tuple of the new values.
    """

    __slots__ = ("_component", "_internal", "_reads", "look", "names", "read")

    def __init__(self, write: Callable[[Any], Value], cls: Any) -> None:
        """Generate ``read`` and ``look``, which use ``write`` to convert mutable values to text."""
        roles, immutable = getattr(cls, "_roles_", ()), immutable_fields(cls)
        self.names: tuple[str, ...] = tuple(name for name in cls._fields_ if name not in roles)
        self._reads = [
            (f"{{}}.{name}", "is not") if name in immutable else (f"write({{}}.{name})", "!=")
            for name in self.names
        ]
        self._component = cls.__name__ if issubclass(cls, Component) else ""
        self._internal = bool(self._component) and is_internal(cls)
        functions: dict[str, Any] = {"write": write}
        values = self.values("it")
        make_function(
            f"def read(it):\n    return {values}\n"
            f"def look(it, known):\n    return {values} if {self.differs('it')} else known\n",
            functions,
        )
        self.read: Callable[[Any], tuple[Any, ...]] = functions["read"]
        self.look: Callable[[Any, tuple[Any, ...]], tuple[Any, ...]] = functions["look"]

    def values(self, it: str) -> str:
        """Return Python code that reads the fields of the object ``it`` into a tuple."""
        return f"({''.join(f'{read.format(it)}, ' for read, _ in self._reads)})"

    def differs(self, it: str) -> str:
        """Return Python code that tests whether fields of ``it`` differ from those in ``known``."""
        reads = enumerate(self._reads)
        tests = [f"{read.format(it)} {differs} known[{n}]" for n, (read, differs) in reads]
        return " or ".join(tests) or "False"

    def changes(
        self, before: tuple[Any, ...], after: tuple[Any, ...], owner: NamedEntity | None
    ) -> Iterator[FieldChange]:
        """Yield a change for each field whose value differs between two reads of an object."""
        entity, named = (0, "") if owner is None else (owner.id, str(owner))
        for name, then, now in zip(self.names, before, after, strict=True):
            old, new = as_value(then), as_value(now)
            if then is not now and old != new:  # ignore a change to an equal value, like 1 to True
                yield FieldChange(name, old, new, self._component, entity, named, self._internal)

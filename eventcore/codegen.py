"""Code generation: compile functions from source text, as attrs does for ``__init__``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import CodeType
from typing import Any, ParamSpec, TypeVar

import attrs

P = ParamSpec("P")
T = TypeVar("T")


class Code:
    """The objects that generated functions use, each under a unique name."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {}

    def name(self, thing: Any = None) -> str:
        """Return a new name for an object or a local variable."""
        name = f"n{len(self.names)}"
        self.names[name] = thing
        return name

    def creation(self, cls: Any, values: Mapping[str, str]) -> list[str]:
        """Return lines that create ``made``, an attrs instance, from the code of field values."""
        fields = [f for f in attrs.fields(cls) if f.name in values]
        arguments = ", ".join(f"{f.alias}={values[f.name]}" for f in fields if f.init)
        later = [f"made.{f.name} = {values[f.name]}" for f in fields if not f.init]
        return [f"made = {self.name(cls)}({arguments})", *later]

    def function(self, parameters: str, lines: Sequence[str]) -> Any:
        """Compile a function from its parameters and the lines of its body."""
        body = "".join(f"    {line}\n" for line in lines)
        return make_function(f"def made({parameters}):\n{body}", self.names)


def make_function(source: str, names: dict[str, Any]) -> Callable[..., Any]:
    """Compile the source code of a function, and return the function."""
    exec(_compiled(source), names)
    return names[source.split("(", 1)[0].split()[-1]]  # type: ignore[no-any-return]  # typed as Any


@lru_cache(maxsize=4096)
def _compiled(source: str) -> CodeType:
    return compile(source, "<eventcore function>", "exec")


def per_class(function: Callable[P, T]) -> Callable[P, T]:
    """Cache the results of a function that takes a class."""
    # mypy rejects the result of lru_cache, because it considers some classes unhashable.
    return lru_cache(maxsize=4096)(function)  # type: ignore[return-value]

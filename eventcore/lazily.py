"""Names of a package that are imported as they are first asked for, and not with the package.

A program that tells its version, prints a help text or shows its first screen needs few of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from sys import modules
from types import ModuleType
from typing import Any


class _Name:
    """A name that a module of the package defines."""

    def __init__(self, name: str, place: str) -> None:
        self._name, self._place = name, place

    def __get__(self, package: ModuleType | None, _: type) -> Any:
        if package is None:
            return self
        found = vars(package).get(self._name)
        if found is None:
            found = vars(package)[self._name] = getattr(import_module(self._place), self._name)
        return found

    def __set__(self, package: ModuleType, value: Any) -> None:
        """Take what a test may put here, but not the module that is called as the name is."""
        if not isinstance(value, ModuleType):
            vars(package)[self._name] = value


def imports(package: str, places: Mapping[str, Sequence[str]]) -> None:
    """Let a package have names that it does not import yet.

    Args:
        package: Its name; it is being imported.
        places: By module, the names it defines.
    """

    def names(self: ModuleType) -> Iterator[str]:
        return iter(sorted({*vars(self), *found}))

    found = {name: _Name(name, place) for place, named in places.items() for name in named}
    modules[package].__class__ = type("Package", (ModuleType,), {**found, "__dir__": names})

"""Callables: the functions that a decorator wraps, and whether a call runs anything."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property, partial, partialmethod

_WRAPPERS = (property, staticmethod, classmethod, partial, partialmethod, cached_property)
_HELD = ("fget", "fset", "fdel", "__func__", "func")  # their attributes with a function


def functions_in(value: object) -> Iterator[object]:
    """Yield the functions that a decorated function or a descriptor wraps, at any depth."""
    found = [value]
    for holder in found:  # grows during the loop
        held: list[object] = []
        if inspect.isfunction(holder):
            for cell in holder.__closure__ or ():
                with suppress(ValueError):  # the cell is empty
                    held += filter(inspect.isfunction, [cell.cell_contents])
        elif isinstance(holder, _WRAPPERS):
            held += [getattr(holder, name, None) for name in _HELD]
        elif hasattr(type(holder), "__get__") and not isinstance(holder, type):
            held += getattr(holder, "__dict__", {}).values()
        new = [thing for thing in held if not any(thing is other for other in found)]
        found += new
        yield from new


def runs_later(function: object) -> bool:
    """Return whether a call only creates a coroutine or a generator, and runs nothing.

    A function decorated with ``functools.wraps`` counts as the one it wraps.
    """
    met: list[object] = []
    while not any(function is other for other in met):
        met.append(function)
        if isinstance(function, partial | partialmethod):
            function = function.func
        else:
            function = getattr(function, "__wrapped__", function)
    calls = [inspect.getattr_static(type(function), "__call__", None) for function in met]
    return any(
        inspect.iscoroutinefunction(function)
        or inspect.isgeneratorfunction(function)
        or inspect.isasyncgenfunction(function)
        for function in (*met, *calls)
    )

"""Callables: the functions that a decorator wraps, and whether a call runs anything."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property, partial, partialmethod


def functions_in(value: object) -> Iterator[object]:
    """Yield the functions that a decorated function or a descriptor wraps, at any depth."""
    found = [value]
    for holder in found:  # grows during the loop
        for held in _wrapped_in(holder):
            if not any(held is other for other in found):
                found.append(held)
                yield held


def _wrapped_in(holder: object) -> Iterator[object]:
    if inspect.isfunction(holder):
        for cell in holder.__closure__ or ():
            with suppress(ValueError):  # the cell is empty
                if inspect.isfunction(cell.cell_contents):
                    yield cell.cell_contents
    elif isinstance(holder, property):
        yield from (holder.fget, holder.fset, holder.fdel)
    elif isinstance(holder, staticmethod | classmethod):
        yield holder.__func__
    elif isinstance(holder, partial | partialmethod | cached_property):
        yield holder.func
    elif hasattr(type(holder), "__get__") and not isinstance(holder, type):
        yield from getattr(holder, "__dict__", {}).values()


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

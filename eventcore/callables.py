"""Callables: what a decorator has wrapped, and whether a call runs anything."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property, partial, partialmethod


def functions_in(value: object) -> Iterator[object]:
    """Yield what a decorated function or a descriptor wraps, at any depth."""
    found = [value]
    for holder in found:  # it grows meanwhile
        for held in _wrapped_in(holder):
            if not any(held is one for one in found):
                found.append(held)
                yield held


def _wrapped_in(holder: object) -> Iterator[object]:
    """Yield the functions that a function or a descriptor wraps."""
    if inspect.isfunction(holder):
        for cell in holder.__closure__ or ():
            with suppress(ValueError):  # an empty cell
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
    """Return whether a call of a function only makes a coroutine or generator, and runs nothing.

    A decorated function counts as what ``functools.wraps`` says it wraps.
    """
    met: list[object] = []
    while not any(function is one for one in met):
        met.append(function)
        if isinstance(function, partial | partialmethod):
            function = function.func
        else:
            function = getattr(function, "__wrapped__", function)
    return any(map(_runs_later, met))


def _runs_later(function: object) -> bool:
    called = inspect.getattr_static(type(function), "__call__", None)  # of an object with one
    return any(
        check(one)
        for one in (function, called)
        for check in (
            inspect.iscoroutinefunction,
            inspect.isgeneratorfunction,
            inspect.isasyncgenfunction,
        )
    )

"""Faults: all that is wrong in a file, as one error that has the others with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from bidden.content.datafiles import ContentError

T = TypeVar("T")


class Faults:
    """What is wrong in the parts of a file.

    Life cycle: made for a file, ``part`` is entered for each part of it, then it tells once.
    """

    def __init__(self) -> None:
        self._found: list[ContentError] = []

    @contextmanager
    def part(self) -> Iterator[None]:
        """Read a part: what is wrong there ends that part alone."""
        try:
            yield
        except ContentError as error:
            self._found.append(error)

    def tell(self) -> None:
        """Raise what is wrong, if anything is.

        Raises:
            ContentError: The first fault, with all others.
        """
        if self._found:
            first, *rest = self._found
            for one in rest:
                first.others += [one, *one.others]
            raise first


def each(read: Callable[[str], T], names: Iterable[str]) -> dict[str, T]:
    """Read a part by each of some names.

    Raises:
        ContentError: Something is wrong with one of them, or several.
    """
    faults, found = Faults(), dict[str, T]()
    for name in names:
        with faults.part():
            found[name] = read(name)
    faults.tell()
    return found

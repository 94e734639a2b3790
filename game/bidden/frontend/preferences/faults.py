"""Faults: all that is wrong in a file, as one error that has the others with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from bidden.content import datafiles
from bidden.content.datafiles import ContentError

T = TypeVar("T")


class Faults(datafiles.Faults):
    """Collects the errors in the parts of a file.

    Create one for each file, enter ``part`` for each part, then report once.

    Attributes:
        files: For keys from another file, the name of that file.
    """

    def __init__(self) -> None:
        super().__init__()
        self.files: dict[str, str] = {}

    def tell(self) -> None:
        """Raise what is wrong, if anything is.

        Raises:
            ContentError: The first fault, with all others.
        """
        self.found = [self._in_its_file(error) for error in self.found]
        super().tell()

    def _in_its_file(self, error: ContentError) -> ContentError:
        """Return an error with the name of the file that its key comes from."""
        whole = error.key
        ends = [at for at, one in enumerate(whole) if one in ".["]
        keys = [whole, *(whole[:end] for end in reversed(ends))]
        file = next((self.files[key] for key in keys if key in self.files), error.file)
        return ContentError(file, whole, error.reason)


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

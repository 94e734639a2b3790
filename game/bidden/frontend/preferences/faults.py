"""All errors in the parts of a file, raised as one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from bidden.content import datafiles
from bidden.content.datafiles import ContentError

T = TypeVar("T")


class Faults(datafiles.Faults):
    """Collects the errors in the parts of a file, and names the file that each comes from."""

    def __init__(self) -> None:
        super().__init__()
        self.files: dict[str, str] = {}  # for keys from another file, its name

    def tell(self) -> None:
        """Raise the first fault, with all others, if there is any."""
        self.found = [self._in_its_file(error) for error in self.found]
        super().tell()

    def _in_its_file(self, error: ContentError) -> ContentError:
        whole = error.key
        ends = [at for at, one in enumerate(whole) if one in ".["]
        keys = [whole, *(whole[:end] for end in reversed(ends))]
        file = next((self.files[key] for key in keys if key in self.files), error.file)
        return ContentError(file, whole, error.reason)


def each(read: Callable[[str], T], names: Iterable[str]) -> dict[str, T]:
    """Read a part for each name, and raise all faults as one."""
    faults, found = Faults(), dict[str, T]()
    for name in names:
        with faults.part():
            found[name] = read(name)
    faults.tell()
    return found

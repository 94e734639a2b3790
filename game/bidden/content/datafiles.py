"""Data files: the game's TOML, read strictly; an error names file, key and reason."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints

import attrs
import msgspec

from bidden.files import read_file
from eventcore import Entity, EventcoreError

T = TypeVar("T")

LISTS: Final = (list, tuple)
"""The types of lists."""

DICTS: Final = (dict, Mapping)
"""The types of tables with any names."""

MOST: Final = 1_000_000_000
"""The greatest number in a data file; its negative is the least."""


_LISTED: Final = 8


class ContentError(EventcoreError, ValueError):
    """A data file is wrong; the message names the file, the key in it, and the reason.

    Attributes:
        file: The file.
        key: The key in it; empty for the whole file.
        reason: What is wrong.
        others: All other errors, if they were collected.
        names: The file and the name that is missing, or None. The file is empty for a name that is
            in no file of content, such as a place.
    """

    def __init__(
        self, file: str, key: str, reason: str, *, names: tuple[str, str] | None = None
    ) -> None:
        super().__init__(": ".join(part for part in (file, key, reason) if part))
        self.file, self.key, self.reason = file, key, reason
        self.others = list[ContentError]()
        self.names = names


class ModError(ContentError):
    """A mod is missing or cannot be loaded."""

    def __init__(self, mod: str, reason: str) -> None:
        super().__init__(f"the mod {mod}", "", reason)


class Faults:
    """Collects all errors in content, in order.

    Life cycle: enter ``part`` for each part that can be wrong by itself, or call ``add``; then
    ``tell`` raises all at once.
    """

    def __init__(self) -> None:
        self.found = list[ContentError]()

    @contextmanager
    def part(self) -> Iterator[None]:
        """Check a part: an error in it ends only that part."""
        try:
            yield
        except ContentError as error:
            self.found += [error, *error.others]

    def add(
        self, file: str, key: str, reason: str, *, names: tuple[str, str] | None = None
    ) -> None:
        """Add an error."""
        self.found.append(ContentError(file, key, reason, names=names))

    def tell(self) -> None:
        """Raise all errors, each once.

        Raises:
            ContentError: The first error, with all others.
        """
        if self.found:
            first, *first.others = {str(error): error for error in self.found}.values()
            raise first


def nearest(name: object, names: Iterable[str], cutoff: float = 0.7) -> list[str]:
    """Return up to three names that a wrong name may mean, the likeliest first."""
    # The ratio of difflib rates swapped letters low in a short name: "bta" and "bat" share two.
    wrong, there = str(name), [*dict.fromkeys(names)]
    swapped = [one for one in there if sorted(one) == sorted(wrong)]
    return [*dict.fromkeys((*swapped, *get_close_matches(wrong, there, 3, cutoff)))][:3]


def instead(name: object, names: Iterable[str]) -> str:
    """Return the end of a message about a wrong name: similar names, or else all names."""
    there = [*dict.fromkeys(names)]
    near = nearest(name, there)
    if near:
        return f"; did you mean {' or '.join(near)}?"
    more = f" and {len(there) - _LISTED} more" if len(there) > _LISTED else ""
    return f"; choose from {', '.join(there[:_LISTED])}{more}" if there else ""


def read(file: str, folder: Traversable | None = None, label: str = "") -> str:
    """Read a data file, by default one of the game.

    Raises:
        ContentError: The file cannot be read, or is not UTF-8.
    """
    where = resources.files(__package__) / "data" if folder is None else folder
    try:
        path = where / file
        data = read_file(path) if isinstance(path, Path) else path.read_bytes()
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except OSError as error:
        reason = f"cannot be read: {error.strerror or error}"
        raise ContentError(label or file, "", reason) from None
    except UnicodeDecodeError as error:
        reason = f"is not UTF-8 text (at byte {error.start})"
        raise ContentError(label or file, "", reason) from None
    except ValueError as error:  # a NUL in the name
        raise ContentError(label or file, "", f"cannot be read: {error}") from None


def parse(text: str, file: str) -> dict[str, Any]:
    """Read a text as TOML.

    Raises:
        ContentError: The text is not valid TOML.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ContentError(file, "", str(error)) from None
    except ValueError:  # Python reads no number of more digits than some thousands
        raise ContentError(file, "", "contains a number with too many digits") from None
    except RecursionError:
        raise ContentError(file, "", "is nested too deeply") from None


def fields_of(shape: type) -> Mapping[str, tuple[attrs.Attribute[Any], Any]]:
    """Return the fields of an attrs class that a table may set, each with its type."""
    return _fields_of(shape)


@cache
def _fields_of(shape: type) -> Mapping[str, tuple[attrs.Attribute[Any], Any]]:
    # Components name a class of the library that no table needs.
    known = {"Entity": Entity, "Handler": object}
    hints = get_type_hints(shape, localns=known, include_extras=True)
    fields: tuple[attrs.Attribute[Any], ...] = attrs.fields(shape)
    return {field.alias or field.name: (field, hints[field.name]) for field in fields if field.init}


def refuse_unknown(data: object, shape: Any, file: str, key: str) -> None:
    """Reject unknown fields in tables that become attrs classes, at any depth.

    Raises:
        ContentError: A table has a key that is not a field of its class; others are in ``others``.
    """
    faults = Faults()
    if isinstance(data, Mapping) and attrs.has(shape):
        known = fields_of(shape)
        for name in data:
            if name not in known:
                faults.add(file, f"{key}.{name}", f"there is no such field{instead(name, known)}")
    for part, of, name in _parts(data, shape):
        with faults.part():
            refuse_unknown(part, of, file, f"{key}{name}")
    faults.tell()


def refuse_unfit(data: object, file: str, key: str) -> None:
    """Reject control characters and numbers beyond ``MOST``, at any depth.

    Raises:
        ContentError: A value or a name has a control character, or a number is out of range.
    """
    if isinstance(data, str) and not data.isprintable():
        raise ContentError(file, key, "contains a line break or another control character")
    if isinstance(data, int) and abs(data) > MOST:
        raise ContentError(file, key, f"is out of range: must be from -{MOST} to {MOST}")
    if isinstance(data, Mapping):
        for name, value in data.items():
            if not name or not name.isprintable():
                raise ContentError(file, f"{key}.{name!r}", "is not a valid name")
            refuse_unfit(value, file, f"{key}.{name}")
    elif isinstance(data, list):
        for number, value in enumerate(data):
            refuse_unfit(value, file, f"{key}[{number}]")


def convert(data: object, shape: type[T], file: str, key: str = "") -> T:
    """Convert the data under a key to a type.

    Raises:
        ContentError: The data have another shape; the error names the key of the wrong part.
    """
    try:
        return msgspec.convert(data, shape)
    except msgspec.ValidationError as error:
        faults = Faults()
        for part, of, name in _parts(data, shape):
            with faults.part():
                convert(part, of, file, f"{key}{name}".lstrip("."))
        faults.tell()
        # msgspec ends its message with the place, as in "… - at `$.keys[0]`".
        reason, _, place = str(error).partition(" - at `$")
        raise ContentError(file, f"{key}{place.rstrip('`')}".lstrip("."), reason) from None


def _parts(data: object, shape: Any) -> Iterator[tuple[object, Any, str]]:
    """Yield the parts of data with a shape: values, shapes, and the ends of their keys."""
    origin, arguments = get_origin(shape), get_args(shape)
    if origin is Annotated:
        yield data, arguments[0], ""
    elif origin in (Union, UnionType):
        wanted = LISTS if isinstance(data, list) else DICTS
        for one in arguments:
            if get_origin(one) in wanted or (wanted is DICTS and attrs.has(one)):
                yield data, one, ""
    elif isinstance(data, Mapping) and attrs.has(shape):
        known = fields_of(shape)
        for name, value in data.items():
            if name in known:
                yield value, known[name][1], f".{name}"
    elif isinstance(data, Mapping) and origin in DICTS:
        for name, value in data.items():
            yield value, arguments[1], f".{name}"
    elif isinstance(data, list) and origin in LISTS:
        for number, value in enumerate(data):
            yield value, arguments[0], f"[{number}]"

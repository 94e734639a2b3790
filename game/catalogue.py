"""The catalogue: things made from data files, loaded and checked at the start.

A table names components and their fields; a new creature of known components
needs no code.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from importlib import resources
from typing import Any, get_type_hints

import attrs
import msgspec

from eventcore import Component, Entity
from game.worldgen.bsp import Measures

__all__ = ["Catalogue", "ContentError", "LevelKind", "load_catalogue", "read_catalogue"]


class ContentError(ValueError):
    """A content file is wrong; the message names the file, the key and the reason."""


@attrs.frozen
class LevelKind:
    """A kind of level, as its table in ``levels.toml`` has it."""

    width: int
    height: int
    depth: int
    least_room: int
    door_percent: int
    creatures: dict[str, int]

    @property
    def measures(self) -> Measures:
        """What the ground is dug by."""
        return Measures(self.width, self.height, self.depth, self.least_room, self.door_percent)


Blueprint = tuple[tuple[type[Component], Mapping[str, Any]], ...]


@attrs.frozen
class Catalogue:
    """All that can be made, checked.

    Attributes:
        blueprints: Components and their fields, by the name of the thing.
        levels: Kinds of level by name.
        fingerprint: A hash of the content, for journals: 16 hexadecimal digits.
    """

    blueprints: Mapping[str, Blueprint]
    levels: Mapping[str, LevelKind]
    fingerprint: str

    def make(self, name: str) -> list[Component]:
        """Make the components of a thing, all new.

        Raises:
            ContentError: There is no such thing.
        """
        blueprint = self.blueprints.get(name)
        if blueprint is None:
            raise ContentError(f"no table [{name}] in creatures.toml")
        return [cls(**fields) for cls, fields in blueprint]


def load_catalogue(components: Sequence[type[Component]]) -> Catalogue:
    """Read the content that ships with the game.

    Raises:
        ContentError: It is wrong.
    """
    folder = resources.files("game") / "content"
    names = ("creatures.toml", "levels.toml")
    return read_catalogue({name: (folder / name).read_text("utf-8") for name in names}, components)


def read_catalogue(texts: Mapping[str, str], components: Sequence[type[Component]]) -> Catalogue:
    """Check content and turn it into what it describes.

    Args:
        texts: The text of ``creatures.toml`` and of ``levels.toml``.
        components: The component classes a table may name.

    Raises:
        ContentError: Something is wrong with it.
    """
    classes = {cls.__name__: cls for cls in components}
    blueprints = {
        name: _blueprint(f"creatures.toml [{name}]", table, classes)
        for name, table in _tables("creatures.toml", texts).items()
    }
    levels = {
        name: _convert(f"levels.toml [{name}]", table, LevelKind)
        for name, table in _tables("levels.toml", texts).items()
    }
    for name, level in levels.items():
        for creature, count in level.creatures.items():
            if creature not in blueprints or count < 0:
                raise ContentError(
                    f"levels.toml [{name}] creatures: {creature} = {count}: "
                    "name a table of creatures.toml and a count from 0"
                )
    canonical = msgspec.json.encode(
        [_tables(name, texts) for name in sorted(texts)], order="deterministic"
    )
    return Catalogue(blueprints, levels, blake2b(canonical, digest_size=8).hexdigest())


def _tables(name: str, texts: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    try:
        tables = tomllib.loads(texts[name])
    except tomllib.TOMLDecodeError as error:
        raise ContentError(f"{name}: {error}") from None
    for key, table in tables.items():
        if not isinstance(table, dict):
            raise ContentError(f"{name}: {key} is no table; begin it with [{key}]")
    return tables


def _blueprint(
    where: str, table: dict[str, Any], classes: Mapping[str, type[Component]]
) -> Blueprint:
    parts: list[tuple[type[Component], Mapping[str, Any]]] = []
    for name, fields in table.items():
        cls = classes.get(name)
        if cls is None:
            raise ContentError(f"{where} {name}: no such component; known: {', '.join(classes)}")
        if not isinstance(fields, dict):
            raise ContentError(f"{where} {name}: give its fields as a table, {{}} for defaults")
        hints = get_type_hints(cls, localns={"Entity": Entity})
        for key, value in fields.items():
            if key not in cls._fields_:
                known = ", ".join(cls._fields_) or "none"
                raise ContentError(f"{where} {name}.{key}: no such field; it has {known}")
            _convert(f"{where} {name}.{key}", value, hints[key])
        try:
            cls(**fields)
        except TypeError as error:
            raise ContentError(f"{where} {name}: {error}") from None
        parts.append((cls, fields))
    return tuple(parts)


def _convert(where: str, value: object, kind: Any) -> Any:
    try:
        return msgspec.convert(value, kind, strict=True)
    except msgspec.ValidationError as error:
        raise ContentError(f"{where}: {error}") from None

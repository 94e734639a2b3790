"""Mods in code: components and rules from other packages, found by their entry points.

A package names its ``Mod`` in its ``pyproject.toml``, under
``[project.entry-points."bidden.mods"]``, as ``name = "package:MOD"``. Its content has the same name
under ``bidden.content``. A mod's components handle the game's events like the game's own. At equal
order, they run later.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import chain
from typing import Any

import attrs

from bidden.content.blueprints import is_undecorated
from bidden.content.catalogue import Catalogue, load_catalogue
from bidden.content.datafiles import ContentError, ModError
from bidden.content.mods import CODE, installed, load, point_of
from bidden.narration.witness import Narration
from bidden.order import COMPONENTS
from eventcore import Component

__all__ = ["Mod"]


@attrs.frozen
class Mod:
    """The code that a package adds to the game.

    Attributes:
        components: Its component classes. Their order breaks ties between handlers. Tables of
            content may name them.
        rules: The components that are added to the world of each new game.
        narrations: The narrators of its events.
    """

    components: tuple[type[Component], ...] = ()
    rules: tuple[type[Component], ...] = ()
    narrations: tuple[Narration, ...] = ()

    def __attrs_post_init__(self) -> None:
        given: tuple[Any, ...] = self.components  # from a package that may not be type-checked
        for cls in given:
            if not isinstance(cls, type) or not issubclass(cls, Component):
                raise ValueError(f"{cls!r} is not a Component class")
            if is_undecorated(cls):
                raise ValueError(f"{cls.__name__} lacks its decorator: put @component above it")
        for rule in self.rules:
            if rule not in self.components:
                raise ValueError(f"{rule.__name__} is in `rules`, but not in `components`")


@lru_cache(maxsize=64)  # the search reads a file of each installed package
def mod_of(name: str) -> Mod:
    """Return the code of a mod, which is empty for a mod of content alone.

    Raises:
        ContentError: Its entry point cannot be loaded, or is not a ``Mod``.
    """
    point = point_of(name, CODE)
    if point is None:
        return Mod()
    found: object = load(point, lambda named: named)
    if not isinstance(found, Mod):
        reason = f"{point.value} must be a bidden.modding.Mod, not {type(found).__name__}"
        raise ModError(name, reason)
    return found


def catalogue_of_mods(mods: Sequence[str]) -> Catalogue:
    """Return the content of the game and of mods, whose tables may name the mods' components.

    Raises:
        ContentError: A mod is missing or cannot be loaded, or some of the content is wrong.
    """
    return load_catalogue(components_of(mods), *mods)


@attrs.frozen
class Usable:
    """The installed mods that work.

    Attributes:
        mods: Their names, in the order in which they are added.
        left_out: The errors of the other mods, by name.
    """

    mods: tuple[str, ...] = ()
    left_out: Mapping[str, ContentError] = attrs.field(factory=dict)


def usable(without: Collection[str] = ()) -> Usable:
    """Return the installed mods that work, except those named in ``without``."""
    names = tuple(name for name in installed() if name not in without)
    return _usable(names) if names else Usable()


@lru_cache(maxsize=4)  # slow: it loads all content of all mods
def _usable(names: tuple[str, ...]) -> Usable:
    with suppress(ContentError):
        catalogue_of_mods(names)
        return Usable(names)
    works, left_out = list[str](), dict[str, ContentError]()
    for name in names:
        try:
            catalogue_of_mods([*works, name])
        except ContentError as error:
            left_out[name] = error
        else:
            works.append(name)
    return Usable(tuple(works), left_out)


def forget_mods() -> None:
    """Clear the caches after mods were installed or removed."""
    mod_of.cache_clear()
    _usable.cache_clear()


def components_of(mods: Sequence[str]) -> tuple[type[Component], ...]:
    """Return the component classes of the game and of mods, in order.

    Raises:
        ContentError: A mod cannot be loaded, or two components have the same name.
    """
    if not mods:
        return COMPONENTS
    known = {cls.__name__: "the game" for cls in COMPONENTS}
    for name in mods:
        for cls in mod_of(name).components:
            if cls.__name__ in known:
                reason = f"its component {cls.__name__!r} already exists in {known[cls.__name__]}"
                raise ModError(name, f"{reason}: rename it")
            known[cls.__name__] = f"the mod {name}"
    return (*COMPONENTS, *chain.from_iterable(mod_of(name).components for name in mods))


def rules_of(mods: Sequence[str]) -> list[type[Component]]:
    """Return the rules that mods add to the world, in order."""
    return [rule for name in mods for rule in mod_of(name).rules]


def narrations_of(mods: Sequence[str]) -> list[Narration]:
    """Return the narrators of mods, in order."""
    return [each for name in mods for each in mod_of(name).narrations]

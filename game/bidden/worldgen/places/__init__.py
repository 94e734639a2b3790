"""The places: the generators of their levels, and a check that each level can be completed.

Other packages add places by entry points of the group ``bidden.places``: ``name = "module:draw"``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.metadata import entry_points
from typing import Final, TypeAlias

from bidden.worldgen.places import (
    cave,
    cellar,
    circle,
    desert,
    labyrinth,
    mountain,
    ruin,
    slum,
    temple,
    tower,
    valley,
)
from bidden.worldgen.plan import LevelPlan, Site
from bidden.worldgen.solving import flaw_of
from eventcore import Stream

Draw: TypeAlias = Callable[[Site, Stream], LevelPlan]

PLACES: Final[Mapping[str, Draw]] = {
    "cave": cave.draw,
    "cellar": cellar.draw,
    "desert": desert.draw,
    "labyrinth": labyrinth.draw,
    "mountain": mountain.draw,
    "ruin": ruin.draw,
    "slum": slum.draw,
    "temple": temple.draw,
    "tower": tower.draw,
    "valley": valley.draw,
}
"""The generator of each place."""

DRAWS: Final[Mapping[str, Draw]] = {**PLACES, "circle": circle.draw}
"""The generators of all places and of the circle, where a run begins."""

GROUP: Final = "bidden.places"
"""The entry point group for generators of mods."""

_TRIES: Final = 100


def draw_of(place: str) -> Draw | None:
    """Return the generator of a place, of the game or of a mod, or None.

    Raises:
        ValueError: A mod's generator cannot be loaded, or two mods define the place.
    """
    own = DRAWS.get(place)
    return own if own is not None else _of_a_mod(place)


def all_places() -> list[str]:
    """Return all places: the game's own, then the mods' places."""
    return [*PLACES, *sorted({point.name for point in entry_points(group=GROUP)})]


def _of_a_mod(place: str) -> Draw | None:
    found = {point.value: point for point in entry_points(group=GROUP, name=place)}
    if not found:
        return None
    if len(found) > 1:
        raise ValueError(f"the place {place!r} is declared twice, as {' and '.join(sorted(found))}")
    ((value, point),) = found.items()
    try:
        draw: Draw = point.load()
    except (Exception, SystemExit) as error:  # a third-party module may raise anything
        reason = f"{type(error).__name__}: {error}"
        raise ValueError(f"the place {place!r} cannot be loaded from {value}: {reason}") from None
    return draw


def draw_up(place: str, site: Site, stream: Stream) -> tuple[LevelPlan, int]:
    """Draw levels of a place until one can be completed. Count the discarded ones.

    Each attempt continues the stream where the attempt before it stopped.

    Raises:
        ValueError: No place has that name, or a hundred levels in a row could not be completed,
            because the site is too small for such a place.
    """
    draw = draw_of(place)
    if draw is None:
        raise ValueError(f"there is no place {place!r}; choose from {', '.join(all_places())}")
    flaw = ""
    for bad in range(_TRIES):
        plan = draw(site, stream)
        flaw = flaw_of(plan)
        if not flaw:
            return plan, bad
    size = f"{site.width} × {site.height} tiles"
    raise ValueError(f"no {place} of {size} could be generated: {flaw}")

"""What a game is begun with: a seed, and a scenario by its name."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from eventcore.tools import UsageError

if TYPE_CHECKING:
    from bidden.content.kinds.level_kinds import LevelKind


def seed_for(seed: int | None) -> int:
    """Give the seed that was named, or any."""
    return secrets.randbelow(1_000_000) if seed is None else seed


def known_scenario(scenario: str) -> str:
    """Give the name of a scenario.

    Raises:
        UsageError: No scenario has this name.
    """
    there = scenarios()
    if scenario not in there:
        raise UsageError(f"there is no scenario {scenario!r}, only {', '.join(there)}")
    return scenario


def scenarios() -> dict[str, LevelKind]:
    """Give the scenarios there are, by name."""
    from bidden.content.mods import RUN, installed
    from bidden.modding import catalogue_of_mods

    levels = catalogue_of_mods(installed()).levels
    return {name: kind for name, kind in levels.items() if name != RUN}

"""What a game is begun with: a seed, and a scenario by its name."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING

from eventcore.tools import UsageError

if TYPE_CHECKING:
    from bidden.content.kinds.level_kinds import LevelKind


def seed_for(seed: int | None) -> int:
    """Give the seed that was named, or any."""
    return secrets.randbelow(1_000_000) if seed is None else seed


def known_scenario(scenario: str, mods: Sequence[str]) -> str:
    """Return the name of a scenario of the game or of some mods.

    Raises:
        UsageError: No scenario has this name.
    """
    there = scenarios(mods)
    if scenario not in there:
        from bidden.content.datafiles import nearest  # only where a name is wrong

        near = nearest(scenario, there)
        meant = f"did you mean {' or '.join(near)}?" if near else "list all scenarios with:"
        all_of_them = "" if near else " bidden play --list-scenarios"
        raise UsageError(f"there is no scenario {scenario!r}; {meant}{all_of_them}")
    return scenario


def scenarios(mods: Sequence[str]) -> dict[str, LevelKind]:
    """Return the scenarios of the game and of some mods, by name."""
    from bidden.content.mods import RUN
    from bidden.modding import catalogue_of_mods

    levels = catalogue_of_mods(mods).levels
    return {name: kind for name, kind in levels.items() if name != RUN}

"""The seed and the scenario of a new game."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING

from eventcore.tools import UsageError

if TYPE_CHECKING:
    from bidden.content.kinds.level_kinds import LevelKind


def seed_for(seed: int | None) -> int:
    """Return the given seed, or a random one."""
    return secrets.randbelow(1_000_000) if seed is None else seed


def known_scenario(scenario: str, mods: Sequence[str]) -> str:
    """Check the name of a scenario of the game or of these mods, and return it.

    Raises:
        UsageError: No scenario has this name.
    """
    there = scenarios(mods)
    if scenario not in there:
        from bidden.content.datafiles import nearest  # needed only for a wrong name

        near = nearest(scenario, there)
        meant = f"did you mean {' or '.join(near)}?" if near else "list all scenarios with:"
        all_of_them = "" if near else " bidden play --list-scenarios"
        raise UsageError(f"there is no scenario {scenario!r}; {meant}{all_of_them}")
    return scenario


def scenarios(mods: Sequence[str]) -> dict[str, LevelKind]:
    """Return the scenarios of the game and of these mods, keyed by name."""
    from bidden.content.mods import RUN
    from bidden.modding import catalogue_of_mods

    levels = catalogue_of_mods(mods).levels
    return {name: kind for name, kind in levels.items() if name != RUN}

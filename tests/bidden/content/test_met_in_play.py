"""What there is can be met: each effect, thing, spell and creature is somewhere in the run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest

from bidden.components.tricks.renown import SUMMONER, Renown
from bidden.content.tables import load_tables
from bidden.events.magic import Summon
from bidden.rules.boons import hollowing, ward
from eventcore import World

TABLES: Final = load_tables()
MADE: Final = ("creatures.toml", "items.toml", "effects.toml", "spells.toml", "traps.toml")
EVERYWHERE: Final = (
    "rooms.toml",
    "boons.toml",
    "ground.toml",
    "factions.toml",
    "wounds.toml",
)
NOBODY: Final = World(components=[]).spawn()
SAYS_NOTHING: Final = {"kind", "percent", "about", "told", "seen", "changes", "waned", "look"}
"""Keys beneath which a word is no name of a table: a kind of harm, a stat, or words."""
BY_RULES: Final = {
    "Renown": Renown(percent=1).lots,
    "Summon": Summon(NOBODY, NOBODY).bond,
    "Ward": [*ward._ANSWERS.values()],
    "HollowBoons": hollowing._FADING,
    "worldgen": [
        "door",
        "one-way passage",
        "stair_up",
        "stair_down",
        "gate",
        "altar",
        "summoner",
        SUMMONER,
    ],
}
"""What rules name and no table does."""
OF_SCENARIOS: Final = {
    "effects.toml": {"broken voice", "blood in the eye"},
    "items.toml": {"amulet"},
    "creatures.toml": {"troll champion", "pilgrim"},
}
"""What shows something in a scenario, or is the prize of a journey, and in no run."""


def words(part: Any) -> Iterator[str]:
    """All keys and strings of a part of a table, but those that name no other."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict):
        for key, value in part.items():
            if key not in SAYS_NOTHING:
                yield key
                yield from words(value)
    elif isinstance(part, list):
        for value in part:
            yield from words(value)


def met_from(*begin: Any) -> set[str]:
    """What is named by something that is met, by what that names, and so on."""
    met: set[str] = set()
    ahead = [word for part in begin for word in words(part)]
    while ahead:
        word = ahead.pop()
        if word not in met:
            met.add(word)
            ahead += [more for file in MADE for more in words(TABLES[file].get(word, {}))]
    return met


@pytest.mark.parametrize("file", MADE[:-1])
def test_each_is_met_in_the_run(file: str) -> None:
    everywhere = [TABLES[name] for name in EVERYWHERE]
    met = met_from("you", TABLES["levels.toml"]["run"], *everywhere, [*BY_RULES.values()])
    missing = set(TABLES[file]) - met - OF_SCENARIOS.get(file, set())
    assert not missing, f"{sorted(missing)} of {file} are nowhere in the run"


def test_what_is_of_scenarios_alone_is_there() -> None:
    for file, names in OF_SCENARIOS.items():
        assert names <= set(TABLES[file])

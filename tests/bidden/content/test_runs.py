"""Every protection found in a run protects against a danger of that run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from bidden.content.mods import RUN
from bidden.content.tables import (
    CREATURES,
    EFFECTS,
    FACTIONS,
    GROUND,
    ITEMS,
    LEVELS,
    SPELLS,
    TRAPS,
    load_tables,
)
from bidden.events.combat import resistance_to

FOUND: tuple[str, ...] = (ITEMS, CREATURES, TRAPS, GROUND, EFFECTS, SPELLS, FACTIONS)
"""The files of everything that a run may contain."""
WITH_EACH_RUN = ("you", "gate", "fire")
RESISTANCE = resistance_to("")


def names_in(value: Any) -> Iterator[str]:
    """Yield all strings in a nested table, including its keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, one in value.items():
            yield name
            yield from names_in(one)
    elif isinstance(value, list):
        for one in value:
            yield from names_in(one)


def met_in_a_run() -> dict[str, dict[str, dict[str, Any]]]:
    """Return, by file, every table that a run's levels refer to, directly or indirectly."""
    tables = load_tables()
    met: dict[str, dict[str, dict[str, Any]]] = {file: {} for file in FOUND}
    levels = {RUN: tables[LEVELS][RUN]}
    open_ = [*names_in(levels), *WITH_EACH_RUN, *tables[FACTIONS]]
    while open_:
        name = open_.pop()
        for file in FOUND:
            table = tables[file].get(name)
            if table is not None and name not in met[file]:
                met[file][name] = table
                open_ += names_in(table)
    return met


def harms_dealt(met: dict[str, dict[str, dict[str, Any]]]) -> set[str]:
    """Return the kinds of damage that a run can deal."""
    dealt = {"blow", "missile", "hunger", "overeating"}
    for file in (ITEMS, CREATURES):
        dealt |= {one["Brand"]["kind"] for one in met[file].values() if "Brand" in one}
    for effect in met[EFFECTS].values():
        stores = (effect.get("once", {}), effect.get("each", {}))
        if any(store.get("health", 0) < 0 for store in stores):
            dealt.add(effect.get("kind", "magic"))
    if any("harm" in one for one in met[GROUND].values()):
        dealt.add("fire")
    return dealt


def harms_spared(met: dict[str, dict[str, dict[str, Any]]]) -> dict[str, str]:
    """Map each protective item or effect of a run to the kind of damage it resists."""
    spared = {}
    for name, thing in met[ITEMS].items():
        for kind, percent in thing.get("Resistances", {}).get("percent", {}).items():
            if percent > 0:
                spared[name] = kind
    for name, effect in met[EFFECTS].items():
        for stat in effect.get("changes", {}):
            if stat.endswith(RESISTANCE):
                spared[name] = stat.removesuffix(RESISTANCE)
    return spared


def test_each_resistance_protects_against_harm_that_is_done_in_runs() -> None:
    met = met_in_a_run()
    spared, dealt = harms_spared(met), harms_dealt(met)
    assert {"fur-lined mail", "resist cold", "resist fire"} <= {*spared}
    assert {name: kind for name, kind in spared.items() if kind not in dealt} == {}


def test_runs_contain_the_protection_against_each_preventable_effect() -> None:
    met = met_in_a_run()
    kept_off = {one["kept_off_by"] for one in met[EFFECTS].values() if "kept_off_by" in one}
    changed = {stat for one in met[EFFECTS].values() for stat in one.get("changes", {})}
    assert kept_off <= changed
    by_free_action = [
        name for name, one in met[EFFECTS].items() if one.get("kept_off_by") == "free_action"
    ]
    assert {"web", "coils"} <= {*by_free_action}


def test_creatures_that_freeze_live_on_levels_of_runs() -> None:
    met = met_in_a_run()
    assert {"shade", "gale spirit"} <= {*met[CREATURES]}


def test_creatures_that_test_potions_live_in_groups() -> None:
    tables = load_tables()
    creatures, together = tables[CREATURES], Counter[str]()
    for step in tables[LEVELS][RUN]["deeper"]:
        for place, dwellers in step.get("dwellers", {}).items():
            learners = {
                name: weight
                for name, weight in dwellers["of"].items()
                if "ItemKnowledge" in creatures[name] and creatures[name]["Side"]["name"] == "horde"
            }
            share = sum(learners.values()) / sum(dwellers["of"].values())
            together[place] += share * dwellers["count"] > 3
    assert {place for place, levels in together.items() if levels} >= {"valley", "mountain"}

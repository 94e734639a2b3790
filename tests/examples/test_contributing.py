"""The creatures and components in CONTRIBUTING work as printed."""

from __future__ import annotations

from typing import Any

import pytest

from bidden.order import COMPONENTS
from eventcore import Component, World
from tests.bidden.scenes import read_catalogue
from tests.examples.printed import blocks

PAGE = "CONTRIBUTING.md"


@pytest.mark.parametrize("creature", blocks(PAGE, "toml"))
def test_creature_can_be_made(creature: str) -> None:
    made = read_catalogue({"creatures.toml": creature, "levels.toml": ""}, COMPONENTS)
    assert made.blueprints
    assert all(made.make(name) for name in made.blueprints)


def test_code_runs_and_its_components_can_be_given_to_a_world() -> None:
    names: dict[str, Any] = {"__name__": "contributed"}
    for code in blocks(PAGE, "python"):
        exec(code, names)
    made = [value for value in names.values() if getattr(value, "__module__", "") == "contributed"]
    components = [one for one in made if isinstance(one, type) and issubclass(one, Component)]
    assert components
    assert {*components} <= {*World(components=[*COMPONENTS, *components]).components}

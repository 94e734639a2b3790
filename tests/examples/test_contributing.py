"""What CONTRIBUTING shows works as it is written there: a stranger copies it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bidden.content.catalogue import read_catalogue
from bidden.order import COMPONENTS
from eventcore import Component

PAGE = (Path(__file__).resolve().parents[2] / "CONTRIBUTING.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    """All blocks of a language in the page."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_there_is_something_to_copy() -> None:
    assert blocks("toml")
    assert blocks("python")


@pytest.mark.parametrize("creature", blocks("toml"))
def test_a_creature_it_shows_can_be_made(creature: str) -> None:
    made = read_catalogue({"creatures.toml": creature, "levels.toml": ""}, COMPONENTS)
    assert all(made.make(name) for name in made.blueprints)


@pytest.mark.parametrize("code", blocks("python"))
def test_the_code_it_shows_runs(code: str) -> None:
    names: dict[str, Any] = {"__name__": "contributed"}
    exec(code, names)
    made = [value for value in names.values() if getattr(value, "__module__", "") == "contributed"]
    assert made


def test_a_component_it_shows_hears_something() -> None:
    names: dict[str, Any] = {"__name__": "contributed"}
    for code in blocks("python"):
        exec(code, names)
    components = [
        value
        for value in names.values()
        if isinstance(value, type) and issubclass(value, Component) and value is not Component
    ]
    assert all(cls._handlers_ for cls in components)
    assert components

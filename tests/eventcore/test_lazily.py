"""Names that a package imports as they are asked for: each is its own, whatever came before."""

from __future__ import annotations

import sys
from importlib import import_module

import pytest

import eventcore
from tests.cli.process import run

NAMES = [name for name in eventcore.__all__ if hasattr(getattr(eventcore, name), "__module__")]
ROOMS = ["eventcore", "eventcore.tools"]
FIRST = sorted({getattr(eventcore, name).__module__: name for name in NAMES}.values())
"""A name of each module."""


@pytest.mark.parametrize("room", ROOMS)
def test_each_name_is_there_and_is_listed(room: str) -> None:
    package = import_module(room)
    for name in package.__all__:
        assert not isinstance(getattr(package, name), type(sys)), name
    assert {*package.__all__} <= {*dir(package)}


def test_what_there_is_not_is_said_as_of_any_module() -> None:
    with pytest.raises(AttributeError, match="'eventcore' has no attribute 'nothing'"):
        _ = eventcore.nothing  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["component", "event"])
def test_a_decorator_is_found_before_the_module_of_its_name(name: str) -> None:
    program = f"import eventcore.{name}; from eventcore import {name}; print(callable({name}))"
    assert run("-c", program).out == "True\n"
    program = f"from eventcore import {name}; import eventcore.entity; print(callable({name}))"
    assert run("-c", program).out == "True\n"


@pytest.mark.parametrize("name", FIRST)
def test_a_name_can_be_the_first_that_is_asked_for(name: str) -> None:
    done = run("-c", f"from eventcore import {name}")
    assert (done.code, done.err) == (0, "")


def test_a_test_may_put_another_in_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    before = eventcore.World
    monkeypatch.setattr(eventcore, "World", "another")
    assert eventcore.World == "another"  # type: ignore[comparison-overlap]
    monkeypatch.undo()
    assert eventcore.World is before


def test_the_version_takes_nothing_else() -> None:
    program = "import sys, eventcore; print(*(sys.modules.keys() & {'attr', 'msgspec', 'blinker'}))"
    assert run("-c", program).out == "\n"

"""Names that a package imports as they are asked for: each is its own, whatever came before."""

from __future__ import annotations

import sys
from importlib import import_module

import pytest

import eventcore
from tests.cli.process import run

NAMES = [name for name in eventcore.__all__ if hasattr(getattr(eventcore, name), "__module__")]
FIRST = sorted({getattr(eventcore, name).__module__: name for name in NAMES}.values())
"""A name of each module."""


@pytest.mark.parametrize("room", ["eventcore", "eventcore.tools"])
def test_each_name_is_there_and_is_listed(room: str) -> None:
    package = import_module(room)
    for name in package.__all__:
        assert not isinstance(getattr(package, name), type(sys)), name
    assert {*package.__all__} <= {*dir(package)}


def test_decorator_is_found_before_and_after_the_module_of_its_name() -> None:
    before = "from eventcore import event; import eventcore.event; print(callable(event))"
    after = (
        "import eventcore.component; from eventcore import component; print(callable(component))"
    )
    for program in (before, after):
        assert run("-c", program).out == "True\n"


@pytest.mark.slow
@pytest.mark.parametrize("name", FIRST)
def test_name_can_be_the_first_that_is_asked_for(name: str) -> None:
    done = run("-c", f"from eventcore import {name}")
    assert (done.code, done.err) == (0, "")


def test_importing_the_package_imports_no_dependency() -> None:
    program = "import sys, eventcore; print(*(sys.modules.keys() & {'attr', 'msgspec', 'blinker'}))"
    assert run("-c", program).out == "\n"

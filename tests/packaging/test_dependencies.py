"""Every dependency that is declared is pinned, at a version that the declaration allows."""

import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.packaging.scripts import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
LINES = (ROOT / ".ci" / "constraints.txt").read_text("utf-8").splitlines()
PINS = [Requirement(line) for line in LINES if line and not line.startswith("#")]
PINNED = {canonicalize_name(pin.name): str(pin.specifier).removeprefix("==") for pin in PINS}
DECLARED = [
    requirement
    for requirements in (PROJECT["dependencies"], *PROJECT["optional-dependencies"].values())
    for requirement in map(Requirement, requirements)
    if requirement.name != PROJECT["name"]
]


@pytest.mark.parametrize("declared", DECLARED, ids=str)
def test_a_declared_dependency_is_pinned_within_its_bounds(declared: Requirement) -> None:
    assert PINNED[canonicalize_name(declared.name)] in declared.specifier


@pytest.mark.parametrize("pin", PINS, ids=str)
def test_a_pin_is_one_exact_version_for_every_python(pin: Requirement) -> None:
    assert [specifier.operator for specifier in pin.specifier] == ["=="]
    assert (pin.marker, pin.url, pin.extras) == (None, None, set())


def test_nothing_is_pinned_twice() -> None:
    assert len(PINNED) == len(PINS)

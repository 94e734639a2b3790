"""Every dependency that is declared is pinned, at a version that the declaration allows."""

import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.packaging.scripts import ROOT

LIBRARY = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
GAME = tomllib.loads((ROOT / "game" / "pyproject.toml").read_text("utf-8"))
LINES = (ROOT / ".ci" / "constraints.txt").read_text("utf-8").splitlines()
PINS = [Requirement(line) for line in LINES if line and not line.startswith("#")]
PINNED = {canonicalize_name(pin.name): str(pin.specifier).removeprefix("==") for pin in PINS}
LISTS = [
    requirements
    for file in (LIBRARY, GAME)
    for requirements in (
        file["project"]["dependencies"],
        *file["project"]["optional-dependencies"].values(),
        *file.get("dependency-groups", {}).values(),
    )
]
DECLARED = [
    requirement
    for requirements in LISTS
    for requirement in map(Requirement, requirements)
    if requirement.name != LIBRARY["project"]["name"]
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

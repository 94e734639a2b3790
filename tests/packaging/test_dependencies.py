"""Every declared dependency is pinned, to a version that the declaration allows."""

import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.packaging.scripts import ROOT

LIBRARY = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
GAME = tomllib.loads((ROOT / "game" / "pyproject.toml").read_text("utf-8"))
LINES = (ROOT / ".ci" / "constraints.txt").read_text("utf-8").splitlines()
PINS = [Requirement(line) for line in LINES if line and not line.startswith("#")]
PYTHONS = ("3.11", "3.12", "3.13")


def pinned(python: str) -> dict[str, str]:
    """Return the version of each distribution that is installed for a Python."""
    return {
        canonicalize_name(pin.name): str(pin.specifier).removeprefix("==")
        for pin in PINS
        if pin.marker is None or pin.marker.evaluate({"python_version": python})
    }


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


@pytest.mark.parametrize("python", PYTHONS)
def test_declared_dependencies_are_pinned_within_their_bounds(python: str) -> None:
    versions = pinned(python)
    wrong = [one for one in DECLARED if versions[canonicalize_name(one.name)] not in one.specifier]
    assert wrong == []


@pytest.mark.parametrize("python", PYTHONS)
def test_pins_are_exact_versions_and_each_distribution_has_one(python: str) -> None:
    assert [pin for pin in PINS if [one.operator for one in pin.specifier] != ["=="]] == []
    named = [
        pin for pin in PINS if pin.marker is None or pin.marker.evaluate({"python_version": python})
    ]
    assert len(pinned(python)) == len(named)

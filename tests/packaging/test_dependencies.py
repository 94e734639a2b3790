"""Every declared dependency is pinned, at a version that the declaration allows."""

import tomllib

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


def test_declared_dependencies_are_pinned_within_their_bounds() -> None:
    wrong = [one for one in DECLARED if PINNED[canonicalize_name(one.name)] not in one.specifier]
    assert wrong == []


def test_pins_are_exact_versions_for_every_python() -> None:
    exact = [f"{pin.name}=={PINNED[canonicalize_name(pin.name)]}" for pin in PINS]
    assert [str(pin) for pin in PINS] == exact
    assert len(PINNED) == len(PINS)

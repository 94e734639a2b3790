"""The library does what its documentation says, in each of its modes, as a naive model does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from itertools import islice
from typing import Any
from unittest.mock import patch

import pytest

from eventcore.dispatch import untried
from tests.model.programs import Maker
from tests.model.sides import LibrarySide, ModelSide, Side, component_types

TRIALS = {"normal": 3, "debug": 2, "compiled": 0}
"""By mode: how often a chain is called before it is compiled."""


def differences(program: dict[str, Any]) -> Iterator[str]:
    """Perform a program in the model and in each mode; yield where a mode differs first."""
    classes, digests = component_types(json.dumps(program["classes"])), {}
    model: Side = ModelSide(program)
    expected = [model.step(step) for step in program["steps"]]
    for mode, trials in TRIALS.items():
        with patch.object(untried, "TRIALS", trials):
            side = LibrarySide(program, classes, mode)
            for number, step in enumerate(program["steps"]):
                done = side.step(step)
                if done != expected[number]:
                    yield report(number, step, mode, expected[number], done)
                    return
            digests[mode] = side.digest()
    if len({*digests.values()}) > 1:
        yield f"the digests of the state differ: {digests}"


def report(number: int, step: Any, mode: str, expected: Any, done: Any) -> str:
    """Say which step differs first, and in what."""
    lines = [f"step {number}, {step}, differs in mode {mode}:"]
    for what, ours, theirs in zip(("log", "state"), expected, done, strict=True):
        if ours != theirs:
            place = next(
                (i for i, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b), -1
            )
            lines += [
                f"  {what} {place}",
                f"    model   {ours[place:]}",
                f"    library {theirs[place:]}",
            ]
    return "\n".join(lines)


def smaller(program: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield programs that lack a step, a handler, an act, a component or an owner."""
    places: list[list[Any]] = [["steps"], ["rules"]]
    for name, handlers in program["classes"].items():
        if name != "Floor":
            places += [["classes", name]]
            places += [["classes", name, index, "acts"] for index in range(len(handlers))]
    places += [["things", index] for index in range(len(program["things"]))]
    for place in places:
        found: Any = program
        for key in place:
            found = found[key]
        for index in reversed(range(len(found))):
            other: Any = deepcopy(program)
            inner = other
            for key in place:
                inner = inner[key]
            del inner[index]
            yield other
    for index, owner in enumerate(program["owners"]):
        if owner is not None:
            yield deepcopy(program) | {
                "owners": [*program["owners"][:index], None, *program["owners"][index + 1 :]]
            }


def fails(program: dict[str, Any]) -> str:
    try:
        return next(differences(program), "")
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def smallest(program: dict[str, Any]) -> dict[str, Any]:
    how = fails(program).split()[0]
    for _ in range(40):
        others = islice(smaller(program), 60)
        found = next((other for other in others if fails(other).startswith(how)), None)
        if found is None:
            break
        program = found
    return program


def check(seeds: range) -> None:
    for seed in seeds:
        program = Maker(seed).program()
        if fails(program):
            program = smallest(program)
            parts = [f"  {key}: {value}" for key, value in program.items() if key != "classes"]
            for name, handlers in program["classes"].items():
                parts += [
                    f"  {name}.h{i}: {data}" for i, data in enumerate(handlers) if name != "Floor"
                ]
            pytest.fail("\n".join([f"seed {seed}:", *parts, fails(program)]))


@pytest.mark.parametrize("first", range(0, 250, 50))
def test_random_programs_run_as_the_model_says(first: int) -> None:
    check(range(first, first + 50))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(250, 2000, 250))
def test_many_random_programs_run_as_the_model_says(first: int) -> None:
    check(range(first, first + 250))

"""In each of its modes, the library behaves like a simple model of its documentation."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from eventcore.state.digest import state_digest
from tests.model.programs import draw_program
from tests.model.sides import LibrarySide, ModelSide

# In random programs, many handlers never run.
pytestmark = pytest.mark.filterwarnings("ignore:.* has never run:RuntimeWarning")

MODES = ("normal", "debug")


def difference(program: dict[str, Any]) -> str:
    """Run a program in the model and in each mode, and return the first difference, if any."""
    digests, model = {}, ModelSide(program)
    expected = [model.step(step) for step in program["steps"]]
    for mode in MODES:
        side = LibrarySide(program, mode)
        for number, step in enumerate(program["steps"]):
            done = side.step(step)
            if done != expected[number]:
                return report(f"step {number}, {step}, in mode {mode}", expected[number], done)
        digests[mode] = state_digest(side.world)
    return "" if len({*digests.values()}) == 1 else f"the digests differ: {digests}"


def report(where: str, expected: Any, done: Any) -> str:
    lines = [f"differs at {where}:"]
    for what, ours, theirs in zip(("log", "state"), expected, done, strict=True):
        pairs = [*zip([*ours, None], [*theirs, None], strict=False)]
        place = next((i for i, (mine, other) in enumerate(pairs) if mine != other), None)
        if place is not None:
            lines += [f"  {what} {place}", f"    model   {ours[place:]}"]
            lines += [f"    library {theirs[place:]}"]
    return "\n".join(lines)


def failure(program: dict[str, Any]) -> str:
    try:
        return difference(program)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def smaller(program: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield copies of a program, each without one of its steps, rules or acts."""
    handlers = [handler for each in program["classes"].values() for handler in each]
    lists = [program["steps"], program["rules"], *(handler["acts"] for handler in handlers)]
    for one in lists:
        for index in reversed(range(len(one))):
            left_out = one.pop(index)
            yield deepcopy(program)
            one.insert(index, left_out)


def smallest(program: dict[str, Any]) -> dict[str, Any]:
    """Remove all parts that a program does not need to fail in the same way."""
    program, how = deepcopy(program), failure(program).split()[0]
    while found := next((p for p in smaller(program) if failure(p).startswith(how)), None):
        program = found
    return program


def check(seeds: range) -> None:
    for seed in seeds:
        program = draw_program(seed)
        if failure(program):
            program = smallest(program)
            parts = [f"  {key}: {value}" for key, value in program.items() if key != "classes"]
            for name, handlers in program["classes"].items():
                parts += [f"  {name}.h{i}: {h}" for i, h in enumerate(handlers) if h["acts"]]
            pytest.fail("\n".join([f"seed {seed}:", *parts, failure(program)]))


@pytest.mark.parametrize("first", range(0, 300, 60))
def test_random_programs_run_as_the_model_says(first: int) -> None:
    check(range(first, first + 60))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(300, 2000, 340))
def test_many_random_programs_run_as_the_model_says(first: int) -> None:
    check(range(first, first + 340))

"""The page on the environment: its programs run, and its tables are what the code has."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from bidden.gym.env import BiddenEnv
from bidden.gym.observations import Kind, Mark, Stat
from bidden.gym.rewards import TERMS

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "gym.md").read_text("utf-8")
PROGRAMS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def rows(pattern: str) -> list[Any]:
    return re.findall(rf"^{pattern}", PAGE, re.MULTILINE)


def test_there_are_programs_to_run() -> None:
    assert len(PROGRAMS) == 3


@pytest.mark.parametrize("program", PROGRAMS, ids=["gymnasium", "headless", "searching"])
def test_a_program_of_the_page_runs(program: str) -> None:
    exec(program, {})


def test_every_action_is_in_the_table_and_is_called_so() -> None:
    names = [act.name for act in BiddenEnv().acts]
    told = rows(r"\| (\d+) \| (\d+) \| `([^`]+)`(?: … `([^`]+)`)? \|")
    assert [(int(first), int(last)) for first, last, *_ in told] == [
        (int(first), int(last)) for first, last, *_ in sorted(told, key=lambda row: int(row[0]))
    ]
    covered = [number for first, last, *_ in told for number in range(int(first), int(last) + 1)]
    assert covered == [*range(len(names))]
    for first, last, name, other in told:
        assert names[int(first)] == name
        assert names[int(last)] == (other or name)
    assert f"{len(names)} actions" in PAGE


def test_every_key_and_its_shape_are_in_the_table() -> None:
    room = BiddenEnv().observation_space
    assert isinstance(room, gymnasium.spaces.Dict)
    told = {key: shape.split(" × ") for key, shape in rows(r"\| `(\w+)` \| (\d+(?: × \d+)?) \|")}
    assert {key: [str(n) for n in one.shape or ()] for key, one in room.items()} == told


def test_every_number_of_blstats_has_its_place_there() -> None:
    told = [(int(at), name) for at, name in rows(r"\| (\d+) \| `([A-Z_]+)` \|")]
    assert told == [(int(stat), stat.name) for stat in Stat]


def test_the_bits_and_classes_are_told() -> None:
    bits = {
        int(bit) for bit in re.findall(r"(\d+) [a-z]", rows(r"\| `specials`.*\| (bits.*) \|")[0])
    }
    assert bits == {int(mark) for mark in Mark}
    kinds = re.findall(r"(\d) (\w+)", rows(r"\| `inv_oclasses` \| 26 \| (.*) \|")[0])
    assert [(int(number), name.upper()) for number, name in kinds] == [
        (int(k), k.name) for k in Kind
    ]


def test_what_it_says_of_speed_is_what_the_benchmarks_say() -> None:
    table = (ROOT / "docs" / "benchmarks.md").read_text("utf-8")
    run = re.search(r"^\| a run, from the circle \| ([\d,]+) \| ([\d,]+) \|", table, re.MULTILINE)
    clone = re.search(r"^\| a clone \| ([\d.]+ ms) \|", table, re.MULTILINE)
    assert run
    assert clone
    without, masked = (int(steps.replace(",", "")) for steps in run.groups())
    assert f"without it a run goes {without / masked:.1f} times as fast" in PAGE
    assert f"to keep it takes {clone[1]}." in " ".join(PAGE.split())


def test_every_term_of_a_reward_is_told() -> None:
    part = PAGE.partition("### Rewards")[2].partition("## ")[0]
    assert re.findall(r"^\| `(\w+)` \|", part, re.MULTILINE) == [*TERMS]


def test_the_shape_of_a_picture_is_as_it_is_said() -> None:
    env = BiddenEnv(render_mode="rgb_array")
    env.reset(seed=1)
    assert " × ".join(map(str, np.shape(env.render()))) in PAGE

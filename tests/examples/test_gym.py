"""docs/gym.md: its programs run, and its tables describe the environment completely."""

from __future__ import annotations

import re
from typing import Any

import gymnasium
import numpy as np
import pytest

from bidden.gym.env import BiddenEnv
from bidden.gym.observations import Kind, Mark, Stat
from bidden.gym.rewards import TERMS
from tests.examples.printed import blocks, read

PAGE = read("docs/gym.md")


def rows(pattern: str) -> list[Any]:
    return re.findall(rf"^{pattern}", PAGE, re.MULTILINE)


@pytest.mark.parametrize("program", blocks("docs/gym.md", "python"))
def test_gym_example_program_runs(program: str) -> None:
    exec(program, {})


def test_every_action_is_in_the_table_with_its_name() -> None:
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


def test_every_key_and_its_shape_are_in_the_table() -> None:
    room = BiddenEnv().observation_space
    assert isinstance(room, gymnasium.spaces.Dict)
    told = {key: shape.split(" × ") for key, shape in rows(r"\| `(\w+)` \| (\d+(?: × \d+)?) \|")}
    assert {key: [str(n) for n in one.shape or ()] for key, one in room.items()} == told


def test_every_number_of_blstats_is_in_the_table() -> None:
    told = [(int(at), name) for at, name in rows(r"\| (\d+) \| `([A-Z_]+)` \|")]
    assert told == [(int(stat), stat.name) for stat in Stat]


def test_table_lists_all_special_bits_and_item_classes() -> None:
    bits = {
        int(bit) for bit in re.findall(r"(\d+) [a-z]", rows(r"\| `specials`.*\| (bits.*) \|")[0])
    }
    assert bits == {int(mark) for mark in Mark}
    kinds = re.findall(r"(\d) (\w+)", rows(r"\| `inv_oclasses` \| 26 \| (.*) \|")[0])
    assert [(int(number), name.upper()) for number, name in kinds] == [
        (int(k), k.name) for k in Kind
    ]


def test_every_term_of_a_reward_is_in_the_table() -> None:
    part = PAGE.partition("### Rewards")[2].partition("## ")[0]
    assert re.findall(r"^\| `(\w+)` \|", part, re.MULTILINE) == [*TERMS]


def test_page_states_the_shape_of_the_rendered_image() -> None:
    env = BiddenEnv(render_mode="rgb_array")
    env.reset(seed=1)
    assert " × ".join(map(str, np.shape(env.render()))) in PAGE

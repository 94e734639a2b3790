"""Skeletons: joints, their limits, keyframes and poses."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bidden.grid.angles import difference
from bidden.grid.skeleton import Joint, Keyframe, between, hanging_on, placed, tile_of

ANGLES = st.integers(-360, 360)
ARM = Joint("arm", "arm", rest=0, least=-100, most=100)
FIST = Joint("fist", "fist", on="arm", rest=0, least=-60, most=60)
LEG = Joint("leg", "leg", length=140, rest=135, least=90, most=180)
JOINTS = (ARM, FIST, LEG)


@st.composite
def joints(draw: Any) -> Joint:
    least, rest, most = sorted(draw(st.tuples(ANGLES, ANGLES, ANGLES)))
    return Joint("joint", "part", rest=rest, least=least, most=most)


def tiles(angles: dict[str, int]) -> dict[str, tuple[int, int]]:
    return {name: tile_of(spot) for name, (spot, _) in placed(JOINTS, angles).items()}


def test_part_at_rest_lies_one_joint_length_from_its_parent() -> None:
    assert tiles({}) == {"arm": (1, 0), "fist": (2, 0), "leg": (-1, 1)}


@given(joints(), ANGLES, ANGLES, st.integers(1, 90))
def test_blended_joint_angle_stays_within_its_limits_and_speed(
    joint: Joint, now: int, wanted: int, by: int
) -> None:
    now = joint.limited(now)
    then = joint.blended(now, wanted, by)
    assert joint.least <= then <= joint.most
    assert abs(then - now) <= by
    assert abs(then - joint.limited(wanted)) == max(0, abs(now - joint.limited(wanted)) - by)


@given(joints(), st.integers(-720, 720), ANGLES)
def test_aimed_joint_takes_the_best_angle(joint: Joint, direction: int, at: int) -> None:
    angle = joint.aimed(direction, at)
    assert joint.least <= angle <= joint.most
    off = abs(difference(at, direction + angle))
    every = range(joint.least, joint.most + 1)
    assert off == min(abs(difference(at, direction + one)) for one in every)


FRAMES = [
    Keyframe(0, {"leg": 150, "arm": -20}),
    Keyframe(2, {"leg": 110}),
    Keyframe(4, {"leg": 150, "arm": 20}),
]


def test_angles_between_keyframes_are_interpolated_and_loop() -> None:
    angles = [between(FRAMES, turn)["leg"] for turn in range(7)]
    assert angles == [150, 130, 110, 130, 150, 130, 110]


def test_limbs_that_hang_on_a_joint_come_off_with_it() -> None:
    assert hanging_on(JOINTS, "arm") == ["fist"]
    assert hanging_on(JOINTS, "fist") == []
    assert hanging_on(JOINTS, "") == ["arm", "fist", "leg"]

"""The environment follows Gymnasium's interface and the game's rules."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from syrupy.assertion import SnapshotAssertion

import bidden.gym
from bidden.content.datafiles import ContentError
from bidden.frontend.drawing.pictures.render import text
from bidden.gym.env import BiddenEnv
from bidden.intents import Wait
from tests.bidden.headless.states import rules_state
from tests.bidden.playing import is_tried_in_vain
from tests.sampling import amount, sampled


def made(level: str = "cellar", **how: Any) -> BiddenEnv:
    env = gymnasium.make(bidden.gym.ID, level=level, **how).unwrapped
    assert isinstance(env, BiddenEnv)
    return env


def number(env: BiddenEnv, name: str) -> int:
    return [act.name for act in env.acts].index(name)


def alike(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return one.keys() == other.keys() and all(np.array_equal(one[key], other[key]) for key in one)


@pytest.mark.parametrize("level", ["first"])
@pytest.mark.parametrize("render_mode", [None, "ansi", "rgb_array"])
def test_environment_passes_the_gymnasium_checker(level: str, render_mode: str | None) -> None:
    env = gymnasium.make(bidden.gym.ID, level=level, render_mode=render_mode)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped, skip_render_check=render_mode is None)


# An allowed action is done or takes time; a masked action is refused and changes nothing.
# tests/bidden/headless covers obstacles that may be out of sight.
@pytest.mark.parametrize("level", sampled(["run", "first", "sniper", "allies", "armoury"], 2))
def test_the_mask_is_what_the_rules_accept(level: str) -> None:
    env = made(level, mask=False)
    env.reset(seed=8)
    env.action_space.seed(8)
    accepted = refused = 0
    for step in range(amount(48, 1200)):
        mask, moment = env.action_masks(), env.clone()
        if step % 16 == 0:
            before = rules_state(env.game)
            for action in map(int, np.flatnonzero(mask == 0)):
                info = env.step(action)[4]
                assert not info["done"], env.acts[action].name
                refused += 1
            assert rules_state(env.game) == before
        action = int(env.action_space.sample(mask))
        turn, intent = env.game.observe().turn, env.meant(action)
        assert intent is not None
        _, _, over, _, info = env.step(action)
        if not (info["done"] or env.game.observe().turn > turn):
            assert is_tried_in_vain(intent, moment.game, info["reason"]), env.acts[action].name
        accepted += 1
        if over:
            env.restore(moment)
            env.step(number(env, "wait"))
            env.reset()
    assert accepted >= 48
    assert refused > 250


def test_info_has_an_action_mask_at_each_step_only_if_enabled() -> None:
    env = made()
    for told in (env.reset(seed=1)[1], env.step(number(env, "wait"))[4]):
        assert told["action_mask"].dtype == np.int8
        assert np.array_equal(told["action_mask"], env.action_masks())
    env = made(mask=False)
    assert "action_mask" not in env.reset(seed=1)[1]
    assert env.action_masks().any()


def test_action_in_a_finished_game_has_no_effect() -> None:
    env = made("hunted", rewards={"died": -1})
    env.reset(seed=3)
    rewards = []
    for _ in range(4000):
        *_, reward, over, _, info = env.step(number(env, "wait"))
        rewards.append(reward)
        if over:
            break
    assert over
    assert rewards[-1] == sum(rewards) == -1
    assert not info["action_mask"].any()
    assert env.step(number(env, "wait"))[1:4] == (0.0, True, False)


def test_the_same_seed_and_actions_give_the_same_episode() -> None:
    episodes = []
    for _ in range(2):
        env = made("first")
        env.reset(seed=12)
        env.action_space.seed(1)
        told = [env.step(env.action_space.sample(env.action_masks())) for _ in range(40)]
        told.append((*env.reset(), True, True, True))  # type: ignore[arg-type]  # the next game
        episodes.append(told)
    for one, other in zip(*episodes, strict=True):
        assert alike(one[0], other[0])
        assert str(one[1:]) == str(other[1:])
    assert made("first").reset(seed=12)[1]["seed"] == 12


def test_env_can_be_restored_to_a_clone_repeatedly() -> None:
    env = made("first", rewards={"tiles": 1.0, "steps": -0.5})
    env.reset(seed=2)
    for _ in range(10):
        env.step(1)
    clone, ways = env.clone(), []
    for _ in range(3):
        ways.append([env.step(action) for action in (0, 1, 2, 3, 8, 9, 4)])
        observation, info = env.restore(clone)
        observation["glyphs"][:] = 0
        info["action_mask"][:] = 0
    for one, *others in zip(*ways, strict=True):
        for other in others:
            assert alike(one[0], other[0])
            assert one[1:4] == other[1:4]
    observation, _ = env.restore(clone)
    assert observation["glyphs"].any()
    assert alike(observation, clone.observation)


@pytest.mark.parametrize("way", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_an_environment_can_be_copied_and_pickled(way: Any) -> None:
    env = made("first")
    env.reset(seed=2)
    env.step(1)
    other = way(env)
    for action in (0, 1, 8):
        one, two = env.step(action), other.step(action)
        assert alike(one[0], two[0])
        assert one[1:4] == two[1:4]
    env.step(8)
    assert env.game.observe().turn == other.game.observe().turn + 1


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["sync", "async"])
def test_vectorized_envs_step_like_separate_envs(mode: str) -> None:
    made_alone = [made("first"), made("first")]
    envs = gymnasium.make_vec(bidden.gym.ID, num_envs=2, vectorization_mode=mode, level="first")
    try:
        observations, infos = envs.reset(seed=4)
        assert infos["action_mask"].shape == (2, envs.single_action_space.n)  # type: ignore[attr-defined]
        alone = [env.reset(seed=4 + at)[0] for at, env in enumerate(made_alone)]
        for action in (1, 0, 8):
            for at, observation in enumerate(alone):
                assert alike({key: one[at] for key, one in observations.items()}, observation)
            observations, rewards, overs, cuts, infos = envs.step(np.array([action, action]))
            alone = [env.step(action)[0] for env in made_alone]
            assert (rewards.shape, overs.any(), cuts.any()) == ((2,), False, False)
    finally:
        envs.close()


def test_episode_is_truncated_at_the_step_limit() -> None:
    env = gymnasium.make(bidden.gym.ID, level="cellar", max_episode_steps=3)
    env.reset(seed=1)
    assert [env.step(8)[3] for _ in range(3)] == [False, False, True]
    spec = gymnasium.spec(bidden.gym.ID)
    assert spec.max_episode_steps == bidden.gym.MOST_STEPS == 5000


def test_env_renders_the_screen_that_a_player_sees() -> None:
    env = made(render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == text(env.game.observe())
    assert "@" in env.render()
    env = made(render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert (picture.shape, picture.dtype) == ((24 * 20, 80 * 12, 3), np.uint8)
    assert picture.any()
    assert made().render() is None


def test_env_reports_unsupported_arguments_in_one_line(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(ValueError, match="human") as error:
        BiddenEnv(render_mode="human")
    assert str(error.value) == snapshot
    with pytest.raises(ValueError, match="gold") as error:
        BiddenEnv(rewards={"gold": 1.0})
    assert str(error.value) == snapshot
    with pytest.raises(ContentError) as error:
        BiddenEnv(level="nowhere")
    assert str(error.value) == snapshot
    env = made()
    env.reset(seed=1)
    with pytest.raises(ValueError, match=str(len(env.acts) - 1)) as error:
        env.step(len(env.acts))
    assert str(error.value) == snapshot


@pytest.mark.parametrize(
    "rewards", [{"kills": float("nan")}, {"kills": float("inf")}, {"kills": "a"}, ["kills"]]
)
def test_weights_other_than_finite_numbers_are_refused(
    rewards: Any, snapshot: SnapshotAssertion
) -> None:
    with pytest.raises(ValueError, match="kills") as error:
        made(rewards=rewards)
    assert str(error.value) == snapshot


def test_reset_options_are_refused_by_name(snapshot: SnapshotAssertion) -> None:
    env = made()
    with pytest.raises(ValueError, match="levle") as error:
        env.reset(seed=1, options={"levle": "run"})
    assert str(error.value) == snapshot
    assert env.reset(seed=1, options={})[1]["seed"] == 1


def test_meaningless_action_is_refused_and_takes_no_time() -> None:
    env = made()
    before, _ = env.reset(seed=1)
    observation, reward, over, _, info = env.step(number(env, "quaff z"))
    assert (reward, over, info["done"], info["reason"]) == (0.0, False, False, "nothing")
    assert np.array_equal(before["glyphs"], observation["glyphs"])
    assert env.game.step(Wait()).done


def test_importing_the_gym_package_does_not_load_the_game(snapshot: SnapshotAssertion) -> None:
    program = "import sys, bidden.gym; print('bidden.session' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "False\n")
    assert bidden.gym.BiddenEnv is BiddenEnv
    with pytest.raises(AttributeError) as error:
        _ = bidden.gym.Env
    assert str(error.value) == snapshot


def test_env_methods_require_a_reset_first(snapshot: SnapshotAssertion) -> None:
    env = made("first")
    for asked in (lambda: env.step(0), env.action_masks, env.clone, env.render):
        env.render_mode = "ansi"
        with pytest.raises(gymnasium.error.ResetNeeded) as error:
            asked()
        assert str(error.value) == snapshot


def test_env_refuses_an_action_or_clone_of_the_wrong_type(snapshot: SnapshotAssertion) -> None:
    env = made("first")
    env.reset(seed=1)
    with pytest.raises(TypeError) as error:
        env.step(1.5)  # type: ignore[arg-type]
    assert str(error.value) == snapshot
    with pytest.raises(TypeError) as error:
        env.restore(3)  # type: ignore[arg-type]
    assert str(error.value) == snapshot

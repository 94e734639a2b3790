"""A reward is the weighted gain of a step."""

from __future__ import annotations

from bidden.gym.env import BiddenEnv
from bidden.gym.rewards import Progress
from bidden.headless import Game
from tests.bidden.playing import played


def test_tile_rewards_add_up_to_the_number_of_newly_seen_tiles() -> None:
    env = BiddenEnv(level="first", rewards={"tiles": 1.0}, mask=False)
    observation, _ = env.reset(seed=3)
    first = int((observation["glyphs"] != 0).sum())
    total, most = 0.0, first
    for step in range(200):
        observation, reward, *_ = env.step(step * 7 % 8)
        total += reward
        assert reward >= 0
        most = max(most, int((observation["glyphs"] != 0).sum()))
    assert total == most - first > 0


def test_kills_depth_and_the_end_are_counted() -> None:
    progress, last = Progress(), Progress()
    for game, _ in played("conditions", 0, 200):
        last, progress = progress, progress.after(game, 1)
        assert (progress.steps, progress.kills >= last.kills) == (last.steps + 1, True)
    progress = progress.after(game, 1)
    assert (progress.won, progress.died, progress.kills > 0) == (1, 0, True)


def test_known_tiles_of_all_levels_count_as_progress() -> None:
    game = Game(1, level="first")
    one = Progress().after(game, 50)
    assert one.after(game, 40).tiles == one.tiles == 50
    assert Progress(known={1: 30, 2: 9}).after(game, 35).tiles == 44

"""A small agent that learns to explore: it keeps its direction, and turns at walls.

The agent plays the cellar with eight zombies, and gets a point for each tile that it discovers. It
sees only its last direction, and whether it can continue in this direction. It learns the value of
each direction by Q-learning (Watkins, 1989). A random agent, by contrast, walks back and forth.

Run it with ``python -m examples.agents.learner``; it takes half a minute. The
program needs the game's extra ``gym``.
"""

import sys
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np

import bidden.gym

STEPS = 150
"""The maximum number of steps in an episode."""
EPISODES = 120
TRIALS = 20
"""The number of episodes in the final test, with seeds that the agent has not played before."""

Situation = tuple[int, bool]


class Agent:
    def __init__(self, seed: int) -> None:
        self.worth: dict[Situation, Any] = defaultdict(lambda: np.zeros(8))
        self.chance = np.random.default_rng(seed)

    def choose(self, situation: Situation, mask: Any, curious: float) -> int:
        ways = np.flatnonzero(mask[:8])  # the first eight actions are the moves
        if not len(ways):
            return 8  # wait
        if self.chance.random() < curious:
            return int(self.chance.choice(ways))
        worth = self.worth[situation][ways]
        return int(self.chance.choice(ways[worth == worth.max()]))

    def learn(self, before: Situation, way: int, reward: float, after: Situation) -> None:
        if way < 8:
            worth = reward + 0.9 * self.worth[after].max()
            self.worth[before][way] += 0.05 * (worth - self.worth[before][way])


def play(env: Any, agent: Agent, seed: int, curious: float, learn: bool = False) -> float:
    """Play an episode, and return the number of discovered tiles."""
    _, info = env.reset(seed=seed)
    situation, found, over = (0, False), 0.0, False
    while not over:
        way = agent.choose(situation, info["action_mask"], curious)
        _, reward, died, cut, info = env.step(way)
        before, situation = situation, (way, bool(info["action_mask"][way]))
        if learn:
            agent.learn(before, way, reward, situation)
        found, over = found + reward, died or cut
    return found


def main(episodes: int = EPISODES, say: Callable[[str], object] = print) -> tuple[float, float]:
    """Train an agent; return the mean tile counts of a random and of the trained agent."""
    env = gymnasium.make(
        bidden.gym.ID, level="cellar", rewards={"tiles": 1.0}, max_episode_steps=STEPS
    )
    agent = Agent(seed=1)
    seeds = range(10_000, 10_000 + TRIALS)
    chance = float(np.mean([play(env, agent, seed, curious=1.0) for seed in seeds]))
    say(f"by chance: {chance:.0f} tiles an episode")
    for episode in range(episodes):
        play(env, agent, episode, curious=0.2, learn=True)
    learned = float(np.mean([play(env, agent, seed, curious=0.1) for seed in seeds]))
    say(f"after {episodes} episodes: {learned:.0f} tiles")
    return chance, learned


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else EPISODES)

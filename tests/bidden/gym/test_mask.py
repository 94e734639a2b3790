"""The action mask is right in every state: on each level, under each lasting effect.

Invariant for each action of a running game: a 0 is refused and takes no time; a 1 is done
or takes time, unless the reason may be out of sight; and at least one action is 1.
"""

from __future__ import annotations

from functools import cache
from itertools import product

import attrs
import numpy as np
import pytest

from bidden.events.effects import Affect
from bidden.gym.env import BiddenEnv
from bidden.headless import Game
from bidden.session import Session
from tests.bidden.playing import is_tried_in_vain
from tests.bidden.scenes import catalogue
from tests.sampling import Tried, amount, sampled

LASTING = sorted(name for name, kind in catalogue().effects.items() if kind.turns)
PLACES = [*product(sorted(catalogue().levels), ["", *LASTING])]
KNOCKED_OUT = [(level, "knock-out") for level in sorted(catalogue().levels)]


@cache
def environment(level: str) -> BiddenEnv:
    env = BiddenEnv(level=level)
    env.reset(seed=1)
    return env


def under(env: BiddenEnv, level: str, effect: str, seed: int) -> None:
    """Continue a game of a level in which an effect has just struck the player."""
    session = Session(seed, level=level)
    if effect:
        session.world.publish(Affect(session.player, session.player, effect))
    env.restore(attrs.evolve(env.clone(), game=Game.load(session.save())))


def time_in(env: BiddenEnv) -> int:
    """Return the time in ticks: a fast player can spend time and stay in the same turn."""
    return Session.restore(env.game.save()).world.agenda.now


def wrong(env: BiddenEnv) -> list[str]:
    """Try each action, return those with a wrong mask, and restore the game."""
    mask, moment, now = env.action_masks(), env.clone(), time_in(env)
    found = []
    for action, act in enumerate(env.acts):
        intent = env.meant(action)
        *_, info = env.step(action)
        happened = info["done"] or (intent is not None and time_in(env) != now)
        if mask[action] and not happened:
            if intent is None or not is_tried_in_vain(intent, moment.game, info["reason"]):
                found.append(f"{act.name}: 1, and refused: {info['reason']}")
        elif happened and not mask[action]:
            found.append(f"{act.name}: 0, and happened")
        env.restore(moment)
    return found


@pytest.mark.endurance
@pytest.mark.parametrize(("level", "effect"), [*sampled(KNOCKED_OUT, 1), *sampled(PLACES, 2)])
def test_mask_is_right_on_each_level_under_each_effect(
    level: str, effect: str, tried: Tried
) -> None:
    env = environment(level)
    under(env, level, effect, seed=len(effect))
    chance = np.random.default_rng(7)
    for _ in range(amount(1, 6)):
        mask = env.action_masks()
        assert mask.dtype == np.int8
        assert mask.any()
        assert wrong(env) == []
        tried["states in which every action was compared with the mask"] += 1
        for _ in range(2):
            _, _, over, _, _ = env.step(int(chance.choice(np.flatnonzero(env.action_masks()))))
            if over:
                return

"""Games played step by step by bots and at random."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from bidden.bots.roster import BOTS
from bidden.headless import Game, choices
from bidden.intents import Close, Intent, Move, UseBoon
from bidden.perception.foretold.boons_foretold import IN_VAIN
from eventcore import Stream

LEVELS = ("run", "first", "allies", "traps", "conditions", "dark", "minds", "armoury", "boons")
"""Levels with many possible actions and many refusals."""


def played(level: str, seed: int, steps: int) -> Iterator[tuple[Game, Intent]]:
    """Play a game; before each step yield it with the next intent."""
    game, chance = Game(seed, level=level), Stream(seed, "test")
    bots = [BOTS[name](seed) for name in sorted(BOTS)]
    for step in range(steps):
        if game.over:
            return
        view = game.observe()
        bot = bots[step // 40 % len(bots)]
        intent = bot(view) if step % 3 else chance.pick([*choices(view)])
        yield game, intent
        game.step(intent)


@cache
def well_equipped() -> Game:
    """Return a cached game whose player carries many kinds of items; step only clones of it."""
    game, bot = Game(1), BOTS["explorer"](1)
    while len({held.uses for held in game.observe().pack}) < 5:
        game.step(bot(game.observe()))
    return game


def is_tried_in_vain(intent: Intent, game: Game, reason: str) -> bool:
    """Return whether an intent may fail because its obstacle may be out of sight."""
    if isinstance(intent, Move):
        view = game.observe()
        return not view.tiles[view.here[1] + intent.dy][view.here[0] + intent.dx].lit
    if isinstance(intent, UseBoon):
        view = game.observe()
        tile = view.tiles[view.here[1] + intent.dy][view.here[0] + intent.dx]
        by_sight = {("lash", "wall"), ("rush", "wall"), ("pass", "no wall")}
        return reason in IN_VAIN and not (tile.lit and (view.boons[0].power, reason) in by_sight)
    return isinstance(intent, Close) and reason in ("occupied", "shut")

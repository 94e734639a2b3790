"""Look for games that reach handlers which no golden journal reaches:

    python -m tests.golden.search                        the monkey's, of seeds 1 to 100
    python -m tests.golden.search --bot fighter --seeds 30 --intents 400

Prints a line for each such handler: the seed of the game that comes to it first, and after how
many intents. An entry of ``RECORDINGS`` with that seed and bot is a journal that reaches it. Do so
from the project's root once the journals are recorded anew.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator

import attrs

from bidden.bots.roster import BOTS
from bidden.content.mods import FIRST
from bidden.session import Session
from eventcore.testing import HandlerCoverage
from tests.golden.reach import UNREACHED, replay_all


@attrs.frozen
class Find:
    """Where a handler runs for the first time.

    Attributes:
        handler: The handler.
        seed: The seed of the game.
        intents: After how many intents.
    """

    handler: str
    seed: int
    intents: int


def wanted() -> set[str]:
    """Name the handlers that no golden journal reaches and that one should."""
    with HandlerCoverage() as coverage:
        replay_all()
    return {*coverage.unreached()} - {*UNREACHED}


def finds(handlers: set[str], bot: str, level: str, seed: int, intents: int) -> Iterator[Find]:
    """Play a game, and say of some handlers when each runs for the first time."""
    with HandlerCoverage() as coverage:
        session = Session(seed, level=level)
        choose, left = BOTS[bot](seed), {*handlers}
        for count in range(1, intents + 1):
            if session.ending is not None or not left:
                return
            session.perform(choose(session.view()))
            for one in sorted(left - {*coverage.unreached()}):
                left.remove(one)
                yield Find(one, seed, count)


def best(found: Iterable[Find]) -> list[Find]:
    """Keep for each handler where it runs after the fewest intents, the seeds together."""
    by_handler: dict[str, Find] = {}
    for one in sorted(found, key=lambda find: find.intents):
        by_handler.setdefault(one.handler, one)
    return sorted(by_handler.values(), key=lambda find: (find.seed, find.intents))


def main() -> int:
    """Print what was found, and what was not."""
    parser = argparse.ArgumentParser(prog="python -m tests.golden.search")
    parser.add_argument("--bot", choices=[*BOTS], default="monkey")
    parser.add_argument("--level", default=FIRST, help="a scenario, in place of the journey")
    parser.add_argument("--seeds", type=int, default=100, metavar="N")
    parser.add_argument("--intents", type=int, default=200, metavar="N", help="of a game, at most")
    options = parser.parse_args()
    handlers = wanted()
    found = best(
        find
        for seed in range(1, options.seeds + 1)
        for find in finds(handlers, options.bot, options.level, seed, options.intents)
    )
    for one in found:
        print(f"seed {one.seed}, {one.intents} intents: {one.handler}")
    for name in sorted(handlers - {one.handler for one in found}):
        print(f"not found: {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The summary of the catalogue of seeds: results and causes of death for each bot."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean
from typing import Final

from bidden.bots.roster import BOTS
from tests.golden.catalogue import INTENTS, UNDER_WAY, Game

SUMMARY: Final = Path(__file__).resolve().parents[2] / "docs" / "endurance.md"
TITLE: Final = "## The catalogue of seeds"
OFTEN: Final = 5
OTHERS: Final = "other, rare causes"


def lines(games: Sequence[Game]) -> Iterator[str]:
    """Yield the lines of the summary."""
    yield TITLE
    yield ""
    yield f"Bots play {len(games):,} games, each until it is over or has {INTENTS:,} intents."
    yield "`tests/golden/seeds.tsv` lists the games. No game raised an error, had an unreachable"
    yield "level or goal, or came to a standstill. To play the games again, run"
    yield "`python -m tests.golden.regenerate --seeds`."
    yield ""
    yield "| bot | games | won | died | under way | mean depth | mean intents |"
    yield "|---|---:|---:|---:|---:|---:|---:|"
    for bot in BOTS:
        mine = [game for game in games if game.bot == bot]
        if not mine:
            continue
        ends = Counter(game.ending for game in mine)
        counts = [len(mine), ends["won"], ends["died"], ends[UNDER_WAY]]
        depth, intents = mean(game.level for game in mine), mean(game.intents for game in mine)
        cells = [*map(str, counts), f"{depth:.1f}", f"{intents:.0f}"]
        yield f"| {' | '.join([bot, *cells])} |"
    yield ""
    yield f"| cause of death | {' | '.join(BOTS)} | all |"
    yield f"|---|{'---:|' * (len(BOTS) + 1)}"
    often = Counter(game.cause for game in games)
    causes = {
        game.seed: game.cause if often[game.cause] >= OFTEN else OTHERS
        for game in games
        if game.cause != UNDER_WAY
    }
    deaths = Counter(causes.values())
    for cause, count in sorted(deaths.items(), key=lambda item: (-item[1], item[0])):
        by_bot = Counter(game.bot for game in games if causes.get(game.seed) == cause)
        yield f"| {' | '.join([cause, *(str(by_bot[bot]) for bot in BOTS), str(count)])} |"


def text(games: Sequence[Game]) -> str:
    """Return the summary as a text."""
    return "".join(f"{line}\n" for line in lines(games))


def put_into(page: str, games: Sequence[Game]) -> str:
    """Return the page with its summary replaced."""
    return page.partition(TITLE)[0].rstrip() + "\n\n" + text(games)

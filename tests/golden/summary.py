"""The catalogue of seeds in a few lines: how the games of each bot went, and what killed it."""

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
OTHERS: Final = "others, each seldom"


def lines(games: Sequence[Game]) -> Iterator[str]:
    """Write the tables of a catalogue."""
    yield TITLE
    yield ""
    yield f"{len(games):,} games, each until it is over or {INTENTS:,} intents were given, as"
    yield "`tests/golden/seeds.tsv` has them. In none did anything raise, was anything out of"
    yield "reach on foot, or did time stand still."
    yield "`python -m tests.golden.regenerate --seeds` plays them anew."
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
    """Give the same as a text."""
    return "".join(f"{line}\n" for line in lines(games))


def put_into(page: str, games: Sequence[Game]) -> str:
    """Give a page with the tables in place of those it ends with."""
    return page.partition(TITLE)[0].rstrip() + "\n\n" + text(games)

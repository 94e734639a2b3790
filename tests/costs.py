"""Measure what a batch costs, for docs/batches.md: ``python -m tests.costs``.

The fighter plays its first runs, which takes a minute or two. The page derives the processor time
of thousands of runs and of a server from these. `make balance` measures this
as well.
"""

from __future__ import annotations

import gzip
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from time import process_time
from typing import Final

import attrs
import msgspec

from bidden.batches.row import RunJob
from bidden.batches.runs import maker_of, play_run
from bidden.content.mods import RUN
from bidden.recording import playing
from bidden.session import Session
from eventcore.journal import Journal
from eventcore.replay.playback import verify
from tests.balance import MOST, put_into

PAGE: Final = Path("docs/batches.md")
BOT: Final = "fighter"
SEEDS: Final = range(1, 9)
MARK: Final = "costs"


@attrs.frozen
class Costs:
    """The average cost of a run.

    Attributes:
        seconds: Processor time to play it.
        thoughts: Percent of its time spent on views and in the bot.
        row: Bytes of its row.
        journal: Kilobytes of its journal.
        packed: Kilobytes of its journal compressed with gzip.
        verifying: Time to verify it, in percent of the time to record it.
    """

    seconds: float
    intents: int
    turns: int
    thoughts: int
    row: int
    journal: int
    packed: int
    verifying: int


def measure(seeds: Sequence[int], most: int) -> Costs:
    """Play runs, record them, and verify the recordings."""
    play_run(RunJob(BOT, 0, 200))  # chains are compiled once
    with TemporaryDirectory() as folder:
        each = [_one(seed, most, Path(folder) / f"{seed}.jsonl") for seed in seeds]
    return Costs(
        seconds=round(mean(one.seconds for one in each), 1),
        **{
            name: round(mean(getattr(one, name) for one in each))
            for name in attrs.fields_dict(Costs)
            if name != "seconds"
        },
    )


def _one(seed: int, most: int, path: Path) -> Costs:
    begun = process_time()
    row = play_run(RunJob(BOT, seed, most))
    seconds = process_time() - begun
    recorded, thinking = _recorded(seed, row.intents, path)
    journal = Journal.read(path)
    simulation = Session.source(journal).begin()
    begun = process_time()
    assert verify(simulation, journal) is None
    verifying = process_time() - begun
    written = path.read_bytes()
    return Costs(
        seconds=seconds,
        intents=row.intents,
        turns=row.turns,
        thoughts=round(100 * thinking / recorded),
        row=len(msgspec.json.encode(row)) + 1,
        journal=round(len(written) / 1e3),
        packed=round(len(gzip.compress(written)) / 1e3),
        verifying=round(100 * verifying / recorded),
    )


def _recorded(seed: int, intents: int, path: Path) -> tuple[float, float]:
    """Record a run; return how long that took, and the share of the views and the bot."""
    began, thinking = process_time(), 0.0
    game, bot = playing.begin(seed, path, level=RUN), maker_of(BOT)(seed)
    for _ in range(intents):
        begun = process_time()
        intent = bot(game.view())
        thinking += process_time() - begun
        game.perform(intent)
    game.close()
    return process_time() - began, thinking


def lines(costs: Costs) -> Iterator[str]:
    """Yield the lines of the table: the measurements and the figures derived from them."""
    verifying = costs.seconds * costs.verifying / 100
    hours = costs.seconds / 3600
    yield "| | | |"
    yield "|---|---|---|"
    yield (
        f"| a run | {costs.seconds} s: {costs.intents:,} intents, {costs.turns:,} turns "
        f"| 2,000 runs take {2000 * hours / 2:.1f} hours on two processors |"
    )
    yield f"| creating the views and choosing the intents | {costs.thoughts} % of this time | |"
    yield (
        f"| a million runs | {1e6 * hours:,.0f} hours on one processor "
        f"| {1e6 * hours / 400:.1f} hours on 400 processors, "
        f"{400 / costs.seconds:.0f} rows a second |"
    )
    yield f"| a row | {costs.row:,} bytes | {costs.row / 1e3:.2f} GB for a million |"
    yield (
        f"| the journal of a run | {costs.journal:,} kB, {costs.packed:,} kB with gzip "
        f"| {costs.packed / 100:.1f} GB a day for 10,000 scores |"
    )
    yield (
        f"| verifying this journal | {costs.verifying} % of the time of a run: {verifying:.1f} s "
        f"| {verifying * 1e4 / 86_400:.2f} processors for 10,000 scores a day |"
    )


def table_in(page: str) -> list[str]:
    """Return the lines of the table in a page."""
    inside = page.partition(f"<!-- {MARK} -->\n")[2].partition(f"<!-- end of {MARK} -->")[0]
    return inside.splitlines()


def costs_in(page: str) -> Costs:
    """Read the measurements from the table of a page."""
    cells = [line.split("|")[2] for line in table_in(page)[2:]]
    numbers = [[n.replace(",", "") for n in re.findall(r"\d[\d,.]*\b", cell)] for cell in cells]
    run, thoughts, _, row, journal, verifying = numbers
    kept = (run[1], run[2], thoughts[0], row[0], journal[0], journal[1], verifying[0])
    return Costs(float(run[0]), *map(int, kept))


def main() -> int:
    """Measure, and put the table into the page."""
    table = [*lines(measure(SEEDS, MOST))]
    PAGE.write_text(put_into(PAGE.read_text("utf-8"), MARK, table), "utf-8")
    print("\n".join(table))
    return 0


if __name__ == "__main__":
    sys.exit(main())

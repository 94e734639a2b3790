"""Measure the balance of the run, and write it into docs/balance.md:

    python -m tests.balance [--games N] [--without N] [--processes N]

Bots play whole runs of seeds from 1 on: with all things, then with one group of things at a time
replaced by useless ones. Run it after a change to items, creatures or how a bot decides.

It takes less than half an hour on two processors, and goes on where it was interrupted: each game
that is over is a row of ``build/balance.tsv``. The rows are dropped if the program has changed.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from statistics import median
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import attrs
import msgspec

from bidden.batches.report.figures import Share, difference
from bidden.batches.row import RunJob
from bidden.batches.runs import play_run
from bidden.bots.roster import BOTS
from bidden.content.catalogue import Catalogue, catalogue_of
from bidden.content.mods import RUN
from bidden.content.tables import FACTIONS, ITEMS, LEVELS, Tables, load_tables
from bidden.kinds import ROCK
from bidden.narration.conduct import UNDER_WAY
from bidden.order import COMPONENTS
from bidden.session import Session
from bidden.view import Ending

PAGE: Final = Path("docs/balance.md")
ROWS: Final = Path("build/balance.tsv")
SOURCES: Final = ("eventcore", "game/bidden")
MOST: Final = 9_000
"""A game still counts as under way after this many intents."""
TRIFLE: Final = "trifle"
"""The useless replacement of a removed item: it can only be picked up."""
PLAYERS: Final = ("explorer", "fighter")
"""The bots that play; the monkey never wins."""

_MISSILES: Final = ("bow", "crossbow", "sling", "arrow", "bolt", "stone")
_HURLED: Final = ("rock", "fire pot", "torch", "flask of oil", "flask of bad air", "flask of haze")
_BOONS: Final = "boons and shards"
_SHIELDS: Final = ("wooden shield", "buckler", "kite shield")
GROUPS: Final[Mapping[str, Callable[[str], bool]]] = MappingProxyType(
    {
        "things to shoot and throw": (*_MISSILES, *_HURLED).__contains__,
        "potions and vials": lambda name: name.startswith(("potion of ", "vial of ")),
        "scrolls and books": lambda name: (
            name.startswith("scroll of ") or name.endswith((" book", " primer"))
        ),
        "shields": _SHIELDS.__contains__,
        _BOONS: lambda name: name.endswith(" shard"),
    }
)
"""The groups of items that are removed, one at a time, each as a test of an item's name."""


@attrs.frozen
class Played:
    """The result of one game.

    Attributes:
        group: The group of items that was removed; empty if none was.
        ended: How the game ended, won or lost; empty while it is under way.
        cause: What killed the player; empty without a death.
        decisions: The number of intents except steps, blows by a step, waits and searches.
    """

    bot: str
    seed: int
    group: str
    ended: str
    cause: str
    turns: int
    bindings: int
    decisions: int

    @property
    def job(self) -> Job:
        """Return the job that this game belongs to."""
        return self.bot, self.seed, self.group


Job: TypeAlias = tuple[str, int, str]
"""A game to play: the bot, the seed, and the removed group."""


@lru_cache
def catalogue(group: str) -> Catalogue:
    """Return the catalogue without the items of a group; all items for the empty name."""
    contents = load_tables()
    if group:
        contents[ITEMS][TRIFLE] = {
            "Title": {"name": TRIFLE},
            "Look": {"glyph": "*", "look": "gear", "height": 1, "kind": ROCK},
            "Item": {},
        }
        take_out(group, contents)
    return catalogue_of(contents, COMPONENTS)


def take_out(group: str, contents: Mapping[str, Tables]) -> None:
    """Replace the items of a group with trifles, on levels and as payment."""
    taken = GROUPS[group]
    if group == _BOONS:
        contents[LEVELS][RUN].pop("boons")
    for lot in lots(contents[LEVELS][RUN]):
        shares: Counter[str] = Counter()
        for name, share in lot["of"].items():
            shares[TRIFLE if taken(name) else name] += share
        lot["of"] = dict(shares)
    for faction in contents[FACTIONS].values():
        faction["gifts"] = [TRIFLE if taken(name) else name for name in faction["gifts"]]


def lots(level: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for table in (level, *level["deeper"]):
        yield from table.get("things", ())


def play(job: Job) -> Played:
    """Let a bot play the run of a seed to its end, without a group of items."""
    name, seed, group = job
    row = play_run(RunJob(name, seed, MOST), catalogue(group), BOTS[name](seed))
    return Played(
        bot=name,
        seed=seed,
        group=group,
        ended="" if row.ended == UNDER_WAY else row.ended,
        cause=row.how if row.ended == Ending.DIED.value else "",
        turns=row.turns,
        bindings=row.bindings,
        decisions=row.decisions,
    )


def bots_table(games: Sequence[Played]) -> list[str]:
    """Return a table of the results, one row per bot."""
    rows = [
        "| bot | games | won | turns, median | bindings, mean | decisions in 100 turns "
        "| first cause of death |",
        "|---|---|---|---|---|---|---|",
    ]
    for bot in dict.fromkeys(game.bot for game in games):
        its = [game for game in games if game.bot == bot]
        causes = Counter(game.cause for game in its if game.cause)
        first, often = min(causes.items(), key=lambda one: (-one[1], one[0]), default=("none", 0))
        turns = sum(game.turns for game in its)
        rows.append(
            f"| {bot} | {len(its)} | {told(_won(its))} "
            f"| {median(game.turns for game in its):,.0f} "
            f"| {sum(game.bindings for game in its) / len(its):.1f} "
            f"| {100 * sum(game.decisions for game in its) / turns:.1f} "
            f"| {first}, {often} of {causes.total()} |"
        )
    return rows


def groups_table(games: Mapping[str, Sequence[Played]]) -> list[str]:
    """Return the table of wins without each group, compared with wins with all items."""
    rows = [
        "| without | games | won | difference from the game with all items |",
        "|---|---|---|---|",
    ]
    usual = _won(games[""])
    for group, played in games.items():
        won = _won(played)
        by, low, high = difference(usual, won)
        change = f"{100 * by:+.0f} % ({100 * low:+.0f} to {100 * high:+.0f} %)" if group else ""
        rows.append(f"| {group or 'nothing'} | {won.of} | {told(won)} | {change} |")
    return rows


def _won(games: Sequence[Played]) -> Share:
    return Share(sum(game.ended == Ending.WON.value for game in games), len(games))


def told(share: Share) -> str:
    """Format a share with its 95 % interval, as in "30 (20 %, 14 to 27 %)"."""
    low, high = share.interval
    return f"{share.count} ({100 * share.rate:.0f} %, {100 * low:.0f} to {100 * high:.0f} %)"


def played_by(games: int, seconds: float) -> list[str]:
    """Return the version of the game that was played."""
    header = Session(1, level=RUN, catalogue=catalogue("")).header
    return [
        f"Played with content {header.content} and handlers {header.chains}: {games} games in"
        f" {seconds / 60:.0f} minutes. With another version of the game the figures differ."
    ]


def put_into(page: str, name: str, rows: Sequence[str]) -> str:
    """Put a table between the two comments that bear its name.

    Raises:
        ValueError: The page lacks one of the two comments.
    """
    start, end = f"<!-- {name} -->\n", f"\n<!-- end of {name} -->"
    head, opened, rest = page.partition(start)
    _, closed, tail = rest.partition(end)
    if not (opened and closed):
        raise ValueError(f"{PAGE} has no place for the table {name!r}: give it both comments")
    return head + start + "\n".join(rows) + end + tail


def heading() -> str:
    """Return the first line of the rows: which program played them."""
    sources = sorted(path for folder in SOURCES for path in Path(folder).rglob("*.py"))
    whole = blake2b(b"".join(path.read_bytes() for path in sources), digest_size=16)
    return f"# program {whole.hexdigest()}\n"


def read_rows(file: Path) -> list[Played]:
    """Read the rows of games that this program played.

    Leave out a line that was cut off while it was written.
    """
    first, *lines = file.read_text("utf-8").splitlines(keepends=True) if file.exists() else [""]
    if first != heading():
        return []
    names = [field.name for field in attrs.fields(Played)]
    return [
        msgspec.convert(dict(zip(names, line[:-1].split("\t"), strict=True)), Played, strict=False)
        for line in lines
        if line.endswith("\n")
    ]


def _row(game: Played) -> str:
    return "\t".join(map(str, attrs.astuple(game))) + "\n"


def play_all(jobs: Sequence[Job], processes: int | None, file: Path) -> dict[Job, Played]:
    """Play all games that are still missing, and save each as soon as it is over."""
    games = {game.job: game for game in read_rows(file)}
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(heading() + "".join(map(_row, games.values())), "utf-8")
    with (
        ProcessPoolExecutor(processes) as pool,
        file.open("a", encoding="utf-8", buffering=1) as rows,
    ):
        for game in pool.map(play, [job for job in jobs if job not in games]):
            rows.write(_row(game))
            games[game.job] = game
    return games


def whole_jobs(seeds: int) -> list[Job]:
    """Return the jobs with all items: each bot plays each seed."""
    return [(bot, seed, "") for seed in range(1, seeds + 1) for bot in PLAYERS]


def group_jobs(group: str, seeds: int) -> list[Job]:
    """Return the jobs without a group of items: the bots take turns at the seeds."""
    return [(PLAYERS[seed % len(PLAYERS)], seed, group) for seed in range(1, seeds + 1)]


def main() -> int:
    """Play all games, and put the tables into the page."""
    parser = argparse.ArgumentParser(prog="python -m tests.balance")
    some = "; 0 leaves the table as it is"
    parser.add_argument("--games", type=int, default=150, metavar="N", help=f"of each bot{some}")
    parser.add_argument(
        "--without", type=int, default=50, metavar="N", help=f"without each group{some}"
    )
    parser.add_argument("--processes", type=int, default=os.cpu_count(), metavar="N")
    options = parser.parse_args()
    start = time.monotonic()
    whole = whole_jobs(options.games)
    without = {group: group_jobs(group, options.without) for group in ("", *GROUPS)}
    jobs = [*dict.fromkeys(job for group in (whole, *without.values()) for job in group)]
    games = play_all(jobs, options.processes, ROWS)
    took = time.monotonic() - start
    page = put_into(PAGE.read_text("utf-8"), "played", played_by(len(jobs), took))
    if whole:
        page = put_into(page, "bots", bots_table([games[job] for job in whole]))
    if options.without:
        compared = {group: [games[job] for job in its] for group, its in without.items()}
        page = put_into(page, "groups", groups_table(compared))
    PAGE.write_text(page, "utf-8")
    rate = 60 * len(jobs) / took / (options.processes or 1)
    print(f"{len(jobs)} games in {took / 60:.1f} minutes: {rate:.1f} a minute and process")
    return 0


if __name__ == "__main__":
    sys.exit(main())

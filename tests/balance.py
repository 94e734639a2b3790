"""Measure the balance of the run, and write it into docs/balance.md:

    python -m tests.balance [--games N] [--without N] [--processes N]

Bots play whole runs of seeds from 1 on: with all there is, then with one group of things taken out
at a time, where something of no use lies in the place of each. Whoever changes what lies about, who
lives where, or how a bot decides runs it, and reads what became of the game.

It takes hours, and goes on where it was interrupted: each game that is over is a row of
``docs/balance.tsv``. The rows are dropped, and all is played anew, where content or handlers are
others; those of a bot, where one of a few of its games, played once more, comes to something else.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from pathlib import Path
from statistics import median
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import attrs
import msgspec

from bidden.batches.row import RunJob
from bidden.batches.runs import play_run
from bidden.bots.roster import BOTS
from bidden.content.catalogue import Catalogue, catalogue_of
from bidden.content.mods import RUN
from bidden.content.tables import FACTIONS, ITEMS, LEVELS, Tables, load_tables
from bidden.intents import Intent
from bidden.messages.epitaphs import UNDER_WAY
from bidden.order import COMPONENTS
from bidden.session import Session
from bidden.view import Ending, View

PAGE: Final = Path("docs/balance.md")
ROWS: Final = Path("docs/balance.tsv")
SAMPLED: Final = 5
"""So many of the games that a bot played before are played once more."""
MOST: Final = 9_000
"""A game is under way yet after so many intents."""
TRIFLE: Final = "trifle"
"""What lies where something was taken out: it can be taken up, and nothing else."""
PLAYERS: Final = ("explorer", "fighter")
"""Whose wins are compared; the monkey wins by luck alone."""

_MISSILES: Final = ("bow", "crossbow", "sling", "arrow", "bolt", "stone")
_HURLED: Final = ("rock", "fire pot", "torch", "flask of oil", "flask of bad air", "flask of haze")
_BOONS: Final = "boons and shards"
_SHIELDS: Final = ("wooden shield", "buckler", "kite shield")
GROUPS: Final[Mapping[str, Callable[[str], bool]]] = MappingProxyType(
    {
        "bows and slings": _MISSILES.__contains__,
        "potions": lambda name: name.startswith("potion of "),
        "vials": lambda name: name.startswith("vial of "),
        "scrolls": lambda name: name.startswith("scroll of "),
        "allies": "scroll of charming".__eq__,
        "books": lambda name: name.endswith((" book", " primer")),
        "things to throw": _HURLED.__contains__,
        "shields": _SHIELDS.__contains__,
        _BOONS: lambda name: name.endswith(" shard"),
    }
)
"""What is taken out, one at a time: by the names of things."""


@attrs.frozen
class Played:
    """What became of a game.

    Attributes:
        bot: Who played it.
        seed: Its seed.
        group: What was taken out; empty where all there is was in it.
        ended: Whether it was won or lost; empty while under way.
        cause: Of what its player died; empty without a death.
        turns: How many it took.
        bindings: How many tasks were fulfilled.
        decisions: How many intents were no step, no blow by one, no wait and no search.
        digest: Of all that happened.
    """

    bot: str
    seed: int
    group: str
    ended: str
    cause: str
    turns: int
    bindings: int
    decisions: int
    digest: str = ""

    @property
    def job(self) -> Job:
        """What was to be played."""
        return self.bot, self.seed, self.group


Job: TypeAlias = tuple[str, int, str]
"""A game to be played: the bot, the seed, and what is taken out."""


@lru_cache
def catalogue(group: str) -> Catalogue:
    """Give what there is, without a group; with all of it for the empty name."""
    contents = load_tables()
    if group:
        contents[ITEMS][TRIFLE] = {
            "Title": {"name": TRIFLE},
            "Look": {"glyph": "*", "look": "gear", "height": 1},
            "Item": {},
        }
        take_out(group, contents)
    return catalogue_of(contents, COMPONENTS)


def take_out(group: str, contents: Mapping[str, Tables]) -> None:
    """Have trifles lie, and paid with, where there was something of a group."""
    taken = GROUPS[group]
    if group == _BOONS:
        contents[LEVELS][RUN].pop("boons")
    for lot in _lots(contents[LEVELS][RUN]):
        shares: Counter[str] = Counter()
        for name, share in lot["of"].items():
            shares[TRIFLE if taken(name) else name] += share
        lot["of"] = dict(shares)
    for faction in contents[FACTIONS].values():
        faction["gifts"] = [TRIFLE if taken(name) else name for name in faction["gifts"]]


def _lots(level: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for table in (level, *level["deeper"]):
        yield from table.get("things", ())


def play(job: Job) -> Played:
    """Let a bot play the run of a seed to its end, without a group of things.

    A game with all there is in it is performed once more.

    Raises:
        RuntimeError: The same intents came to something else when they were performed again.
    """
    name, seed, group = job
    bot, meant = BOTS[name](seed), list[Intent]()

    def listened_to(view: View) -> Intent:
        meant.append(bot(view))
        return meant[-1]

    row = play_run(RunJob(name, seed, MOST), catalogue(group), listened_to)
    if not group and _digest_of(meant, seed) != row.digest:
        raise RuntimeError(f"{job}: performed again, the same intents came to something else")
    return Played(
        bot=name,
        seed=seed,
        group=group,
        ended="" if row.ended == UNDER_WAY else row.ended,
        cause=row.how if row.ended == Ending.DIED.value else "",
        turns=row.turns,
        bindings=row.bindings,
        decisions=row.decisions,
        digest=row.digest,
    )


def _digest_of(meant: Sequence[Intent], seed: int) -> str:
    session = Session(seed, level=RUN, catalogue=catalogue(""), read=False)
    for intent in meant:
        session.perform(intent)
    return session.digest.seal()


def bots_table(games: Sequence[Played]) -> list[str]:
    """Tell of each bot how it fared, a row each."""
    rows = [
        "| bot | games | won | lost | turns, median | bindings, mean | decisions in 100 turns "
        "| first cause of death |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for bot in dict.fromkeys(game.bot for game in games):
        its = [game for game in games if game.bot == bot]
        causes = Counter(game.cause for game in its if game.cause)
        first, often = min(causes.items(), key=lambda one: (-one[1], one[0]), default=("none", 0))
        turns = sum(game.turns for game in its)
        rows.append(
            f"| {bot} | {len(its)} | {share('won', its)} | {share('died', its)} "
            f"| {median(game.turns for game in its):,.0f} "
            f"| {sum(game.bindings for game in its) / len(its):.1f} "
            f"| {100 * sum(game.decisions for game in its) / turns:.1f} "
            f"| {first}, {often} of {causes.total()} |"
        )
    return rows


def groups_table(games: Mapping[str, Sequence[Played]]) -> list[str]:
    """Tell how many games each bot wins without a group, against those with all there is."""
    rows = [
        "| without | " + " | ".join(f"{bot} wins" for bot in PLAYERS) + " |",
        "|---|" + "---|" * len(PLAYERS),
    ]
    for group, played in games.items():
        shares = (share("won", [one for one in played if one.bot == bot]) for bot in PLAYERS)
        rows.append(f"| {group or 'nothing'} | " + " | ".join(shares) + " |")
    return rows


def share(ended: str, games: Sequence[Played]) -> str:
    """Tell how many of games ended so, of a hundred."""
    count = sum(game.ended == ended for game in games)
    return f"{count} ({100 * count / len(games):.0f} %)"


def put_into(page: str, name: str, rows: Sequence[str]) -> str:
    """Put a table between the two comments of its name.

    Raises:
        ValueError: The page has not both of them.
    """
    start, end = f"<!-- {name} -->\n", f"\n<!-- end of {name} -->"
    head, opened, rest = page.partition(start)
    _, closed, tail = rest.partition(end)
    if not (opened and closed):
        raise ValueError(f"{PAGE} has no place for the table {name!r}: give it both comments")
    return head + start + "\n".join(rows) + end + tail


def heading() -> str:
    """Give the first line of the rows: which content and handlers the games are of."""
    header = Session(1, level=RUN, catalogue=catalogue("")).header
    return f"# content {header.content}, chains {header.chains}\n"


def read_rows(file: Path) -> list[Played]:
    """Read the games that were played with this content and these handlers.

    A line that was torn as it was written is left out.
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


def write_rows(games: Iterable[Played], file: Path) -> None:
    """Write games in place of those that are there."""
    file.write_text(heading() + "".join(map(_row, games)), "utf-8")


def _row(game: Played) -> str:
    return "\t".join(map(str, attrs.astuple(game))) + "\n"


def sample_of(games: Sequence[Played]) -> Sequence[Played]:
    """Choose games that are far apart, to be played once more."""
    return games[:: len(games) // SAMPLED + 1]


def play_all(jobs: Sequence[Job], processes: int | None, file: Path) -> dict[Job, Played]:
    """Play all that was not played before, and keep each game as it is over."""
    kept = read_rows(file)
    with ProcessPoolExecutor(processes) as pool:
        sample = [game for bot in BOTS for game in sample_of([g for g in kept if g.bot == bot])]
        again = pool.map(play, [game.job for game in sample])
        others = {game.bot for game, now in zip(sample, again, strict=True) if game != now}
        kept = [game for game in kept if game.bot not in others]
        write_rows(kept, file)
        games = {game.job: game for game in kept}
        with file.open("a", encoding="utf-8", buffering=1) as rows:
            for game in pool.map(play, [job for job in jobs if job not in games], chunksize=4):
                rows.write(_row(game))
                games[game.job] = game
    return games


def main() -> int:
    """Play all games, and put the tables into the page."""
    parser = argparse.ArgumentParser(prog="python -m tests.balance")
    some = "; 0 leaves the table as it is"
    parser.add_argument("--games", type=int, default=1000, metavar="N", help=f"of each bot{some}")
    parser.add_argument(
        "--without", type=int, default=200, metavar="N", help=f"without each group{some}"
    )
    parser.add_argument("--processes", type=int, default=os.cpu_count(), metavar="N")
    options = parser.parse_args()
    whole: list[Job] = [(bot, seed, "") for seed in range(1, options.games + 1) for bot in BOTS]
    without: list[Job] = [
        (bot, seed, group)
        for seed in range(1, options.without + 1)
        for group in ("", *GROUPS)
        for bot in PLAYERS
    ]
    games = play_all([*dict.fromkeys([*whole, *without])], options.processes, ROWS)
    page = PAGE.read_text("utf-8")
    if whole:
        page = put_into(page, "bots", bots_table([games[job] for job in whole]))
    if without:
        compared = {
            group: [games[job] for job in without if job[2] == group] for group in ("", *GROUPS)
        }
        page = put_into(page, "groups", groups_table(compared))
    PAGE.write_text(page, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Let the bots play the golden games again, and print which files changed:

    pytest tests/golden/journals --regenerate-journals     shows what a change of rules did
    python -m tests.golden.regenerate                      then this
    python -m tests.golden.regenerate --seeds              only the catalogue of seeds
    python -m tests.golden.regenerate --journals           only the journals

The first replays the recorded intents in the current game, so its report has each event that
differs. But a bot decides by what it sees: it would now choose other intents, and a game
named for its ending may end differently. The second plays anew, searches for new seeds if a game
needs a certain ending, and plays the catalogue of seeds; its results are what the tests of
tests/golden and tests/determinism expect. If no intent changes, both write the same
journals. Run it from the project's root after a deliberate rule change; explain in the commit.
Files that would not change are not written.

The catalogue takes a minute or two, on all processors. Each game must obey the laws of
soundness.py: a game that breaks a law, or raises, is reported and left out; the exit status is 1.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from eventcore import JournalError
from eventcore.journal import Journal
from tests.golden import summary
from tests.golden.catalogue import (
    HEADING,
    JOURNALS,
    RECORDINGS,
    SEEDED,
    SEEDS,
    Game,
    play_seed,
    read_seeds,
)
from tests.journals import lines_without_version

CATALOGUED = range(1, SEEDED + 1)
SHOWN = 20
"""This many changes of the catalogue of seeds are listed one by one."""
WRONG = "seeds.tsv: WRONG: "


def content(path: Path) -> str:
    """Return a short description of a journal's contents, or "nothing" without a file."""
    if not path.exists():
        return "nothing"
    try:
        journal = Journal.read(path)
    except JournalError:  # such as a journal of another format version
        return "a journal that cannot be read"
    last, count = journal.records[-1], len(journal.records)
    return f"seed {journal.header.seed}, {count} records, turn {last.turn}, digest {last.digest}"


def same(fresh: Path, kept: Path) -> bool:
    """Return whether two journals have the same contents, whichever code wrote them."""
    try:
        return lines_without_version(fresh) == lines_without_version(kept)
    except (OSError, ValueError, LookupError):  # no file is kept, or it is not a journal
        return False


def journals(folder: Path) -> Iterator[str]:
    """Record the journals; yield a line for each changed one."""
    JOURNALS.mkdir(exist_ok=True)
    for name, recording in RECORDINGS.items():
        fresh, kept = folder / name, JOURNALS / name
        recording.record(recording.find_seed(), fresh)
        if not same(fresh, kept):
            before, after = content(kept), content(fresh)
            yield f"journals/{name}: " + (f"{before} -> {after}" if before != after else "header")
            kept.write_bytes(fresh.read_bytes())
    for path in sorted(JOURNALS.iterdir()):
        if path.name not in RECORDINGS:
            yield f"journals/{path.name}: removed"
            path.unlink()


def play(seed: int) -> Game | str:
    """Play the game of a seed; return a line about its fault, if any."""
    try:
        return play_seed(seed)
    except Exception as error:
        return f"seed {seed}: {type(error).__name__}: {error}"


def seeds(processes: int | None = None, wanted: Sequence[int] = CATALOGUED) -> Iterator[str]:
    """Play the catalogued seeds; yield a line for each of the first changed games, and a total.

    Before them comes a line for each faulty game; it begins with ``WRONG``.
    """
    start = time.monotonic()
    processes = processes or os.cpu_count() or 1
    with ProcessPoolExecutor(processes) as pool:
        played = [*pool.map(play, wanted, chunksize=4)]
    games = [one for one in played if isinstance(one, Game)]
    yield from (f"{WRONG}{one}" for one in played if isinstance(one, str))
    before: dict[int, Game] = {game.seed: game for game in read_seeds()} if SEEDS.exists() else {}
    changed = [game for game in games if before.get(game.seed) != game]
    for game in changed[:SHOWN]:
        yield f"seeds.tsv: {before.get(game.seed) or 'nothing'} -> {game}".replace("\t", " ")
    gone = len({*before} - {game.seed for game in games})
    took, intents = time.monotonic() - start, sum(game.intents for game in games)
    yield (
        f"seeds.tsv: {len(changed)} of {len(games)} games changed, {gone} are gone;"
        f" {intents:,} intents took {took:.0f} seconds in {processes} processes"
    )
    if changed or gone:
        SEEDS.write_text(HEADING + "".join(f"{game}\n" for game in games), "utf-8")
    page = summary.SUMMARY.read_text("utf-8")
    summary.SUMMARY.write_text(summary.put_into(page, games), "utf-8")


def main() -> int:
    """Regenerate everything, or only the requested part."""
    parser = argparse.ArgumentParser(prog="python -m tests.golden.regenerate")
    parser.add_argument("--seeds", action="store_true", help="play the catalogue of seeds anew")
    parser.add_argument("--journals", action="store_true", help="record the journals anew")
    parser.add_argument("--processes", type=int, metavar="N", help="how many play at once")
    options = parser.parse_args()
    whole = options.seeds == options.journals
    changes: list[str] = []
    if whole or options.journals:
        with tempfile.TemporaryDirectory() as name:
            changes += journals(Path(name))
    if whole or options.seeds:
        changes += seeds(options.processes)
    print("\n".join(changes) or "nothing changed")
    return 1 if any(line.startswith(WRONG) for line in changes) else 0


if __name__ == "__main__":
    sys.exit(main())

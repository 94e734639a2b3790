"""Let the bots play the golden games anew, and print which files changed:

    pytest tests/golden/journals --regenerate-journals     shows what a change of rules did
    python -m tests.golden.regenerate                      then this

The first gives the recorded intents to the game as it is now, so its report has each event that
goes another way. But a bot decides by what it sees: it would now give other intents, and a game
named for its end may no longer end so. The second plays anew, looks for seeds again where a game
has to end in some way, and plays the catalogue of seeds; what it leaves is what the tests of
tests/golden and tests/determinism expect. Where no intent would be another, both write the same
journals. Do so from the project's root when a rule changed on purpose, and say why in the commit.
Files that would not change are left alone.
"""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from eventcore.journal import read_journal
from tests.golden.catalogue import HEADING, JOURNALS, RECORDINGS, SEEDS, Game, play_seed, read_seeds

CATALOGUED = range(1, 21)


def summary(path: Path) -> str:
    """Say in a few words what is in a journal; nothing of one that is not there."""
    if not path.exists():
        return "nothing"
    journal = read_journal(path)
    last, count = journal.records[-1], len(journal.records)
    return f"seed {journal.header.seed}, {count} records, turn {last.turn}, digest {last.digest}"


def journals(folder: Path) -> Iterator[str]:
    """Record the journals; yield a line for each that changed."""
    JOURNALS.mkdir(exist_ok=True)
    for name, recording in RECORDINGS.items():
        fresh, kept = folder / name, JOURNALS / name
        recording.record(recording.find_seed(), fresh)
        if not kept.exists() or fresh.read_bytes() != kept.read_bytes():
            before, after = summary(kept), summary(fresh)
            yield f"journals/{name}: " + (f"{before} -> {after}" if before != after else "header")
            kept.write_bytes(fresh.read_bytes())
    for path in sorted(JOURNALS.iterdir()):
        if path.name not in RECORDINGS:
            yield f"journals/{path.name}: removed"
            path.unlink()


def seeds(folder: Path) -> Iterator[str]:
    """Play the catalogued seeds; yield a line for each whose game changed."""
    before: dict[int, Game] = {game.seed: game for game in read_seeds()} if SEEDS.exists() else {}
    games = [play_seed(seed, folder) for seed in CATALOGUED]
    for game in games:
        old = before.pop(game.seed, None)
        if old != game:
            yield f"seeds.tsv: {old or 'nothing'} -> {game}".replace("\t", " ")
    yield from (f"seeds.tsv: {old} -> nothing".replace("\t", " ") for old in before.values())
    text = HEADING + "".join(f"{game}\n" for game in games)
    if not SEEDS.exists() or SEEDS.read_text("utf-8") != text:
        SEEDS.write_text(text, "utf-8")


def main() -> int:
    """Regenerate everything."""
    with tempfile.TemporaryDirectory() as name:
        changes = [*journals(Path(name)), *seeds(Path(name))]
    print("\n".join(changes) or "nothing changed")
    return 0


if __name__ == "__main__":
    sys.exit(main())

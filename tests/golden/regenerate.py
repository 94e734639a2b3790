"""Record the golden files anew and print what changed:

    python -m tests.golden.regenerate

Do so, from the project's root, when a rule of the game changed on purpose and tests/golden or
tests/determinism fail; say why in the commit. Files that would not change are left alone.
"""

import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.golden.catalogue import HEADING, JOURNALS, RECORDINGS, SEEDS, Game, play_seed, read_seeds

CATALOGUED = range(1, 21)


def summary(path: Path) -> str:
    """Say in a few words what is in a journal; nothing of one that is not there."""
    if not path.exists():
        return "nothing"
    header, *records = map(json.loads, path.read_bytes().splitlines())
    last = records[-1]
    seed = header["data"]["seed"]
    return f"seed {seed}, {len(records)} records, turn {last['turn']}, digest {last['digest']}"


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

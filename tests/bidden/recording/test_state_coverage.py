"""A recording of the game has a digest of all fields every ten turns."""

from itertools import pairwise
from pathlib import Path

from bidden.bots.explorer import choose
from bidden.recording import playing
from eventcore.journal import Journal
from eventcore.state.digest import StateDigests, covered


def test_all_fields_are_digested_every_ten_turns(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = playing.begin(2026, path)
    for _ in range(120):
        game.perform(choose(game.view()))
    game.close()
    records = [(at, record) for at, record in enumerate(Journal.read(path).records) if record.state]
    assert max(there - at for at, there in pairwise([0, *(at for at, _ in records)])) <= 10
    world = game.session.world
    assert all(covered(world, one.state) == covered(world) for _, one in records)
    digests = StateDigests(world, with_parts=False)
    before = digests.partial()
    for entity in world:
        for part in entity.components:
            for name in part._fields_:
                value = getattr(part, name)
                setattr(part, name, "lost")
                assert digests.partial() != before, f"{type(part).__name__}.{name}"
                setattr(part, name, value)
    assert digests.partial() == before

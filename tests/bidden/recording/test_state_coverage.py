"""A recording of the game has a digest of each component class every few turns."""

from itertools import pairwise
from pathlib import Path

from bidden.bots.explorer import choose
from bidden.recording import playing
from eventcore.journal import Journal
from eventcore.state.digest import covered


def test_every_class_is_digested_within_forty_turns_and_most_within_ten(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = playing.begin(2026, path)
    for _ in range(120):
        game.perform(choose(game.view()))
    game.close()
    records = [(at, record) for at, record in enumerate(Journal.read(path).records) if record.state]
    places = [at for at, _ in records]
    assert max(there - at for at, there in pairwise(places)) <= 10
    world = game.session.world
    classes = [{cls.__name__ for cls in covered(world, one.state).values()} for _, one in records]
    every = {cls.__name__ for cls in covered(world).values()}
    assert all(set.union(*classes[n : n + 4]) == every for n in range(len(classes) - 3))
    always = set.intersection(*classes)
    assert len(always) > len(every) * 3 / 4
    assert {"Effects", "Timers"} <= always  # their fixed tables are large

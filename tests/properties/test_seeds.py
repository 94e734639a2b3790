"""For every seed, the first level is connected, and the replay of a bot's game does not differ.

The seeds are 1, 2, 3 and so on. docs/endurance.md states how many seeds are tested.
"""

from collections import Counter
from pathlib import Path

import pytest

from bidden.components.movement.door import Door
from bidden.components.movement.position import Position
from bidden.recording import playing
from bidden.session import Session
from bidden.state import Levels, Side, Title
from eventcore.replay.playback import verify
from tests.bidden.scenes import catalogue
from tests.golden.catalogue import play_on
from tests.golden.soundness import on_foot
from tests.sampling import Tried, amount, slices

MAPS, GAMES = amount(6, 2_000), amount(3, 1_000)

pytestmark = pytest.mark.endurance


@pytest.mark.parametrize(("part", "parts"), slices(10))
def test_level_is_connected_and_contains_the_creatures_of_its_definition(
    part: int, parts: int, tried: Tried
) -> None:
    kind = catalogue().level("first")
    for seed in range(1 + part, 1 + MAPS, parts):
        tried["generated levels with inhabitants, checked for connections and counts"] += 1
        session = Session(seed)
        rows = session.world.root[Levels].at(1).rows
        floor = {(x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell == "."}
        here = session.player[Position]
        assert (len(rows), {len(row) for row in rows}) == (kind.measures.height, {80}), seed
        assert on_foot(rows, (here.x, here.y)) == floor, seed
        others = [one for one in session.world.having(Side) if one is not session.player]
        assert Counter(kind.creatures) <= Counter(one[Title].name for one in others), seed
        tiles = [(one[Position].x, one[Position].y) for one in (session.player, *others)]
        assert len({*tiles}) == len(tiles), seed
        assert {*tiles} <= floor, seed
        doors = {(one[Position].x, one[Position].y) for one in session.world.having(Door)}
        assert doors <= floor - {*tiles}, seed


@pytest.mark.parametrize(("part", "parts"), slices(50))
def test_the_bots_game_of_a_seed_replays_the_same(
    tmp_path: Path, part: int, parts: int, tried: Tried
) -> None:
    for seed in range(1 + part, 1 + GAMES, parts):
        tried["seeds played by the bot for up to 200 intents, and verified"] += 1
        path = tmp_path / f"{seed}.jsonl"
        game = playing.begin(seed, path)
        play_on(game, 200 if parts > 1 else 60)
        game.close()
        journal = playing.load(path)
        assert journal.problem is None, seed
        assert verify(Session.of_journal(journal), journal) is None, seed

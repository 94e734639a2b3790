"""Each catalogued seed gives the game listed in the catalogue, and a sound game.

`make test` plays the shortest game of each bot, `make endurance` all of them. If a rule changed on
purpose: python -m tests.golden.regenerate --seeds
"""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.bots.roster import BOTS
from tests.bidden.scenes import catalogue
from tests.golden import regenerate, summary
from tests.golden.catalogue import (
    HEADING,
    INTENTS,
    SEEDED,
    SEEDS,
    UNDER_WAY,
    Game,
    bot_of,
    play_seed,
    read_seeds,
    shortest,
)
from tests.golden.soundness import UnsoundError
from tests.sampling import Tried, sampled

GAMES = read_seeds()
CHOSEN = sampled(GAMES, 0) or shortest(GAMES)


def test_catalogue_has_a_hundred_games_of_all_bots_that_end_in_every_way() -> None:
    assert [game.seed for game in GAMES] == [*range(1, SEEDED + 1)]
    assert [game.bot for game in GAMES] == [bot_of(game.seed) for game in GAMES]
    assert len({game.digest for game in GAMES}) == SEEDED
    assert {game.ending for game in GAMES} == {"won", "died", UNDER_WAY}
    assert max(game.level for game in GAMES) == catalogue().level("first").levels
    assert {game.bot for game in GAMES if game.cause != UNDER_WAY} == {*BOTS}
    assert all(game.intents <= INTENTS for game in GAMES)


@pytest.mark.endurance
@pytest.mark.parametrize("game", CHOSEN, ids=lambda game: f"seed-{game.seed}")
def test_seed_reproduces_the_game_in_the_seed_catalogue(game: Game, tried: Tried) -> None:
    tried["games of the catalogue of seeds, compared with the recorded result"] += 1
    assert play_seed(game.seed) == game


def test_endurance_page_matches_the_generated_summary(snapshot: SnapshotAssertion) -> None:
    page = summary.SUMMARY.read_text("utf-8")
    assert summary.put_into(page, GAMES) == page
    games = [
        Game(1, "explorer", 10, 9, 1, "died", "an orc", "a"),
        Game(2, "explorer", 20, 9, 4, "won", "-", "b"),
        Game(3, "fighter", 30, 9, 2, "died", "hunger", "c"),
        Game(4, "monkey", 50, 9, 3, "-", "-", "e"),
    ]
    assert summary.text(games) == snapshot


def test_regenerated_file_has_the_changed_games_and_leaves_out_unsound_games(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def play(seed: int) -> Game:
        if seed == 3:
            raise UnsoundError("the stair is out of reach")
        return {1: old, 2: new}[seed]

    old, new = GAMES[0], attrs.evolve(GAMES[1], digest="another")
    kept, page = tmp_path / "seeds.tsv", tmp_path / "endurance.md"
    kept.write_bytes(SEEDS.read_bytes())
    page.write_text("# Endurance\n", "utf-8")
    monkeypatch.setattr(regenerate, "SEEDS", kept)
    monkeypatch.setattr(regenerate, "read_seeds", lambda: GAMES)
    monkeypatch.setattr(regenerate, "ProcessPoolExecutor", ThreadPoolExecutor)
    monkeypatch.setattr(regenerate, "play_seed", play)
    monkeypatch.setattr(summary, "SUMMARY", page)
    wrong, changed, _ = regenerate.seeds(1, [1, 2, 3])
    assert wrong.startswith(regenerate.WRONG)
    assert "seed 3: UnsoundError" in wrong
    assert "another" in changed
    assert kept.read_text("utf-8") == f"{HEADING}{old}\n{new}\n"
    assert page.read_text("utf-8").startswith(f"# Endurance\n\n{summary.TITLE}\n")

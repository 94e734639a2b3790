"""Each catalogued seed gives the game it gave when the catalogue was made, and a sound one.

The suite plays the shortest game of each bot, an endurance run all of them. When a rule changed on
purpose: python -m tests.golden.regenerate --seeds
"""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import attrs
import pytest

from bidden.bots.roster import BOTS
from eventcore.journal import read_journal
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
    record_seed,
    shortest,
)
from tests.golden.soundness import UnsoundError
from tests.sampling import Tried, sampled

GAMES = read_seeds()
CHOSEN = sampled(GAMES, 0) or shortest(GAMES)


def test_catalogue_has_a_hundred_games_of_all_bots() -> None:
    assert [game.seed for game in GAMES] == [*range(1, SEEDED + 1)]
    assert [game.bot for game in GAMES] == [bot_of(game.seed) for game in GAMES]
    assert len({game.digest for game in GAMES}) == SEEDED == 100
    assert set(Counter(game.bot for game in GAMES).values()) == {33, 34}


def test_its_games_end_in_every_way_or_are_as_long_as_may_be_and_some_reach_the_depths() -> None:
    ends = Counter(game.ending for game in GAMES)
    assert ends.keys() == {"won", "died", UNDER_WAY}
    assert max(game.level for game in GAMES) == catalogue().level("first").levels
    for game in GAMES:
        assert game.intents <= INTENTS
        assert (game.ending == UNDER_WAY) <= (game.intents == INTENTS), game.seed
        assert (game.ending == "died") == (game.cause != UNDER_WAY), game.seed
    assert set(BOTS) == {game.bot for game in GAMES if game.cause != "-"}


@pytest.mark.endurance
@pytest.mark.parametrize("game", CHOSEN, ids=lambda game: f"seed-{game.seed}")
def test_a_seed_gives_the_catalogued_game(game: Game, tried: Tried) -> None:
    tried["games of the catalogue of seeds, each sound and as it was"] += 1
    assert play_seed(game.seed) == game


def test_a_recorded_game_ends_with_the_same_digest(tmp_path: Path) -> None:
    game = shortest(GAMES)[0]
    path = tmp_path / "game.jsonl"
    record_seed(game.seed, path)
    *intents, close = read_journal(path).records
    assert (len(intents), close.turn, close.digest) == (game.intents, game.turn, game.digest)


def test_the_page_of_endurance_shows_what_the_catalogue_has() -> None:
    page = summary.SUMMARY.read_text("utf-8")
    assert page.endswith(summary.text(GAMES))
    assert summary.put_into(page, GAMES) == page


def test_the_tables_count_ends_and_causes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(summary, "OFTEN", 2)
    games = [
        Game(1, "explorer", 10, 9, 1, "died", "an orc", "a"),
        Game(2, "explorer", 20, 9, 4, "won", "-", "b"),
        Game(3, "fighter", 30, 9, 2, "died", "hunger", "c"),
        Game(4, "fighter", 40, 9, 2, "died", "an orc", "d"),
        Game(5, "monkey", 50, 9, 3, "-", "-", "e"),
    ]
    assert summary.text(games).splitlines()[7:] == [
        "| bot | games | won | died | under way | mean depth | mean intents |",
        "|---|---:|---:|---:|---:|---:|---:|",
        "| explorer | 2 | 1 | 1 | 0 | 2.5 | 15 |",
        "| fighter | 2 | 0 | 2 | 0 | 2.0 | 35 |",
        "| monkey | 1 | 0 | 0 | 1 | 3.0 | 50 |",
        "",
        "| cause of death | explorer | fighter | monkey | all |",
        "|---|---:|---:|---:|---:|",
        "| an orc | 1 | 1 | 0 | 2 |",
        f"| {summary.OTHERS} | 0 | 1 | 0 | 1 |",
    ]


def test_a_game_with_something_wrong_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def break_off(seed: int) -> Game:
        raise UnsoundError("the stair is out of reach")

    monkeypatch.setattr(regenerate, "play_seed", break_off)
    assert regenerate.play(7) == "seed 7: UnsoundError: the stair is out of reach"


def test_games_that_changed_are_written_and_named_and_wrong_ones_are_left_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    old, new = GAMES[0], attrs.evolve(GAMES[1], digest="another")
    found: dict[int, Game | str] = {1: old, 2: new, 3: "seed 3: KeyError: 'q'"}
    kept, page = tmp_path / "seeds.tsv", tmp_path / "endurance.md"
    kept.write_bytes(SEEDS.read_bytes())
    page.write_text("# Endurance\n\nA page.\n", "utf-8")
    monkeypatch.setattr(regenerate, "SEEDS", kept)
    monkeypatch.setattr(regenerate, "read_seeds", lambda: GAMES)
    monkeypatch.setattr(regenerate, "ProcessPoolExecutor", ThreadPoolExecutor)
    monkeypatch.setattr(regenerate, "play", found.__getitem__)
    monkeypatch.setattr(summary, "SUMMARY", page)
    wrong, changed, total = regenerate.seeds(1, [1, 2, 3])
    assert wrong == "seeds.tsv: WRONG: seed 3: KeyError: 'q'"
    assert changed == f"seeds.tsv: {GAMES[1]} -> {new}".replace("\t", " ")
    assert total.startswith(f"seeds.tsv: 1 of 2 games changed, {SEEDED - 2} are gone; ")
    assert kept.read_text("utf-8") == f"{HEADING}{old}\n{new}\n"
    assert page.read_text("utf-8").startswith(
        "# Endurance\n\nA page.\n\n## The catalogue of seeds\n"
    )

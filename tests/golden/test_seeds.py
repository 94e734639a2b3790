"""Each catalogued seed gives the game it gave when the catalogue was made.

When a rule changed on purpose: python -m tests.golden.regenerate
"""

from pathlib import Path

import pytest

from tests.golden.catalogue import Game, play_seed, read_seeds
from tests.sampling import sampled

GAMES = read_seeds()


def test_the_catalogue_has_games_that_are_over_and_games_under_way() -> None:
    assert [game.seed for game in GAMES] == [*range(1, 21)]
    assert 1 < [game.ending for game in GAMES].count("-") < 20
    assert len({game.digest for game in GAMES}) == 20


@pytest.mark.endurance
@pytest.mark.parametrize("game", sampled(GAMES, 8), ids=lambda game: f"seed-{game.seed}")
def test_a_seed_gives_the_catalogued_game(game: Game, tmp_path: Path) -> None:
    assert play_seed(game.seed, tmp_path) == game

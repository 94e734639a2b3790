"""``bidden shrink`` writes the fewest failing intents as a journal."""

from pathlib import Path

import pytest

from bidden.bots.explorer import choose
from bidden.components.knowledge.memory import Memory
from bidden.components.movement.position import Waiting
from bidden.intents import Wait
from bidden.recording import playing
from tests.cli.conftest import Command


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Record twenty of a bot's intents, with a Wait after every fifth one."""
    game = playing.begin(3, tmp_path / "game.jsonl")
    for number in range(20):
        game.perform(choose(game.view()))
        if number % 5 == 4:
            game.perform(Wait())
    game.close()
    return game.path


def intents_in(path: Path) -> list[str]:
    return [record.type for record in playing.load(path).records if record.kind == "intent"]


def test_crash_is_shrunk_to_the_intent_that_leads_to_it(
    bidden: Command, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def tire(self: Waiting, *_: object) -> None:
        if Memory in self.entity:  # the player's
            raise RuntimeError("tired\x1b[2J\nof \"'''\"it\\")

    small = tmp_path / "game.small.jsonl"
    with monkeypatch.context() as context:
        context.setattr(Waiting, "let_time_pass", tire)
        outcome = bidden("shrink", path)
        assert (outcome.code, outcome.err) == (0, "")
        assert intents_in(small) == ["Wait"]
        assert "\x1b" not in outcome.out
        assert bidden("verify", small).code == 1
    assert bidden("verify", small).code == 0

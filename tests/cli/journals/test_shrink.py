"""``bidden shrink`` writes the fewest failing intents as a journal and as a test of it."""

from pathlib import Path
from typing import Any

import pytest

from bidden.bots.explorer import choose
from bidden.components.knowledge.memory import Memory
from bidden.components.movement.position import Waiting
from bidden.intents import Wait
from bidden.recording import playing
from tests.cli.conftest import Command


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return twenty intents of the bot, with a Wait after every fifth."""
    game = playing.begin(3, tmp_path / "game.jsonl")
    for number in range(20):
        game.perform(choose(game.view()))
        if number % 5 == 4:
            game.perform(Wait())
    game.close()
    return game.path


def intents_in(path: Path) -> list[str]:
    return [record.type for record in playing.load(path).records if record.kind == "intent"]


def passes(test: Path) -> bool:
    """Run the written test in this process, where rules may be patched."""
    names: dict[str, Any] = {"__file__": str(test), "__name__": test.stem}
    exec(compile(test.read_text("utf-8"), str(test), "exec"), names)
    (function,) = (value for name, value in names.items() if name.startswith("test_"))
    try:
        function()
    except Exception:
        return False
    return True


def test_crash_is_shrunk_to_the_intent_that_leads_to_it(
    bidden: Command, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def tire(self: Waiting, *_: object) -> None:
        if Memory in self.entity:  # the player's
            raise RuntimeError("tired\x1b[2J\nof \"'''\"it\\")

    test = tmp_path / "test_game_small_jsonl.py"
    with monkeypatch.context() as context:
        context.setattr(Waiting, "let_time_pass", tire)
        outcome = bidden("shrink", path)
        assert (outcome.code, outcome.err) == (0, "")
        assert intents_in(tmp_path / "game.small.jsonl") == ["Wait"]
        assert "\x1b" not in outcome.out
        assert not passes(test)
    assert passes(test)

"""``bidden diff`` exits with 0 if the games are the same, and with 1 if they differ."""

from pathlib import Path

import pytest

from bidden.intents import Move, Wait
from tests.bidden.recorded import record_intents
from tests.cli.conftest import Command


@pytest.mark.parametrize("events", [False, True])
def test_same_game_exits_0_and_another_exits_1(
    bidden: Command, tmp_path: Path, events: bool
) -> None:
    one, other, same = (
        record_intents(tmp_path / f"{n}.jsonl", Wait(), intent, Wait(), events=events)
        for n, intent in enumerate((Wait(), Move(1, 0), Wait()))
    )
    assert (bidden("diff", one, same).code, bidden("diff", one, other).code) == (0, 1)

"""``bidden diff``: exit code 0 for the same, 1 where they part, 2 if one is not readable."""

from pathlib import Path

import pytest

from bidden.intents import Move, Wait
from tests.bidden.recorded import record_intents
from tests.cli.conftest import Command, numbers
from tests.cli.forgeries import DAMAGED, Forge, write


@pytest.mark.parametrize("events", [False, True])
def test_same_game_exits_0_and_another_exits_1(
    bidden: Command, tmp_path: Path, events: bool
) -> None:
    one, other, same = (
        record_intents(tmp_path / f"{n}.jsonl", Wait(), intent, Wait(), events=events)
        for n, intent in enumerate((Wait(), Move(1, 0), Wait()))
    )
    assert (bidden("diff", one, same).code, bidden("diff", one, other).code) == (0, 1)


@pytest.mark.parametrize(
    "forge", [*DAMAGED.values(), (lambda whole: whole[:-10], 22)], ids=[*DAMAGED, "torn"]
)
def test_journal_that_is_not_whole_exits_2_and_its_line_is_named(
    bidden: Command, journal: Path, recorded: bytes, tmp_path: Path, forge: tuple[Forge, int]
) -> None:
    damage, line = forge
    damaged = write(tmp_path / "damaged.jsonl", damage(recorded))
    outcome = bidden("diff", damaged, journal)
    assert (outcome.code, outcome.err.count("\n")) == (2, 1)
    assert line in numbers(outcome.err, damaged)
    assert (line in numbers(outcome.out, damaged, journal)) == (line < 23)

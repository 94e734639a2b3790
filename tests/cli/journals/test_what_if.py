"""``bidden what-if`` compares the same intents without a rule, or with other content."""

import shlex
from functools import partial

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.components.body.metabolism import Recovery
from tests.cli.conftest import Command, Refusal
from tests.golden.catalogue import JOURNALS

DIED = JOURNALS / "died.jsonl"
slow = partial(pytest.param, marks=pytest.mark.slow)


@pytest.mark.parametrize(
    "change",
    [
        slow("--set creatures.zombie.Health.hp=20 --set creatures.zombie.Health.most=20"),
        slow("--set creatures.zombie.Fighter.attack=400"),
        "--set levels.armoury.creatures.zombie=2",
        "--set 'effects.\"see invisible\".turns=5'",
    ],
)
def test_change_of_content_is_compared(
    bidden: Command, change: str, snapshot: SnapshotAssertion
) -> None:
    outcome = bidden("what-if", DIED, *shlex.split(change))
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == snapshot


def test_changes_are_checked_together(refusal: Refusal, snapshot: SnapshotAssertion) -> None:
    said = refusal("what-if", DIED, "--set", "creatures.zombie.Health.hp=20")
    assert said == snapshot


@pytest.mark.slow
def test_player_walks_through_walls_and_off_the_map(bidden: Command) -> None:
    monkey = JOURNALS / "monkey.jsonl"
    outcome = bidden("what-if", monkey, "--mute", "Collision.stop_at_walls")
    assert (outcome.code, outcome.err) == (0, "")
    assert "Move #" in outcome.out.splitlines()[0]


def test_handler_that_raises_leaves_nothing_to_compare(
    refusal: Refusal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Recovery, "recover", lambda *_: 1 / 0)
    assert "ZeroDivisionError" in refusal("what-if", DIED, "--mute", "Recovery.recover")

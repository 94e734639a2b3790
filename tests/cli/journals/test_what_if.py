"""``bidden what-if``: the same intents under one rule less or with other data, compared."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bidden.components.body.recovery import Recovery
from bidden.intents import Wait
from bidden.recording import playing
from bidden.recording.resume import resume
from eventcore.journal import read_journal
from tests.bidden.recorded import record_intents
from tests.cli.conftest import Command
from tests.golden.catalogue import JOURNALS

Refusal = Callable[..., str]
DIED = JOURNALS / "died.jsonl"
LAST = read_journal(DIED).records[-1].turn


def test_a_rule_less_parts_the_story_where_it_would_have_spoken(bidden: Command) -> None:
    outcome = bidden("what-if", DIED, "--mute", "Guard.turn_aside")
    assert (outcome.code, outcome.err) == (0, "")
    said = outcome.out.splitlines()
    assert re.match(r"they part on turn \d+, with intent \d+: TakeDamage #\d+: ", said[0])
    dealt = re.search(r": \w+ (\d+) as it was, (\d+) now$", said[0])
    assert dealt is not None
    assert int(dealt[1]) < int(dealt[2])
    assert any(re.match(r"  as it was: .* for \d+\.", line) for line in said)
    assert any(re.match(r"  what if: .* for \d+\.", line) for line in said)
    summary = dict(line.split(maxsplit=1) for line in said[said.index("in the end:") + 2 :])
    assert summary["hp"].startswith("0/40 ")
    assert summary["ending"].startswith("died ")
    assert summary["turn"].startswith(f"{LAST} ")
    assert "foes" in summary
    assert summary["refused"].startswith("0 ")


def test_another_datum_is_checked_with_the_others_that_change(
    bidden: Command, refusal: Refusal
) -> None:
    both = ["--set", "creatures.zombie.Health.hp=20", "--set", "creatures.zombie.Health.most=20"]
    outcome = bidden("what-if", DIED, *both)
    assert outcome.code == 0
    assert re.match(r"they part on turn \d+, with intent \d+: ", outcome.out)
    assert refusal("what-if", DIED, *both[:2]) == (
        "creatures.toml: zombie.Health: hp is 20, and must lie from 0 to most, which is 8"
    )


def test_what_is_over_sooner_leaves_intents_that_are_not_performed(bidden: Command) -> None:
    outcome = bidden("what-if", DIED, "--set", "creatures.zombie.Fighter.attack=400")
    assert outcome.code == 0
    assert " intents were left when that was over" in outcome.out


def test_fewer_creatures_differ_from_the_beginning(bidden: Command) -> None:
    outcome = bidden("what-if", DIED, "--set", "levels.armoury.creatures.zombie=2")
    assert outcome.out.startswith("they differ from the beginning\n")


def test_what_never_mattered_changes_nothing(bidden: Command) -> None:
    outcome = bidden("what-if", DIED, "--set", 'effects."see invisible".turns=5')
    assert (outcome.code, outcome.out) == (0, f"nothing would differ in {LAST} turns\n")


def test_walking_through_walls_and_beyond_the_edge_is_no_trouble(bidden: Command) -> None:
    monkey = JOURNALS / "monkey.jsonl"
    outcome = bidden("what-if", monkey, "--mute", "Collision.stop_at_walls")
    assert (outcome.code, outcome.err) == (0, "")
    assert re.match(r"they part on turn \d+, with intent \d+: Move #", outcome.out)


def test_a_handler_that_raises_without_another_is_told_of(
    bidden: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Recovery, "recover", lambda *_: 1 / 0)
    outcome = bidden("what-if", DIED, "--mute", "Recovery.recover")
    assert (outcome.code, outcome.err.count("\n")) == (2, 1)
    assert "raises ZeroDivisionError: division by zero; there is nothing to compare" in outcome.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "what-if needs something to change: --mute Component.method or --set …"),
        (["--mute", "Guard.turn"], "mute='Guard.turn': there is no such handler; there is Guard."),
        (["--set", "x"], "x: this is no change: write PATH=VALUE, as in creatures.zombie."),
        (["--set", "a.b=1"], "a.b=1: there is no content 'a', only creatures, levels, effects"),
        (["--set", "creatures=1"], "creatures=1: names no table, as in creatures.zombie"),
        (["--set", "creatures.zomby.Health.hp=3"], "creatures.toml: zomby: there is no such table"),
        (["--set", "creatures.zombie=3"], "creatures.toml: zombie: is a table: name a field of it"),
        (["--set", "creatures.zombie.Helth.hp=3"], "creatures.toml: zombie.Helth: there is no "),
        (["--set", "creatures.zombie.Health.hp=x"], "creatures.toml: zombie.Health.hp: Expected"),
        (
            ["--set", "levels.first.creatures.zombie=9999"],
            "levels.toml: first: 100",
        ),
        (["--set", "creatures.zombie.Title.name=\x1b[2J"], "creatures.toml: zombie.Title.name: h"),
    ],
    ids=lambda value: value[-1] if isinstance(value, list) and value else "",
)
def test_what_cannot_be_changed_is_one_line(
    refusal: Refusal, arguments: list[str], said: str
) -> None:
    assert refusal("what-if", DIED, *arguments).startswith(said)


def test_a_journal_is_needed(refusal: Refusal, tmp_path: Path) -> None:
    refusal("what-if")
    assert refusal("what-if", tmp_path / "none", "--mute", "Guard.turn_aside") == (
        f"{tmp_path}/none: there is no such file"
    )


def test_of_a_journal_that_went_over_to_other_rules_the_beginning_is_told(
    bidden: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = record_intents(tmp_path / "game.jsonl", Wait(), Wait(), Wait(), seed=3)
    with monkeypatch.context() as context:
        context.setattr("bidden.session.handlers_fingerprint", lambda components: "another")
        resume(path, playing.load(path)).close()
    outcome = bidden("what-if", path, "--set", "creatures.zombie.Health.hp=4")
    assert outcome.out.startswith("(from line 6 on the journal goes by other rules: only what ")

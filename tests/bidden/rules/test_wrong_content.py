"""Tables that break a rule are rejected; the error names file, table, field and reason."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.bidden.content.complaints import complaint_of
from tests.bidden.scenes import texts

RAT = '[rat]\nTitle = { name = "rat" }\nSide = { name = "beasts" }\n'
LEVELS = "levels.toml"
CUE = 'effect = "might", turns = 20'
HUNTERS = 'hunters = { tower = ["sky hunter", "headhunter"] }'
CHANGED = [
    ("creatures.toml", 'lives_on = "worm"', 'lives_on = "zombie"'),
    ("boons.toml", 'effect = "ward"', 'effect = "wart"'),
    ("boons.toml", 'leaves = "image"', 'leaves = "idol of"'),
    ("boons.toml", 'ground = "darkness"', 'ground = "dusk"'),
    ("achievements.toml", '["quaff"]', '["closed tail"]'),
    (LEVELS, 'prize = "amulet"', 'prize = "crown"'),
    (LEVELS, HUNTERS, 'hunters = { cloud = ["revenant"] }'),
    (LEVELS, HUNTERS, 'hunters = { ruin = ["nobody"] }'),
    (LEVELS, CUE, "effect = 'health', turns = 3"),
    (LEVELS, CUE, "effect = 'poison', on = 'elf'"),
    (LEVELS, CUE, "effect = 'charm', by = 'elf'"),
    (LEVELS, CUE, "effect = 'poison', on = 'door'"),
    (LEVELS, CUE, "effect = 'might', level = 2"),
]
ADDED = [
    ("effects.toml", "[odd]\nonce = { luck = 1 }"),
    ("effects.toml", "[odd]\neach = { food = 1 }"),
    ("effects.toml", '[odd]\nstages = ["a", "b"]'),
    ("effects.toml", "[odd]\nturns = 4\neach = { health = 1 }\nevery = 5"),
]
ALONE = [
    ("creatures.toml", RAT + 'Body = { joints = [{ name = "a", part = "no such" }] }'),
    ("creatures.toml", RAT + 'Limb = { leaves = "no such" }\nHealth = { hp = 1, most = 1 }'),
    ("creatures.toml", RAT + "Slither = {}"),
    ("creatures.toml", "[well]\nSource = { warp = 'ash', leaves = 'well' }"),
    ("creatures.toml", "[well]\nSource = { warp = 'ember', leaves = 'dust' }"),
    ("creatures.toml", "[a]\nTells = { faction = 'b' }"),
    ("noises.toml", '[snore]\nloudness = 3\nsound = "snoring"'),
    ("score.toml", '[odd]\nof = "juggling"\npoints = 1\nabout = "balls"'),
]


@pytest.mark.parametrize(("file", "old", "new"), CHANGED)
def test_wrong_value_is_refused(file: str, old: str, new: str, snapshot: SnapshotAssertion) -> None:
    own = texts()
    assert old in own[file]
    assert complaint_of(own | {file: own[file].replace(old, new, 1)}) == snapshot


@pytest.mark.parametrize(("file", "table"), ADDED)
def test_wrong_table_is_refused(file: str, table: str, snapshot: SnapshotAssertion) -> None:
    own = texts()
    assert complaint_of(own | {file: f"{own[file]}\n{table}\n"}) == snapshot


@pytest.mark.parametrize(("file", "table"), ALONE)
def test_table_with_a_missing_reference_is_refused(
    file: str, table: str, snapshot: SnapshotAssertion
) -> None:
    assert complaint_of({file: f"{table}\n"}) == snapshot

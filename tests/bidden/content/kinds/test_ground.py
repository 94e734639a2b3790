"""Invalid ground in ground.toml is rejected with file, key and reason."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.content.datafiles import ContentError
from bidden.order import COMPONENTS
from tests.bidden.scenes import read_catalogue, texts


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('glyph = "≈"', 'glyph = "#"'),
        ('glyph = "≈"', 'glyph = ";"'),
        ('form = "fire"\n', ""),
        ("[fire]\n", "[flame]\n"),
        ("wet = true\n", "wet = true\nburns = 1\n"),
        ("{ desert = 8 }", "{ moon = 5 }"),
        ("{ desert = 8 }", "{ desert = 0 }"),
        ('effect = "confusion"', 'effect = "luck"'),
        ('seeps = "marsh gas"', 'seeps = "ash"'),
        ('seeps = "marsh gas"', 'seeps = "mist"'),
        ("thins = 1\nbursts", "bursts"),
        ("bursts = true", "bursts = true\nburns = 2"),
        ("burns = 5\n", "burns = 5\nbreathed = 2\n"),
        ("within = 3\n", ""),
        ("burns = 5\n", 'burns = 5\nseen_by = ["orc"]\n'),
        ("burns = 5\n", "burns = 5\nlights = 2\n"),
        ("breathed = 3\n", "breathed = 3\nplaces = { cave = 1 }\n"),
    ],
)
def test_wrong_content_is_refused_with_file_and_key(
    old: str, new: str, snapshot: SnapshotAssertion
) -> None:
    own = texts()
    assert own["ground.toml"].count(old) == 1
    wrong = own["ground.toml"].replace(old, new)
    with pytest.raises(ContentError) as caught:
        read_catalogue(own | {"ground.toml": wrong}, COMPONENTS)
    assert str(caught.value) == snapshot

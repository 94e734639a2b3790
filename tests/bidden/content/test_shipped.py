"""Errors in shipped content name file, key and reason. Also tests the content's hints."""

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.content.catalogue import load_catalogue
from bidden.content.datafiles import ContentError
from bidden.content.mods import RUN
from bidden.order import COMPONENTS
from bidden.session import Session
from bidden.state import Fighter
from tests.bidden.scenes import read_catalogue, texts


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('effects = ["lightning"]', 'effects = ["thunder"]'),
        ('aim = "closest", range = 5', 'aim = "nearest", range = 5'),
        ('aim = "closest", range = 5', 'aim = "closest", radius = 5'),
        ('aim = "closest", range = 5', 'aim = "closest", reach = 5'),
        (
            'Unidentified = { appearance = "scroll" }\nMagic.read = { aim = "closest"',
            'Unidentified = { appearance = "rune" }\nMagic.read = { aim = "closest"',
        ),
        ('"summon bats", "detect creatures"', '"summon cats", "detect creatures"'),
        ('effects = ["bats"]', 'effects = ["cats"]'),
        ("mana = 11", "mana = -1"),
        ('what = "bat"', 'what = "cat"'),
        ('what = "bat", count = 8', 'what = "bat", many = 4'),
        ('what = "bat", count = 8', 'what = "bat", count = "4"'),
        ('what = "bat", count = 8', "count = 8"),
        ('what = "bat", count = 8', 'what = "bat", count = 0'),
        ('told.start = "You speed up!"', 'told.start = "The world\\nslows."'),
        ('Title = { name = "potion of mana" }', 'Title = { name = "potion of health" }'),
        ('Title = { name = "potion of mana" }\n', ""),
        ("Prize = {}", ""),
        ("Mana = { mana = 8, most = 8 }\n", ""),
        ("Door = { open = false }\n", ""),
        ("[web]\nTitle", "[sword]\nTitle"),
        ("[web]\nTitle", '[""]\nTitle'),
        ("instant = { Blink", "instant = { Wink"),
        ('    "sea-blue potion",\n', ""),
        ('"sea-blue potion"', '"murky potion"'),
    ],
)
def test_wrong_content_is_refused_with_file_and_key(
    old: str, new: str, snapshot: SnapshotAssertion
) -> None:
    own = texts()
    ((file, count),) = ((name, text.count(old)) for name, text in own.items() if old in text)
    assert count == 1
    with pytest.raises(ContentError) as caught:
        read_catalogue(own | {file: own[file].replace(old, new)}, COMPONENTS)
    assert str(caught.value) == snapshot


LEVELS = load_catalogue(COMPONENTS).levels


def test_every_scenario_except_the_run_has_a_hint() -> None:
    assert [name for name, kind in LEVELS.items() if not kind.hint] == [RUN]


@pytest.mark.parametrize("name", ["worm", "traps"])
def test_hint_is_the_first_message(name: str) -> None:
    lines = Session(1, level=name).view().lines
    assert (lines[0].text, lines[0].tone) == (LEVELS[name].hint, "news")


def test_creature_said_to_hit_hard_has_an_attack_above_that_of_most() -> None:
    catalogue = load_catalogue(COMPONENTS)
    hard = [name for name, about in catalogue.abouts.items() if "hits hard" in about.lower()]
    attack = {name: dict(catalogue.blueprints[name])[Fighter]["attack"] for name in hard}
    assert attack
    assert min(attack.values()) >= 6

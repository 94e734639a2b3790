"""Content of powers, spells and looks: what is wrong in a file is named by file, key and reason."""

import pytest

from bidden.content.catalogue import read_catalogue
from bidden.content.datafiles import ContentError
from bidden.order import COMPONENTS
from tests.bidden.scenes import texts


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            'effects = ["lightning"]',
            'effects = ["thunder"]',
            "items.toml: scroll of lightning.Magic.read.effects: there is no such table in "
            "effects.toml: 'thunder'",
        ),
        (
            'aim = "closest", range = 5',
            'aim = "nearest", range = 5',
            "items.toml: scroll of lightning.Magic.read.aim: Invalid enum value 'nearest'",
        ),
        (
            'aim = "closest", range = 5',
            'aim = "closest", radius = 5',
            "items.toml: scroll of lightning.Magic.read: a radius is of an area: give aim",
        ),
        (
            'aim = "closest", range = 5',
            'aim = "closest", reach = 5',
            "items.toml: scroll of lightning.Magic.read.reach: there is no such field, only ",
        ),
        (
            'Unidentified = { appearance = "scroll" }\nMagic.read = { aim = "closest"',
            'Unidentified = { appearance = "rune" }\nMagic.read = { aim = "closest"',
            "items.toml: scroll of lightning.Unidentified.appearance: there is no such table in "
            "appearances.toml",
        ),
        (
            '"summon bats", "detect creatures"',
            '"summon cats", "detect creatures"',
            "items.toml: blue book.Book.spells: there is no such table in spells.toml",
        ),
        (
            'effects = ["bats"]',
            'effects = ["cats"]',
            "spells.toml: summon bats.effects: there is no such table in effects.toml: 'cats'",
        ),
        ("mana = 11", "mana = -1", "spells.toml: summon bats.mana: "),
        (
            'what = "bat"',
            'what = "cat"',
            "effects.toml: bats.instant.Summon.what: there is no such table in creatures.toml",
        ),
        (
            'what = "bat", count = 8',
            'what = "bat", many = 4',
            "effects.toml: bats: Summon has no field 'many'",
        ),
        (
            'what = "bat", count = 8',
            'what = "bat", count = "4"',
            "effects.toml: bats: Summon.count: Expected `int`, got `str`",
        ),
        ('what = "bat", count = 8', "count = 8", "effects.toml: bats: Summon.what: is missing"),
        (
            'what = "bat", count = 8',
            'what = "bat", count = 0',
            "effects.toml: bats: Summon.count: Expected `int` >= 1",
        ),
        (
            'told.start = "The world slows down around you."',
            'told.start = "The world\\nslows."',
            "effects.toml: speed.told.start: holds a line break or another control character",
        ),
        (
            'Title = { name = "potion of mana" }',
            'Title = { name = "potion of health" }',
            "items.toml: potion of mana.Title.name: 'potion of health' is what potion of health is "
            "called, and both are Unidentified",
        ),
        (
            'Title = { name = "potion of mana" }\n',
            "",
            "items.toml: potion of mana.Unidentified: needs a Title beside it",
        ),
        ("Prize = {}", "", "levels.toml: first.prize: amulet cannot be won: it has no Prize"),
        ("Mana = { mana = 8, most = 8 }\n", "", "creatures.toml: you.Mana: is missing"),
        ("Door = { open = false }\n", "", "creatures.toml: door.Door: is missing"),
        ("[web]\nTitle", "[sword]\nTitle", "traps.toml: sword: there is such a table already in "),
        ("[web]\nTitle", '[""]\nTitle', "traps.toml: '': is no name to give"),
        ("instant = { Blink", "instant = { Wink", "effects.toml: blink: there is no "),
        (
            '    "sea-blue potion",\n',
            "",
            "appearances.toml: potion.looks: 9 are too few for 10 things, 'potion of blindness' "
            "the last: a mod that adds things adds looks as well, here 1 more",
        ),
        ('"sea-blue potion"', '"murky potion"', "appearances.toml: potion: give looks, each once"),
    ],
)
def test_what_is_wrong_is_named(old: str, new: str, said: str) -> None:
    own = texts()
    ((file, count),) = ((name, text.count(old)) for name, text in own.items() if old in text)
    assert count == 1
    with pytest.raises(ContentError) as caught:
        read_catalogue(own | {file: own[file].replace(old, new)}, COMPONENTS)
    assert str(caught.value).startswith(said)

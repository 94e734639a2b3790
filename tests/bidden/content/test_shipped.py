"""Content of powers, spells and looks: what is wrong in a file is named by file, key and reason."""

import pytest

from bidden.content.catalogue import read_catalogue
from bidden.content.datafiles import ContentError
from bidden.order import COMPONENTS
from tests.bidden.scenes import texts

BLUE = '"summon bats"'


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        (
            "items.toml",
            'effects = ["lightning"]',
            'effects = ["thunder"]',
            "items.toml: scroll of lightning.Magic.read.effects: there is no such table in "
            "effects.toml: 'thunder'",
        ),
        (
            "items.toml",
            'aim = "closest", range = 5',
            'aim = "nearest", range = 5',
            "items.toml: scroll of lightning.Magic.read.aim: Invalid enum value 'nearest'",
        ),
        (
            "items.toml",
            'aim = "closest", range = 5',
            'aim = "closest", radius = 5',
            "items.toml: scroll of lightning.Magic.read: a radius is of an area: give aim",
        ),
        (
            "items.toml",
            'aim = "closest", range = 5',
            'aim = "closest", reach = 5',
            "items.toml: scroll of lightning.Magic.read.reach: there is no such field, only ",
        ),
        (
            "items.toml",
            'Unidentified = { appearance = "scroll" }\nMagic.read = { aim = "closest"',
            'Unidentified = { appearance = "rune" }\nMagic.read = { aim = "closest"',
            "items.toml: scroll of lightning.Unidentified.appearance: there is no such table in "
            "appearances.toml",
        ),
        (
            "items.toml",
            BLUE,
            '"summon cats"',
            "items.toml: blue book.Book.spells: there is no such table in spells.toml",
        ),
        (
            "spells.toml",
            'effects = ["bats"]',
            'effects = ["cats"]',
            "spells.toml: summon bats.effects: there is no such table in effects.toml: 'cats'",
        ),
        ("spells.toml", "mana = 11", "mana = -1", "spells.toml: summon bats.mana: "),
        (
            "effects.toml",
            'what = "bat"',
            'what = "cat"',
            "effects.toml: bats.instant.Summon.what: there is no such table in creatures.toml",
        ),
        (
            "effects.toml",
            'what = "bat", count = 4',
            'what = "bat", many = 4',
            "effects.toml: bats: Summon has no field 'many'",
        ),
        (
            "effects.toml",
            'what = "bat", count = 4',
            'what = "bat", count = "4"',
            "effects.toml: bats: Summon.count: Expected `int`, got `str`",
        ),
        (
            "effects.toml",
            'what = "bat", count = 4',
            "count = 4",
            "effects.toml: bats: Summon.what: is missing",
        ),
        (
            "effects.toml",
            'what = "bat", count = 4',
            'what = "bat", count = 0',
            "effects.toml: bats: Summon.count: Expected `int` >= 1",
        ),
        (
            "effects.toml",
            'told.start = "The world slows down around you."',
            'told.start = "The world\\nslows."',
            "effects.toml: speed.told.start: holds a line break or another control character",
        ),
        (
            "items.toml",
            'Title = { name = "potion of mana" }',
            'Title = { name = "potion of health" }',
            "items.toml: potion of mana.Title.name: 'potion of health' is what potion of health is "
            "called, and both are Unidentified",
        ),
        (
            "items.toml",
            'Title = { name = "potion of mana" }\n',
            "",
            "items.toml: potion of mana.Unidentified: needs a Title beside it",
        ),
        (
            "items.toml",
            "Prize = {}",
            "",
            "levels.toml: first.prize: amulet cannot be won: it has no Prize",
        ),
        (
            "creatures.toml",
            "Mana = { mana = 5, most = 5 }\n",
            "",
            "creatures.toml: you.Mana: is missing",
        ),
        (
            "creatures.toml",
            "Door = { open = false }\n",
            "",
            "creatures.toml: door.Door: is missing",
        ),
        ("traps.toml", "[web]", "[sword]", "traps.toml: sword: there is such a table already in "),
        ("traps.toml", "[web]", '[""]', "traps.toml: '': is no name to give"),
        (
            "effects.toml",
            "instant = { Blink",
            "instant = { Wink",
            "effects.toml: blink: there is no ",
        ),
        (
            "appearances.toml",
            '    "sea-blue potion",\n',
            "",
            "appearances.toml: potion.looks: 9 are too few for 10 things",
        ),
        (
            "appearances.toml",
            '"sea-blue potion"',
            '"murky potion"',
            "appearances.toml: potion: give looks, each once",
        ),
    ],
)
def test_what_is_wrong_is_named(file: str, old: str, new: str, said: str) -> None:
    own = texts()
    assert own[file].count(old) == 1
    with pytest.raises(ContentError) as caught:
        read_catalogue(own | {file: own[file].replace(old, new)}, COMPONENTS)
    assert str(caught.value).startswith(said)

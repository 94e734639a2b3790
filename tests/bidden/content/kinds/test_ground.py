"""Content of ground: what is wrong in ground.toml is named by file, key and reason."""

from __future__ import annotations

import pytest

from bidden.content.catalogue import read_catalogue
from bidden.content.datafiles import ContentError
from bidden.order import COMPONENTS
from tests.bidden.scenes import texts


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('glyph = "≈"', 'glyph = "#"', "deep water.glyph: '#' is how bare ground is drawn"),
        ('glyph = "≈"', 'glyph = ";"', "tall grass.glyph: ';' is how deep water is drawn"),
        ('form = "fire"\n', "", "fire: only in fire things burn away"),
        ("[fire]\n", "[flame]\n", 'flame.form: "fire" is the form of fire alone'),
        ("wet = true\n", "wet = true\nburns = 1\n", "deep water: what is wet does not burn"),
        ("{ desert = 8 }", "{ moon = 5 }", "dry grass.places: there is no 'moon', only "),
        ("{ desert = 8 }", "{ desert = 0 }", "dry grass.places.desert: Expected `int` >= 1"),
        ('effect = "confusion"', 'effect = "luck"', "haze.effect: there is no such table in eff"),
        ('seeps = "marsh gas"', 'seeps = "ash"', "fissure.seeps: ash is no gas"),
        ('seeps = "marsh gas"', 'seeps = "mist"', "fissure.seeps: there is no such table in gro"),
        ("thins = 1\nbursts", "bursts", "marsh gas: a gas that never thins fills the level"),
        ("bursts = true", "bursts = true\nburns = 2", "marsh gas: only a cover burns, is wet"),
        ("burns = 5\n", "burns = 5\nbreathed = 2\n", "oil: only a gas thins, bursts and is br"),
        ("within = 3\n", "", "darkness: the dark, and nothing else, says within how many"),
        ("burns = 5\n", 'burns = 5\nseen_by = ["orc"]\n', "oil: only the dark is seen through"),
        ("burns = 5\n", "burns = 5\nlights = 2\n", "oil: only fire gives light"),
        ("breathed = 3\n", "breathed = 3\nplaces = { cave = 1 }\n", "poison gas: only a cover, or"),
    ],
)
def test_what_is_wrong_is_named(old: str, new: str, said: str) -> None:
    own = texts()
    assert own["ground.toml"].count(old) == 1
    wrong = own["ground.toml"].replace(old, new)
    with pytest.raises(ContentError) as caught:
        read_catalogue(own | {"ground.toml": wrong}, COMPONENTS)
    assert str(caught.value).startswith(f"ground.toml: {said}")


def test_what_burns_needs_a_fire_to_burn_with() -> None:
    own = texts()
    with pytest.raises(ContentError, match="there is no table 'fire' to burn with"):
        read_catalogue(
            own | {"ground.toml": '[hay]\nglyph = "w"\nlook = "x"\nburns = 1'}, COMPONENTS
        )


def test_a_flask_holds_what_there_is() -> None:
    own = texts()
    items = own["items.toml"].replace('kind = "haze"', 'kind = "honey"')
    with pytest.raises(ContentError, match=r"flask of haze\.Spill\.kind: there is no such table"):
        read_catalogue(own | {"items.toml": items}, COMPONENTS)

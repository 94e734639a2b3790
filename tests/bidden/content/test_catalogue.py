"""The catalogue: what is wrong with content is told by file, key and reason, at the start."""

from __future__ import annotations

import attrs
import pytest

from bidden.ai.mind import Mind
from bidden.components.body.health import Health
from bidden.components.knowledge.memory import Memory
from bidden.components.movement.door import Door
from bidden.components.movement.position import Position
from bidden.content.catalogue import Catalogue, load_catalogue, read_catalogue
from bidden.content.datafiles import ContentError
from bidden.order import COMPONENTS
from bidden.session import Session
from bidden.state import Look, Side, Title
from eventcore import Component, World, component
from tests.bidden.content.complaints import complaint_of
from tests.bidden.scenes import MakeScene, texts

ZOMBIE = """
[zombie]
Title = { name = "zombie" }
Look = { glyph = "z", look = "zombie" }
Health = { hp = 8, most = 8 }
"""

CAVE = """
[cave]
width = 40
height = 20
depth = 2
least_room = 4
door_percent = 60
creatures = { zombie = 3 }
"""


def read(creatures: str = ZOMBIE, levels: str = CAVE) -> Catalogue:
    return read_catalogue({"creatures.toml": creatures, "levels.toml": levels}, COMPONENTS)


def complaint(creatures: str = ZOMBIE, levels: str = CAVE) -> str:
    """What is said of wrong content."""
    return complaint_of({"creatures.toml": creatures, "levels.toml": levels})


# What is right


def test_the_content_that_ships_is_right() -> None:
    shipped = load_catalogue(COMPONENTS)
    creatures = {"you", "zombie", "skeleton", "statue", "door", "stair_up", "stair_down"}
    assert creatures < set(shipped.blueprints)
    assert sum(name.startswith("potion of ") for name in shipped.blueprints) == 10
    assert shipped.level("first").creatures == {"zombie": 3}
    assert (shipped.level("first").width, shipped.level("first").height) == (80, 20)


def test_a_thing_is_made_of_the_components_its_table_names() -> None:
    parts = read().make("zombie")
    assert [type(part).__name__ for part in parts] == ["Title", "Look", "Health"]
    title, look, health = parts
    assert isinstance(title, Title)
    assert title.name == "zombie"
    assert isinstance(look, Look)
    assert (look.glyph, look.look, look.height) == ("z", "zombie", 0)
    assert isinstance(health, Health)
    assert (health.hp, health.most) == (8, 8)


def test_an_empty_table_gives_a_component_its_defaults() -> None:
    (door,) = read("[ghost]\nDoor = {}", CAVE.replace("zombie", "ghost")).make("ghost")
    assert isinstance(door, Door)
    assert door.open is False


def test_things_are_made_anew_each_time_and_share_nothing() -> None:
    @component
    class Pack(Component):
        """What a creature carries, as content may say."""

        things: list[str] = attrs.Factory(list)

    made = read_catalogue(
        {"creatures.toml": '[imp]\nPack = { things = ["rope"] }', "levels.toml": ""}, [Pack]
    )
    (one,), (other,) = made.make("imp"), made.make("imp")
    assert isinstance(one, Pack)
    assert isinstance(other, Pack)
    one.things.append("lamp")
    assert other.things == ["rope"]
    (third,) = made.make("imp")
    assert isinstance(third, Pack)
    assert third.things == ["rope"]


def test_a_new_creature_of_known_components_needs_no_code() -> None:
    own = texts()
    ogre = own["creatures.toml"].replace("zombie", "ogre").replace('glyph = "z"', 'glyph = "O"')
    levels = own["levels.toml"].replace("zombie", "ogre")
    rooms = own["rooms.toml"].replace("zombie", "ogre")
    others = {"creatures.toml": ogre, "levels.toml": levels, "rooms.toml": rooms}
    made = read_catalogue(own | others, COMPONENTS)
    session = Session(3, catalogue=made, level="cellar")
    ogres = [one for one in session.world.having(Side) if one is not session.player]
    assert {(one[Title].name, one[Look].glyph) for one in ogres} == {("ogre", "O")}
    assert len(ogres) == 8


def test_a_level_may_be_smaller_than_the_map() -> None:
    small = read(
        levels=CAVE.replace("width = 40", "width = 6").replace("height = 20", "height = 6")
    )
    assert (small.level("cave").width, small.level("cave").height) == (6, 6)


def test_its_measures_are_those_of_its_table() -> None:
    assert attrs.astuple(read().level("cave").measures) == (40, 20, 2, 4, 60)


def test_the_fingerprint_follows_what_is_said_and_not_how_it_is_written() -> None:
    same = read("# a comment\n" + ZOMBIE.replace("8, most", "8,  most"))
    assert read().fingerprint == same.fingerprint
    assert len(same.fingerprint) == 16


@pytest.mark.parametrize(
    ("creatures", "levels"),
    [
        (ZOMBIE.replace("hp = 8", "hp = 7"), CAVE),
        (ZOMBIE.replace('"z"', '"Z"'), CAVE),
        (ZOMBIE, CAVE.replace("60", "61")),
        (ZOMBIE, CAVE.replace("zombie = 3", "zombie = 4")),
    ],
)
def test_whatever_differs_gives_another_fingerprint(creatures: str, levels: str) -> None:
    assert read(creatures, levels).fingerprint != read().fingerprint


# What is wrong with a creature


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("Fangs = {}", "Fangs: there is no such component, only Bump, "),
        ("health = {}", "health: there is no such component; did you mean Health?"),
        ("Position = { x = 1, y = 1 }", "Position: there is no such component"),
        ("Occupancy = {}", "Occupancy: there is no such component, "),
        (
            "Fighter = { attack = 1, defense = 1 }",
            "Fighter.defense: there is no such field; did you mean defence?",
        ),
        ("Strike = { force = 3 }", "Strike.force: there is no such field, only none at all"),
        ("Fighter = { attack = 1 }", "Fighter.defence: is missing"),
        ("Fighter = 3", "Fighter: give its fields as a table, {} for its defaults"),
        ('Fighter = { attack = "3", defence = 0 }', "Fighter.attack: Expected `int`, got `str`"),
        ("Fighter = { attack = 3.5, defence = 0 }", "Fighter.attack: Expected `int`, got `float`"),
        ("Fighter = { attack = true, defence = 0 }", "Fighter.attack: Expected `int`, got `bool`"),
        ("Door = { open = 1 }", "Door.open: Expected `bool`, got `int`"),
        (
            'Memory = { radius = 5, levels = [["#", 1]] }',
            "Memory.levels[0][1]: Expected `str`, got `int`",
        ),
        ("Memory = { radius = 0 }", "Memory.radius: Expected `int` >= 1"),
        ("Mind = { plan = [], radius = -7 }", "Mind.radius: Expected `int` >= 1"),
    ],
)
def test_a_wrong_component_is_refused(wrong: str, said: str) -> None:
    assert complaint(ZOMBIE + wrong).startswith(f"creatures.toml: zombie.{said}")


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ('"z"', '"zz"', "Look.glyph: Expected `str` of length <= 1"),
        ('"z"', '""', "Look.glyph: Expected `str` of length >= 1"),
        ('"z"', '"\\t"', "Look.glyph: holds a line break or another control character"),
        ('"z"', '"龍"', "Look: glyph '龍' takes no cell, or two: give one that fills one"),
        ('"z"', '"\\u0301"', "Look: glyph '\u0301' takes no cell, or two: give one that fills one"),
        ('"z"', '" "', "Look: glyph ' ' takes no cell, or two: give one that fills one"),
        ('look = "zombie"', 'look = ""', "Look.look: Expected `str` of length >= 1"),
        (
            "hp = 8",
            "hp = 1000000001",
            "Health.hp: is out of range: at the most 1000000000 either way",
        ),
        ("\nHealth =", "\nStrike = {}\nHealth =", "Strike: needs a Fighter beside it"),
        ('name = "zombie"', 'name = ""', "Title.name: Expected `str` of length >= 1"),
        (
            'name = "zombie"',
            'name = "zom\\nbie"',
            "Title.name: holds a line break or another control character",
        ),
        ("hp = 8", "hp = 9", "Health: hp is 9, and must lie from 0 to most, which is 8"),
        ("hp = 8", "hp = 0", "Health.hp: is 0: only the living are made"),
    ],
)
def test_a_wrong_value_is_refused(right: str, wrong: str, said: str) -> None:
    assert complaint(ZOMBIE.replace(right, wrong)) == f"creatures.toml: zombie.{said}"


def test_a_plan_of_an_unknown_behaviour_is_refused() -> None:
    wrong = 'Mind = { plan = ["hunt", "shamble"], radius = 7 }'
    assert complaint(ZOMBIE + wrong) == (
        "creatures.toml: zombie.Mind.plan: there is no behaviour 'shamble', only "
        "breathe, knack, burrow, shoot, throw, read, hunt, lurk and 9 more"
    )


def test_a_kit_of_unknown_things_or_without_a_pack_is_refused() -> None:
    assert (
        complaint(ZOMBIE + "StartingGear = {}")
        == "creatures.toml: zombie.StartingGear: needs a Pack beside it"
    )
    assert (
        complaint(ZOMBIE + "Secret = {}") == "creatures.toml: zombie.Secret: needs a Trap beside it"
    )
    assert (
        complaint(ZOMBIE + "Burrows = {}")
        == "creatures.toml: zombie.Burrows: needs a Collision beside it"
    )
    wrong = "Pack = {}\nStartingGear = { weapons = { club = 1 } }"
    assert complaint(ZOMBIE + wrong) == (
        "creatures.toml: zombie.StartingGear.weapons: there is no such table in items.toml: "
        "'club', only none at all"
    )


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ('turns = 3\nmind = ["dance"]', "spell.mind: there is no behaviour 'dance', only "),
        ('turns = 3\nside = "mine"', "spell.side: Invalid enum value 'mine'"),
        ("mind = []", "spell: what it does each turn or changes takes turns: give turns, from 1"),
        ('side = "source"', "spell: what it does each turn or changes takes turns"),
    ],
)
def test_a_wrong_control_of_minds_is_refused(wrong: str, said: str) -> None:
    with pytest.raises(ContentError) as refusal:
        read_catalogue(texts() | {"effects.toml": f"[spell]\n{wrong}"}, COMPONENTS)
    assert str(refusal.value).startswith(f"effects.toml: {said}")


def test_a_monster_of_known_behaviours_is_one_table(make_scene: MakeScene) -> None:
    ghoul = """
        [ghoul]
        Title = { name = "ghoul" }
        Look = { glyph = "G", look = "zombie", height = 2 }
        Side = { name = "dead" }
        Mind = { plan = ["lurk", "wander"], radius = 3 }
    """
    own = texts()
    made = read_catalogue(own | {"creatures.toml": own["creatures.toml"] + ghoul}, COMPONENTS)
    world = make_scene("#..#").world
    one = world.spawn(Position(1, 0), *made.make("ghoul"))
    assert (one[Mind].plan, one[Mind].radius) == (["lurk", "wander"], 3)


# What is wrong with a level


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("width = 40", "width = 81", "cave.width: Expected `int` <= 80"),
        ("height = 20", "height = 21", "cave.height: Expected `int` <= 20"),
        (
            "width = 40",
            "width = 5",
            "cave: 5 × 20 tiles are too few: a room with its walls takes 6 each way",
        ),
        (
            "height = 20",
            "height = -1",
            "cave: 40 × -1 tiles are too few: a room with its walls takes 6 each way",
        ),
        (
            "least_room = 4",
            "least_room = 19",
            "cave: 40 × 20 tiles are too few: a room with its walls takes 21 each way",
        ),
        ("least_room = 4", "least_room = 0", "cave.least_room: Expected `int` >= 1"),
        ("depth = 2", "depth = -1", "cave.depth: Expected `int` >= 0"),
        ("door_percent = 60", "door_percent = 101", "cave.door_percent: Expected `int` <= 100"),
        ("door_percent = 60", "door_percent = -1", "cave.door_percent: Expected `int` >= 0"),
        ("depth = 2", 'depth = "2"', "cave.depth: Expected `int`, got `str`"),
        ("depth = 2\n", "", "cave.depth: is missing"),
        (
            "depth = 2",
            "depth = 2\nfurther = 3",
            "cave.further: there is no such field, only width, height, depth, least_room, "
            "door_percent, creatures, place, cues and 15 more",
        ),
        (
            "depth = 2",
            "depth = 2\ncues = [{ effect = 'luck' }]",
            "cave.cues[0].effect: there is no such table in effects.toml: 'luck', only none at all",
        ),
        (
            "depth = 2",
            "depth = 2\ndeeper = [{ creatures = { count = 1 } }]",
            "cave.deeper[0].creatures: there are 1, and none they could be",
        ),
        (
            "depth = 2",
            "depth = 2\ndeeper = [{ creatures = { count = 1, of = { ghost = 1 } } }]",
            "cave.deeper[0].creatures.of: there is no such table in creatures.toml: 'ghost', "
            "only zombie",
        ),
        ("zombie = 3", "zombie = -1", "cave.creatures.zombie: Expected `int` >= 0"),
        ("zombie = 3", "zombie = 1.5", "cave.creatures.zombie: Expected `int`, got `float`"),
        ("zombie = 3", "zombie = 685", "cave: 685 are too many for 684 tiles within walls"),
        ("[cave]", '["a:b"]', "a:b: a level's name holds no colon"),
        ("{ zombie = 3 }", "3", "cave.creatures: Expected `object`, got `int`"),
        (
            "zombie = 3",
            "zombi = 3",
            "cave.creatures: there is no such table in creatures.toml: 'zombi'; "
            "did you mean zombie?",
        ),
    ],
)
def test_a_wrong_level_is_refused(right: str, wrong: str, said: str) -> None:
    assert complaint(levels=CAVE.replace(right, wrong)) == f"levels.toml: {said}"


# What is wrong with a file


@pytest.mark.parametrize("file", ["creatures.toml", "levels.toml"])
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[zombie\n", "Expected ']' at the end of a table declaration (at line 1, column 8)"),
        ("[a]\n[a]\n", "Cannot declare ('a',) twice (at line 2, column 3)"),
        ("zombie = 3", "zombie: is no table; begin it with [zombie]"),
        ("zombie = []", "zombie: is no table; begin it with [zombie]"),
    ],
)
def test_what_is_no_toml_of_tables_is_refused(file: str, text: str, said: str) -> None:
    files = {"creatures.toml": ZOMBIE, "levels.toml": CAVE} | {file: text}
    assert complaint(files["creatures.toml"], files["levels.toml"]) == f"{file}: {said}"


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("Venom = { effect = 'plague' }", "things.Venom.effect: there is no such table in effects"),
        ("Venom = { effect = 'cure', turns = 3 }", "things.Venom.turns: cure lasts for no time"),
        ("Venom = { percent = 0 }", "things.Venom.percent: "),
        ("Slaying = { side = 'living', strength = 1 }", "there is no side 'living', only "),
        ("Brand = { kind = 'water', strength = 1 }", "there is no harm of kind 'water'"),
        ("Brand = { kind = 'fire', strength = 0 }", "things.Brand.strength: "),
        ("Resistances = { percent = { water = 5 } }", "there is no harm of kind 'water'"),
        ("Wounding = { percent = 101 }", "things.Wounding.percent: "),
        ("Experience = { options = ['luck'] }", "things.Experience.options"),
        ("Wounds = { taken = ['leg'], most = 0 }", "things.Wounds.most: "),
        ("Wounds = { taken = ['leg', 'eye'], most = 1 }", "2 wounds are taken, and 1 kill"),
        ("Wounding = { percent = 5, kind = 'tail' }", "no such table in wounds.toml"),
    ],
)
def test_a_wrong_property_of_a_thing_is_refused(table: str, said: str) -> None:
    content = {
        "creatures.toml": ZOMBIE,
        "levels.toml": CAVE,
        "effects.toml": "[poison]\nturns = 3\n[cure]\nonce = { health = 3 }\n",
        "items.toml": f"[things]\n{table}\n",
    }
    with pytest.raises(ContentError) as caught:
        read_catalogue(content, COMPONENTS)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("kind = 'water'\nonce = { health = -3 }", "there is no harm of kind 'water'"),
        ("once = { mending = -1 }", "mending closes wounds: give it from 1 up"),
        ("turns = 3\neach = { mending = -1 }", "mending closes wounds: give it from 1 up"),
    ],
)
def test_a_wrong_harm_of_an_effect_is_refused(table: str, said: str) -> None:
    content = {"creatures.toml": ZOMBIE, "levels.toml": CAVE, "effects.toml": f"[ill]\n{table}\n"}
    with pytest.raises(ContentError) as caught:
        read_catalogue(content, COMPONENTS)
    assert said in str(caught.value)


def test_content_is_checked_whole_before_anything_is_made_of_it() -> None:
    assert "ghost.Health.most: is missing" in complaint(ZOMBIE + "[ghost]\nHealth = { hp = 1 }")


def test_a_thing_that_is_not_there_cannot_be_made() -> None:
    with pytest.raises(
        ContentError, match=r"^dragon: is in none of creatures\.toml, items\.toml and "
    ):
        read().make("dragon")
    with pytest.raises(ContentError, match=r"^levels\.toml: tower: is missing$"):
        read().level("tower")


def test_what_was_made_can_be_spawned() -> None:
    world = World(components=COMPONENTS)
    assert world.spawn(*read().make("zombie"))[Title].name == "zombie"


def test_how_far_you_see_in_a_scenario_holds_for_who_acts_in_your_place_too() -> None:
    player = Session(1, level="timers").player
    assert (player[Memory].radius, player[Mind].radius) == (3, 3)

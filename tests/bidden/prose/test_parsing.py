"""Parsing: what sentences mean by what is in view."""

import pytest

from bidden.intents import (
    Bid,
    Bind,
    Cast,
    Close,
    Drop,
    Eat,
    Engrave,
    Improve,
    Move,
    Name,
    PickUp,
    PutOn,
    Quaff,
    Read,
    Search,
    Shoot,
    SwitchBoon,
    Throw,
    UseBoon,
    Wait,
)
from bidden.prose.meanings import Act, Approach, Explore, GoFar, GoTo, Keep, Lost, Rest, Tell, Which
from bidden.prose.parsing import understand
from bidden.view import Aiming, Bond, CarriedBoon, Castable, Offering, Shape, View
from tests.bidden.prose.scenes import a_scene, held, shown

POTIONS = (
    held("a", "a milky potion", "quaff"),
    held("b", "2 red potions", "quaff", each="red potion", count=2),
    held("c", "3 rocks", each="rock", count=3),
    held("d", "a coat of mail", "put on"),
    held("e", 'a cudgel named "Sting"', "put on"),
)
ZOMBIE = {(6, 3): "a zombie"}


def meant(line: str, view: View) -> object:
    meaning = understand(line, view)
    return meaning.intents[0] if isinstance(meaning, Act) and len(meaning.intents) == 1 else meaning


@pytest.mark.parametrize(
    ("line", "intent"),
    [
        ("quaff the milky potion", Quaff("a")),
        ("drink milky", Quaff("a")),
        ("quaff a", Quaff("a")),
        ("quaff the red potion", Quaff("b")),
        ("drop 2 red potions", Drop("b")),
        ("wear the mail", PutOn("d")),
        ("put the coat of mail on", PutOn("d")),
        ("wield Sting", PutOn("e")),
        ('wield the cudgel named "Sting"', PutOn("e")),
        ("throw the rock at the zombie", Throw("c", 6, 3)),
        ("throw rock east", Throw("c", 10, 3)),
        ("throw the rock 2 east and 1 north", Throw("c", 7, 2)),
        ("throw the rock 2 tiles east and 1 north", Throw("c", 7, 2)),
        ("attack the zombie", Move(1, 0)),
        ("attack", Move(1, 0)),
        ("ne", Move(1, -1)),
        ("wait", Wait()),
        ("search", Search()),
        ("close the door to the west", Close(-1, 0)),
        ("take", PickUp()),
        ("bid come", Bid("come")),
        ("tell them to stay", Bid("stay")),
        ("switch boons", SwitchBoon()),
        ("improve attack", Improve("attack")),
        ('name the milky potion "Sleep"', Name("a", "Sleep")),
        ('name every milky potion "Sleep"', Name("a", "Sleep", True)),
        ("name sting as Old Friend", Name("e", "Old Friend")),
        ('engrave "Beware: a Worm"', Engrave("Beware: a Worm")),
        ("engrave Beware the worm", Engrave("Beware the worm")),
        ("shoot the zombie", Shoot(6, 3)),
        ("accept the second offer", Bind(1)),
        ("bind 1", Bind(0)),
        ("use boon north", UseBoon(0, -1)),
    ],
)
def test_a_sentence_means_one_intent(line: str, intent: object) -> None:
    view = a_scene(foes=ZOMBIE, pack=POTIONS)
    assert meant(line, view) == intent


LABELLED = held("f", 'a bow named "Yew" {for Old Tom}', "put on", label="Yew {for Old Tom}")


@pytest.mark.parametrize(
    ("line", "label"),
    [
        ("inscribe the bow with for the bridge", "Yew {for the bridge}"),
        ('inscribe the bow with "with care"', "Yew {with care}"),
        ("inscribe f with {@t1 !d}", "Yew {@t1 !d}"),
        ('inscribe the bow ""', "Yew"),
        ('name the bow "Ash"', "Ash {for Old Tom}"),
        ('name the bow ""', "{for Old Tom}"),
        ('name the bow "Ash {mine}"', "Ash {mine}"),
    ],
)
def test_a_name_and_an_inscription_are_given_one_without_the_other(line: str, label: str) -> None:
    assert meant(line, a_scene(pack=(*POTIONS, LABELLED))) == Name("f", label)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("inscribe the bow", "Inscribe it with what?"),
        ("inscribe the bow with a}b", "no braces"),
        (f"inscribe the bow with {'x' * 41}", "at the most 40 characters"),
        ("inscribe the anvil with x", "anvil"),
    ],
)
def test_an_inscription_that_cannot_be_is_told(line: str, told: str) -> None:
    meaning = meant(line, a_scene(pack=(LABELLED,), longest_inscription=40))
    assert isinstance(meaning, Lost)
    assert told in meaning.reason


def test_a_thing_is_spoken_of_with_and_without_its_inscription() -> None:
    view = a_scene(pack=(held("a", "a bow"), LABELLED))
    assert meant("drop the bow", view) == Drop("a")
    assert meant("drop yew", view) == Drop("f")
    assert meant("drop the bow for tom", view) == Drop("f")


def test_what_may_be_several_things_is_asked() -> None:
    meaning = understand("quaff the potion", a_scene(pack=POTIONS))
    assert meaning == Which(
        "Which do you mean?",
        (("a milky potion (a)", Act((Quaff("a"),))), ("2 red potions (b)", Act((Quaff("b"),)))),
    )


def test_of_things_that_can_be_used_so_only_those_are_meant() -> None:
    pack = (held("a", "a potion of health", "quaff"), held("b", "a staff of health", "put on"))
    assert meant("quaff health", a_scene(pack=pack)) == Quaff("a")


def test_of_those_called_the_same_the_nearest_is_meant_or_the_one_that_is_counted() -> None:
    view = a_scene(foes={(9, 3): "a bat", (6, 3): "a bat", (7, 4): "a bat"}, pack=POTIONS)
    assert meant("throw rock at the bat", view) == Throw("c", 6, 3)
    assert meant("throw rock at the second bat", view) == Throw("c", 7, 4)
    assert meant("throw rock at the last bat", view) == Throw("c", 9, 3)


@pytest.mark.parametrize("line", ["attack the bat", "attack", "go to the bat"])
def test_who_is_farther_off_is_gone_up_to(line: str) -> None:
    view = a_scene(foes={(9, 3): "a bat, asleep"})
    assert understand(line, view) == Approach("a bat", (9, 3))


@pytest.mark.parametrize("at", [(6, 3), (9, 3)])
@pytest.mark.parametrize("line", ["kill the bat", "kill", "fight the bat"])
def test_who_is_to_be_killed_is_fought_until_gone(line: str, at: tuple[int, int]) -> None:
    view = a_scene(foes={at: "a bat, asleep"})
    assert understand(line, view) == Approach("a bat", at, kills=True)


def test_where_nobody_is_to_be_fought_that_is_told() -> None:
    assert understand("kill", a_scene()) == Lost("No foe is in view.")
    assert understand("attack the bat", a_scene()) == Lost('You see no "bat".')


def test_no_friend_is_fought() -> None:
    view = shown(a_scene(), (6, 3), "b", "bat", "a bat, on your side")
    assert isinstance(understand("kill the bat", view), Lost)


def test_a_stair_is_taken_by_a_word() -> None:
    view = shown(a_scene(), (9, 3), ">", "stair", "a stair down")
    for line in ("down", "go down", "descend", "downstairs"):
        assert understand(line, view) == GoTo(((9, 3),), "a stair down"), line
    assert understand("up", view) == Lost("You know of no stair up here.")


def test_a_door_is_gone_to_and_opened() -> None:
    view = a_scene()
    assert understand("go to the door", view) == GoTo(((11, 3),), "a shut door")
    assert isinstance(understand("open the door", view), GoTo)
    assert meant("open the door", a_scene(here=(10, 3))) == Move(1, 0)


def test_a_stair_underfoot_is_stepped_off_and_then_taken() -> None:
    meaning = understand("descend", a_scene(ground="stair down"))
    assert isinstance(meaning, GoTo)
    assert max(abs(meaning.spots[0][0] - 5), abs(meaning.spots[0][1] - 3)) == 1
    assert meaning.then is not None
    assert meaning.then.verb == "Down"
    assert isinstance(understand("ascend", a_scene(ground="stair down")), Lost)


def test_another_level_is_gone_to_by_its_number() -> None:
    for line in ("go to level 3", "travel to level three", "return to level 3"):
        assert understand(line, a_scene()) == GoFar(3), line
    assert understand("go to level", a_scene()) == Lost("Go to which level? Name its number.")


def test_a_thing_that_lies_farther_off_is_gone_to_and_then_taken() -> None:
    view = shown(a_scene(things_at=((8, 2),)), (8, 2), "%", "food", "a ration")
    meaning = understand("take the ration", view)
    assert isinstance(meaning, GoTo)
    assert meaning.spots == ((8, 2),)
    assert meaning.then is not None


def test_what_lies_here_is_taken_by_its_name_and_all_of_it_from_the_last_one_on() -> None:
    view = a_scene(underfoot=("a ration", "a rock"))
    assert meant("take the rock", view) == PickUp(1)
    assert understand("take all", view) == Act((PickUp(1), PickUp(0)))
    assert isinstance(understand("take", view), Which)


def test_a_spell_without_a_target_is_aimed_at_the_only_foe_there_is() -> None:
    spells = (
        Castable("lightning", 4, Aiming(Shape.CREATURE)),
        Castable("minor heal", 4),
        Castable("major heal", 8),
    )
    view = a_scene(foes=ZOMBIE, spells=spells)
    assert meant("cast lightning", view) == Cast("lightning", 6, 3)
    assert meant("cast minor heal", view) == Cast("minor heal")
    assert isinstance(understand("cast heal", view), Which)
    assert isinstance(understand("cast lightning", a_scene(spells=spells)), Lost)


def test_a_boon_without_a_direction_asks_for_one_and_another_is_made_active_first() -> None:
    boons = (CarriedBoon("lash", "", "lash", 3, ""), CarriedBoon("leap", "", "leap", 3, ""))
    view = a_scene(boons=boons)
    asked = understand("use lash", view)
    assert isinstance(asked, Which)
    assert asked.choices[0] == ("north", Act((UseBoon(0, -1),)))
    assert understand("use leap west", view) == Act((SwitchBoon(), UseBoon(-1, 0)))


def test_an_offer_is_taken_by_the_name_of_who_makes_it() -> None:
    offers = (
        Offering("Selith, Voice", "elevated", "seek a crown", "there", 1, 2, 100, "much"),
        Offering("Urgal, Whip", "beastly", "hunt a troll", "there", 2, 2, 100, "more"),
    )
    assert meant("accept Urgal", a_scene(offers=offers)) == Bind(1)
    assert meant("be bound by the elevated", a_scene(offers=offers)) == Bind(0)
    assert meant("choose b", a_scene(offers=offers)) == Bind(1)
    assert isinstance(understand("choose c", a_scene(offers=offers)), Lost)


def test_what_takes_long_is_said_with_a_number_or_until_something_happens() -> None:
    view = a_scene()
    assert understand("wait 10", view) == Keep(Wait(), 10)
    assert understand("go east 4", view) == Keep(Move(1, 0), 4)
    assert understand("explore", view) == Explore()
    assert understand("rest", view) == Rest()


@pytest.mark.parametrize(
    ("line", "topic"),
    [("l", "Look"), ("look at me", "Examine"), ("i", "Inventory"), ("why", "Why")],
)
def test_of_some_verbs_something_is_told(line: str, topic: str) -> None:
    meaning = understand(line, a_scene())
    assert isinstance(meaning, Tell)
    assert meaning.topic == topic


@pytest.mark.parametrize(
    "line",
    ["", "frobnicate", "quaff the moon", "go", "eat", "engrave", "name a", "wait long", "wait 0"],
)
def test_what_means_nothing_is_answered_with_what_is_missing(line: str) -> None:
    meaning = understand(line, a_scene(pack=POTIONS))
    assert isinstance(meaning, Lost)
    assert meaning.reason.endswith((".", "?"))


def test_whatever_is_typed_is_understood_or_answered() -> None:
    view = a_scene(foes=ZOMBIE, pack=POTIONS, bond=None, shooting=Aiming(Shape.CREATURE))
    words = 'quaff the take all at north 3 second last rock zombie cast use as 99999 slot " é ? on'
    tokens = words.split()
    for first in tokens:
        for second in tokens:
            for third in tokens:
                understand(f"{first} {second} {third}", view)


def test_things_are_eaten_and_read() -> None:
    pack = (held("f", "a ration", "eat"), held("g", 'a scroll titled "KIRJE"', "read"))
    assert meant("eat the ration", a_scene(pack=pack)) == Eat("f")
    assert meant("read kirje", a_scene(pack=pack)) == Read("g")
    assert meant("read the scroll at me", a_scene(pack=pack)) == Read("g", 5, 3)


def test_the_bond_is_told_of() -> None:
    bond = Bond("Selith", "hunt", "hunt a troll", "there", 40, False, 3, 100, 2)
    assert isinstance(understand("task", a_scene(bond=bond)), Tell)

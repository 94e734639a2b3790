"""Parsing turns sentences into intents, given the current view."""

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.going.commands.explore import Explore
from bidden.going.commands.levels import TravelFar
from bidden.going.commands.run import Run
from bidden.going.commands.stay import Repeat, Rest
from bidden.going.commands.travel import TakeStairs
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
from bidden.prose.commands import Approach, GoTo
from bidden.prose.meanings import Act, Go, Lost, Tell, Which
from bidden.view import Aiming, CarriedBoon, Castable, Shape, View
from tests.bidden.prose.saying import understand
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
def test_sentence_means_one_intent(line: str, intent: object) -> None:
    view = a_scene(foes=ZOMBIE, pack=POTIONS)
    assert meant(line, view) == intent


def test_ambiguous_thing_is_asked_about(snapshot: SnapshotAssertion) -> None:
    meaning = understand("quaff the potion", a_scene(pack=POTIONS))
    assert isinstance(meaning, Which)
    assert [choice for _, choice in meaning.choices] == [Act((Quaff("a"),)), Act((Quaff("b"),))]
    assert (meaning.question, [name for name, _ in meaning.choices]) == snapshot


def test_shared_name_means_the_nearest_foe_unless_an_ordinal_is_given() -> None:
    view = a_scene(foes={(9, 3): "a bat", (6, 3): "a bat", (7, 4): "a bat"}, pack=POTIONS)
    assert meant("throw rock at the bat", view) == Throw("c", 6, 3)
    assert meant("throw rock at the second bat", view) == Throw("c", 7, 4)
    assert meant("throw rock at the last bat", view) == Throw("c", 9, 3)


@pytest.mark.parametrize("line", ["attack the bat", "attack", "go to the bat"])
def test_distant_foe_is_approached(line: str) -> None:
    view = a_scene(foes={(9, 3): "a bat, asleep"})
    assert understand(line, view) == Go(Approach, ("a bat", (9, 3), False))


@pytest.mark.parametrize("at", [(6, 3), (9, 3)])
@pytest.mark.parametrize("line", ["kill the bat", "kill", "fight the bat"])
def test_kill_command_fights_until_the_target_is_dead(line: str, at: tuple[int, int]) -> None:
    view = a_scene(foes={at: "a bat, asleep"})
    assert understand(line, view) == Go(Approach, ("a bat", at, True))


def test_kill_command_does_not_attack_an_ally() -> None:
    view = shown(a_scene(), (6, 3), "b", "bat", "a bat, your ally")
    assert isinstance(understand("kill the bat", view), Lost)


def test_typed_words_up_and_down_take_the_stairs() -> None:
    view = shown(a_scene(), (9, 3), ">", "stair", "stairs down")
    for line in ("down", "go down", "descend", "downstairs", "walk down"):
        assert understand(line, view) == Go(TakeStairs, ("down",)), line
    assert understand("go up", view) == Go(TakeStairs, ("up",))


def test_command_in_words_walks_to_a_door_and_opens_it() -> None:
    view = a_scene()
    assert understand("go to the door", view) == Go(GoTo, (((11, 3),), "a shut door"))
    going = understand("open the door", view)
    assert isinstance(going, Go)
    assert (going.command, going.args[2:]) == (GoTo, (1,))
    assert meant("open the door", a_scene(here=(10, 3))) == Move(1, 0)


def test_travel_command_accepts_a_level_number() -> None:
    for line in ("go to level 3", "travel to level three", "return to level 3"):
        assert understand(line, a_scene()) == Go(TravelFar, (3,)), line
    assert isinstance(understand("go to level", a_scene()), Lost)


def test_things_here_are_taken_by_name_or_all_at_once() -> None:
    view = a_scene(underfoot=("a ration", "a rock"))
    assert meant("take the rock", view) == PickUp(1)
    assert understand("take all", view) == Act((PickUp(1), PickUp(0)))
    assert isinstance(understand("take", view), Which)


def test_spell_without_a_target_is_aimed_at_the_only_foe_there_is() -> None:
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


def test_boon_command_asks_for_a_missing_direction_and_switches_boons_if_needed() -> None:
    boons = (CarriedBoon("lash", "", "lash", 3, ""), CarriedBoon("leap", "", "leap", 3, ""))
    view = a_scene(boons=boons)
    asked = understand("use lash", view)
    assert isinstance(asked, Which)
    assert asked.choices[0] == ("north", Act((UseBoon(0, -1),)))
    assert understand("use leap west", view) == Act((SwitchBoon(), UseBoon(-1, 0)))


def test_multi_turn_commands_take_a_count_or_run_until_done() -> None:
    view = a_scene()
    assert understand("wait 10", view) == Go(Repeat, (Wait(), 10))
    assert understand("go east 4", view) == Go(Repeat, (Move(1, 0), 4))
    assert understand("run east", view) == Go(Run, (1, 0))
    assert understand("explore", view) == Go(Explore)
    assert understand("rest", view) == Go(Rest)


@pytest.mark.parametrize(
    ("line", "topic"),
    [("l", "Look"), ("look at me", "Examine"), ("i", "Inventory"), ("why", "Why")],
)
def test_some_verbs_ask_a_question(line: str, topic: str) -> None:
    meaning = understand(line, a_scene())
    assert isinstance(meaning, Tell)
    assert meaning.topic == topic


def test_command_that_is_not_understood_gets_a_reason(snapshot: SnapshotAssertion) -> None:
    lines = ("", "frobnicate", "quaff the moon", "go", "eat", "engrave", "name a", "wait long")
    meanings = {line: understand(line, a_scene(pack=POTIONS)) for line in (*lines, "wait 0")}
    reasons = {line: one.reason for line, one in meanings.items() if isinstance(one, Lost)}
    assert reasons.keys() == meanings.keys()
    assert reasons == snapshot


def test_parser_never_raises() -> None:
    view = a_scene(foes=ZOMBIE, pack=POTIONS, bond=None, shooting=Aiming(Shape.CREATURE))
    words = 'quaff the take all at north 3 last rock zombie as 99999 " ?'
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

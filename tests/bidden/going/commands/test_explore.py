"""Exploring visits unknown tiles and items, picks up what the options say, and ends."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.frontend.preferences.options import Options
from bidden.going.commands.explore import Explore
from bidden.going.commands.run import Run
from bidden.going.commands.search_level import SearchLevel
from bidden.going.commands.stay import Rest
from bidden.going.commands.taking import thing_to_take
from bidden.going.commands.travel import Travel
from bidden.going.going import Going, Stop
from bidden.going.known.finding import sights_on
from bidden.going.known.notes import Notes
from bidden.going.ways_out import Hint, WayOut
from bidden.intents import Move, PickUp, Search, Wait
from bidden.kinds import CHEST, KEY, PRIZE
from bidden.view import Bond, Chart, ChartedLevel, Held, Line, Seen, View
from tests.bidden.going.walking import OPTIONS, ROCK, SWORD, level, steps, there, walk

MILKY = Held("b", "2 milky potions", ("quaff",), "!", "potion", each="milky potion", count=2)
PASSAGE = """
    ######
    #@...
    ######
"""


@pytest.mark.parametrize(
    ("held", "goes"),
    [
        ([ROCK] * 25, True),
        ([ROCK] * 26, False),
        ([*[ROCK] * 25, attrs.evolve(MILKY, stacks=True)], True),
        ([*[ROCK] * 25, MILKY], False),
    ],
)
def test_explore_ignores_items_that_do_not_fit_into_the_pack(
    held: list[Held], goes: bool, snapshot: SnapshotAssertion
) -> None:
    names = {"!": "a milky potion"}
    view = level("######\n#@.!.#\n######", names, pack=tuple(held))
    done, reason = walk(Explore(Notes(), OPTIONS), view)
    assert done == ([*steps("ll"), PickUp(0)] if goes else [])
    assert reason == snapshot


def test_exploring_stops_after_picking_up_a_key() -> None:
    view = level("######\n#@.-.#\n######", {"-": "an iron key"})
    explore = Explore(Notes(), OPTIONS)
    explore(view)
    explore(there(view, 2))
    lies = attrs.evolve(there(view, 3), underfoot=("an iron key",), kinds_underfoot=(KEY,))
    assert explore(lies) == PickUp(0)
    key = Held("a", "an iron key", ("drop",), "-", "gear", kind=KEY)
    said = Line("You pick up an iron key (a).", "plain", 9, 1)
    taken = attrs.evolve(there(view, 3), turn=9, pack=(key,), lines=(said,))
    assert explore(taken) == Stop(said.text)  # which the screen does not repeat


def test_explore_stops_once_at_an_item_that_it_does_not_pick_up(
    snapshot: SnapshotAssertion,
) -> None:
    view = level(
        """
        ######
        #@.).#
        ######
    """,
        {")": "a dagger"},
    )
    notes = Notes()
    assert walk(Explore(notes, OPTIONS), view) == (steps("ll"), snapshot)
    assert walk(Explore(notes, OPTIONS), view) == ([], snapshot)


BOND = Bond("Selith", "hunt", "hunt a troll", "there", 340, False, 3, 1000, 2)
STAIRS = """
    #########
    #.......#
    #@.....>#
    #########
"""


def ways_out(going: Going, view: View) -> list[WayOut]:
    """Return the advice a command gives if it stops at once."""
    answer = going(view)
    assert isinstance(answer, Stop)
    return [hint.way for hint in answer.hints]


def test_exploring_an_explored_level_again_goes_up_to_the_stairs_and_stays_there() -> None:
    view, notes = level(STAIRS, bond=BOND), Notes()
    assert ways_out(Explore(notes, OPTIONS), view) == [WayOut.AGAIN, WayOut.SEARCH_LEVEL]
    done, told = walk(Explore(notes, OPTIONS), view)
    assert (done, told) == (steps("lllll"), "You are next to the stairs down (east).")
    beside = attrs.evolve(view, here=(6, 2), turn=5)
    for _ in range(20):
        assert ways_out(Explore(notes, OPTIONS), beside)[0] is WayOut.STAIRS_DOWN


def test_fulfilled_task_leads_back_to_the_gate_or_up() -> None:
    done = attrs.evolve(BOND, fulfilled=True)
    for glyphs, goes in (("><", "<"), (">Π", "Π"), (">.", ">")):
        drawing = f"#########\n#...@...#\n#{glyphs[0]}.....{glyphs[1]}#\n#########"
        notes, view = Notes(), level(drawing, bond=done)
        walk(Explore(notes, OPTIONS), view)
        steps_done, _ = walk(Explore(notes, OPTIONS), view)
        assert steps_done[0].dx == (1 if goes in "<Π" else -1)


@pytest.mark.parametrize(
    "then", [{"turn": 1}, {"level": 2}, {"lines": (Line("You hear a howl.", "harm", 0, 9),)}]
)
def test_explored_level_is_announced_again_after_any_change(then: dict[str, Any]) -> None:
    view, notes = level(STAIRS), Notes()
    walk(Explore(notes, OPTIONS), view)
    assert ways_out(Explore(notes, OPTIONS), attrs.evolve(view, **then))[0] is WayOut.AGAIN


def test_low_hit_points_are_asked_about_again_after_further_damage() -> None:
    view, notes = level(PASSAGE, hp=9, max_hp=20), Notes()
    for going in (Explore, partial(Travel, to=(3, 1)), partial(Run, dx=1, dy=0)):
        assert ways_out(going(notes, OPTIONS), view) == [WayOut.AGAIN, WayOut.REST]
    step = Move(1, 0)
    assert Run(notes, OPTIONS, 1, 0)(view) == step
    assert Explore(notes, OPTIONS)(view) == step
    assert Explore(notes, OPTIONS)(attrs.evolve(view, hp=10)) == step
    hurt = attrs.evolve(view, hp=8, turn=9)
    assert ways_out(Explore(notes, OPTIONS), hurt) == [WayOut.AGAIN, WayOut.REST]
    assert Explore(notes, OPTIONS)(hurt) == step
    fight = attrs.evolve(hurt, foes_seen=(Seen((2, 1), "an orc", "o", "orc", "unhurt"),))
    notes.see(fight)
    assert ways_out(Explore(notes, OPTIONS), hurt) == [WayOut.AGAIN, WayOut.REST]
    assert Explore(Notes(), Options(hurt_below=0))(view) == step
    assert Rest(Notes(), OPTIONS)(attrs.evolve(view, hp=19)) == Wait()


def test_exploring_stops_while_the_gate_can_still_be_reached_in_time() -> None:
    drawing = "##############\n#Π.@.........\n##############"
    late = attrs.evolve(BOND, fulfilled=True, left=BOND.term // 10)
    notes, view = Notes(), level(drawing, bond=late)
    assert ways_out(Explore(notes, OPTIONS), view) == [WayOut.STAIRS_DOWN, WayOut.AGAIN]
    assert Explore(notes, OPTIONS)(view) == Move(1, 0)
    early, soon = (attrs.evolve(late, left=BOND.term // 10 + more) for more in (8, 1))
    explore = Explore(Notes(), OPTIONS)
    assert explore(attrs.evolve(view, bond=early)) == Move(1, 0)
    view = attrs.evolve(view, bond=soon, here=(4, 1), turn=1)
    stop = explore(view)
    assert isinstance(stop, Stop)
    assert [hint.way for hint in stop.hints] == [WayOut.STAIRS_DOWN, WayOut.AGAIN]
    assert Explore(explore.notes, OPTIONS)(view) == Move(1, 0)


@pytest.mark.parametrize("glyph", ["Π", "<"])
def test_explore_on_an_explored_level_leads_back_if_the_return_is_late(glyph: str) -> None:
    late = attrs.evolve(BOND, fulfilled=True, left=BOND.term // 10)
    notes, view = Notes(), level(f"######\n#{glyph}..@#\n######", bond=late)
    stop = Explore(notes, OPTIONS)(view)
    assert isinstance(stop, Stop)
    assert stop.hints[0].way is WayOut.AGAIN
    assert "go to" in stop.hints[0].to
    assert Explore(notes, OPTIONS)(view) == Move(-1, 0)


def test_explore_suggests_the_up_stairs_for_a_late_return_without_a_known_gate() -> None:
    late = attrs.evolve(BOND, fulfilled=True, left=BOND.term // 10)
    for glyph, ways in (("<", [WayOut.STAIRS_UP, WayOut.AGAIN]), (">", [WayOut.AGAIN])):
        view = level(f"##########\n#{glyph}.@.....\n##########", bond=late)
        assert ways_out(Explore(Notes(), OPTIONS), view) == ways


def test_player_weak_with_hunger_is_asked_once_before_exploring_past_food() -> None:
    ration = Held("c", "a ration", ("eat",), "%", "food", each="ration")
    notes, view = Notes(), level("######\n#@... \n######", hunger="weak", pack=(ration,))
    assert ways_out(Explore(notes, OPTIONS), view) == [WayOut.EAT, WayOut.AGAIN]
    for later in (view, attrs.evolve(view, turn=view.turn + 1)):
        assert Explore(notes, OPTIONS)(later) == Move(1, 0)
    without = attrs.evolve(view, pack=(ROCK,))
    assert Explore(Notes(), OPTIONS)(without) == Move(1, 0)


def test_auto_explore_walks_through_a_door_opened_in_the_same_turn() -> None:
    shut, opened = level("######\n#@+.. \n######"), level("######\n#@'.. \n######")
    explore = Explore(Notes(), OPTIONS)
    assert [explore(view) for view in (shut, opened)] == steps("ll")


HALL = """
    ###################
    #@................#
    ###################
"""


def test_level_search_announces_its_turns_before_it_searches_every_spot(
    snapshot: SnapshotAssertion,
) -> None:
    view, notes = level(HALL, bond=BOND), Notes()
    walk(Explore(notes, OPTIONS), view)
    done, reason = walk(SearchLevel(notes, OPTIONS), view)
    spots, turns = map(int, re.findall(r"(\d+) places.*~(\d+) turns", reason)[0])
    assert (done, spots) == ([], 6)
    assert f"{BOND.left}" in reason
    done, reason = walk(SearchLevel(notes, OPTIONS), view)
    assert done.count(Search()) == spots * 3
    assert len(done) == turns
    assert reason == snapshot


def test_locked_door_is_opened_with_its_key_at_the_second_press() -> None:
    far = level("######\n#@..X#\n######", {"X": "a locked door"})
    near = level("######\n#..@X#\n######", {"X": "a locked door"}, turn=2)
    iron, brass = (
        Held("a", f"{key} key", ("drop",), "-", "gear", each=f"{key} key", opens=doors)
        for key, doors in (("an iron", ((4, 1),)), ("a brass", ()))
    )
    for pack in ((), (brass,)):
        assert walk(Explore(Notes(), OPTIONS), attrs.evolve(far, pack=pack))[0] == []
    notes = Notes()
    assert walk(Explore(notes, OPTIONS), attrs.evolve(far, pack=(brass, iron)))[0] == steps("ll")
    beside = attrs.evolve(near, pack=(brass, iron))
    assert Explore(notes, OPTIONS)(beside) == Move(1, 0)
    asked = Explore(Notes(), OPTIONS)(beside)
    assert isinstance(asked, Stop)
    assert asked.reason.endswith("iron key opens the door to the east.")


@pytest.mark.parametrize("hurt", [False, True])
@pytest.mark.parametrize("fulfilled", [False, True])
def test_each_question_is_asked_only_once_in_the_same_situation(
    hurt: bool, fulfilled: bool
) -> None:
    bond = attrs.evolve(BOND, fulfilled=fulfilled, left=7)
    key = Held("a", "a brass key", ("drop",), "-", "gear", each="brass key", opens=((2, 1),))
    locked = level("####\n#@X#\n####", {"X": "a locked door"}, pack=(key,), bond=bond)
    lies = attrs.evolve(
        level("######\n#@...#\n######", bond=bond),
        underfoot=("a sword",),
        kinds_underfoot=("weapon",),
        gear_underfoot=((0, SWORD),),
    )
    for view, then in ((locked, Move(1, 0)), (lies, PickUp(0))):
        notes, told = Notes(), list[str]()
        if view is lies:
            before = attrs.evolve(view, here=(2, 1), underfoot=(), gear_underfoot=())
            explore = Explore(notes, OPTIONS)
            for seen in (before, before, view):
                explore(seen)
            notes.ask("equip a sword", view)
        view = attrs.evolve(view, hp=4 if hurt else 20)
        while isinstance(answer := Explore(notes, OPTIONS)(view), Stop):
            told.append(answer.reason)
            assert len(told) < 5, told
        assert answer == then
        assert len({*told}) == len(told)


def test_explore_reports_remaining_locked_doors_and_the_way_to_the_nearest() -> None:
    for drawing, told in (
        ("#####\n#@..X\n#####", "A locked door remains, 3 tiles east."),
        ("#####\n#@..X\n#X###", "2 locked doors remain, the nearest 1 tile south."),
    ):
        done, reason = walk(Explore(Notes(), OPTIONS), level(drawing, {"X": "a locked door"}))
        assert (done, told in reason) == ([], True), reason


def test_exploring_waits_for_gas_in_front_of_a_lock_the_player_can_open() -> None:
    view = level(
        "######\n#@gX##\n######", {"X": "a locked door", "g": "marsh gas"}, harm_at=((2, 1),)
    )
    held = Held("a", "an iron key", ("drop",), "-", "gear", opens=((3, 1),))
    assert ways_out(Explore(Notes(), OPTIONS), attrs.evolve(view, pack=(held,))) == [WayOut.WAIT]


def test_obstacle_before_an_openable_lock_is_named_before_nearer_obstacles(
    snapshot: SnapshotAssertion,
) -> None:
    view = level(
        "########\n#.^@.gX#\n########", {"X": "a locked door", "g": "poison gas"}, harm_at=((5, 1),)
    )
    key = Held("a", "a silver key", ("drop",), "-", "gear", each="silver key", opens=((6, 1),))
    done, reason = walk(Explore(Notes(), OPTIONS), attrs.evolve(view, pack=(key,)))
    assert (done, reason) == ([], snapshot)


def test_player_who_stands_in_fire_is_led_out_of_it() -> None:
    view = level("#######\n#.@gX.#\n#######", {"g": "fire"}, harm_at=((2, 1), (3, 1)))
    view = attrs.evolve(
        view, pack=(Held("a", "an iron key", ("drop",), "-", "gear", opens=((4, 1),)),)
    )
    assert Explore(Notes(), OPTIONS)(view) == Move(-1, 0)


def test_explore_does_not_step_on_a_trap_and_says_so(snapshot: SnapshotAssertion) -> None:
    view = level("""
        ######
        #@.^.
        ######
    """)
    assert walk(Explore(Notes(), OPTIONS), view) == ([], snapshot)


def test_explore_does_not_enter_harmful_gas(snapshot: SnapshotAssertion) -> None:
    view = level(PASSAGE, {".": "poison gas"}, harm_at=((3, 1),))
    assert walk(Explore(Notes(), OPTIONS), view) == ([], snapshot)


@pytest.mark.parametrize("left", [39, 2, 1])
def test_exploring_with_few_turns_left_for_the_task_asks_once(left: int) -> None:
    drawing = "##############\n#..@.........\n##############"
    view, notes = level(drawing, bond=attrs.evolve(BOND, left=left)), Notes()
    assert isinstance(Explore(notes, OPTIONS)(view), Stop)
    assert Explore(notes, OPTIONS)(view) == Move(1, 0)


def test_explore_revisits_a_tile_for_an_item_that_is_new_or_fits_now() -> None:
    notes, view = Notes(), level("######\n#@...#\n######")
    walk(Explore(notes, OPTIONS), view)
    fell = level("######\n#@.!.#\n######", {"!": "a milky potion"}, turn=20)
    done, _ = walk(Explore(notes, OPTIONS), fell)
    assert done[:3] == [*steps("ll"), PickUp(0)]
    assert notes.ground.been
    full, fits = Notes(), attrs.evolve(fell, pack=(ROCK,) * 25)
    on_it = attrs.evolve(
        there(fell, 3),
        pack=(ROCK,) * 26,
        underfoot=("a milky potion",),
        kinds_underfoot=("potion",),
    )
    full.see(fell)
    full.see(on_it)
    assert thing_to_take(on_it, full, OPTIONS) == PickUp(0)
    refused = attrs.evolve(fell, pack=(ROCK,) * 26, turn=30)
    assert walk(Explore(full, OPTIONS), refused)[0] == []
    assert walk(Explore(full, OPTIONS), attrs.evolve(fits, turn=40))[0][:3] == done[:3]


def test_item_left_beside_one_picked_up_is_named_in_the_advice() -> None:
    view = level("#######\n#@!...#\n#######", {"!": "a cudgel"})
    told = Line("You see here a cudgel and a rock.", "plain", 9, 8)
    taken = Line("You pick up a rock (a).", "plain", 9, 9)
    here = attrs.evolve(view, here=(2, 1), underfoot=("a cudgel",), kinds_underfoot=("weapon",))
    explore = Explore(Notes(), Options(pick_up=()))
    assert explore(attrs.evolve(view, turn=8)) == Move(1, 0)
    stop = explore(attrs.evolve(here, turn=9, lines=(told, taken)))
    assert isinstance(stop, Stop)
    assert [hint.to for hint in stop.hints] == ["pick up the cudgel"]


def test_few_turns_and_low_hit_points_are_combined_in_one_question() -> None:
    drawing = "##############\n#..@.........\n##############"
    view = level(drawing, bond=attrs.evolve(BOND, left=39), hp=9, max_hp=20)
    notes = Notes()
    stop = Explore(notes, OPTIONS)(view)
    assert isinstance(stop, Stop)
    assert "39 turns" in stop.reason
    assert "9/20 HP" in stop.reason
    assert Explore(notes, OPTIONS)(view) == Move(1, 0)


def test_burning_bond_asks_again_after_harm_and_does_not_advise_rest() -> None:
    view = level("##############\n#..@.........\n##############", hp=20, max_hp=20)
    view = attrs.evolve(view, bond=attrs.evolve(BOND, left=0))
    notes = Notes()
    for hp in (20, 14):
        now = attrs.evolve(view, hp=hp, turn=20 - hp)
        assert ways_out(Explore(notes, OPTIONS), now) == [WayOut.AGAIN]
        for _ in range(2):
            assert Explore(notes, OPTIONS)(now) == Move(1, 0)
    assert ways_out(Run(Notes(), OPTIONS, 1, 0), attrs.evolve(view, hp=9)) == [WayOut.AGAIN]


def test_exploring_stops_before_a_sleeper_in_the_way() -> None:
    view = level("#####\n#@z..\n#####", {"z": "an ooze, asleep"})
    seen = Seen((2, 1), "an ooze, asleep", "z", "ooze", "unhurt", asleep=True)
    asleep = attrs.evolve(view, foes_at=(seen.at,), foes_seen=(seen,))
    for _ in range(3):
        assert not isinstance(Explore(Notes(), OPTIONS)(asleep), Move)


SANCTUM = """
    ###########
     .z.......#
     ..!...@..#
     .........#
    ###########
"""
"""A rooted foe beside the goal; unknown ground lies beyond both."""


def sanctum() -> View:
    foe = Seen((2, 1), "an idol", "I", "idol", "unhurt", asleep=False, rooted=True)
    view = level(SANCTUM, {"z": foe.name, "!": "a crown"}, foes_seen=(foe,), bond=BOND)
    rows = [[*row] for row in view.tiles]
    rows[2][3] = attrs.evolve(rows[2][3], kind=PRIZE)
    return attrs.evolve(view, tiles=tuple(map(tuple, rows)))


@pytest.mark.parametrize("begin", [Explore, partial(Travel, to=(3, 2))])
def test_second_press_fetches_a_goal_beside_a_rooted_enemy(begin: Any) -> None:
    view, notes = sanctum(), Notes()
    asked = begin(notes, OPTIONS)(view)
    assert [hint.way for hint in asked.hints] == [WayOut.AGAIN, WayOut.ATTACK]
    going, done = begin(notes, OPTIONS), []
    while isinstance(answer := going(view), Move):
        done.append(answer)
        here = view.here[0] + answer.dx, view.here[1] + answer.dy
        view = attrs.evolve(view, here=here, turn=view.turn + 1)
        if here == (3, 2):
            view = attrs.evolve(view, underfoot=("a crown",), kinds_underfoot=(PRIZE,))
    assert (done, answer) == (steps("hhhh"), PickUp(0))


def test_way_past_a_rooted_enemy_out_of_view_offers_no_attack() -> None:
    view = attrs.evolve(sanctum(), bond=None)
    explore = Explore(notes := Notes(), OPTIONS)
    notes.see(view)
    dark = [[attrs.evolve(tile, lit=False) for tile in row] for row in view.tiles]
    view = attrs.evolve(view, tiles=tuple(map(tuple, dark)), foes_at=(), foes_seen=())
    assert WayOut.ATTACK not in ways_out(explore, view)


def test_travel_can_target_a_rooted_enemy_that_blocks_the_only_path() -> None:
    foe = Seen((4, 1), "a fungus", "f", "fungus", "unhurt", asleep=False, rooted=True)
    drawing = "#########\n#@..z.. #\n#########"
    notes, seen = Notes(), level(drawing, {"z": foe.name}, foes_seen=(foe,))
    notes.see(seen)
    bare = level(drawing.replace("z", "."))
    dark = [[attrs.evolve(tile, lit=False) for tile in row] for row in bare.tiles]
    view = attrs.evolve(bare, tiles=tuple(map(tuple, dark)))
    stop = Explore(notes, OPTIONS)(view)
    assert isinstance(stop, Stop)
    explored = "Everything you can reach is explored."
    assert stop.reason == f"{explored} A fungus blocks the nearest way to the rest of the level."
    assert stop.hints[0] == Hint(WayOut.FIND, "go up to it and attack it")
    chart = Chart(view.level, (ChartedLevel(view.level, view.place, tiles=view.tiles),))
    (sight,) = sights_on(chart, view, notes)
    assert (sight.name, sight.at, sight.far) == ("a fungus", foe.at, 3)
    asked = Travel(notes, OPTIONS, sight.at)(view)
    assert isinstance(asked, Stop)
    assert asked.hints[0].way is WayOut.AGAIN
    going = Travel(notes, OPTIONS, sight.at)
    assert going(view) == Move(1, 0)
    beside = attrs.evolve(seen, here=(3, 1), turn=2)
    stop = going(beside)
    assert isinstance(stop, Stop)
    assert stop.reason == "You are next to the fungus (east)."


def test_corridor_past_a_rooted_enemy_is_explored_at_the_second_press() -> None:
    foe = Seen((4, 2), "a fungus", "f", "fungus", "unhurt", asleep=False, rooted=True)
    drawing = "#########\n#@...... \n####z####"
    view, notes = level(drawing, {"z": foe.name}, foes_seen=(foe,)), Notes()
    stop = Explore(notes, OPTIONS)(view)
    assert isinstance(stop, Stop)
    assert stop.reason == "The way to the rest of the level passes within reach of a fungus."
    assert [hint.way for hint in stop.hints[:2]] == [WayOut.AGAIN, WayOut.ATTACK]
    assert Explore(notes, OPTIONS)(view) == Move(1, 0)


def test_explore_stops_at_a_source_with_the_message_from_the_log() -> None:
    said = Line("A hollow well. Press g to warp your active boon.", "news", 1, 5)
    notes, view = Notes(), level(PASSAGE)
    explore = Explore(notes, OPTIONS)
    assert explore(view) == Move(1, 0)
    well: Any = {"source": "hollow well", "here": (2, 1), "turn": 1}
    stop = explore(attrs.evolve(view, lines=(said,), **well))
    assert isinstance(stop, Stop)
    assert stop.reason == said.text
    unread = Explore(Notes(), OPTIONS)
    unread(view)
    stop = unread(attrs.evolve(view, **well))
    assert isinstance(stop, Stop)
    assert stop.reason == "There is a hollow well here."


def test_exploring_reports_a_full_pack_once_per_item() -> None:
    view = level("#######\n#@!..-#\n#######", {"!": "a milky potion", "-": "a key"})
    notes, full = Notes(), attrs.evolve(view, pack=(ROCK,) * 26)
    said = [Explore(notes, OPTIONS)(full) for _ in range(3)]
    assert [one.reason for one in said[:2] if isinstance(one, Stop)] == [
        "Your pack is full: you leave a milky potion behind.",
        "Your pack is full: you leave a key behind.",
    ]
    assert "behind" not in str(said[2])


def test_auto_explore_and_travel_avoid_chests() -> None:
    names = {"=": "a chest"}
    drawing = "#######\n#@=..##\n#....##\n#######"
    view = level(drawing, names)
    chest = attrs.evolve(view.tiles[1][2], kind=CHEST)
    rows = [[chest if tile.glyph == "=" else tile for tile in row] for row in view.tiles]
    view = attrs.evolve(view, tiles=tuple(map(tuple, rows)))
    done, reason = walk(Explore(Notes(), OPTIONS), view)
    assert done == []
    assert "You left a chest." in reason
    step = Travel(Notes(), OPTIONS, (4, 1))(view)
    assert step in (Move(1, 1), Move(0, 1))

"""The explorer: fights what is near, and otherwise goes where it has not been."""

from __future__ import annotations

import attrs
import pytest

from bidden.bots.explorer import choose
from bidden.bots.memory import Memory
from bidden.bots.remembering import Remembering
from bidden.bots.roster import BOTS
from bidden.content.kinds.level_kinds import Lots
from bidden.intents import Eat, Improve, Intent, Move, Quaff, Wait
from bidden.session import Session
from bidden.view import Ending, Held, Line, View
from tests.bidden.bots.views import view_on
from tests.bidden.scenes import MakeSession, catalogue, map_of, read
from tests.sampling import sampled


def test_it_strikes_the_foe_beside_it() -> None:
    assert choose(view_on("######\n#.@z.#\n######")) == Move(1, 0)


def test_it_takes_an_improvement_when_one_is_due() -> None:
    view = attrs.evolve(
        view_on("######\n#.@z.#\n######"),
        improvements=(("hp", 10), ("attack", 1)),
        experience_level=2,
    )
    assert choose(view) == Improve("attack")
    assert choose(attrs.evolve(view, experience_level=3)) == Improve("hp")


def test_of_what_there_is_to_improve_it_takes_the_first_where_it_wants_none() -> None:
    view = attrs.evolve(view_on("###\n#@#\n###"), improvements=(("mana", 5),))
    assert choose(view) == Improve("mana")


def test_it_drinks_what_closes_wounds() -> None:
    mending = Held("b", "a potion of mending", ("quaff",), "!", "potion")
    view = attrs.evolve(view_on("###\n#@#\n###"), pack=(mending,), max_wounds=5)
    assert choose(view) == Wait()
    assert choose(attrs.evolve(view, wounds=("leg",))) == Quaff("b")


def test_it_eats_what_is_not_rotten_with_no_foe_in_view_or_when_weak_with_none_beside() -> None:
    rotten = Held("a", "a piece of rotten meat", ("eat", "throw"), "%", "food")
    ration = Held("b", "a ration", ("eat", "throw"), "%", "food")
    view = attrs.evolve(view_on("###\n#@#\n###"), pack=(rotten, ration))
    assert choose(view) == Wait()
    assert choose(attrs.evolve(view, hunger="full")) == Wait()
    assert choose(attrs.evolve(view, hunger="hungry")) == Eat("b")
    assert choose(attrs.evolve(view, hunger="weak")) == Eat("b")
    assert choose(attrs.evolve(view, hunger="hungry", foes=1)) == Wait()
    assert choose(attrs.evolve(view, hunger="weak", foes=1)) == Eat("b")
    beside = attrs.evolve(view, hunger="weak", foes=1, foes_at=((1, 0),))
    assert choose(beside) != Eat("b")
    assert choose(attrs.evolve(view, hunger="weak", pack=(rotten,))) == Wait()


def test_it_goes_for_the_nearest_foe_by_the_shortest_way() -> None:
    view = view_on("""
        #########
        #z....@.#
        #.###.###
        #.###z###
        #########
    """)
    assert choose(view) == Move(-1, 1)


def test_with_no_foe_in_view_it_goes_to_where_it_has_not_been() -> None:
    view = view_on("""
        #######
        #..@...
        #######
    """)
    assert choose(view) == Move(1, 0)


def test_a_shut_door_is_a_way_on() -> None:
    view = view_on("""
        ######
        #.@..+
        ######
    """)
    assert choose(view) == Move(1, 0)


def test_what_is_unknown_is_no_way() -> None:
    assert choose(view_on("###\n#@ z\n###")) == Wait()


def test_with_nothing_left_to_explore_or_fight_it_goes_down() -> None:
    assert choose(view_on("#######\n#<.@.>#\n#######")) == Move(1, 0)
    assert choose(view_on("########\n#>.@..z#\n########")) == Move(1, 0)
    assert choose(view_on("########\n#>.@... \n########")) == Move(1, 0)


def test_it_walks_over_no_stair_on_its_way_and_never_up() -> None:
    view = view_on("""
        #######
        #@<...#
        #.....
        #######
    """)
    assert choose(view) == Move(1, 1)
    assert choose(view_on("#####\n#@<.#\n#####")) == Wait()


def test_where_there_is_nowhere_to_go_it_rests() -> None:
    assert choose(view_on("###\n#@#\n###")) == Wait()


def test_at_the_edge_of_the_map_it_stays_within() -> None:
    assert choose(view_on("@.")) == Move(1, 0)


def test_it_knows_the_view_and_nothing_else(make_session: MakeSession) -> None:
    drawing = """
        ########
        #@..+.z#
        ########
    """
    session = make_session(drawing)
    view = session.view()
    assert choose(view) == choose(attrs.evolve(view, seed=99, turn=5)) == Move(1, 0)


def test_it_explores_a_level_whole(make_session: MakeSession) -> None:
    session = make_session(
        """
        ############
        #@...+.....#
        #....#.###.#
        ######.#.+.#
        #......#.#.#
        #.####...#.#
        ############
        """
    )
    for _ in range(60):
        session.perform(choose(session.view()))
    # What is walled in from all sides is never seen.
    assert map_of(session.view()).replace("@", ".").splitlines() == read(
        """
        ############
        #....'.....#
        #....#.###.#
        ######.#.'.#
        #......#.#.#
        #.####...#.#
        ###  #######
        """
    )


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_it_never_means_what_is_refused(seed: int) -> None:
    session = Session(seed, catalogue=catalogue())
    for _ in range(60):
        if session.ending is None:
            done = session.perform(choose(session.view()))
            assert not done.failed or done.reason == "web"  # it tears at what holds it


def test_what_was_refused_this_turn_it_does_not_try_again() -> None:
    view = view_on("######\n#.@z.#\n######")
    refused = Line("Something is in the way.", "refusal", 0, 1)
    assert choose(attrs.evolve(view, lines=(refused,))) == Wait()
    assert choose(attrs.evolve(view, lines=(refused,), turn=1)) == Move(1, 0)
    assert choose(attrs.evolve(view, lines=(attrs.evolve(refused, tone="plain"),))) == Move(1, 0)


LOCKED = "#######\n#@..X.#\n#######"


def holding(drawing: str, *names: str, turn: int = 0) -> View:
    pack = tuple(Held("a", name, (), "-", "gear") for name in names)
    return attrs.evolve(view_on(drawing), pack=pack, turn=turn)


def test_a_locked_door_is_no_way_on_to_who_has_no_key() -> None:
    assert choose(holding(LOCKED, turn=6)) != Move(1, 0)
    assert choose(holding(LOCKED, "an iron key", turn=6)) == Move(1, 0)


def test_of_locked_doors_it_tries_one_after_the_other() -> None:
    two = "#######\n#X.@.X#\n#######"
    tried = [choose(holding(two, "an iron key", turn=turn)) for turn in (0, 39, 40, 80)]
    assert tried == [Move(-1, 0), Move(-1, 0), Move(1, 0), Move(-1, 0)]


def test_it_goes_down_before_it_tries_a_lock() -> None:
    assert choose(holding("#######\n#X.@.>#\n#######", "an iron key")) == Move(1, 0)


@pytest.mark.parametrize(("arrow", "step"), [("→", Move(1, 0)), ("←", Wait())])
def test_it_goes_through_a_passage_from_its_side_only(arrow: str, step: Intent) -> None:
    assert choose(view_on(f"#######\n#@{arrow}.>.#\n#######")) == step


@pytest.mark.slow
@pytest.mark.parametrize("seed", sampled(range(20), 2))
def test_it_finds_its_way_through_a_labyrinth_from_key_to_key(seed: int) -> None:
    content = catalogue()
    first = attrs.evolve(
        content.level("first"), place={"labyrinth": 1}, creatures={}, traps=Lots(), deeper=[]
    )
    session = Session(seed, catalogue=attrs.evolve(content, levels={"first": first}))
    for _ in range(1500):
        if not session.over:
            session.perform(choose(session.view()))
    assert session.ending is Ending.WON
    assert {"an iron key", "a brass key", "a silver key"} <= {
        held.name for held in session.view().pack
    }


def test_after_a_while_it_lets_be_at_times_what_would_lead_it_to_and_fro() -> None:
    ground = view_on("#########\n .@..!..#\n#########")
    back = attrs.evolve(ground, things_at=((5, 1),), place="valley")
    assert choose(back) == Move(1, 0)
    turns = (399, 400, 439, 440, 480, 519, 600)
    later = [choose(attrs.evolve(back, turn=turn)) for turn in turns]
    to_and_fro = {turn for turn, step in zip(turns, later, strict=True) if step == Move(-1, 0)}
    assert to_and_fro == {480, 519, 600}


def test_but_it_never_lets_be_a_foe_that_is_near() -> None:
    near, far = view_on("########\n @.z...#\n########"), view_on("########\n @...z.#\n########")
    for turn in (0, 480):
        assert choose(attrs.evolve(near, turn=turn)) == Move(1, 0)
    assert choose(attrs.evolve(far, turn=0)) == Move(1, 0)


def test_it_gets_off_what_harms_it_first() -> None:
    view = attrs.evolve(view_on("#######\n#.@.z.#\n#######"), harm_at=((2, 1), (3, 1)))
    assert choose(view) == Move(-1, 0)


def test_it_leaps_into_a_chasm_where_no_stair_is_left_but_not_on_the_last_level() -> None:
    view = view_on("#######\n#.@.:.#\n#######")
    assert choose(attrs.evolve(view, levels=2)) == Move(1, 0)
    assert choose(attrs.evolve(view_on("#######\n#>@.:.#\n#######"), levels=2)) == Move(-1, 0)
    assert choose(attrs.evolve(view, levels=1)) != Move(1, 0)


def test_it_goes_for_the_prize_before_all_else() -> None:
    assert choose(view_on('########\n#".@.z.#\n########')) == Move(-1, 0)


def test_with_a_memory_it_tries_each_lock_once() -> None:
    two = "#######\n#X.@.X#\n#######"
    bot, view = Remembering(choose), holding(two, "an iron key")
    assert bot(view) == Move(1, 0)
    beside = attrs.evolve(view, here=(4, 1))
    assert bot(beside) == Move(1, 0)
    refused = Line("The door is locked.", "refusal", 0, 1)
    assert bot(attrs.evolve(beside, lines=(refused,))) == Wait()
    assert bot(attrs.evolve(beside, lines=(refused,), turn=1)) == Move(-1, 0)


def test_with_a_memory_it_goes_for_nothing_that_it_left_lying() -> None:
    memory, view = Memory(), view_on("#######\n#@.!..#\n#######")
    memory.see(view)
    assert choose(view, memory) == Move(1, 0)
    memory.see(attrs.evolve(view, here=(3, 1)))
    memory.see(view)
    assert not isinstance(choose(view, memory), Move)


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["explorer", "fighter"])
@pytest.mark.parametrize("seed", sampled(range(1, 61), 2))
def test_each_journey_comes_to_an_end(bot: str, seed: int) -> None:
    session, choose_next = Session(seed), BOTS[bot](seed)
    for _ in range(2_500):
        if not session.over:
            session.perform(choose_next(session.view()))
    assert session.over


def test_it_goes_round_a_trap_it_knows_and_over_it_where_there_is_no_other_way() -> None:
    round_it = view_on("########\n#......#\n#.@^..!#\n#......#\n########")
    assert choose(round_it) in (Move(1, -1), Move(1, 1))
    assert choose(view_on("######\n#@^.!#\n######")) == Move(1, 0)


def test_it_explores_before_it_dares_to_step_onto_a_trap() -> None:
    view = view_on("#######\n ..@^!#\n#######")
    assert choose(view, Memory()) == Move(-1, 0)

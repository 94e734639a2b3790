"""The explorer: fights what is near, and otherwise goes where it has not been."""

from __future__ import annotations

import attrs
import pytest

from bidden.bots.explorer import choose
from bidden.bots.remembering import Remembering
from bidden.bots.roster import BOTS
from bidden.content.kinds.level_kinds import Lots
from bidden.intents import Move, Quaff, Wait
from bidden.session import Session
from bidden.view import Ending, Held, Line, View
from tests.bidden.bots.views import view_on
from tests.bidden.scenes import MakeSession, catalogue, map_of, read
from tests.sampling import sampled


def test_it_drinks_what_closes_wounds() -> None:
    mending = Held("b", "a potion of mending", ("quaff",), "!", "potion")
    view = attrs.evolve(view_on("###\n#@#\n###"), pack=(mending,), max_wounds=5)
    assert choose(view) == Wait()
    assert choose(attrs.evolve(view, wounds=("leg",))) == Quaff("b")


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


@pytest.mark.parametrize("seed", [1, 2])
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


def holding(drawing: str, *names: str, turn: int = 0) -> View:
    pack = tuple(Held("a", name, (), "-", "gear") for name in names)
    return attrs.evolve(view_on(drawing), pack=pack, turn=turn)


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


def test_with_a_memory_it_tries_each_lock_once() -> None:
    two = "#######\n#X.@.X#\n#######"
    bot, view = Remembering(choose), holding(two, "an iron key")
    assert bot(view) == Move(1, 0)
    beside = attrs.evolve(view, here=(4, 1))
    assert bot(beside) == Move(1, 0)
    refused = Line("The door is locked.", "refusal", 0, 1)
    assert bot(attrs.evolve(beside, lines=(refused,))) == Wait()
    assert bot(attrs.evolve(beside, lines=(refused,), turn=1)) == Move(-1, 0)


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

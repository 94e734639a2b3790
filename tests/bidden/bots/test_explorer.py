"""The explorer fights nearby foes, and otherwise goes where it has not been."""

from __future__ import annotations

import attrs
import pytest

from bidden.bots.explorer import choose
from bidden.bots.roster import BOTS
from bidden.content.kinds.level_kinds import Lots
from bidden.intents import Move, Quaff, Wait
from bidden.session import Session
from bidden.view import Ending, Held
from tests.bidden.bots.views import view_on
from tests.bidden.scenes import MakeSession, catalogue, map_of, read
from tests.sampling import sampled


def test_explorer_bot_quaffs_a_mending_potion_when_wounded() -> None:
    mending = Held("b", "a potion of mending", ("quaff",), "!", "potion")
    view = attrs.evolve(view_on("###\n#@#\n###"), pack=(mending,), max_wounds=5)
    assert choose(view) == Wait()
    assert choose(attrs.evolve(view, wounds=("leg",))) == Quaff("b")


def test_explorer_bot_explores_the_whole_level(make_session: MakeSession) -> None:
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
    # Nobody ever sees a tile that is walled in on all sides.
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
def test_explorer_bot_intents_are_refused_only_by_webs(seed: int) -> None:
    session = Session(seed, catalogue=catalogue())
    for _ in range(60):
        if session.ending is None:
            done = session.perform(choose(session.view()))
            assert not done.failed or done.reason == "web"  # it tears at its bonds


@pytest.mark.slow
@pytest.mark.parametrize("seed", sampled(range(20), 2))
def test_explorer_bot_collects_the_keys_of_a_labyrinth_and_wins(seed: int) -> None:
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


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["explorer", "fighter"])
@pytest.mark.parametrize("seed", sampled(range(1, 61), 2))
def test_each_journey_comes_to_an_end(bot: str, seed: int) -> None:
    session, choose_next = Session(seed), BOTS[bot](seed)
    for _ in range(2_500):
        if not session.over:
            session.perform(choose_next(session.view()))
    assert session.over


def test_explorer_bot_avoids_a_known_trap_unless_it_blocks_the_only_way() -> None:
    round_it = view_on("########\n#......#\n#.@^..!#\n#......#\n########")
    assert choose(round_it) in (Move(1, -1), Move(1, 1))
    assert choose(view_on("######\n#@^.!#\n######")) == Move(1, 0)

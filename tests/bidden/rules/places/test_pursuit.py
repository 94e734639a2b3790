"""Pursuit: hunters come after a player who stays long on a level."""

from __future__ import annotations

from collections.abc import Callable

import attrs
import pytest

from bidden.ai.mind import Mind
from bidden.ai.tracker import Tracker
from bidden.components.body.health import Health
from bidden.components.movement.position import Position
from bidden.content.catalogue import Catalogue
from bidden.events.minds import GiveUp
from bidden.events.movement import Displace
from bidden.events.places import Climb
from bidden.events.pursuit import FeelWatched
from bidden.events.turns import TakeTurn
from bidden.rules.places.pursuit import Pursuers
from bidden.session import Session
from bidden.state import Fighter, Stair, name_of
from eventcore import Entity
from tests.bidden.scenes import Changes, MakeLevels, catalogue_below, hp, place, wait

HALL = "@.........#...\n..........+..."
BELOW = "<.............\n.............."
HUNTERS = Pursuers(after=20, again=30, warning=5, hunters={"cellar": ["headhunter", "stalker"]})
TAME: dict[str, Changes] = {
    name: {"Mind": {"plan": ["rest"]}, "Wits": {}} for name in ("headhunter", "stalker")
}


@pytest.fixture
def hunted(make_levels: MakeLevels, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Session]:
    """Begin sessions on drawn levels, with hunters arriving."""

    def make(*drawings: str, hunters: Pursuers = HUNTERS, **things: Changes) -> Session:
        def catalogue(*args: object) -> Catalogue:
            made = catalogue_below(*args)  # type: ignore[arg-type]
            first = attrs.evolve(made.level("first"), pursuit=hunters)
            return attrs.evolve(made, levels={"first": first})

        monkeypatch.setattr("tests.bidden.conftest.catalogue_below", catalogue)
        return make_levels(*drawings, **things)

    return make


def come(session: Session) -> list[Entity]:
    return [*session.world.having(Tracker)]


def climb(session: Session) -> None:
    here = session.player[Position].level
    stair = next(one for one in session.world.having(Stair) if one[Position].level == here)
    assert session.world.publish(Climb(session.player, stair)).done


def test_hunter_arrives_where_the_player_arrived_and_is_felt_beforehand(
    hunted: Callable[..., Session],
) -> None:
    session = hunted(HALL, **TAME)
    session.world.publish(Displace(session.player, session.player, 5, 0, 1))
    felt = list[int]()
    session.world.observe(FeelWatched, lambda _: felt.append(session.world.turn))
    wait(session, 19)
    assert (come(session), felt) == ([], [15])
    wait(session, 1)
    (hunter,) = come(session)
    assert (name_of(hunter), place(hunter)) == ("headhunter", (0, 0))


def test_second_hunter_is_announced_as_another_hunter(hunted: Callable[..., Session]) -> None:
    session = hunted(HALL, **TAME)
    session.world.publish(Displace(session.player, session.player, 5, 0, 1))
    wait(session, 20 + 30)
    felt = [line.text for line in session.messages.lines if "You feel watched" in line.text]
    assert [text.partition("level, ")[2] for text in felt] == [
        "a hunter will come.",
        "another hunter will come.",
    ]


def test_later_hunters_are_tougher(hunted: Callable[..., Session]) -> None:
    session = hunted(HALL, **TAME)
    session.world.publish(Displace(session.player, session.player, 5, 0, 1))
    wait(session, 20 + 3 * 30)
    assert [name_of(one) for one in come(session)] == ["headhunter", "stalker"] * 2
    grown = [(one[Health].most, one[Fighter].attack) for one in come(session)]
    assert grown == [(16, 6), (16 + 4, 6 + 1), (16 + 8, 6 + 2), (16 + 12, 6 + 3)]
    assert [hp(one) for one in come(session)] == [most for most, _ in grown]
    assert [place(one) for one in come(session)][:2] == [(0, 0), (1, 0)]


def test_deeper_hunters_are_tougher(hunted: Callable[..., Session]) -> None:
    session = hunted(HALL.replace("...\n", "..>\n"), BELOW, **TAME)
    climb(session)
    wait(session, 20)
    (hunter,) = come(session)
    assert (hp(hunter), hunter[Position].level, place(hunter)) == (20, 2, (1, 0))


def test_pursuit_countdown_resumes_when_the_player_returns_to_the_level(
    hunted: Callable[..., Session],
) -> None:
    session = hunted(HALL.replace("...\n", "..>\n"), BELOW, **TAME)
    wait(session, 10)
    climb(session)
    wait(session, 19)
    assert come(session) == []
    climb(session)
    wait(session, 9)
    assert come(session) == []
    wait(session, 1)
    (hunter,) = come(session)
    assert hunter[Position].level == 1
    assert place(hunter) == (13, 1)


def test_hunter_knows_the_way_to_a_player_it_cannot_see(hunted: Callable[..., Session]) -> None:
    session = hunted(HALL)
    session.world.publish(Displace(session.player, session.player, 13, 0, 1))
    wait(session, 20)
    (hunter,) = come(session)
    assert not hunter[Mind].sees_foe
    assert hunter[Mind].goal == (13, 0)
    wait(session, 14)
    assert hunter[Position].distance(session.player[Position]) == 1


def test_hunter_follows_the_trail_for_its_turns(hunted: Callable[..., Session]) -> None:
    still: Changes = {"Mind": {"plan": ["rest"]}, "Tracker": {"turns": 12}}
    session = hunted(HALL, headhunter=still)
    session.world.publish(Displace(session.player, session.player, 13, 0, 1))
    wait(session, 20)
    (hunter,) = come(session)
    goals = []
    for _ in range(14):
        session.world.publish(TakeTurn(hunter))
        goals.append(hunter[Mind].goal)
        session.world.publish(GiveUp(hunter))
    assert goals == [(13, 0)] * 12 + [None] * 2
    assert hunter[Tracker].left == 0

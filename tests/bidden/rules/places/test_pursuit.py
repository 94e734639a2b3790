"""Pursuit: who stays long on a level is warned, and come after by the way they came."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import attrs
import pytest

from bidden.ai.mind import Mind
from bidden.ai.tracker import Tracker
from bidden.components.body.health import Health
from bidden.components.movement.position import Position
from bidden.content.catalogue import Catalogue, read_catalogue
from bidden.content.datafiles import ContentError
from bidden.events.minds import GiveUp
from bidden.events.movement import Displace
from bidden.events.noise import Noise
from bidden.events.places import Climb, Spawn
from bidden.events.pursuit import ComeAfter, FeelWatched, TakeUpTrail
from bidden.events.turns import TakeTurn
from bidden.intents import Intent, Wait
from bidden.order import COMPONENTS
from bidden.recording import playing
from bidden.recording.resume import resume
from bidden.rules.places.pursuit import Pursuers, Pursuit
from bidden.session import Session
from bidden.state import Fighter, Stair, name_of
from eventcore import Change, Entity
from eventcore.replay import Source, verify
from eventcore.testing.properties import check_clones, check_replays, check_saves
from tests.bidden.scenes import (
    Changes,
    Ear,
    MakeLevels,
    Meddle,
    catalogue_below,
    hp,
    place,
    refusing,
    texts,
)

HALL = "@.........#...\n..........+..."
BELOW = "<.............\n.............."
HUNTERS = Pursuers(after=20, again=30, warning=5, hunters={"cellar": ["headhunter", "stalker"]})
TAME: dict[str, Changes] = {
    name: {"Mind": {"plan": ["rest"]}, "Wits": {}} for name in ("headhunter", "stalker")
}


@pytest.fixture
def hunted(make_levels: MakeLevels, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Session]:
    """Begin sessions on drawn levels, where hunters come."""

    def make(*drawings: str, hunters: Pursuers = HUNTERS, **things: Changes) -> Session:
        def catalogue(*args: object) -> Catalogue:
            made = catalogue_below(*args)  # type: ignore[arg-type]
            first = attrs.evolve(made.level("first"), pursuit=hunters)
            return attrs.evolve(made, levels={"first": first})

        monkeypatch.setattr("tests.bidden.conftest.catalogue_below", catalogue)
        return make_levels(*drawings, **things)

    return make


def wait(session: Session, turns: int) -> None:
    for _ in range(turns):
        session.perform(Wait())


def come(session: Session) -> list[Entity]:
    return [*session.world.having(Tracker)]


def told(session: Session) -> list[tuple[int, str]]:
    return [(line.turn, line.text) for line in session.messages.lines]


def climb(session: Session) -> None:
    here = session.player[Position].level
    stair = next(one for one in session.world.having(Stair) if one[Position].level == here)
    assert session.world.publish(Climb(session.player, stair)).done


def test_a_hunter_comes_where_one_came_and_is_felt_before(hunted: Callable[..., Session]) -> None:
    session = hunted(HALL, **TAME)
    session.world.publish(Displace(session.player, session.player, 5, 0, 1))
    wait(session, 19)
    assert come(session) == []
    wait(session, 1)
    (hunter,) = come(session)
    assert (name_of(hunter), place(hunter)) == ("headhunter", (0, 0))
    assert told(session) == [(15, "You feel watched."), (20, "A headhunter comes after you!")]


def test_each_further_one_is_another_kind_and_tougher(hunted: Callable[..., Session]) -> None:
    session = hunted(HALL, **TAME)
    session.world.publish(Displace(session.player, session.player, 5, 0, 1))
    wait(session, 20 + 3 * 30)
    assert [name_of(one) for one in come(session)] == ["headhunter", "stalker"] * 2
    grown = [(one[Health].most, one[Fighter].attack) for one in come(session)]
    assert grown == [(16, 6), (16 + 4, 6 + 1), (16 + 8, 6 + 2), (16 + 12, 6 + 3)]
    assert [hp(one) for one in come(session)] == [most for most, _ in grown]
    assert [place(one) for one in come(session)][:2] == [(0, 0), (1, 0)]


def test_one_level_down_they_are_as_much_tougher(hunted: Callable[..., Session]) -> None:
    session = hunted(HALL.replace("...\n", "..>\n"), BELOW, **TAME)
    climb(session)
    wait(session, 20)
    (hunter,) = come(session)
    assert (hp(hunter), hunter[Position].level, place(hunter)) == (20, 2, (1, 0))


def test_the_wait_on_a_level_goes_on_where_it_was_left(hunted: Callable[..., Session]) -> None:
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


def test_who_leaves_after_the_warning_is_warned_anew_once_back(
    hunted: Callable[..., Session],
) -> None:
    session = hunted(HALL.replace("...\n", "..>\n"), BELOW, **TAME)
    wait(session, 17)
    climb(session)
    climb(session)
    wait(session, 5)
    assert [text for _, text in told(session)].count("You feel watched.") == 2
    assert len(come(session)) == 1


def test_where_there_is_no_room_it_comes_as_soon_as_there_is(
    hunted: Callable[..., Session],
) -> None:
    session = hunted("@#.", **TAME)
    wait(session, 25)
    assert come(session) == []
    session.world.publish(Displace(session.player, session.player, 2, 0, 1))
    wait(session, 1)
    assert [place(one) for one in come(session)] == [(0, 0)]


def test_a_hunter_that_is_refused_comes_later(
    hunted: Callable[..., Session], meddle: Meddle
) -> None:
    refused: list[Change] = []

    def refuse(change: Change) -> None:
        if isinstance(change, Spawn) and change.what == "headhunter" and not refused:
            refused.append(change)
            refusing(Spawn)(change)

    meddle(refuse)
    session = hunted(HALL, **TAME)
    wait(session, 20)
    assert come(session) == []
    wait(session, 1)
    assert len(come(session)) == 1


def test_in_a_place_of_no_hunters_nobody_comes(hunted: Callable[..., Session]) -> None:
    session = hunted(HALL, hunters=Pursuers(after=3, warning=1, hunters={"ruin": ["revenant"]}))
    ear = Ear()
    session.world.tap(ear)
    wait(session, 10)
    assert [one.reason for one in ear.events if isinstance(one, ComeAfter)] == ["nobody hunts"]


def test_a_hunter_knows_the_way_to_who_it_does_not_see(hunted: Callable[..., Session]) -> None:
    session = hunted(HALL)
    session.world.publish(Displace(session.player, session.player, 13, 0, 1))
    wait(session, 20)
    (hunter,) = come(session)
    assert not hunter[Mind].sees_foe
    assert hunter[Mind].goal == (13, 0)
    wait(session, 14)
    assert hunter[Position].distance(session.player[Position]) == 1


def test_it_follows_the_trail_for_so_many_turns_and_no_longer(
    hunted: Callable[..., Session],
) -> None:
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


def test_a_trail_is_taken_up_by_who_can_track(hunted: Callable[..., Session]) -> None:
    session = hunted(HALL)
    assert session.world.publish(TakeUpTrail(session.player, session.player)).failed


def test_it_is_heard_by_who_does_not_see_it(hunted: Callable[..., Session]) -> None:
    session = hunted(HALL, **TAME)
    session.world.publish(Displace(session.player, session.player, 13, 0, 1))
    ear = Ear()
    session.world.tap(ear)
    wait(session, 20)
    assert [event.loudness for event in ear.events if isinstance(event, Noise)] == [100]
    assert told(session)[-1] == (20, "You hear a hunting call, to the west.")


def test_with_the_death_of_who_is_hunted_nobody_comes(hunted: Callable[..., Session]) -> None:
    session = hunted(HALL, **TAME)
    pursuit = session.world.root[Pursuit]
    assert pursuit.coming is not None
    assert isinstance(pursuit.coming.event, FeelWatched)
    assert pursuit.coming.owner is session.player


def test_only_levels_that_say_so_have_the_rule() -> None:
    assert Pursuit not in Session(1, level="cellar").world.root
    assert Session(1).world.root[Pursuit].pursuers.after == 1200


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('hunters = { cloud = ["revenant"] }', "there is no 'cloud'"),
        ('hunters = { ruin = ["nobody"] }', "there is no such table in creatures.toml: 'nobody'"),
    ],
)
def test_places_and_kinds_of_hunters_are_checked(line: str, reason: str) -> None:
    own = texts()
    old = 'hunters = { tower = ["sky hunter", "headhunter"] }'
    assert old in own["levels.toml"]
    with pytest.raises(ContentError, match=reason):
        read_catalogue(own | {"levels.toml": own["levels.toml"].replace(old, line)}, COMPONENTS)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_hunt_is_replayed_saved_and_cloned_the_same(seed: int) -> None:
    games = Source(lambda: Session(seed, level="hunted"), Session.restore)
    script: list[Intent] = [Wait()] * 60
    check_replays(games, script)
    check_saves(games, script)
    check_clones(games, script[:35])


def test_a_hunt_that_was_recorded_is_resumed_and_replayed(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = playing.begin(1, path, level="hunted", events=True)
    for sitting in (25, 20):
        for _ in range(sitting):
            game.perform(Wait())
        game.close()
        if sitting == 25:
            game = resume(path, playing.load(path, events=True))
    journal = playing.load(path, events=True)
    assert verify(playing.session_for(journal), journal, restore=Session.restore) is None
    assert "ComeAfter" in path.read_text("utf-8")

"""Peaceful creatures, and what they say."""

from __future__ import annotations

from typing import Any

import pytest

from bidden.ai.mind import Mind
from bidden.ai.wits import is_asleep
from bidden.components.movement.position import Position
from bidden.components.run.campaign import Campaign, Peaceful, Tells
from bidden.components.run.goals import Hunted
from bidden.components.things.pack import Pack
from bidden.content.catalogue import load_catalogue
from bidden.events.combat import Attack, TakeDamage
from bidden.events.minds import are_foes, side_of
from bidden.events.movement import Displace, Swap
from bidden.events.places import Spawn
from bidden.events.run import BreakPeace, LetPass, Talk
from bidden.grid.tiles import free_beside
from bidden.intents import Bind, Move, Wait
from bidden.order import COMPONENTS
from bidden.rules.ground.dangers import dangers_to
from bidden.rules.run.calling import summoners
from bidden.rules.run.talking import hints_for
from bidden.session import Session
from bidden.state import Hero, Side, Stair, name_of
from eventcore import Entity, Event
from tests.bidden.rules.run.runs import begun, bound, go_down
from tests.bidden.scenes import MakeSession, observed, wait

FACTIONS = load_catalogue(COMPONENTS).factions
STILL: dict[str, Any] = {"Mind": {"plan": [], "radius": 8}}
TELLS = {"Peaceful": {}, "Tells": {"faction": "divine"}, "Side": {"name": "divine"}}


def at_peace(make_session: MakeSession, drawing: str = "#@z...#", **changes: Any) -> Session:
    """Begin a session with a peaceful creature beside the player."""
    return make_session(drawing, zombie=STILL | TELLS | changes)


def other(session: Session) -> Entity:
    [one] = session.world.having(Tells)
    return one


def became(session: Session, dx: int = 1) -> Event | None:
    action: Event = session.perform(Move(dx, 0))
    return action.replacement


def test_peaceful_creature_is_nobodys_foe(make_session: MakeSession) -> None:
    session = at_peace(make_session)
    world, one = session.world, other(session)
    assert side_of(world, one) == ""
    assert not are_foes(world, one, session.player)
    assert not are_foes(world, session.player, one)
    view = session.view()
    assert (view.foes, view.foes_at) == (0, ())


def test_peaceful_creature_does_no_harm(make_session: MakeSession) -> None:
    hunting: dict[str, Any] = {"Mind": {"plan": ["hunt", "wander"], "radius": 8}}
    session = at_peace(make_session, **hunting)
    seen = observed(session, Attack)
    wait(session, 20)
    assert seen == []


def test_peace_is_announced_once_on_sight(make_session: MakeSession) -> None:
    session = at_peace(make_session, "#@+z...#")
    seen = observed(session, LetPass)
    session.perform(Wait())
    assert seen == []
    for _ in range(3):
        session.perform(Move(1, 0))  # the door opens
    assert [one.target for one in seen] == [session.player]


def test_harming_a_peaceful_creature_makes_it_hostile(make_session: MakeSession) -> None:
    session = at_peace(make_session, Health={"hp": 30, "most": 30})
    world, one = session.world, other(session)
    seen = observed(session, BreakPeace)
    world.publish(TakeDamage(session.player, one, 1, True))
    assert [(event.enactor, event.target) for event in seen] == [(one, session.player)]
    assert Peaceful not in one
    assert are_foes(world, one, session.player)
    assert isinstance(became(session), Attack)


def dwellers(place: str, standing: int, seeds: int, danger: int = 3) -> list[Entity]:
    """Return the creatures on the second level of bindings, given the faction's standing."""
    faction = next(name for name, one in FACTIONS.items() if one.place == place)
    found = list[Entity]()
    for seed in range(seeds):
        session = begun(seed, task="hunt", what="wolf", land="cave", place=place, danger=danger)
        session.world.root[Campaign].standing = {faction: standing}
        session.perform(Bind(0))
        go_down(session)
        sides = (faction, session.player[Side].name)
        living = session.world.having(Mind, Side, Position)
        found += [one for one in living if one[Position].level == 3 and one[Side].name in sides]
    return [one for one in found if Hero not in one and Pack not in one]


@pytest.mark.parametrize(
    ("standing", "danger", "share"), [(0, 3, 0), (2, 3, 30), (9, 1, 60), (9, 5, 20)]
)
def test_share_of_friendly_faction_keeps_peace(standing: int, danger: int, share: int) -> None:
    seeds = 30 // (1 + danger)
    living = [one for one in dwellers("labyrinth", standing, seeds, danger) if Hunted not in one]
    foes = [one for one in living if one[Side].name == "beastly"]
    at_peace = [one for one in foes if Peaceful in one]
    assert len(foes) > 30
    assert abs(100 * len(at_peace) / len(foes) - share) <= (15 if share else 0)
    for one in living:
        friend = one[Side].name != "beastly"
        assert (Tells in one) == (friend or Peaceful in one)
        assert Tells not in one or one[Tells].faction == "beastly"


def test_first_step_into_a_peaceful_creature_talks_and_the_second_swaps(
    make_session: MakeSession,
) -> None:
    session = at_peace(make_session)
    turn, here = session.world.turn, session.player[Position].x
    talk = became(session)
    assert isinstance(talk, Talk)
    assert (talk.done, talk.target) == (True, other(session))
    assert (session.world.turn, session.player[Position].x) == (turn + 1, here)
    assert other(session)[Tells].told
    assert isinstance(became(session), Swap)
    assert (session.player[Position].x, other(session)[Position].x) == (here + 1, here)


def test_sleeper_is_swapped_not_talked_to(make_session: MakeSession) -> None:
    session = at_peace(make_session, Wits={"state": "asleep"})
    assert is_asleep(other(session))
    assert isinstance(became(session), Swap)


def on_a_level(session: Session) -> Entity:
    """Spawn a peaceful, talking creature on the current level."""
    world, here = session.world, session.player[Position]
    spot = next(free_beside(here, world))
    made = world.publish(Spawn(world.root, None, "pilgrim", *spot, here.level)).made
    assert made is not None
    return made


def test_hints_of_a_peaceful_creature_point_to_real_things() -> None:
    session = bound("hunt")  # on the last level
    one, world = on_a_level(session), session.world
    hints = {hint.about: hint for hint in hints_for(one, session.player, world)}
    [quarry] = world.having(Hunted)
    there = quarry[Position]
    task = hints["task"]
    assert (task.what, task.x, task.y, task.level) == (name_of(quarry), there.x, there.y, 3)
    assert "way" not in hints
    if "danger" in hints:
        danger = hints["danger"]
        tiles = {
            tile
            for found in dangers_to(one, world)
            if found.name == danger.what
            for tile in found.tiles
        }
        assert (danger.x, danger.y) in tiles


def test_hints_above_the_last_level_give_the_stair_and_the_level_of_the_task() -> None:
    session = begun(task="hunt", what="wolf", land="cave", place="labyrinth", danger=1)
    session.perform(Bind(0))
    one, world = on_a_level(session), session.world
    hints = {hint.about: hint for hint in hints_for(one, session.player, world)}
    [down] = [stair for stair in world.having(Stair, Position) if stair[Stair].to == 3]
    assert (hints["way"].x, hints["way"].y) == (down[Position].x, down[Position].y)
    assert (hints["task"].x, hints["task"].level) == (-1, 3)
    talk = Talk(session.player, one)
    assert world.publish(talk).done
    assert (talk.about, talk.what) in {(hint.about, hint.what) for hint in hints.values()}


def test_summoner_describes_the_offer_each_time_the_player_bumps_into_it() -> None:
    session = Session(1, level="run")
    for one in summoners(session.world):
        for _ in range(2):
            here, there = session.player[Position], one[Position]
            spot = (there.x - 1, there.y, there.level)
            assert here.level == there.level
            session.world.publish(Displace(session.player, session.player, *spot))
            assert isinstance(became(session), Talk)

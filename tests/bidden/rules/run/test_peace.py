"""Peace and talk: who lets one pass, until when, and what they tell."""

from __future__ import annotations

from typing import Any

import pytest

from bidden.ai.mind import Mind
from bidden.ai.wits import is_asleep
from bidden.components.body.body import Body
from bidden.components.movement.position import Position
from bidden.components.run.campaign import Campaign, Offer
from bidden.components.run.goals import Hunted
from bidden.components.run.peace import Peaceful, Tells
from bidden.components.things.pack import Pack
from bidden.components.tricks.disguise import Disguise
from bidden.content.catalogue import load_catalogue
from bidden.events import movement as events
from bidden.events.combat import Attack, TakeDamage
from bidden.events.effects import Affect
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
from tests.bidden.content.complaints import complaint_of
from tests.bidden.rules.run.test_run import begun, bound, go_down
from tests.bidden.scenes import MakeSession

FACTIONS = load_catalogue(COMPONENTS).factions
STILL: dict[str, Any] = {"Mind": {"plan": [], "radius": 8}}
TELLS = {"Peaceful": {}, "Tells": {"faction": "divine"}, "Side": {"name": "divine"}}


def at_peace(make_session: MakeSession, drawing: str = "#@z...#", **changes: Any) -> Session:
    """A session with one beside the player who keeps the peace."""
    return make_session(drawing, zombie=STILL | TELLS | changes)


def other(session: Session) -> Entity:
    [one] = session.world.having(Tells)
    return one


def became(session: Session, dx: int = 1) -> Event | None:
    return session.perform(Move(dx, 0)).replacement


def texts(session: Session) -> list[str]:
    return [line.text for line in session.view().lines]


# Peace


def test_who_keeps_the_peace_is_on_no_side_and_nobodys_foe(make_session: MakeSession) -> None:
    session = at_peace(make_session)
    world, one = session.world, other(session)
    assert side_of(world, one) == ""
    assert not are_foes(world, one, session.player)
    assert not are_foes(world, session.player, one)
    view = session.view()
    here = one[Position]
    assert (view.foes, view.foes_at) == (0, ())
    assert view.tiles[here.y][here.x].name.endswith(", lets you pass")


def test_it_does_no_harm(make_session: MakeSession) -> None:
    hunting: dict[str, Any] = {"Mind": {"plan": ["hunt", "wander"], "radius": 8}}
    session = at_peace(make_session, **hunting)
    seen: list[Attack] = []
    session.world.observe(Attack, seen.append)
    for _ in range(20):
        session.perform(Wait())
    assert seen == []


def test_that_it_lets_one_pass_is_told_once_as_it_is_seen(make_session: MakeSession) -> None:
    session = at_peace(make_session, "#@+z...#")
    seen: list[LetPass] = []
    session.world.observe(LetPass, seen.append)
    session.perform(Wait())
    assert seen == []
    for _ in range(3):
        session.perform(Move(1, 0))  # the door opens
    assert [one.target for one in seen] == [session.player]
    assert sum(text == "The zombie lets you pass." for text in texts(session)) == 1


def test_who_hurts_it_has_a_foe(make_session: MakeSession) -> None:
    session = at_peace(make_session, Health={"hp": 30, "most": 30})
    world, one = session.world, other(session)
    seen: list[BreakPeace] = []
    world.observe(BreakPeace, seen.append)
    world.publish(TakeDamage(session.player, one, 1, True))
    assert [(event.enactor, event.target) for event in seen] == [(one, session.player)]
    assert Peaceful not in one
    assert are_foes(world, one, session.player)
    assert texts(session)[-1] == "The zombie keeps the peace no longer."
    assert isinstance(became(session), Attack)


def test_what_nobody_does_to_it_breaks_no_peace(make_session: MakeSession) -> None:
    session = at_peace(make_session, Health={"hp": 30, "most": 30})
    world, one = session.world, other(session)
    world.publish(TakeDamage(world.root, one, 1, True))
    world.publish(TakeDamage(one, one, 1, True))
    assert Peaceful in one


def test_who_dies_of_it_has_no_peace_to_break(make_session: MakeSession) -> None:
    session = at_peace(make_session)
    session.world.publish(TakeDamage(session.player, other(session), 99, True))
    assert not any("peace" in text for text in texts(session))


def test_who_charms_it_has_it_on_their_side(make_session: MakeSession) -> None:
    session = at_peace(make_session)
    world, one = session.world, other(session)
    assert world.publish(Affect(session.player, one, "charm", turns=9)).done
    assert side_of(world, one) == side_of(world, session.player) != ""


def dwellers(place: str, standing: int, seeds: int, danger: int = 3) -> list[Entity]:
    """Who lives on the second level of bindings, where one stands so with those of a place."""
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
    ("standing", "danger", "share"),
    [(0, 3, 0), (-2, 3, 0), (2, 3, 30), (3, 3, 40), (9, 1, 60), (9, 3, 40), (9, 5, 20)],
)
def test_of_a_faction_one_stands_well_with_a_share_keeps_the_peace(
    standing: int, danger: int, share: int
) -> None:
    seeds = 60 // (1 + danger)
    living = [one for one in dwellers("labyrinth", standing, seeds, danger) if Hunted not in one]
    foes = [one for one in living if one[Side].name == "beastly"]
    at_peace = [one for one in foes if Peaceful in one]
    assert len(foes) > 60
    assert abs(100 * len(at_peace) / len(foes) - share) <= (12 if share else 0)
    for one in living:
        friend = one[Side].name != "beastly"
        assert (Tells in one) == (friend or Peaceful in one)
        assert Tells not in one or one[Tells].faction == "beastly"


def test_neither_the_quarry_nor_what_hides_what_it_is_keeps_the_peace() -> None:
    living = dwellers("ruin", 9, 24)
    hidden = [one for one in living if Disguise in one or Body in one]
    assert hidden
    assert not [one for one in living if Hunted in one and Peaceful in one]
    assert not [one for one in hidden if Peaceful in one]


# Talk


def test_a_step_up_to_them_is_a_word_and_the_next_a_change_of_places(
    make_session: MakeSession,
) -> None:
    session = at_peace(make_session)
    turn, here = session.world.turn, session.player[Position].x
    talk = became(session)
    assert isinstance(talk, Talk)
    assert (talk.done, talk.target) == (True, other(session))
    assert (session.world.turn, session.player[Position].x) == (turn + 1, here)
    assert other(session)[Tells].told
    assert 'The zombie lifts a hand over you: "' in " ".join(texts(session))
    assert isinstance(became(session), Swap)
    assert (session.player[Position].x, other(session)[Position].x) == (here + 1, here)


def test_who_sleeps_is_not_talked_to(make_session: MakeSession) -> None:
    session = at_peace(make_session, Wits={"state": "asleep"})
    assert is_asleep(other(session))
    assert isinstance(became(session), Swap)


def test_nobody_else_talks_to_them(make_session: MakeSession) -> None:
    session = at_peace(make_session)
    world, player = session.world, session.player
    assert world.publish(events.Move(player, -1, 0)).reason == "wall"
    world.attach(player, Tells("divine"))
    [one] = [one for one in world.having(Tells) if one is not player]
    step = world.publish(events.Move(one, -1, 0))
    assert (step.replacement, step.reason) == (None, "occupied")


def test_a_foe_is_not_talked_to(make_session: MakeSession) -> None:
    session = at_peace(make_session)
    session.world.detach(other(session), Peaceful)
    assert isinstance(became(session), Attack)


def test_with_nothing_to_tell_they_say_so(make_session: MakeSession) -> None:
    session = at_peace(make_session)
    assert [*hints_for(other(session), session.player, session.world)] == []
    became(session)
    assert any("There is nothing here that you need to know." in text for text in texts(session))


def on_a_level(session: Session) -> Entity:
    """One of the level who keeps the peace, and tells."""
    world, here = session.world, session.player[Position]
    spot = next(free_beside(here, world))
    made = world.publish(Spawn(world.root, None, "pilgrim", *spot, here.level)).made
    assert made is not None
    return made


def test_what_they_tell_is_true() -> None:
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


def test_above_the_last_level_they_tell_of_the_stair_and_how_far_down_it_is() -> None:
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


def test_once_the_task_is_done_they_tell_nothing_of_it() -> None:
    session = bound("hunt")
    session.world.root[Campaign].fulfilled = True
    one = on_a_level(session)
    assert "task" not in {hint.about for hint in hints_for(one, session.player, session.world)}


def test_a_summoner_tells_of_the_offer_whenever_asked() -> None:
    session = Session(1, level="run")
    for number, one in enumerate(summoners(session.world)):
        offer, binding = session.view().offers[number], one[Offer].binding
        for _ in range(2):
            here, there = session.player[Position], one[Position]
            spot = (there.x - 1, there.y, there.level)
            assert here.level == there.level
            session.world.publish(Displace(session.player, session.player, *spot))
            assert isinstance(became(session), Talk)
            told = texts(session)[-1]
            assert told.startswith(binding.summoner)
            assert offer.task[1:] in told
            assert f"Danger {offer.danger}. {offer.term:,} turns. Reward: {offer.reward}." in told


def test_each_faction_speaks_in_its_own_way() -> None:
    assert len({one.says for one in FACTIONS.values()}) == len(FACTIONS)


FACTION = """[a]
place = 'cave'
rival = 'a'
names = ['b', 'c', 'd']
offices = ['e', 'f']
quarry = ['g', 'g', 'g', 'g', 'g']
relics = ['h']
burdens = ['h']
gifts = ['h']
treasures = ['h']
hunter = 'g'
"""


@pytest.mark.parametrize("says", ["{who} nods", "{hint}", "{who} says {hint} {luck}"])
def test_a_way_to_speak_that_says_nothing_is_refused(says: str) -> None:
    assert "a.says: " in complaint_of({"factions.toml": f"{FACTION}says = '{says}'"})


def test_nobody_speaks_for_a_faction_that_is_not_there() -> None:
    table = "[a]\nTells = { faction = 'b' }"
    assert "no such table in factions.toml: 'b'" in complaint_of({"creatures.toml": table})

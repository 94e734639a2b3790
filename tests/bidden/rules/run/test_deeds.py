"""Deeds are counted during a run, and earn achievements and points."""

from typing import Any, Final

import attrs
import pytest

from bidden.components.body.health import Health
from bidden.components.body.metabolism import Stomach
from bidden.components.movement.position import Position
from bidden.components.run.campaign import Campaign
from bidden.components.run.goals import Hunted
from bidden.content.kinds.achievements import DEEDS
from bidden.events.combat import Attack, Die, Wound
from bidden.events.effects import Affect
from bidden.events.ground import Burn, Ignite, Pour
from bidden.events.places import Climb, Disarm, Spawn
from bidden.events.run import Achieve, BurnTheBound, Fulfil
from bidden.events.things import Eat, Quaff, Read
from bidden.grid.tiles import free_beside
from bidden.rules.run.deeds import Deeds, points_of, score_of
from bidden.session import Session
from bidden.state import Secret, Stair, Title
from eventcore import Entity
from tests.bidden.rules.run.runs import bound, campaign_of, only, settle, take_the_gate
from tests.bidden.scenes import catalogue

KINDS = catalogue().achievements


def deeds_of(session: Session) -> Deeds:
    return session.world.root[Deeds]


def tally(session: Session) -> dict[str, int]:
    return deeds_of(session).tally


def earned(session: Session) -> list[str]:
    return deeds_of(session).earned


def come(session: Session, what: str, beside: Entity | None = None) -> Entity:
    """Spawn a creature or item beside the player or another entity."""
    place = (session.player if beside is None else beside)[Position]
    x, y = next(free_beside(place, session.world))
    made = session.world.publish(Spawn(session.player, None, what, x, y, place.level)).made
    assert made is not None
    return made


def fulfil(session: Session, **binding: Any) -> Fulfil:
    """Fulfil the bound task as a hunt, whatever it was."""
    campaign = campaign_of(session)
    assert campaign.bound is not None
    campaign.bound = attrs.evolve(campaign.bound, task="hunt", **binding)
    campaign.fulfilled = False
    done = session.world.publish(Fulfil(session.player, session.player, "hunt"))
    assert done.done
    return done


def about_to_win(session: Session, standing: int = 1) -> None:
    """Set up a campaign that has served four factions."""
    campaign = campaign_of(session)
    campaign.served = ["elevated", "ancient", "divine", "mutated"]
    campaign.standing = dict.fromkeys(["elevated", "ancient", "divine", "mutated"], standing)


@pytest.mark.parametrize("name", KINDS)
def test_achievement_requires_its_deeds_within_the_time_limit(name: str) -> None:
    kind = KINDS[name]
    enough = dict.fromkeys(kind.of, kind.times)
    assert kind.is_earned_by(enough, kind.within)
    for deed in kind.of:
        assert not kind.is_earned_by(enough | {deed: kind.times - 1}, kind.within)
    for deed in kind.without:
        assert not kind.is_earned_by(enough | {deed: 1}, kind.within)
    assert kind.is_earned_by(enough, kind.within + 1) == (kind.within == 0)


def test_completed_binding_counts_its_danger_task_faction_and_turns_left() -> None:
    session = bound("seek", danger=2, term=1000)
    due = campaign_of(session).due
    settle(session, "seek")
    left = due - session.world.turn + 1  # plus the turn spent picking it up
    counted = {name: tally(session).get(name, 0) for name in DEEDS[:9]}
    assert counted == {
        "binding": 1,
        "danger": 2,
        "hunt": 0,
        "seek": 1,
        "bear": 0,
        "late": 0,
        "turn left": left,
        "faction": 1,
        "again": 0,
    }
    assert earned(session) == ["first", "quiet"]


def test_faction_deeds_need_four_factions_or_three_repeat_services() -> None:
    session = bound("hunt")
    for faction in ("elevated", "ancient", "divine"):
        fulfil(session, faction=faction)
    assert "four" not in earned(session)
    fulfil(session, faction="mutated")
    assert ("four" in earned(session), tally(session)["faction"]) == (True, 4)
    other = bound("hunt")
    for n in range(4):
        assert "loyal" not in earned(other)
        fulfil(other, faction="divine")
        assert tally(other).get("again", 0) == n
    assert "loyal" in earned(other)


ENDINGS: Final[dict[str, Any]] = {"free": {"free": True}, "bound": {"faction": "elevated"}}


@pytest.mark.parametrize("ending", ["free", "bound", "feared"])
def test_endings_and_abstentions_are_achievements(ending: str) -> None:
    session = bound("hunt")
    about_to_win(session, -5 if ending == "feared" else 1)
    fulfil(session, **ENDINGS.get(ending, {"faction": "ancient"}))
    take_the_gate(session)
    assert session.world.root[Campaign].ending == ending
    assert set(earned(session)) & {"free", "bound", "feared"} == {ending}
    spared = {"whole", "punctual", "brisk", "sober", "unlettered"}
    assert set(earned(session)) & spared == spared


def wound(session: Session) -> None:
    session.world.publish(Wound(session.world.root, session.player, kind="leg"))


def burn(session: Session) -> None:
    session.world.publish(BurnTheBound(session.world.root, session.player))


def use(session: Session, kind: type[Quaff | Read | Eat], what: str) -> None:
    thing = session.world.publish(Spawn(session.player, session.player, what)).made
    here = session.player[Position]
    session.player[Health].hp -= 1
    using = kind(session.player, thing)
    if not isinstance(using, Eat):
        using.x, using.y = here.x, here.y
    assert session.world.publish(using).done


@pytest.mark.parametrize(
    ("lost", "does"),
    [
        ("whole", wound),
        ("punctual", burn),
        ("sober", lambda session: use(session, Quaff, "potion of health")),
        ("unlettered", lambda session: use(session, Read, "scroll of blinking")),
    ],
)
def test_one_violation_loses_only_the_matching_abstention(lost: str, does: Any) -> None:
    session = bound("hunt")
    does(session)
    about_to_win(session)
    fulfil(session, faction="elevated")
    take_the_gate(session)
    spared = {"whole", "punctual", "sober", "unlettered"}
    assert set(earned(session)) & spared == spared - {lost}


def test_only_the_players_own_blows_and_meals_are_counted() -> None:
    session = bound("hunt")
    you, foe = session.player, come(session, "troll")
    for by, to in ((foe, you), (you, foe), (you, foe)):
        assert session.world.publish(Attack(by, to, 1)).done
    session.player[Stomach].food = 10
    use(session, Eat, "ration")
    assert {deed: tally(session).get(deed, 0) for deed in ("blow", "eat", "quaff", "read")} == {
        "blow": 2,
        "eat": 1,
        "quaff": 0,
        "read": 0,
    }


def alight(session: Session, *kinds: str, by: Entity) -> Entity:
    """Spawn a foe of one hit point on flammable ground, and set the ground on fire."""
    foe = come(session, "zombie")
    foe[Health].hp = 1
    there = foe[Position]
    for kind in kinds:
        pour = Pour(session.player, there.level, kind, [(there.x, there.y)], 10)
        assert session.world.publish(pour).done
    session.world.publish(Ignite(by, there.level, there.x, there.y))
    if foe.alive:
        session.world.publish(Burn(session.world.root, there.level))
    assert not foe.alive
    return foe


@pytest.mark.parametrize("lit", [False, True])
def test_burning_a_foe_counts_as_a_deed_only_if_the_player_lit_the_ground(lit: bool) -> None:
    session = bound("hunt")
    alight(session, "oil", by=session.player if lit else session.world.root)
    assert tally(session).get("burning", 0) == lit
    assert ("stake" in earned(session), "blast" in earned(session)) == (lit, False)


def champion(session: Session) -> Entity:
    foe = come(session, "zombie")
    foe[Title].name = "Urgal the Lame, zombie champion"
    return foe


def test_killing_ten_champions_or_a_hunter_earns_an_achievement() -> None:
    session = bound("hunt")
    session.world.publish(Die(session.world.root, champion(session)))
    assert tally(session).get("champion", 0) == 0
    for n in range(1, 11):
        session.world.publish(Die(session.player, champion(session)))
        assert ("champion" in earned(session), tally(session)["champion"]) == (True, n)
        assert ("champions" in earned(session)) == (n == 10)
    assert "hunter" not in earned(session)
    session.world.publish(Die(session.player, come(session, "headhunter")))
    assert ("hunter" in earned(session), tally(session)["kill"]) == (True, 11)


def test_ten_charms_and_five_kills_by_allies_earn_achievements() -> None:
    session = bound("hunt")
    for n in range(1, 11):
        one = come(session, "zombie")
        assert session.world.publish(Affect(session.player, one, "charm", 99)).done
        if n <= 5:
            assert "captain" not in earned(session)
            session.world.publish(Die(one, come(session, "zombie")))
        assert tally(session)["charm"] == n
        assert ("charmer" in earned(session)) == (n == 10)
        if n < 10:
            session.world.publish(Die(session.world.root, one))
    assert ("captain" in earned(session), tally(session)["ally's kill"]) == (True, 5)
    assert "kill" not in tally(session)


def test_player_gets_no_kill_credit_when_foes_kill_each_other() -> None:
    session = bound("hunt")
    one, other = come(session, "zombie"), come(session, "orc")
    session.world.publish(Die(one, other))
    assert not {"kill", "ally's kill"} & set(tally(session))


def test_leading_an_ally_down_three_times_earns_an_achievement() -> None:
    session = bound("hunt")
    world, you = session.world, session.player
    [down] = [one for one in world.having(Stair) if one[Stair].to == 3]
    [up] = [one for one in world.having(Stair) if one[Stair].to == 2 and one[Position].level == 3]
    one = come(session, "zombie", up)
    assert world.publish(Affect(you, one, "charm", 999)).done
    for n in range(3):
        assert ("leader" in earned(session), tally(session).get("led", 0)) == (False, n)
        assert world.publish(Climb(you, up)).done
        assert one[Position].level == 2
        assert world.publish(Climb(you, down)).done
        assert one[Position].level == 3
    assert ("leader" in earned(session), tally(session)["led"]) == (True, 3)


def test_five_trap_deed_counts_successful_disarms() -> None:
    session = bound("hunt")
    you, tries = session.player, 0
    for n in range(1, 6):
        while tally(session).get("trap", 0) < n:
            assert (tries := tries + 1) < 60
            you[Health].hp = 40
            trap = come(session, "needle trap")
            trap[Secret].found = True
            dx, dy = trap[Position].x - you[Position].x, trap[Position].y - you[Position].y
            worked = session.world.publish(Disarm(you, dx, dy)).worked
            if trap.alive:
                session.world.despawn(trap)
            assert worked == (tally(session).get("trap", 0) == n)
        assert ("sapper" in earned(session)) == (n == 5)


def test_achievement_is_earned_once() -> None:
    session, heard = bound("hunt"), list[Achieve]()
    session.world.observe(Achieve, heard.append)
    session.world.publish(Die(session.player, champion(session)))
    session.world.publish(Die(session.player, champion(session)))
    assert [(one.what, one.done) for one in heard] == [("champion", True)]
    again = session.world.publish(Achieve(session.player, "champion"))
    assert again.reason == "earned"
    assert len(session.view().achieved) == 1


def test_run_saved_without_deeds_loads_with_none() -> None:
    session = bound("hunt")
    session.world.detach(session.world.root, Deeds)
    loaded = Session.restore(session.save())
    assert (tally(loaded), earned(loaded)) == ({}, [])
    loaded.world.publish(Die(loaded.player, only(loaded, Hunted)))
    assert "first" in earned(loaded)


def test_the_score_is_a_sum_of_whole_numbers() -> None:
    done = {
        "danger": 14,
        "level": 12,
        "champion": 4,
        "hunter": 1,
        "turn left": 2316,
        "win": 1,
        "wound": 6,
        "burn": 3,
    }
    parts = points_of(done, [KINDS["first"], KINDS["whole"]], catalogue().merits.values())
    assert [points for _, points in parts] == [1400, 240, 120, 50, 231, 500, -120, -15, 520]
    assert score_of(parts) == 2926
    assert score_of([("burns", -7)]) == 0
    assert points_of({}, [], catalogue().merits.values()) == []

"""The dragon inhales for two turns, breathes fire, and chases until its breath is back."""

from bidden.ai.mind import Mind
from bidden.components.movement.position import Position
from bidden.components.tricks.knack import Breath
from bidden.events.movement import Arrive
from bidden.events.turns import TakeTurn
from bidden.session import Session
from eventcore import Entity
from tests.bidden.scenes import MakeSession, hp, listening, place, restored


def dragon(session: Session, x: int, y: int = 0) -> Entity:
    one = session.world.spawn(Position(x, y), *session.catalogue.make("dragon"))
    session.world.publish(Arrive(one))
    return one


def acts(session: Session, one: Entity, turns: int) -> list[str]:
    """Return what the dragon does in this many of its own turns."""
    done = []
    for _ in range(turns):
        ear = listening(session)
        session.world.publish(TakeTurn(one))
        session.world.untap(ear)
        done += [
            type(event).__name__
            for event in ear.events
            if type(event).__name__ in ("Inhale", "Breathe", "Move", "Attack") and event.done
        ]
    return done


def test_dragon_inhales_breathes_and_chases(make_session: MakeSession) -> None:
    session = make_session("#@..............#", you={"Health": {"hp": 40, "most": 40}})
    one = dragon(session, 7)
    assert acts(session, one, 3) == ["Inhale", "Inhale", "Breathe"]
    assert hp(session.player) == 28
    assert one[Breath].out_for == 5
    assert acts(session, one, 4) == ["Move"] * 4
    assert place(one) == (3, 0)
    assert acts(session, one, 3) == ["Inhale", "Inhale", "Breathe"]


def test_dragon_fire_spares_dragons(make_session: MakeSession) -> None:
    session = make_session("#@.#\n#..#")
    one, near = dragon(session, 2, 1), dragon(session, 2, 0)
    acts(session, one, 3)
    assert hp(session.player) == 28
    assert (hp(one), hp(near)) == (60, 60)


def test_inhaled_breath_is_held_until_a_foe_is_in_view_again(make_session: MakeSession) -> None:
    session = make_session("#@.......#", you={"Memory": {"radius": 3}})
    one = dragon(session, 7)
    assert acts(session, one, 2) == ["Inhale", "Inhale"]
    assert one[Breath].is_drawn
    loaded = restored(session)
    same = next(loaded.world.having(Breath))
    assert acts(loaded, same, 1) == acts(session, one, 1) == ["Breathe"]
    assert loaded.save() == session.save()


def test_dragon_does_not_inhale_for_a_remembered_foe(make_session: MakeSession) -> None:
    session = make_session("#@+.....#")
    parts = session.catalogue.make("dragon")
    for part in parts:
        if isinstance(part, Mind):
            part.goal_x, part.goal_y = 1, 0
    one = session.world.spawn(Position(7, 0), *parts)
    assert acts(session, one, 2) == ["Move", "Move"]

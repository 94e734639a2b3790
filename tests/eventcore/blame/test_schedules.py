"""Who scheduled what, and for when: also what waits for a thaw."""

from eventcore import REACT
from eventcore.blame.schedules import Schedules, Scheduling
from eventcore.testing import MakeWorld
from tests.eventcore.worlds.bodies import Dawn, Legs, Walk, component_of, does


def test_what_is_scheduled_is_noted_with_its_handler_for_the_frozen_too(
    make_world: MakeWorld,
) -> None:
    Eager = component_of(
        "Eager",
        plan=does(lambda dawn, world: world.schedule(Walk(dawn.enactor), 5), Dawn, REACT),
    )
    world = make_world(Eager, Legs)
    still, other = world.spawn(Eager()), world.spawn(Eager())
    world.advance()
    world.agenda.freeze(still)
    noted = Schedules(world)
    for who in (still, other):
        world.publish(Dawn(who))
    assert noted.found == [
        Scheduling(1, "Walk", 105, "Eager.plan", 1, "Dawn #1"),
        Scheduling(2, "Walk", 105, "Eager.plan", 1, "Dawn #2"),
    ]

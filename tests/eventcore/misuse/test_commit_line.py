"""An event can be refused or replaced only above the commit line."""

import pytest

from eventcore import REACT, World
from eventcore.errors import DispatchError
from eventcore.phase import COMMIT
from eventcore.testing import MakeWorld
from tests.eventcore.worlds.bodies import Legs, Walk, component_of, does


@pytest.mark.parametrize("priority", [COMMIT, REACT])
@pytest.mark.parametrize("verb", ["fail", "replace"])
def test_fail_and_replace_raise_an_error_from_the_commit_line_on(
    make_world: MakeWorld, verb: str, priority: int
) -> None:
    def refuse(walk: Walk, world: World) -> None:
        walk.fail("late") if verb == "fail" else walk.replace(Walk(walk.enactor))

    Late = component_of("Late", refuse_it=does(refuse, Walk, priority))
    world = make_world(Late, Legs)
    walk = Walk(world.spawn(Late(), Legs()))
    with pytest.raises(DispatchError):
        world.publish(walk)
    assert (walk.done, walk.reason, walk.replacement) == (True, None, None)

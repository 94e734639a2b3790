"""What the tests of the library share: each world comes compiled and in debug mode."""

import pytest

from eventcore import Component, World
from eventcore.testing.plugin import MakeWorld as MakeSmallWorld
from tests.eventcore.fakes import MakeWorld


@pytest.fixture(params=[False, True], ids=["compiled", "checked"])
def debug(request: pytest.FixtureRequest) -> bool:
    """Whether the world runs the checking loop."""
    return bool(request.param)


@pytest.fixture
def make_world(debug: bool, small_world: MakeSmallWorld) -> MakeWorld:
    """Make worlds whose chains are compiled, and then again in debug mode."""

    def make(*components: type[Component], seed: int = 0, depth_limit: int = 100) -> World:
        return small_world(*components, seed=seed, debug=debug, depth_limit=depth_limit)

    return make

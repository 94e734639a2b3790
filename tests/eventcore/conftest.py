"""Fixtures of the library's tests: each world runs with compiled chains and in debug mode."""

from functools import partial
from typing import cast

import pytest

from eventcore.testing import MakeWorld


@pytest.fixture(params=[False, True], ids=["compiled", "checked"])
def debug(request: pytest.FixtureRequest) -> bool:
    """Return whether the world runs the checking loop."""
    return bool(request.param)


@pytest.fixture
def make_world(debug: bool, small_world: MakeWorld) -> MakeWorld:
    """Make worlds with compiled chains, then again in debug mode."""
    return cast(MakeWorld, partial(small_world, debug=debug))

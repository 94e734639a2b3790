"""Fixtures that run the library's tests with compiled chains, and again in debug mode."""

from functools import partial
from typing import cast

import pytest

from eventcore.testing import MakeWorld


@pytest.fixture(params=[False, True], ids=["compiled", "checked"])
def debug(request: pytest.FixtureRequest) -> bool:
    """Return whether the test runs in debug mode."""
    return bool(request.param)


@pytest.fixture
def make_world(debug: bool, small_world: MakeWorld) -> MakeWorld:
    """Return a function that makes worlds, with compiled chains or in debug mode."""
    return cast(MakeWorld, partial(small_world, debug=debug))

"""What the tests of the game share: scenes and sessions on drawn levels, compiled and checked."""

import pytest

from eventcore import Component
from eventcore.testing.plugin import MakeProbe
from game.session import Session
from game.state import name_of
from tests.game.scenes import Changes, MakeScene, MakeSession, Scene, catalogue_for, plan_of


@pytest.fixture(params=[False, True], ids=["compiled", "checked"])
def debug(request: pytest.FixtureRequest) -> bool:
    """Whether the world runs the checking loop."""
    return bool(request.param)


@pytest.fixture
def make_scene(debug: bool, probe: MakeProbe) -> MakeScene:
    """Draw scenes in worlds whose chains are compiled, and then again in debug mode."""

    def make(
        drawing: str,
        *,
        seed: int = 0,
        extra: tuple[type[Component], ...] = (),
        **things: Changes,
    ) -> Scene:
        scene = Scene(drawing, seed=seed, debug=debug, extra=extra, **things)
        probe(scene.world, name_of)  # so that a test that fails shows what went on
        return scene

    return make


@pytest.fixture
def make_session(debug: bool, monkeypatch: pytest.MonkeyPatch, probe: MakeProbe) -> MakeSession:
    """Begin sessions on drawn levels in place of dug ones, compiled and then in debug mode."""

    def make(drawing: str, *, seed: int = 0, **things: Changes) -> Session:
        monkeypatch.setattr("game.session.dig", lambda measures, stream: plan_of(drawing))
        session = Session(seed, debug=debug, catalogue=catalogue_for(drawing, things))
        probe(session.world, name_of)
        return session

    return make

"""What the tests of the game share: scenes and sessions on drawn levels, compiled and checked."""

import pytest

from eventcore import Component, Stream
from eventcore.testing import Drawing
from eventcore.testing.plugin import MakeProbe
from game.session import Session
from game.state import name_of
from game.worldgen.plan import LevelPlan
from tests.game.scenes import (
    Changes,
    MakeLevels,
    MakeScene,
    MakeSession,
    Scene,
    catalogue_below,
    catalogue_for,
    plan_of,
)


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
        monkeypatch.setattr("game.digging.dig", lambda measures, stream: plan_of(drawing))
        session = Session(seed, debug=debug, catalogue=catalogue_for(drawing, things))
        probe(session.world, name_of)
        return session

    return make


@pytest.fixture
def make_levels(debug: bool, monkeypatch: pytest.MonkeyPatch, probe: MakeProbe) -> MakeLevels:
    """Begin sessions on drawn levels joined by the stairs drawn, compiled and in debug mode."""

    def make(*drawings: str, **things: Changes) -> Session:
        plans = {f"level-{depth}": plan_of(one) for depth, one in enumerate(drawings, 1)}
        ends = {f"stairs-{depth}": one for depth, one in enumerate(drawings, 1)}

        def put(plan: LevelPlan, count: int, taken: object, stream: Stream) -> list[object]:
            return [*Drawing(ends[stream.name]).spots("<"), *Drawing(ends[stream.name]).spots(">")]

        monkeypatch.setattr("game.digging.dig", lambda measures, stream: plans[stream.name])
        monkeypatch.setattr("game.digging.put_stairs", put)
        session = Session(0, debug=debug, catalogue=catalogue_below(drawings, things))
        probe(session.world, name_of)
        return session

    return make

"""Shared fixtures of the game's tests: scenes and sessions on drawn levels.

Their worlds run in debug mode, which is the plain loop with checks around each call. An
endurance run repeats the tests with compiled chains. That both modes agree is tested by
tests/properties/test_compiled_equals_checked.py, test_any_intents.py and the golden games.
"""

import re
from collections.abc import Callable
from functools import partial

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.amber import AmberSnapshotExtension
from syrupy.location import PyTestLocation
from syrupy.types import SnapshotIndex

from bidden.order import COMPONENTS, RULES
from bidden.session import Session
from bidden.state import name_of
from bidden.worldgen.plan import LevelPlan
from eventcore import Change, Component, Stream
from eventcore.testing import MakeProbe
from tests.bidden.drawing import Drawing
from tests.bidden.scenes import (
    Changes,
    MakeLevels,
    MakeScene,
    MakeSession,
    Meddler,
    Scene,
    catalogue_below,
    catalogue_for,
    plan_of,
)
from tests.sampling import Tried, amount

COUNTED = "worlds of the game's tests, with compiled chains"
COMPILED = pytest.param(False, id="compiled", marks=pytest.mark.endurance)


@pytest.fixture(params=[pytest.param(True, id="checked"), COMPILED][: amount(1, 2)])
def debug(request: pytest.FixtureRequest) -> bool:
    """Return whether the world runs the checking loop."""
    return bool(request.param)


class OneForBothModes(AmberSnapshotExtension):
    """Omit the world's mode from snapshot names: both modes must print the same."""

    @classmethod
    def get_snapshot_name(cls, *, test_location: PyTestLocation, index: SnapshotIndex = 0) -> str:
        name = super().get_snapshot_name(test_location=test_location, index=index)
        return re.sub(r"\[(?:checked|compiled)(?:-|(\]))", lambda end: "" if end[1] else "[", name)


@pytest.fixture
def snapshot(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(OneForBothModes)


@pytest.fixture
def count(debug: bool, tried: Tried) -> Callable[[], None]:
    """Count the worlds that only an endurance run creates."""
    return (lambda: None) if debug else lambda: tried.update([COUNTED])


@pytest.fixture
def make_scene(debug: bool, probe: MakeProbe, count: Callable[[], None]) -> MakeScene:
    """Create scenes in debug mode; an endurance run repeats them with compiled chains."""

    def make(
        drawing: str, *, seed: int = 0, extra: tuple[type[Component], ...] = (), **things: Changes
    ) -> Scene:
        scene = Scene(drawing, seed=seed, debug=debug, extra=extra, **things)
        count()
        probe(scene.world, name_of)  # a failing test then shows what happened
        return scene

    return make


@pytest.fixture
def make_session(
    debug: bool, monkeypatch: pytest.MonkeyPatch, probe: MakeProbe, count: Callable[[], None]
) -> MakeSession:
    """Begin sessions on a drawn level instead of a generated one, in either mode."""

    def make(drawing: str, *, seed: int = 0, **things: Changes) -> Session:
        monkeypatch.setattr(
            "bidden.worldgen.level_builder.draw_up", lambda *_: (plan_of(drawing), 0)
        )
        session = Session(seed, debug=debug, catalogue=catalogue_for(drawing, things))
        count()
        probe(session.world, name_of)
        return session

    return make


@pytest.fixture
def make_levels(
    debug: bool, monkeypatch: pytest.MonkeyPatch, probe: MakeProbe, count: Callable[[], None]
) -> MakeLevels:
    """Begin sessions on drawn levels joined by their drawn stairs, in either mode."""

    def make(*drawings: str, **things: Changes) -> Session:
        plans = {f"level-{depth}": plan_of(one) for depth, one in enumerate(drawings, 1)}
        ends = {f"stairs-{depth}": one for depth, one in enumerate(drawings, 1)}

        def put(plan: LevelPlan, count: int, taken: object, stream: Stream) -> list[object]:
            return [*Drawing(ends[stream.name]).spots("<"), *Drawing(ends[stream.name]).spots(">")]

        monkeypatch.setattr(
            "bidden.worldgen.level_builder.draw_up",
            lambda place, site, stream: (plans[stream.name], 0),
        )
        monkeypatch.setattr("bidden.worldgen.level_builder.put_stairs", put)
        session = Session(0, debug=debug, catalogue=catalogue_below(drawings, things))
        count()
        probe(session.world, name_of)
        return session

    return make


@pytest.fixture
def meddle(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Change], None]], None]:
    """Let sessions begin with a rule that modifies each change before it happens."""

    def with_rule(does: Callable[[Change], None]) -> None:
        monkeypatch.setattr("bidden.modding.COMPONENTS", (*COMPONENTS, Meddler))
        monkeypatch.setattr("bidden.wiring.RULES", (*RULES, partial(Meddler, does)))

    return with_rule

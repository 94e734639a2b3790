"""What the tests of the game share: scenes and sessions on drawn levels.

Their worlds run in debug mode, which is the plain loop with every check around each call. An
endurance run makes all of them anew with the compiled chains, which are held to go the same way
by tests/properties/test_compiled_equals_checked.py, test_any_intents.py and the golden games.
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
    """Whether the world runs the checking loop."""
    return bool(request.param)


class OneForBothModes(AmberSnapshotExtension):
    """Names a snapshot without the mode of its world: what is told is the same in both."""

    @classmethod
    def get_snapshot_name(cls, *, test_location: PyTestLocation, index: SnapshotIndex = 0) -> str:
        name = super().get_snapshot_name(test_location=test_location, index=index)
        return re.sub(r"\[(?:checked|compiled)(?:-|(\]))", lambda end: "" if end[1] else "[", name)


@pytest.fixture
def snapshot(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    """Compare with the same snapshot in both modes."""
    return snapshot.use_extension(OneForBothModes)


@pytest.fixture
def count(debug: bool, tried: Tried) -> Callable[[], None]:
    """Counts the worlds that only an endurance run makes."""
    return (lambda: None) if debug else lambda: tried.update([COUNTED])


@pytest.fixture
def make_scene(debug: bool, probe: MakeProbe, count: Callable[[], None]) -> MakeScene:
    """Draw scenes in worlds in debug mode; by an endurance run, with compiled chains."""

    def make(
        drawing: str, *, seed: int = 0, extra: tuple[type[Component], ...] = (), **things: Changes
    ) -> Scene:
        scene = Scene(drawing, seed=seed, debug=debug, extra=extra, **things)
        count()
        probe(scene.world, name_of)  # so that a test that fails shows what went on
        return scene

    return make


@pytest.fixture
def make_session(
    debug: bool, monkeypatch: pytest.MonkeyPatch, probe: MakeProbe, count: Callable[[], None]
) -> MakeSession:
    """Begin sessions on drawn levels in place of dug ones, in a mode as scenes are."""

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
    """Begin sessions on drawn levels joined by the stairs drawn, in a mode as scenes are."""

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
    """Let sessions begin with a rule that does something with each change before it happens."""

    def with_rule(does: Callable[[Change], None]) -> None:
        monkeypatch.setattr("bidden.modding.COMPONENTS", (*COMPONENTS, Meddler))
        monkeypatch.setattr("bidden.wiring.RULES", (*RULES, partial(Meddler, does)))

    return with_rule

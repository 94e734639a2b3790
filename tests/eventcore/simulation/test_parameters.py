"""Parameters of setup are recorded, and a replay gets the same values."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, IntEnum
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import (
    APPLY,
    Component,
    Simulation,
    World,
    component,
    handles,
)
from eventcore.errors import RegistrationError
from eventcore.journal import Journal
from tests.eventcore.simulation.towns import Crowd, Dawn, Despawn, Person, Town, play


def test_variation_changes_parameters_and_leaves_out_handlers(tmp_path: Path) -> None:
    path = tmp_path / "town.jsonl"
    with Town.record(path, people=3) as town:
        play(town)
    make = Town.source(Journal.read(path)).begin_varied
    assert make is not None
    varied = make(changes=("luck=7", "people=4"), mute=("Person.wake",))
    assert isinstance(varied, Town)
    assert [one[Person].luck for one in varied.people] == [7, 7, 7, 7]
    varied.run()
    assert [one[Person].luck for one in varied.people] == [7, 7, 7, 7]
    for change in ("lucky=7", "luck=seven", "luck"):
        with pytest.raises(ValueError, match=change.partition("=")[0]):
            make(changes=(change,))


class Mill(Simulation):
    def setup(self, rate: float = 1, sizes: tuple[int, ...] = (1, 2)) -> None:
        pass


@pytest.mark.parametrize("parameters", [{}, {"rate": 2}, {"sizes": [3]}])
def test_parameter_of_another_type_than_annotated_replays_the_same(
    parameters: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "mill.jsonl"
    Mill.record(path, **parameters).close()
    assert Mill.verify(path) is None


class Shift(Enum):
    DAY = 1
    NIGHT = 2


class Floor(IntEnum):
    FIRST = 1


@component
class Rota(Component):
    shifts: list[Shift]

    @handles(Dawn, APPLY, via="world")
    def turn(self, dawn: Dawn, world: World) -> None:
        self.shifts.append(self.shifts.pop(0))


class Ward(Simulation):
    """Changes its parameters wherever it gets them, and keeps one of them in a component."""

    intents = (Dawn,)

    @classmethod
    def components_for(cls, **parameters: Any) -> Sequence[type[Component]]:
        return (Rota,) if parameters["config"].pop("rota") else ()

    def setup(  # type: ignore[override]  # config has no default
        self,
        config: dict[str, int],
        rota: list[Shift] = [Shift.DAY, Shift.NIGHT],  # noqa: B006  # a default that is changed
        first: Shift = Shift.NIGHT,
    ) -> None:
        self.parameters["config"].clear()
        rota += [first] * config.pop("nights")
        self.world.attach(self.world.root, Rota(rota))

    def restored(self) -> None:
        self.parameters["config"].clear()


def test_parameter_that_setup_or_a_handler_changes_replays_the_same(tmp_path: Path) -> None:
    path, config = tmp_path / "ward.jsonl", {"rota": 1, "nights": 2}
    parameters: dict[str, Any] = {
        "config": config,
        "rota": [Shift.DAY, Shift.NIGHT],
        "first": Shift.NIGHT,
    }
    required: dict[str, Any] = {"config": config}
    for given in (required, parameters):
        with Ward.record(path, overwrite=True, **given) as ward:
            ward.perform(Dawn)
        shifts = [Shift.NIGHT, Shift.NIGHT, Shift.NIGHT, Shift.DAY]
        assert ward.world.root[Rota].shifts == shifts
        recorded = Journal.read(path).header.setup
        assert recorded == {"config": config, "rota": [1, 2], "first": 2}
        assert [*recorded["config"]] == ["rota", "nights"]  # a replay gets the items in this order
        assert Ward.verify(path) is None
        restored = Ward.restore(ward.save())
        assert restored.save() == ward.save()
        assert restored.parameters == ward.parameters == {**parameters, "config": {}}
    varied: Any = Ward.source(Journal.read(path)).begin_varied
    assert varied(changes=("first=1",)).world.root[Rota].shifts[-1] is Shift.DAY


@pytest.mark.parametrize(
    "value",
    [(1, 2), [(1, 2)], Shift.DAY, Floor.FIRST, Despawn(1), float("inf"), float("nan")],
)
def test_parameter_that_a_replay_would_read_as_another_value_is_refused(
    tmp_path: Path, value: object, snapshot: SnapshotAssertion
) -> None:
    class Room(Simulation):
        def setup(self, size=None, wait: float = 0.0) -> None:  # type: ignore[no-untyped-def]
            """Set nothing up."""

    errors = []
    for name in ("size", "wait") if isinstance(value, float) else ("size",):
        given: dict[str, Any] = {name: value}
        with pytest.raises(RegistrationError, match=rf"^Room\.setup\({name}=") as error:
            Room.record(tmp_path / "room.jsonl", **given)
        errors.append(str(error.value))
    assert errors == snapshot
    assert not (tmp_path / "room.jsonl").exists()


class Village(Town):
    @classmethod
    def components_for(cls, **parameters: Any) -> Sequence[type[Component]]:
        return (Person, Crowd) if parameters["people"] > 1 else (Person,)


def test_components_may_depend_on_a_parameter_of_setup(tmp_path: Path) -> None:
    path = tmp_path / "village.jsonl"
    with Village.record(path, people=1) as village:
        assert village.world.components == (Person,)
        saved = village.save()
    assert Village.verify(path) is None
    assert Village.restore(saved).world.components == (Person,)
    assert Village(people=2).world.components == (Person, Crowd)


def test_parameter_that_setup_lacks_or_a_journal_cannot_hold_is_refused(
    snapshot: SnapshotAssertion,
) -> None:
    errors = []
    for parameters in ({"persons": 3}, {"people": Town}, {"people": "two"}):
        with pytest.raises(RegistrationError) as error:
            Town(1, **parameters)
        errors.append(str(error.value))
    assert errors == snapshot


def test_variation_accepts_python_and_json_literals(tmp_path: Path) -> None:
    class Shop(Simulation):
        def setup(self, open: bool = False, keeper: str | None = "Ann") -> None:
            """Set nothing up."""

    path = tmp_path / "shop.jsonl"
    Shop.record(path).close()
    make = Shop.source(Journal.read(path)).begin_varied
    assert make is not None
    for changes in (("open=True", "keeper=None"), ("open=true", "keeper=null")):
        shop = make(changes=changes)
        assert isinstance(shop, Shop)
        assert shop.parameters == {"open": True, "keeper": None}

"""Mistakes in the declaration of a simulation are refused."""

from __future__ import annotations

from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import (
    Simulation,
)
from eventcore.errors import RegistrationError
from tests.eventcore.simulation.towns import Greet, Town


@pytest.mark.parametrize("setup", [lambda self, **kw: None, lambda self, *values: None])
def test_setup_with_parameters_that_have_no_names_is_refused(
    setup: Any, snapshot: SnapshotAssertion
) -> None:
    with pytest.raises(RegistrationError) as error:
        type("Wrong", (Simulation,), {"setup": setup})
    assert str(error.value) == snapshot


def test_overriding_perform_is_refused(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RegistrationError) as error:
        type("Wrong", (Simulation,), {"perform": lambda self, intent: None})
    assert str(error.value) == snapshot


def test_name_function_with_a_self_parameter_is_refused(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RegistrationError) as error:
        type("Wrong", (Simulation,), {"name": lambda self, entity, world: ""})
    assert str(error.value) == snapshot


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("component", "components"),
        ("componets", "components"),
        ("intent", "intents"),
        ("set_up", "setup"),
        ("turn_lenght", "turn_length"),
        ("sumary", "summary"),
        ("pictur", "picture"),
    ],
)
def test_misspelt_attribute_or_setup_is_refused(name: str, right: str) -> None:
    with pytest.raises(RegistrationError, match=rf"^Shop\.{name}: did you mean {right}\?$"):
        type("Shop", (Simulation,), {name: ()})
    set_too: dict[str, Any] = {"turn_length": 10, "summary": dict, "picture": list}
    all_set = type("AllSet", (Town,), set_too)
    type("Shop", (all_set,), {name: ()})  # allowed, because all attributes are set


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("version", 1),
        ("game", Town),
        ("intents", Greet),
        ("intents", ["Greet"]),
        ("__init__", lambda self, beds: None),
    ],
)
def test_attribute_of_a_wrong_kind_is_refused(
    name: str, value: object, snapshot: SnapshotAssertion
) -> None:
    with pytest.raises(RegistrationError) as error:
        type("Shop", (Simulation,), {name: value})
    assert str(error.value) == snapshot


def test_empty_components_are_allowed() -> None:
    type("Shop", (Simulation,), {"components": (), "setup": lambda self: None})


@pytest.mark.parametrize("name", ["seed", "debug", "events", "overwrite", "mute", "watch", "path"])
def test_setup_parameter_that_would_never_be_filled_is_refused(name: str) -> None:
    names: dict[str, Any] = {}
    exec(f"def setup(self, {name}=1): pass", names)
    with pytest.raises(RegistrationError, match=f"^Shop.setup.{name}=1.: {name} is already an"):
        type("Shop", (Simulation,), {"setup": names["setup"]})

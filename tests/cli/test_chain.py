"""``bidden chain``: the handlers of any event of the game, in order."""

from collections.abc import Callable

import pytest

from bidden.order import COMPONENTS
from tests.cli.conftest import Command

EVENTS = sorted({h.kind.__name__ for cls in COMPONENTS for h in cls._handlers_})


def test_the_chain_of_a_step_is_printed_in_its_order_with_the_places(bidden: Command) -> None:
    outcome = bidden("chain", "Move")
    assert (outcome.code, outcome.err) == (0, "")
    rows = [line.split() for line in outcome.out.splitlines() if ".py:" in line]
    assert [row[:2] for row in rows] == sorted((row[:2] for row in rows), key=lambda r: int(r[0]))
    walls = next(row for row in rows if row[4] == "stop_at_walls")
    assert walls[:4] == ["110", "VALIDATE", "enactor", "Collision"]
    assert walls[5].startswith("bidden/components/movement/collision.py:")
    assert walls[5].rpartition(":")[2].isdigit()


def test_the_chain_of_a_step_is_printed_as_mermaid(bidden: Command) -> None:
    outcome = bidden("chain", "Move", "--mermaid")
    assert (outcome.code, outcome.err) == (0, "")
    first, second, *rest = outcome.out.splitlines()
    assert (first, second) == ("flowchart TD", '    event(["Move"])')
    assert any("Collision.stop_at_walls<br/>VALIDATE 110 · enactor" in line for line in rest)


@pytest.mark.parametrize("event", EVENTS)
def test_every_event_that_is_heard_has_a_chain_to_print(bidden: Command, event: str) -> None:
    assert bidden("chain", event).code == 0
    assert bidden("chain", event, "--mermaid").code == 0


def test_an_event_there_is_not_brings_up_those_like_it(refusal: Callable[..., str]) -> None:
    assert refusal("chain", "Movv") == "there is no event 'Movv'; there is Move"


def test_without_an_event_it_says_what_it_needs(refusal: Callable[..., str]) -> None:
    assert "EVENT" in refusal("chain")

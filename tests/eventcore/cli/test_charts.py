"""A chain is drawn as a table."""

import re
from io import StringIO

import pytest
from rich.console import Console
from syrupy.assertion import SnapshotAssertion

from eventcore.cli.charts import chain_table
from eventcore.dispatch.order import Plan, plan_of_classes
from tests.eventcore.worlds.bodies import Dawn
from tests.eventcore.worlds.duel import CLASSES, Blow, Witness

ORDER = (*CLASSES, Witness)
BLOW = plan_of_classes(Blow, ORDER)
UNHEARD = plan_of_classes(Dawn, ORDER)


def drawn(plan: Plan, width: int) -> str:
    text = StringIO()
    Console(file=text, width=width).print(chain_table(plan))
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines())


def without_lines(text: str) -> str:
    return re.sub(r"duel\.py:\d+", "duel.py", text)


@pytest.mark.parametrize("plan", [BLOW, UNHEARD], ids=["heard", "unheard"])
def test_table_shows_the_chain_and_the_commit_line(plan: Plan, snapshot: SnapshotAssertion) -> None:
    text = drawn(plan, 120)
    assert without_lines(text) == snapshot
    lines = [step.handler.function.__code__.co_firstlineno for step in plan.steps]
    assert [int(line) for line in re.findall(r"duel\.py:(\d+)", text)] == lines


def test_narrow_table_loses_nothing() -> None:
    def letters(width: int) -> list[str]:
        return sorted(re.sub(r"[\s─]", "", drawn(BLOW, width)))

    assert max(map(len, drawn(BLOW, 76).splitlines())) <= 76
    assert letters(76) == letters(200)

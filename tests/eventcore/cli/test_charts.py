"""Charts: chains as people see them, each line literal."""

import re
from io import StringIO

from rich.console import Console

from eventcore.cli.charts import chain_mermaid, chain_table
from eventcore.dispatch.order import Plan, plan_of_classes
from tests.eventcore.cli.ramp import ORDER, Rest, Roll

ROLL = plan_of_classes(Roll, ORDER)
AT = "  tests/eventcore/cli/ramp.py:"


def drawn(plan: Plan, width: int) -> list[str]:
    console = Console(file=StringIO(), width=width)
    console.print(chain_table(plan))
    file = console.file
    assert isinstance(file, StringIO)
    return [line.rstrip() for line in file.getvalue().splitlines()]


def test_a_table_shows_the_chain_in_its_order_with_the_commit_line_between() -> None:
    assert drawn(ROLL, 120) == [
        "Roll  (Action → Roll)",
        "",
        " Priority  Band      Role             Component  Method                          File",
        " " + "─" * 110,
        " 50        AIM       enactor          Wheel      turn                          "
        + AT
        + "42",
        " 100       VALIDATE  enactor          Wheel      squeak  [hears Action, always]"
        + AT
        + "45",
        " 300       MODIFY    enactor (owner)  Grease     ease                          "
        + AT
        + "54",
        "",
        " 500       RESOLVE   target           Wall       crack                         "
        + AT
        + "60",
        " 700       APPLY     anyone           Slope      pull                          "
        + AT
        + "36",
        " 700       APPLY     enactor          Wheel      go                            "
        + AT
        + "48",
        " 1000      REACT     target           Wall       ring                          "
        + AT
        + "63",
        "",
        "commit line at 400: above the line handlers may refuse; from there on nothing fails",
    ]


def test_a_narrow_table_loses_nothing() -> None:
    def letters(width: int) -> list[str]:
        return sorted("".join(drawn(ROLL, width)).replace(" ", "").replace("─", ""))

    assert max(map(len, drawn(ROLL, 76))) <= 76
    assert "…" not in letters(76)
    assert letters(76) == letters(200)


def test_a_table_of_a_chain_without_handlers_says_so() -> None:
    assert drawn(plan_of_classes(Rest, ORDER), 120)[:5] == [
        "Rest  (Notice → Rest)",
        "",
        " Priority  Band  Role  Component            Method  File",
        " " + "─" * 55,
        "                       no handler hears it",
    ]


def test_a_flowchart_runs_from_the_event_to_its_settling() -> None:
    drawn = chain_mermaid(ROLL).splitlines()
    # Where a handler is written ends its box, and is told by the table's tests.
    lines = [re.sub(r"<br/>tests/eventcore/cli/ramp.py:\d+", "", x) for x in drawn]
    assert [x for x in drawn if "<br/>" in x and "ramp.py:" not in x] == []
    assert lines == [
        "flowchart TD",
        '    event(["Roll"])',
        '    subgraph above["may refuse"]',
        '        h0["Wheel.turn<br/>AIM 50 · enactor"]',
        '        h1["Wheel.squeak<br/>VALIDATE 100 · enactor"]',
        '        h2["Grease.ease<br/>MODIFY 300 · enactor (owner)"]',
        "    end",
        '    subgraph below["nothing fails"]',
        '        h3["Wall.crack<br/>RESOLVE 500 · target"]',
        '        h4["Slope.pull<br/>APPLY 700 · anyone"]',
        '        h5["Wheel.go<br/>APPLY 700 · enactor"]',
        '        h6["Wall.ring<br/>REACT 1000 · target"]',
        "    end",
        "    event --> h0",
        "    h0 --> h1",
        "    h1 --> h2",
        "    h2 --> h3",
        "    h3 --> h4",
        "    h4 --> h5",
        "    h5 --> h6",
        '    h6 --> settled(["settled"])',
    ]


def test_a_flowchart_without_handlers_is_still_one() -> None:
    assert chain_mermaid(plan_of_classes(Rest, ORDER)) == (
        'flowchart TD\n    event(["Rest"])\n    event --> settled(["settled"])\n'
    )

"""Charts: chains as people see them, each line literal."""

import re
from io import StringIO

from rich.console import Console

from eventcore.cli.charts import chain_mermaid, chain_table
from eventcore.dispatch.order import Plan, plan_of_classes
from tests.eventcore.worlds.bodies import Dawn
from tests.eventcore.worlds.duel import CLASSES, Blow, Witness

ORDER = (*CLASSES, Witness)
BLOW = plan_of_classes(Blow, ORDER)


def drawn(plan: Plan, width: int) -> list[str]:
    console = Console(file=StringIO(), width=width)
    console.print(chain_table(plan))
    file = console.file
    assert isinstance(file, StringIO)
    return [line.rstrip() for line in file.getvalue().splitlines()]


def test_a_table_shows_the_chain_in_its_order_with_the_commit_line_between() -> None:
    lines = [step.handler.function.__code__.co_firstlineno for step in BLOW.steps]
    at = [f"  tests/eventcore/worlds/duel.py:{line}" for line in lines]
    assert drawn(BLOW, 120) == [
        "Blow  (Action → Blow)",
        "",
        " Priority  Band      Role            Component  Method                         File",
        " " + "─" * 112,
        " 50        AIM       enactor         Witness    watch  [hears Action, always]" + at[0],
        " 100       VALIDATE  target (owner)  Shield     refuse_the_light             " + at[1],
        " 300       MODIFY    enactor         Arm        put_weight_behind_it         " + at[2],
        " 310       MODIFY    target (owner)  Shield     turn_aside                   " + at[3],
        "",
        " 500       RESOLVE   enactor         Arm        land                         " + at[4],
        " 700       APPLY     enactor         Arm        tire                         " + at[5],
        " 700       APPLY     target (owner)  Shield     be_dented                    " + at[6],
        " 1000      REACT     anyone          Judge      count                        " + at[7],
        "",
        "commit line at 400: above the line handlers may refuse; from there on nothing fails",
    ]


def test_a_narrow_table_loses_nothing() -> None:
    def letters(width: int) -> list[str]:
        return sorted("".join(drawn(BLOW, width)).replace(" ", "").replace("─", ""))

    assert max(map(len, drawn(BLOW, 76))) <= 76
    assert "…" not in letters(76)
    assert letters(76) == letters(200)


def test_a_table_of_a_chain_without_handlers_says_so() -> None:
    assert drawn(plan_of_classes(Dawn, ORDER), 120)[:5] == [
        "Dawn  (Notice → Dawn)",
        "",
        " Priority  Band  Role  Component            Method  File",
        " " + "─" * 55,
        "                       no handler hears it",
    ]


def test_a_flowchart_runs_from_the_event_to_its_settling() -> None:
    drawn = chain_mermaid(BLOW).splitlines()
    # Where a handler is written ends its box, and is told by the table's tests.
    lines = [re.sub(r"<br/>tests/eventcore/worlds/duel.py:\d+", "", x) for x in drawn]
    assert [x for x in drawn if "<br/>" in x and "duel.py:" not in x] == []
    assert lines == [
        "flowchart TD",
        '    event(["Blow"])',
        '    subgraph above["may refuse"]',
        '        h0["Witness.watch<br/>AIM 50 · enactor"]',
        '        h1["Shield.refuse_the_light<br/>VALIDATE 100 · target (owner)"]',
        '        h2["Arm.put_weight_behind_it<br/>MODIFY 300 · enactor"]',
        '        h3["Shield.turn_aside<br/>MODIFY 310 · target (owner)"]',
        "    end",
        '    subgraph below["nothing fails"]',
        '        h4["Arm.land<br/>RESOLVE 500 · enactor"]',
        '        h5["Arm.tire<br/>APPLY 700 · enactor"]',
        '        h6["Shield.be_dented<br/>APPLY 700 · target (owner)"]',
        '        h7["Judge.count<br/>REACT 1000 · anyone"]',
        "    end",
        "    event --> h0",
        *(f"    h{n} --> h{n + 1}" for n in range(7)),
        '    h7 --> settled(["settled"])',
    ]


def test_a_flowchart_without_handlers_is_still_one() -> None:
    assert chain_mermaid(plan_of_classes(Dawn, ORDER)) == (
        'flowchart TD\n    event(["Dawn"])\n    event --> settled(["settled"])\n'
    )

"""Draw chains as tables and as Mermaid flowcharts."""

from __future__ import annotations

from collections.abc import Iterator

from rich.box import SIMPLE_HEAD
from rich.markup import escape
from rich.table import Table

from eventcore.chain_table import HEADINGS, plan_rows
from eventcore.dispatch.order import Plan
from eventcore.event import Event
from eventcore.phase import COMMIT, describe


def chain_table(plan: Plan) -> Table:
    """Draw a chain as a table in the order of its handlers, with a rule at the commit line."""
    bases = reversed(plan.kind.__mro__[: plan.kind.__mro__.index(Event)])
    kinds = " → ".join(cls.__name__ for cls in bases if cls.__name__[0] != "_")
    table = Table(
        *HEADINGS,
        title=f"{plan.kind.__name__}  ({kinds})",
        title_justify="left",
        box=SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        pad_edge=False,
    )
    for column in table.columns:
        # On a narrow screen, the two wide columns are wrapped, so that no text is cut.
        column.no_wrap = column.header not in ("Method", "File")
        column.overflow = "fold"
    for number, row in enumerate(plan_rows(plan)):
        table.add_row(*map(escape, row), end_section=number == len(plan.above) - 1)
    if not plan.steps:
        table.add_row("", "", "", "no handlers", "", "")
    caption = "above the line handlers may refuse; from there on nothing fails"
    table.caption = f"commit line at {COMMIT}: {caption}"
    table.caption_justify = "left"
    return table


def chain_mermaid(plan: Plan) -> str:
    """Draw a chain as a Mermaid flowchart."""
    return "\n".join(_mermaid(plan)) + "\n"


def _mermaid(plan: Plan) -> Iterator[str]:
    yield "flowchart TD"
    yield f'    event(["{plan.kind.__name__}"])'
    previous, number, rows = "event", 0, list(plan_rows(plan))
    for title, steps in (("may refuse", plan.above), ("nothing fails", plan.below)):
        if not steps:
            continue
        yield f'    subgraph {"above" if title == "may refuse" else "below"}["{title}"]'
        for step in steps:
            _, _, role, _, _, place = rows[number]
            when = f"{describe(step.handler.priority)} · {role}"
            yield f'        h{number}["{step.handler.label}<br/>{when}<br/>{place}"]'
            number += 1
        yield "    end"
    for number in range(len(plan.steps)):
        yield f"    {previous} --> h{number}"
        previous = f"h{number}"
    yield f'    {previous} --> settled(["settled"])'

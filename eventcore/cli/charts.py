"""Draw chains as tables."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.markup import escape
from rich.table import Table

from eventcore.chain_table import HEADINGS, plan_rows
from eventcore.dispatch.order import Plan
from eventcore.event import Event
from eventcore.phase import COMMIT


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

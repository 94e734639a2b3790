"""Chains drawn for people: as a table and as a Mermaid flowchart."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.markup import escape
from rich.table import Table

from eventcore.dispatch.order import Plan, Step
from eventcore.event import Event
from eventcore.handler import Handler
from eventcore.phase import COMMIT, Phase, describe, standard_phase

_HEADINGS = ("Priority", "Phase", "Role", "Component", "Method", "File")


def chain_table(plan: Plan) -> Table:
    """Draw a chain as a table, top to bottom as it runs, the commit line ruled in."""
    bases = reversed(plan.kind.__mro__[: plan.kind.__mro__.index(Event)])
    kinds = " → ".join(cls.__name__ for cls in bases if cls.__name__[0] != "_")
    table = Table(
        *_HEADINGS,
        title=f"{plan.kind.__name__}  ({kinds})",
        title_justify="left",
        box=SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        pad_edge=False,
    )
    for column in table.columns:
        # Where it is narrow, the two wide columns go over several lines; nothing is cut.
        column.no_wrap = column.header not in ("Method", "File")
        column.overflow = "fold"
    above = plan.above
    for number, step in enumerate(plan.steps):
        handler = step.handler
        table.add_row(
            str(int(handler.priority)),
            _phase(handler.priority),
            _who(step),
            handler.component.__name__,
            escape(handler.name + _remarks(plan, handler)),
            escape(where(handler)),
            end_section=number == len(above) - 1,
        )
    if not plan.steps:
        table.add_row("", "", "", "no handler hears it", "", "")
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
    previous, number = "event", 0
    for title, steps in (("may refuse", plan.above), ("nothing fails", plan.below)):
        if not steps:
            continue
        yield f'    subgraph {"above" if title == "may refuse" else "below"}["{title}"]'
        for step in steps:
            handler = step.handler
            when = f"{describe(handler.priority)} · {_who(step)}"
            label = "<br/>".join((handler.label, when, where(handler)))
            yield f'        h{number}["{label}"]'
            number += 1
        yield "    end"
    for number in range(len(plan.steps)):
        yield f"    {previous} --> h{number}"
        previous = f"h{number}"
    yield f'    {previous} --> settled(["settled"])'


def _phase(priority: int) -> str:
    return priority.name if isinstance(priority, Phase) else standard_phase(priority).name


def _who(step: Step) -> str:
    via = step.handler.via
    return "anyone" if via == "world" else step.role + (" (owner)" if via == "owner" else "")


def _remarks(plan: Plan, handler: Handler) -> str:
    remarks = []
    if handler.kind is not plan.kind:
        remarks.append(f"hears {handler.kind.__name__}")
    if handler.always:
        remarks.append("always")
    return f"  [{', '.join(remarks)}]" if remarks else ""


def where(handler: Handler) -> str:
    """Say where a handler is written, from the folder its package lies in."""
    top = sys.modules.get(handler.component.__module__.partition(".")[0])
    code = handler.function.__code__
    path = Path(code.co_filename)
    folders = [Path(folder).parent for folder in getattr(top, "__path__", ())]
    for folder in [*folders, Path.cwd()]:
        if path.is_relative_to(folder):
            path = path.relative_to(folder)
            break
    return f"{path.as_posix()}:{code.co_firstlineno}"

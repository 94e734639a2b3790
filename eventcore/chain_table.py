"""Show a chain of handlers as a table: as rows for the command line, or as text in Python."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from eventcore.phase import Phase, standard_phase
from eventcore.places import place_of

if TYPE_CHECKING:
    from eventcore.dispatch.order import Plan

HEADINGS: Final = ("Priority", "Phase", "Role", "Component", "Method", "File")
"""The column headings for a table of handlers."""


def plan_rows(plan: Plan) -> Iterator[tuple[str, ...]]:
    """Yield a table row for each handler in a chain."""
    for step in plan.steps:
        handler, priority = step.handler, step.handler.priority
        code = handler.function.__code__
        phase = priority if isinstance(priority, Phase) else standard_phase(priority)
        role = step.role + (" (owner)" if handler.via == "owner" else "")
        remarks = [f"hears {handler.kind.__name__}"] if handler.kind is not plan.kind else []
        remarks += ["always"] * handler.always
        remark = f"  [{', '.join(remarks)}]" if remarks else ""
        yield (
            str(int(priority)),
            phase.name,
            "anyone" if handler.via == "world" else role,
            handler.component.__name__,
            handler.name + remark,
            place_of(code.co_filename, code.co_firstlineno, handler.component.__module__),
        )


def plan_text(plan: Plan) -> str:
    """Return a chain as a text table, with an extra row for the commit line."""
    rows = [HEADINGS, *plan_rows(plan)]
    rows.insert(len(plan.above) + 1, ("", "commit line", "", "", "", ""))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
    return "\n".join([plan.kind.__name__, *lines])

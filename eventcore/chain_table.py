"""Format a chain of handlers as a text table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eventcore.phase import Phase, standard_phase
from eventcore.places import place_of

if TYPE_CHECKING:
    from eventcore.dispatch.order import Plan


def plan_text(plan: Plan) -> str:
    """Return a chain as a text table, with an extra row for the commit line."""
    rows = [("Priority", "Phase", "Role", "Component", "Method", "File")]
    for step in plan.steps:
        handler, priority = step.handler, step.handler.priority
        code = handler.function.__code__
        phase = priority if isinstance(priority, Phase) else standard_phase(priority)
        role = step.role + (" (owner)" if handler.via == "owner" else "")
        remarks = [f"hears {handler.kind.__name__}"] if handler.kind is not plan.kind else []
        remarks += ["always"] * handler.always
        remark = f"  [{', '.join(remarks)}]" if remarks else ""
        rows.append(
            (
                str(int(priority)),
                phase.name,
                "anyone" if handler.via == "world" else role,
                handler.component.__name__,
                handler.name + remark,
                place_of(code.co_filename, code.co_firstlineno, handler.component.__module__),
            )
        )
    rows.insert(len(plan.above) + 1, ("", "commit line", "", "", "", ""))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
    return "\n".join([plan.kind.__name__, *lines])

"""Worlds and chains as HTML for notebooks, and chains as rows for other tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import islice
from typing import TYPE_CHECKING, Final

from eventcore.phase import Phase, standard_phase
from eventcore.places import place_of
from eventcore.text import short_repr

if TYPE_CHECKING:
    from eventcore.dispatch.order import Plan
    from eventcore.entity import Entity
    from eventcore.world import World

HEADINGS: Final = ("Priority", "Phase", "Role", "Component", "Method", "File")
"""The column headings for a table of handlers."""
_MOST: Final = 20
"""The maximum number of entities in a table."""
_LONGEST: Final = 40
"""The maximum number of characters shown for the value of a field."""


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


def plan_html(plan: Plan) -> str:
    """Return a chain as an HTML table, with an extra row for the commit line."""
    rows = list(plan_rows(plan))
    rows.insert(len(plan.above), ("", "commit line", "", "", "", ""))
    return f"<b>{escape(plan.kind.__name__)}</b>{_table(HEADINGS, rows)}"


def world_html(world: World) -> str:
    """Return the turn of a world and a table of its first entities as HTML."""
    rows = [(str(one.id), _components(one)) for one in islice(world, _MOST)]
    more = len(world) - len(rows)
    count = f"{len(world)} {'entity' if len(world) == 1 else 'entities'}"
    rest = f"and {more} more" if more else ""
    title = f"World on turn {world.turn}, with {count}"
    return f"<b>{title}</b>{_table(('id', 'components'), rows)}{rest}"


def _components(entity: Entity) -> str:
    return "\n".join(
        f"{type(part).__name__}("
        + ", ".join(f"{n}={short_repr(getattr(part, n), _LONGEST)}" for n in type(part)._fields_)
        + ")"
        for part in entity.components
    )


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = "".join(
        "<tr>" + "".join(f"<td><pre>{escape(cell)}</pre></td>" for cell in row) + "</tr>"
        for row in rows
    )
    return f"<table><tr>{head}</tr>{body}</table>"

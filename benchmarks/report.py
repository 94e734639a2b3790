"""Format the results as text for people and as one JSON object for machines."""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from benchmarks.measure import Row
from benchmarks.results import Failure, Figure, Section, Target

__all__ = ["as_json", "section_text", "summary_text", "title_text"]

HEADS = ("", "ns/event", "events/s", "ratio", "middle half", "by process", "prio", "veto", "")


def as_json(sections: Sequence[Section], failures: Sequence[Failure] = ()) -> str:
    """Return all results as one JSON object."""
    report = {
        "machine": {
            "python": platform.python_version(),
            "implementation": platform.python_implementation(),
            "platform": platform.platform(),
        },
        "sections": [section.as_json() for section in sections],
        "failures": [asdict(failure) for failure in failures],
    }
    return json.dumps(report, indent=2, ensure_ascii=False)


def title_text() -> str:
    """Return the names of the interpreter and the system."""
    return f"{platform.python_implementation()} {platform.python_version()} on {sys.platform}"


def summary_text(sections: Sequence[Section], failures: Sequence[Failure]) -> str:
    """Return a list of the targets of all sections and of the failed sections."""
    blocks = []
    targets = [target for section in sections for target in section.targets]
    if targets:
        blocks += ["", "Targets", "", *_targets(targets)]
    if failures:
        blocks += ["", "Failed", "", *(f"{one.section}  {one.error}" for one in failures)]
    return "\n".join(blocks)


def section_text(section: Section) -> str:
    """Return the table and figures of a section."""
    rows = _rows(section.rows, ranked=section.name == "peers")
    return "\n".join([section.title, "", *rows, *_figures(section)])


def _rows(rows: Sequence[Row], *, ranked: bool) -> Iterator[str]:
    if rows:
        fastest_first = sorted(rows, key=lambda row: row.ratio or float("inf"))
        lines = [_cells(row) for row in (fastest_first if ranked else rows)]
        yield from _columns([HEADS, *lines], right=(1, 2, 3, 4, 5))


def _cells(row: Row) -> tuple[str, ...]:
    if row.ns_per_event is None or row.ratio is None or row.quartiles is None:
        return (row.name, "–", "–", "–", "–", "–", "", "", row.note)
    return (
        row.name,
        f"{row.ns_per_event:,.0f}",
        f"{row.events_per_second:,.0f}",
        f"{row.ratio:.3f}" if row.ratio < 100 else f"{row.ratio:,.0f}",
        _span(row.quartiles),
        _span(row.by_process or (row.ratio, row.ratio)),
        "yes" if row.has_priorities else "no",
        "yes" if row.has_veto else "no",
        row.note,
    )


def _span(ends: tuple[float, float]) -> str:
    return "–".join(f"{end:.2f}" if end < 100 else f"{end:,.0f}" for end in ends)


def _figures(section: Section) -> Iterator[str]:
    if section.figures:
        if section.rows:
            yield ""
        yield from _columns([_figure(figure) for figure in section.figures], right=(1,))


def _figure(figure: Figure) -> tuple[str, ...]:
    value = f"{figure.value:,.1f}" if figure.unit == "µs" else f"{figure.value:,.0f}"
    return (figure.name, value, figure.unit)


def _targets(targets: Sequence[Target]) -> Iterator[str]:
    lines = [
        (
            "✓" if target.met else "✗",
            target.name,
            f"{target.value:.3f}",
            f"{'below' if target.strict else 'at most'} {target.limit:g}",
        )
        for target in targets
    ]
    yield from _columns(lines, right=(2,))


def _columns(lines: Sequence[tuple[str, ...]], right: Sequence[int]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = [
            cell.rjust(width) if place in right else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()

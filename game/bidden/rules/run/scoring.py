"""The score of a run: the sum of what its deeds count for, and of what its achievements add."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bidden.content.kinds.achievements import Achievement, Merit


def points_of(
    tally: Mapping[str, int], achieved: Iterable[Achievement], merits: Iterable[Merit]
) -> list[tuple[str, int]]:
    """Give what a score is made of, in the order of the merits, the achievements last.

    Args:
        tally: How often each deed was done.
        achieved: What was achieved.
        merits: What counts.

    Returns:
        What each part is for, with how many, and its points; parts that come to nothing are left
        out.
    """
    parts = []
    for merit in merits:
        count = tally.get(merit.of, 0) // merit.each
        parts.append((f"{merit.about}: {count}", count * merit.points))
    kinds = [*achieved]
    parts.append((f"achievements: {len(kinds)}", sum(kind.points for kind in kinds)))
    return [(about, points) for about, points in parts if points]


def score_of(points: Iterable[tuple[str, int]]) -> int:
    """Give a score, which is never less than 0."""
    return max(0, sum(n for _, n in points))

"""The score of a run: the sum of its deeds and achievements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bidden.content.kinds.achievements import Achievement, Merit


def points_of(
    tally: Mapping[str, int], achieved: Iterable[Achievement], merits: Iterable[Merit]
) -> list[tuple[str, int]]:
    """Return the reason and the points of each part of a score, in the order of the merits.

    Achievements come last. Parts without points are left out. The tally counts each deed.
    """
    parts = []
    for merit in merits:
        count = tally.get(merit.of, 0) // merit.each
        parts.append((f"{merit.about}: {count}", count * merit.points))
    kinds = [*achieved]
    parts.append((f"achievements: {len(kinds)}", sum(kind.points for kind in kinds)))
    return [(about, points) for about, points in parts if points]


def score_of(points: Iterable[tuple[str, int]]) -> int:
    """Return a score, which is never below 0."""
    return max(0, sum(n for _, n in points))

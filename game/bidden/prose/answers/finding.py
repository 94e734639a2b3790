"""Finding: places on any level by their name."""

from __future__ import annotations

from bidden.going.known.finding import sights_on
from bidden.prose.meanings import GoFar, Lost, Which
from bidden.prose.nouns import is_meant
from bidden.view import Chart, View


def find(words: tuple[str, ...], view: View, chart: Chart) -> Which | Lost:
    """Return the question which of the known places to go to."""
    seen = [one for one in sights_on(chart, view) if not words or is_meant(words, one.name)]
    if not seen:
        return Lost(
            f'You have found no "{" ".join(words)}".' if words else "You have found nothing yet."
        )
    ways = tuple((str(one), GoFar(one.level, one.at)) for one in seen)
    return Which("Go where? Say its number:", ways)

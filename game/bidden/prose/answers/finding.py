"""Finding: where what is called so was seen, on any level, to be gone to."""

from __future__ import annotations

from bidden.going.known.finding import sights_on
from bidden.prose.meanings import GoFar, Lost, Which
from bidden.prose.nouns import is_meant
from bidden.view import Chart, View


def find(words: tuple[str, ...], view: View, chart: Chart) -> Which | Lost:
    """Ask which of the places that are known one would go to; without words, of all there are."""
    seen = [one for one in sights_on(chart, view) if not words or is_meant(words, one.name)]
    if not seen:
        return Lost(f'You saw no "{" ".join(words)}".' if words else "You saw nothing yet.")
    ways = tuple((str(one), GoFar(one.level, one.at)) for one in seen)
    return Which("Say the number of what you want to go to:", ways)

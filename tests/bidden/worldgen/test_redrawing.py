"""A restarted game is the same, and its levels are not generated again."""

from collections.abc import Iterator

import pytest

from bidden.content.mods import FIRST, RUN
from bidden.session import Session
from bidden.worldgen.level_builder import LevelBuilder


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Return a list that collects the depths of generated levels."""
    depths: list[int] = []
    draw = LevelBuilder.draw

    def noted(self: LevelBuilder, depth: int, *arguments: object) -> object:
        depths.append(depth)
        return draw(self, depth, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(LevelBuilder, "draw", noted)
    return iter([depths])


@pytest.mark.parametrize("level", [FIRST, RUN])
def test_a_game_begun_anew_is_the_same_and_is_drawn_but_once(
    level: str, drawn: Iterator[list[int]]
) -> None:
    depths = next(drawn)
    first = Session(72_001, level=level)
    assert depths == [1]
    again = Session(72_001, level=level)
    assert depths == [1]
    assert again.save() == first.save()
    assert again.digest.seal() == first.digest.seal()

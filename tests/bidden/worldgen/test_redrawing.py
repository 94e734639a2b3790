"""Redrawing: a game that begins anew is the same, and what it is drawn of is not drawn again."""

from collections.abc import Iterator

import pytest

from bidden.content.mods import FIRST, RUN
from bidden.session import Session
from bidden.state import Levels
from bidden.worldgen.level_builder import LevelBuilder
from bidden.worldgen.redrawing import Redrawing, Streams
from eventcore import Stream


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The depths of the levels that are drawn up."""
    depths: list[int] = []
    draw = LevelBuilder.draw

    def noted(self: LevelBuilder, depth: int, *arguments: object) -> object:
        depths.append(depth)
        return draw(self, depth, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(LevelBuilder, "draw", noted)
    return iter([depths])


def streams_of(seed: int) -> tuple[Streams, dict[str, Stream]]:
    streams: dict[str, Stream] = {}
    return lambda name: streams.setdefault(name, Stream(seed, name)), streams


def rolls(streams: Streams) -> list[int]:
    return [streams("one").below(1000), streams("two").below(1000), streams("one").below(1000)]


def never(streams: Streams) -> list[int]:
    raise AssertionError("was drawn again")


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


def test_what_happens_to_a_level_does_not_happen_to_that_of_the_next_game() -> None:
    one = Session(72_002)
    rows = [*one.world.root[Levels].dug[0].rows]
    one.world.root[Levels].dug[0].rows[3] = "#" * len(rows[3])
    assert Session(72_002).world.root[Levels].dug[0].rows == rows


def test_games_of_other_seeds_and_levels_are_drawn_of_themselves(
    drawn: Iterator[list[int]],
) -> None:
    depths = next(drawn)
    saves = [
        Session(seed, level=level).save() for seed in (72_003, 72_004) for level in (FIRST, RUN)
    ]
    assert depths == [1, 1, 1, 1]
    assert len({*saves}) == 4


def test_streams_are_left_as_drawing_leaves_them() -> None:
    kept = Redrawing()
    streams, first = streams_of(5)
    found = kept.draw("all", 5, "of", streams, rolls)
    streams, again = streams_of(5)
    assert kept.draw("all", 5, "of", streams, never) == found
    assert [again[one].state() for one in first] == [one.state() for one in first.values()]
    assert [again[one].below(1000) for one in first] == [one.below(1000) for one in first.values()]


def test_streams_of_which_something_was_drawn_are_drawn_of() -> None:
    kept = Redrawing()
    fresh = kept.draw("all", 5, "of", streams_of(5)[0], rolls)
    streams, _ = streams_of(5)
    streams("two").below(1000)
    other = kept.draw("all", 5, "of", streams, rolls)
    assert other[1] != fresh[1]
    # And what came of that is not kept for who begins with fresh ones.
    assert kept.draw("all", 5, "of", streams_of(5)[0], rolls) == fresh


def test_what_hangs_on_something_else_is_drawn_again() -> None:
    kept, times = Redrawing(), list[int]()

    def noted(streams: Streams) -> list[int]:
        times.append(1)
        return rolls(streams)

    for of in ("one", "one", "other", "one"):
        kept.draw("all", 5, of, streams_of(5)[0], noted)
    assert len(times) == 3


def test_what_was_asked_for_longest_ago_is_forgotten_first() -> None:
    kept, times = Redrawing(), list[int]()

    def draw(seed: int) -> None:
        def noted(streams: Streams) -> list[int]:
            times.append(seed)
            return rolls(streams)

        kept.draw("all", seed, "of", streams_of(seed)[0], noted)

    for seed in (*range(128), 0, 128, 0, 1):
        draw(seed)
    assert times == [*range(128), 128, 1]

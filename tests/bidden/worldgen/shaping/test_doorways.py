"""Doorways: they are opened between two areas, until all that can be joined is."""

from bidden.worldgen.shaping.carving import Ground
from bidden.worldgen.shaping.doorways import Doorways
from bidden.worldgen.surveying import box, is_doorway, steps_from
from eventcore import Stream


def three_cells() -> tuple[Ground, dict[tuple[int, int], int]]:
    """Cells of 3 × 3 side by side, numbered from 1."""
    ground = Ground(13, 5)
    cells = [box(4 * n + 1, 1, 3, 3) for n in range(3)]
    for cell in cells:
        ground.put(cell)
    return ground, {tile: n for n, cell in enumerate(cells, 1) for tile in cell}


def test_areas_side_by_side_are_spanned_by_one_doorway_each() -> None:
    ground, owner = three_cells()
    doorways = Doorways(ground, owner, Stream(1, "doors"))
    assert len(doorways.found) == 6
    assert sorted(found[1:] for found in doorways.span()) == [(1, 2), (2, 3)]
    assert doorways.joined == {(1, 2), (2, 3)}
    assert len(steps_from(ground.rows, (1, 1))) == 29


def test_what_hangs_together_as_it_is_gets_no_doorway() -> None:
    ground, owner = three_cells()
    doorways = Doorways(ground, owner, Stream(1, "doors"))
    opened = [*doorways.span([(3, 1)])]
    assert len(opened) == 1


def test_a_doorway_has_walls_on_two_sides_and_floor_on_the_others() -> None:
    ground, _ = three_cells()
    assert is_doorway(ground, (4, 2))
    assert not is_doorway(ground, (2, 2))
    ground.put([(4, 1)])
    assert not is_doorway(ground, (4, 2))


def test_steps_go_slanting_on_floor_and_around_a_chasm() -> None:
    ground = Ground(6, 4)
    ground.put(box(1, 1, 4, 2))
    ground.put([(2, 1)], ":")
    steps = steps_from(ground.rows, (1, 1))
    assert steps == {(1, 1): 0, (1, 2): 1, (2, 2): 1, (3, 1): 2, (3, 2): 2, (4, 1): 3, (4, 2): 3}
    assert list(steps.values()) == sorted(steps.values())

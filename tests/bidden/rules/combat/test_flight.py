"""Flight: a thrown item flies to its target or to the first obstacle."""

import pytest

from tests.bidden.doing import throw
from tests.bidden.scenes import STOUT, MakeSession


@pytest.mark.parametrize(
    ("drawing", "x", "end"),
    [("#@....#", 2, 2), ("#@....#", 5, 5), ("#@....#", 6, 5), ("#@.+..#", 3, 2), ("#@.z.z#", 5, 3)],
)
def test_throw_stops_at_obstacles(
    make_session: MakeSession, drawing: str, x: int, end: int
) -> None:
    session = make_session(drawing, zombie=STOUT)
    assert throw(session, "rock", x) == (end, 0)

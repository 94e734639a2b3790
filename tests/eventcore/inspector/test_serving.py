"""Each visitor to the inspector's web page browses the turns independently."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.eventcore.tools import caravans
from tests.serving import Served, visit

Serve = Callable[..., Served]


@pytest.fixture
def serve() -> Iterator[Serve]:
    started: list[Served] = []

    def begin(journal: Path) -> Served:
        command = ("eventcore", "inspect", caravans.PLACE)
        started.append(Served(*command, journal, "--serve", "--port", "0"))
        return started[-1]

    yield begin
    for one in started:
        one.kill()


@pytest.mark.slow
def test_two_visitors_of_the_inspector_view_turns_independently(serve: Serve, week: Path) -> None:
    served = serve(week)

    async def look() -> None:
        async with visit(served.url) as one, visit(served.url) as another:
            await one.wait_for("turn 0 of 7")
            await another.wait_for("turn 0 of 7")
            await one.press("\x1b[F")
            await one.wait_for("turn 7 of 7")
            assert "turn 0 of 7" in another.text
            await one.press("q")
            with pytest.raises(EOFError):
                await one.wait_for("never")

    asyncio.run(look())
    assert "Traceback" not in served.end()
    assert served.process.returncode == 0

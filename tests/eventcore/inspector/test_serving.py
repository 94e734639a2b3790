"""The inspector in a page: each visitor looks at turns of their own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.browser import Page, browser
from tests.eventcore.tools import caravans
from tests.serving import Served, visit

Serve = Callable[..., Served]


@pytest.fixture
def serve() -> Iterator[Serve]:
    started: list[Served] = []

    def begin(*journals: Path) -> Served:
        command = ("eventcore", "inspect", caravans.PLACE)
        started.append(Served(*command, *journals, "--serve", "--port", "0"))
        return started[-1]

    yield begin
    for one in started:
        one.kill()


@pytest.mark.slow
def test_two_visitors_look_at_turns_of_their_own(serve: Serve, week: Path, other: Path) -> None:
    served = serve(week, other)

    async def look() -> None:
        async with visit(served.url) as one, visit(served.url) as another:
            await one.wait_for("week.jsonl: turn 0")
            await another.wait_for("week.jsonl: turn 0")
            await one.press("d")
            await one.wait_for("week.jsonl: turn 3")
            assert "week.jsonl: turn 0" in another.text
            await one.press("q")
            with pytest.raises(EOFError):
                await one.wait_for("never")

    asyncio.run(look())
    assert "Traceback" not in served.end()
    assert served.process.returncode == 0


@pytest.mark.slow
@pytest.mark.skipif(browser() is None, reason="there is no Chromium to show the page in")
def test_journal_is_looked_at_by_keys_in_a_browser(
    serve: Serve, week: Path, tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    served = serve(week)

    async def look() -> str:
        async with Page(tmp_path / "browser", 100, 30) as page:
            await page.open(served.url, 1000, 700)
            await page.wait_for("turn 0")
            await page.press("ArrowRight", 39)
            await page.wait_for("turn 1")
            await page.press("q")
            closed = "document.body.classList.contains('-closed')"
            while not await page.evaluate(closed):
                await asyncio.sleep(0.05)
            told = await page.evaluate("document.querySelector('.over').innerText")
            return " ".join(told.split())

    assert asyncio.run(asyncio.wait_for(look(), 120)) == snapshot

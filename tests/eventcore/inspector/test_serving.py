"""The inspector in a page: each visitor has one of their own, and what it says is told here."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from eventcore.cli import main
from eventcore.serving import is_served
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


def refused(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    assert main(["inspect", caravans.PLACE, *map(str, arguments)]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    return told


@pytest.mark.slow
def test_two_visitors_look_at_turns_of_their_own(serve: Serve, week: Path, other: Path) -> None:
    served = serve(week, other)
    assert served.told.startswith(f"{week} can be inspected at http://127.0.0.1:")

    async def look() -> None:
        async with visit(served.url) as one, visit(served.url) as another:
            await one.wait_for("turn 0 of")
            await another.wait_for("turn 0 of")
            await one.press("d")
            await one.wait_for("turn 3 of")
            assert "turn 0 of" in another.text
            await one.press("q")
            with pytest.raises(EOFError):
                await one.wait_for("never")

    asyncio.run(look())
    assert "Traceback" not in served.end()
    assert served.process.returncode == 0


@pytest.mark.slow
@pytest.mark.skipif(browser() is None, reason="there is no Chromium to show the page in")
def test_in_a_browser_a_journal_is_looked_at_by_keys(
    serve: Serve, week: Path, tmp_path: Path
) -> None:
    served = serve(week)

    async def look() -> str:
        async with Page(tmp_path / "browser", 100, 30) as page:
            await page.open(served.url, 1000, 700)
            await page.wait_for("turn 0 of")
            await page.press("ArrowRight", 39)
            await page.wait_for("turn 1 of")
            await page.press("q")
            closed = "document.body.classList.contains('-closed')"
            while not await page.evaluate(closed):
                await asyncio.sleep(0.05)
            told = await page.evaluate("document.querySelector('.over').innerText")
            return " ".join(told.split())

    assert asyncio.run(asyncio.wait_for(look(), 120)) == "The inspector was left. Open it again"


def test_a_journal_that_cannot_be_read_is_not_served(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    told = refused(capsys, tmp_path / "none.jsonl", "--serve")
    assert told.endswith("none.jsonl: there is no such file\n")


def test_a_port_without_a_page_is_one_line(capsys: pytest.CaptureFixture[str], week: Path) -> None:
    told = refused(capsys, week, "--port", "0")
    assert told == "eventcore: --port is of the page that --serve shows\n"


def test_without_the_extra_one_line_names_it(
    capsys: pytest.CaptureFixture[str], week: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "eventcore.serving.server", raising=False)
    for name in [one for one in sys.modules if one.partition(".")[0] == "textual_serve"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "textual_serve", None)
    monkeypatch.delattr("eventcore.serving.server", raising=False)
    assert refused(capsys, week, "--serve") == (
        "eventcore: serving needs textual_serve, which the extra 'serve' has: "
        "pip install '.[serve]'\n"
    )


def test_only_what_a_server_started_is_served(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TEXTUAL_DRIVER", raising=False)
    assert not is_served()
    monkeypatch.setenv("TEXTUAL_DRIVER", "textual.drivers.web_driver:WebDriver")
    assert is_served()

"""``bidden serve``: the game in a page, for this machine alone, and what is left when it ends."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from PIL import Image

from bidden.cli import main
from bidden.recording.playing import load
from tests.browser import PATIENCE, Page, browser
from tests.frontend.journeys import LOST, Waiting, to_a_death, to_a_victory
from tests.frontend.pointing import SCENARIO, SEED, Pointer, to_a_throw
from tests.serving import Served, visit

pytestmark = pytest.mark.slow

Serve = Callable[..., "ServedGame"]
_IN_A_PAGE = {
    "enter": ("Enter", 13),
    "space": (" ", 32),
    ".": (".", 190),  # by its own number it would be Del
}


class ServedGame(Served):
    """The game, served.

    Attributes:
        games: The folder in which visitors' games are recorded.
    """

    def __init__(self, data: Path, *arguments: str) -> None:
        self.games = data / "bidden" / "journals"
        super().__init__("bidden", "serve", "--port", "0", *arguments, XDG_DATA_HOME=str(data))
        assert self.told.startswith("Bidden can be played at http://"), self.told


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    started: list[ServedGame] = []

    def begin(*arguments: str) -> ServedGame:
        started.append(ServedGame(tmp_path / "data", *arguments))
        return started[-1]

    yield begin
    for one in started:
        one.kill()


def test_each_visitor_plays_a_game_of_their_own_and_both_are_kept(serve: Serve) -> None:
    served = serve("--seed", "5", "--scenario", "first")

    async def play() -> None:
        async with visit(served.url) as one, visit(served.url) as other:
            await one.wait_for("A journey")
            await other.wait_for("A journey")
            await one.press("l")
            await one.wait_for("Turn 1 ")
            assert "Turn 0 " in "\n".join(other.screen.display)

    asyncio.run(play())
    told = served.end()
    journals = sorted(served.games.glob("*.jsonl"))
    assert len(journals) == 2
    assert all(load(path).problem is None for path in journals)
    assert all(f"Recorded in {path}" in told for path in journals)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ended_the_server_ends_the_games_and_leaves_their_journals_whole(
    serve: Serve, number: int
) -> None:
    served = serve("--seed", "5", "--scenario", "first")

    async def play() -> str:
        async with visit(served.url) as one:
            await one.wait_for("A journey")
            await one.press("l")
            await one.wait_for("Turn 1 ")
            told = await asyncio.to_thread(served.end, number)
            with pytest.raises(EOFError):
                await one.wait_for("never")
            return told

    told = asyncio.run(play())
    [path] = served.games.glob("*.jsonl")
    assert f"Recorded in {path}" in told
    assert "Traceback" not in told
    assert served.process.returncode == 0
    assert load(path).problem is None


def test_leaving_the_game_ends_the_visit(serve: Serve) -> None:
    served = serve("--scenario", "first")

    async def play() -> None:
        async with visit(served.url) as one:
            await one.wait_for("A journey")
            await one.press("Q")
            await one.wait_for("Quit this game?")
            await one.press("y")
            with pytest.raises(EOFError):
                await one.wait_for("never")

    asyncio.run(play())


def test_nobody_is_let_in_from_another_page_or_by_another_name(serve: Serve) -> None:
    served = serve()

    async def ask(headers: dict[str, str]) -> int:
        async with (
            aiohttp.ClientSession() as session,
            session.get(f"{served.url}/", headers=headers) as answer,
        ):
            return answer.status

    assert asyncio.run(ask({})) == 200
    assert asyncio.run(ask({"Origin": served.url})) == 200
    assert asyncio.run(ask({"Origin": "http://elsewhere.test"})) == 403
    assert asyncio.run(ask({"Host": "elsewhere.test"})) == 403


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["serve", *arguments]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    return told


def test_a_port_that_is_taken_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert refused(capsys, "--port", port) == f"bidden: --port {port}: Address already in use\n"


def test_what_does_not_fit_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert "65535" in refused(capsys, "--port", "70000")
    assert "no scenario 'x'" in refused(capsys, "--scenario", "x")


def test_without_the_extra_one_line_names_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "eventcore.serving.server", raising=False)
    for name in [one for one in sys.modules if one.partition(".")[0] == "textual_serve"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "textual_serve", None)
    monkeypatch.delattr("eventcore.serving.server", raising=False)
    assert refused(capsys) == (
        "bidden: serving needs textual_serve, which the extra 'serve' has: "
        "pip install './game[serve]'\n"
    )


@pytest.mark.skipif(browser() is None, reason="there is no Chromium to show the page in")
def test_in_a_browser_the_game_is_played_by_keys_and_can_be_seen(
    serve: Serve, tmp_path: Path
) -> None:
    served = serve("--seed", "5", "--scenario", "first")

    async def play() -> tuple[bytes, bytes, list[str], Any]:
        async with Page(tmp_path / "browser", 80, 24) as page:
            await page.open(served.url, 1000, 700)
            await page.wait_for("A journey")
            await asyncio.sleep(0.5)  # the page draws what came a frame later
            before = await page.picture()
            await page.press("l")
            await page.wait_for("Turn 1 ")
            await page.press("ArrowRight", 39)
            await page.wait_for("Turn 2 ")
            await asyncio.sleep(0.5)
            after, asked = await page.picture(), [*page.requested]
            await page.press("Q")
            await page.wait_for("Quit this game?")
            await page.press("y")
            for _ in range(PATIENCE * 10):
                left = await page.evaluate("document.body.classList.contains('-closed')")
                if left:
                    break
                await asyncio.sleep(0.1)
            return before, after, asked, left

    before, after, asked, left = asyncio.run(play())
    keep = os.environ.get("BIDDEN_PICTURES")
    if keep:
        (Path(keep) / "browser.png").write_bytes(after)
    picture = Image.open(BytesIO(after)).convert("RGB")
    assert picture.size == (1000, 700)
    colours = picture.getcolors(1 << 20)
    assert colours is not None
    assert len(colours) > 20
    assert after != before
    assert asked
    assert [url for url in asked if not url.startswith(served.url)] == []
    assert left is True


@pytest.mark.parametrize("to", ["death", "victory"])
@pytest.mark.skipif(browser() is None, reason="there is no Chromium to show the page in")
def test_in_a_browser_it_goes_by_keys_from_the_title_to_an_end_and_back(
    serve: Serve, tmp_path: Path, to: str
) -> None:
    games = tmp_path / "data" / "bidden" / "journals"
    script = to_a_death() if to == "death" else to_a_victory(games / "won.jsonl")
    served, waiting = serve(), Waiting(games)

    async def press(page: Page, *keys: str) -> None:
        for key in keys:
            await asyncio.sleep(waiting.pause(key))
            await page.press(*_IN_A_PAGE.get(key, (key,)))

    async def play() -> None:
        async with Page(tmp_path / "browser", 80, 24) as page:
            await page.open(served.url, 1000, 700)
            await page.wait_for("n New game")
            if to == "victory":
                await press(page, "c")
                await page.wait_for("HP ")
            else:
                await press(page, "s", *str(LOST), "enter")
                await page.wait_for("You are a bidden")
                await page.wait_until(lambda: "The circle is drawn" not in page.text)
                await press(page, "space")
                await page.wait_for("Press a capital letter to accept one.")
            for one in script:
                await press(page, one.key)
                await page.wait_until(lambda one=one: waiting.has_come_to(one.intents))  # type: ignore[misc]
            if to == "death":
                await page.wait_for("You are dead")
                await press(page, "b", "enter")
                await page.wait_for("You play on from turn ")
                await press(page, "Q", "y")
            else:
                await page.wait_for("Victory")
                await press(page, "q")
            await page.wait_for("n New game")
            await press(page, "q")
            for _ in range(PATIENCE * 10):
                if await page.evaluate("document.body.classList.contains('-closed')"):
                    return
                await asyncio.sleep(0.1)
            raise AssertionError("the visit did not end")

    asyncio.run(play())
    told = served.end()
    assert "Traceback" not in told
    ends = {path.name.split(".")[-2] for path in games.glob("*.txt")}
    assert to in ends
    assert (to == "death") == any(".back-1-1." in path.name for path in games.iterdir())
    assert all(load(path).problem is None for path in games.glob("*.jsonl"))


@pytest.mark.skipif(browser() is None, reason="there is no Chromium to show the page in")
def test_in_a_browser_one_travels_by_the_mouse_alone_to_a_thing_and_throws_it_where_one_aims(
    serve: Serve, tmp_path: Path
) -> None:
    served = serve("--seed", str(SEED), "--scenario", SCENARIO)

    async def play() -> Pointer:
        async with Page(tmp_path / "browser", 80, 24) as page:
            await page.open(served.url, 1000, 700)
            await page.wait_for("A journey")
            waiting = Waiting(served.games)
            pointer = to_a_throw(page.screen.columns, page.screen.lines)
            for one in pointer.script:
                await page.click(one.x, one.y, one.button)
                await asyncio.sleep(0.2)  # until what it comes to is drawn
                await page.wait_until(lambda one=one: waiting.has_come_to(one.intents))  # type: ignore[misc]
            for _ in range(PATIENCE * 10):
                if await page.evaluate("document.body.classList.contains('-closed')"):
                    return pointer
                await asyncio.sleep(0.1)
            raise AssertionError("the visit did not end")

    pointer = asyncio.run(play())
    (path,) = served.games.glob("*.jsonl")
    decode, records = pointer.game.session.decode, load(path).records
    done = [decode(one.type, one.v, one.data) for one in records if one.kind == "intent"]
    assert done == pointer.game.performed


def test_in_a_browser_esc_is_heard_at_once(serve: Serve) -> None:
    served, taken = serve("--seed", "5", "--scenario", "first"), list[float]()

    async def play() -> None:
        async with visit(served.url) as one:
            await one.wait_for("A journey")
            for _ in range(8):
                await one.press("?")
                await one.wait_for("What you are")
                begun = time.monotonic()
                await one.press("\x1b")
                while "What you are" in "\n".join(one.screen.display):
                    await one.take()
                taken.append(time.monotonic() - begun)

    asyncio.run(play())
    assert min(taken) < 0.08  # however busy the machine; Textual's own would take a tenth


def test_without_a_seed_each_visitor_has_a_title_of_their_own(serve: Serve) -> None:
    served = serve()

    async def play() -> None:
        async with visit(served.url) as one:
            await one.wait_for("n New game")
            await one.press("q")
            with pytest.raises(EOFError):
                await one.wait_for("never")

    asyncio.run(play())
    assert [*served.games.glob("*")] == []

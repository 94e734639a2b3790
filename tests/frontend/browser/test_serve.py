"""``bidden serve`` serves the game in a page, to this machine only, and cleans up at its end."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import aiohttp
import pytest
from PIL import Image
from syrupy.assertion import SnapshotAssertion

from bidden.cli import main
from bidden.recording.playing import load
from tests.browser import PATIENCE, Page, browser
from tests.frontend.journeys import LOST, Waiting, to_a_death
from tests.serving import Served, Visit, visit

slow = pytest.mark.slow
in_a_browser = pytest.mark.skipif(browser() is None, reason="there is no Chromium to show the page")

Serve = Callable[..., "ServedGame"]
PLAYED = ("--seed", "5", "--scenario", "first")
_IN_A_PAGE = {
    "enter": ("Enter", 13),
    "space": (" ", 32),
    ".": (".", 190),  # its own code would be Del
}


class ServedGame(Served):
    """The game as it is served.

    Attributes:
        games: The folder in which visitors' games are recorded.
        waiting: Counts the intents of the newest game.
    """

    def __init__(self, data: Path, *arguments: str) -> None:
        self.games = data / "bidden" / "journals"
        self.waiting = Waiting(self.games)
        super().__init__("bidden", "serve", "--port", "0", *arguments, XDG_DATA_HOME=str(data))


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    started: list[ServedGame] = []

    def begin(*arguments: str) -> ServedGame:
        started.append(ServedGame(tmp_path / "data", *arguments))
        return started[-1]

    yield begin
    for one in started:
        one.kill()


async def is_played(one: Visit) -> None:
    """Wait until the map is shown."""
    await one.wait_for("@")


def walked(path: Path) -> int:
    """Return how many steps were taken in a game."""
    return path.read_bytes().count(b'"Move"')


@slow
def test_each_visitor_plays_an_own_game_and_both_are_kept(serve: Serve) -> None:
    served = serve(*PLAYED)

    async def play() -> None:
        async with visit(served.url) as one, visit(served.url) as other:
            await is_played(one)
            await is_played(other)
            await one.press("l")
            while not any(map(walked, served.games.glob("*.jsonl"))):
                await asyncio.sleep(0.02)

    asyncio.run(play())
    told = served.end()
    journals = sorted(served.games.glob("*.jsonl"))
    assert sorted(map(walked, journals)) == [0, 1]
    assert all(load(path).problem is None for path in journals)
    assert all(str(path) in told for path in journals)


@slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ended_server_ends_the_games_and_leaves_their_journals_whole(
    serve: Serve, number: int
) -> None:
    served = serve(*PLAYED)

    async def play() -> str:
        async with visit(served.url) as one:
            await is_played(one)
            await one.press("l")
            while not served.waiting.has_come_to(1):
                await asyncio.sleep(0.02)
            told = await asyncio.to_thread(served.end, number)
            await one.wait_for_end()
            return told

    told = asyncio.run(play())
    [path] = served.games.glob("*.jsonl")
    assert str(path) in told
    assert "Traceback" not in told
    assert served.process.returncode == 0
    assert load(path).problem is None


@slow
@pytest.mark.parametrize(("arguments", "keys"), [(PLAYED, "Qy"), ((), "q")], ids=["game", "title"])
def test_quitting_ends_the_browser_visit(
    serve: Serve, arguments: tuple[str, ...], keys: str
) -> None:
    served = serve(*arguments)

    async def play() -> None:
        async with visit(served.url) as one:
            await one.wait_for("@" if arguments else ">")
            await one.press(keys)
            await one.wait_for_end()

    asyncio.run(play())
    assert len([*served.games.glob("*.jsonl")]) == bool(arguments)


@slow
def test_other_origins_and_hosts_are_refused(serve: Serve) -> None:
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


def test_port_that_is_taken_is_refused(
    capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert refused(capsys, "--port", port).replace(port, "<port>") == snapshot


@pytest.mark.parametrize("arguments", [("--port", "70000"), ("--scenario", "x")])
def test_invalid_argument_is_refused(
    arguments: tuple[str, str], capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion
) -> None:
    assert refused(capsys, *arguments) == snapshot


def test_missing_extra_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    monkeypatch.delitem(sys.modules, "eventcore.serving.server", raising=False)
    for name in [one for one in sys.modules if one.partition(".")[0] == "textual_serve"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "textual_serve", None)
    monkeypatch.delattr("eventcore.serving.server", raising=False)
    assert refused(capsys) == snapshot


async def is_closed(page: Page) -> None:
    """Wait until the page says that the visit is over."""
    for _ in range(PATIENCE * 10):
        if await page.evaluate("document.body.classList.contains('-closed')"):
            return
        await asyncio.sleep(0.1)
    raise AssertionError("the visit did not end")


@slow
@in_a_browser
def test_browser_plays_a_run_to_a_death_and_takes_over_some_turns_earlier(
    serve: Serve, tmp_path: Path
) -> None:
    script, served = to_a_death(), serve()
    games, waiting = served.games, served.waiting

    async def press(page: Page, *keys: str) -> None:
        for key in keys:
            await asyncio.sleep(waiting.pause(key))
            await page.press(*_IN_A_PAGE.get(key, (key,)))

    def has(name: str) -> Callable[[], bool]:
        return lambda: any(games.glob(name))

    async def play() -> tuple[bytes, list[str]]:
        async with Page(tmp_path / "browser", 80, 24) as page:
            await page.open(served.url, 1000, 700)
            await page.wait_for(">")
            await press(page, "p")
            await page.wait_for("Practice:")
            await press(page, "s", *str(LOST), "enter")
            await page.wait_until(has("*.jsonl"))
            await press(page, "space")
            for one in script:
                await press(page, one.key)
                await page.wait_until(lambda one=one: waiting.has_come_to(one.intents))  # type: ignore[misc]
            await page.wait_for("b rewind")
            picture = await page.picture()
            await press(page, "b")
            await page.wait_for("Rewind how many turns")
            await press(page, "enter")
            await page.wait_until(has("*.back-1-1.jsonl"))
            await page.wait_for("@")
            await press(page, "Q", "y")
            await page.wait_for(">")
            await press(page, "q")
            await is_closed(page)
            return picture, [*page.requested]

    picture, asked = asyncio.run(play())
    assert "Traceback" not in served.end()
    assert any(games.glob("*.death.txt"))
    assert all(load(path).problem is None for path in games.glob("*.jsonl"))
    assert Image.open(BytesIO(picture)).size == (1000, 700)
    assert [url for url in asked if not url.startswith(served.url)] == []

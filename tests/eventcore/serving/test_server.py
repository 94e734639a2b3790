"""The server limits what a page may do, and stops all its programs when it ends."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import aiohttp
import pytest

from eventcore.serving import is_served
from tests.cli.process import all_end
from tests.serving import Served, Visit, visit

Begin = Callable[..., Served]

PATHS = {"/": 200, "/static/js/textual.js": 200, "/static/": 403, "/nothing": 404, "/ws": 400}
MALFORMED = (
    "",
    "{}",
    "[]",
    '["stdin", 5]',
    '["stdin", "\\ud800"]',
    '["resize", 80]',
    "[" * 5_000,
    '["unheard of", 1]',
)


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    started: list[Served] = []

    def begin(name: str, *visitors: int) -> Served:
        module = "tests.eventcore.serving.programs"
        started.append(Served(module, name, str(tmp_path), *map(str, visitors)))
        return started[-1]

    yield begin
    for one in started:
        one.kill()
    for number in numbers_in(tmp_path):
        with suppress(ProcessLookupError):
            os.kill(number, signal.SIGKILL)


def numbers_in(folder: Path) -> list[int]:
    return [int(path.name) for path in folder.iterdir()]


async def ended(one: Visit) -> int | None:
    """Wait until the server ends a visit, and return the close code."""
    with pytest.raises(EOFError):
        await one.wait_for("typed")
    return one.socket.close_code


async def stop_second_program(url: str, folder: Path) -> tuple[list[int], list[Visit]]:
    """Visit a server twice, and suspend the program of the second visit."""
    visits = [visit(url), visit(url)]
    opened = [await one.__aenter__() for one in visits]
    for one in opened:
        await one.wait_for("deaf")
    numbers = numbers_in(folder)
    os.kill(numbers[1], signal.SIGSTOP)
    return numbers, opened


@pytest.mark.slow
def test_closed_page_ends_programs_that_hang(begin: Begin, tmp_path: Path) -> None:
    served = begin("stubborn", 2)

    async def play() -> None:
        numbers, opened = await stop_second_program(served.url, tmp_path)
        for one in opened:
            await one.socket.close()
        assert await asyncio.to_thread(all_end, numbers, 10)
        # New visitors can connect again, as soon as the server has noticed the end of the programs.
        async with aiohttp.ClientSession() as session, asyncio.timeout(10):
            while (await session.get(served.url)).status != 200:
                await asyncio.sleep(0.05)

    asyncio.run(play())
    assert "Traceback" not in served.end()


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ended_server_ends_programs_that_hang(begin: Begin, tmp_path: Path, number: int) -> None:
    served = begin("stubborn")

    async def play() -> tuple[list[int], str]:
        numbers, _ = await stop_second_program(served.url, tmp_path)
        return numbers, await asyncio.to_thread(served.end, number)

    numbers, told = asyncio.run(play())
    assert served.process.returncode == 0
    assert "Traceback" not in told
    assert all_end(numbers, 1)


@pytest.mark.slow
def test_program_ends_soon_after_server_was_killed(begin: Begin, tmp_path: Path) -> None:
    served = begin("stubborn")

    async def play() -> None:
        async with visit(served.url) as one:
            await one.wait_for("deaf")
            served.process.kill()
            served.process.wait()

    asyncio.run(play())
    assert all_end(numbers_in(tmp_path), 10)


def test_visitors_are_limited_and_a_place_is_free_again(begin: Begin) -> None:
    served = begin("polite", 1)

    async def play() -> None:
        async with aiohttp.ClientSession() as session:

            async def status(path: str = "") -> int:
                async with session.get(served.url + path) as answer:
                    return answer.status

            async with visit(served.url) as one:
                await one.wait_for("size")
                assert await status() == await status("/ws") == 503
            async with asyncio.timeout(10):
                while await status() == 503:
                    pass
            assert await status() == 200

    asyncio.run(play())
    assert "the last word" in served.end()  # the program ended normally


def test_server_limits_page_size_messages_and_embedding(begin: Begin) -> None:
    served = begin("polite")
    address = served.url.replace("http", "ws") + "/ws?width=1000000000&height=1000000000"

    async def ask(session: aiohttp.ClientSession, path: str, host: str) -> int:
        async with session.get(served.url + path, headers={"Host": host}) as answer:
            assert answer.headers["X-Frame-Options"] == "DENY"
            assert answer.headers["Content-Security-Policy"] == "frame-ancestors 'none'"
            return answer.status

    async def play() -> None:
        here = served.url.removeprefix("http://")
        async with aiohttp.ClientSession() as session:
            for path, status in PATHS.items():
                assert await ask(session, path, here) == status
                assert await ask(session, path, "elsewhere.test") == 403
            async with session.ws_connect(address) as connection:
                one = Visit(connection)
                await one.wait_for("size")
                assert "size 500 200" in one.text
                await connection.send_json(["resize", {"width": 10**30, "height": -5}])
                await one.wait_for("resize")
                assert '"width": 500, "height": 1' in one.text
                await one.press("x" * 20_000)
                assert await ended(one) == aiohttp.WSCloseCode.MESSAGE_TOO_BIG

    asyncio.run(play())
    assert "Traceback" not in served.end()


def test_malformed_message_ends_the_visit_and_leaves_one_line(begin: Begin) -> None:
    served = begin("polite", len(MALFORMED))

    async def say(message: str) -> None:
        async with visit(served.url) as one:
            await one.socket.send_str(message)
            await ended(one)

    async def say_all() -> None:
        await asyncio.gather(*map(say, MALFORMED))

    asyncio.run(say_all())
    host, _, port = served.url.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port))) as connection:
        connection.sendall(b"what\r\n\r\n")
        assert b" 400 " in connection.recv(100)
    told = [line for line in served.end().splitlines() if line != "the last word"]
    assert len(told) <= len(MALFORMED) + 1, told
    assert not any("Traceback" in line for line in told)


def test_only_a_process_that_a_server_started_is_served(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TEXTUAL_DRIVER", raising=False)
    assert not is_served()
    monkeypatch.setenv("TEXTUAL_DRIVER", "textual.drivers.web_driver:WebDriver")
    assert is_served()

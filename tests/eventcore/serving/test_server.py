"""The server keeps its bounds whatever a page says, and always ends with all its programs."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import aiohttp
import pytest

from eventcore.serving import Words, serve
from eventcore.tools import UsageError
from tests.cli.process import all_end
from tests.serving import Served, Visit, visit

Begin = Callable[..., Served]


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


async def stop_second_program(url: str, folder: Path) -> tuple[list[int], list[Visit]]:
    """Visit a server twice, and stop the program of the second visit by a signal."""
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

    async def play() -> list[int]:
        numbers, opened = await stop_second_program(served.url, tmp_path)
        for one in opened:
            await one.socket.close()
        assert await asyncio.to_thread(all_end, numbers, 10)
        async with aiohttp.ClientSession() as session, session.get(served.url) as again:
            assert again.status == 200  # their places are free
        return numbers

    assert len(asyncio.run(play())) == 2
    assert "Traceback" not in served.end()


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ended_server_ends_programs_that_hang(begin: Begin, tmp_path: Path, number: int) -> None:
    served = begin("stubborn")

    async def play() -> tuple[list[int], float, str]:
        numbers, _ = await stop_second_program(served.url, tmp_path)
        begun = time.monotonic()
        told = await asyncio.to_thread(served.end, number)
        return numbers, time.monotonic() - begun, told

    numbers, seconds, told = asyncio.run(play())
    assert seconds < 10
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


def test_last_words_of_program_are_told_however_long_that_takes(begin: Begin) -> None:
    served = begin("slow")

    async def play() -> None:
        async with visit(served.url) as one:
            with pytest.raises(EOFError):
                await one.wait_for("never")

    asyncio.run(play())
    assert "the last word\n" in served.end()


def test_visitors_are_bounded_and_refused_politely(begin: Begin) -> None:
    served = begin("polite", 1)

    async def play() -> tuple[int, str, int, int]:
        async with aiohttp.ClientSession() as session:
            async with visit(served.url) as one:
                await one.wait_for("size")
                async with session.get(served.url) as full:
                    status, text = full.status, await full.text()
                async with session.get(f"{served.url}/ws") as other:
                    refused = other.status
            async with asyncio.timeout(10):
                while True:
                    async with session.get(served.url) as again:
                        if again.status != 503:
                            return status, text, refused, again.status

    status, text, refused, again = asyncio.run(play())
    assert (status, refused, again) == (503, 503, 200)
    assert "Test" in text
    assert text.count("\n") == 1


def test_server_for_nobody_is_refused() -> None:
    words = Words(title="Test", left="", again="", install="")
    with pytest.raises(UsageError, match="--visitors 0"):
        serve(["true"], port=0, words=words, ready=print, visitors=0)


def test_size_of_page_is_bounded(begin: Begin) -> None:
    served = begin("polite")
    address = served.url.replace("http", "ws") + "/ws?width=1000000000&height=1000000000"

    async def play() -> tuple[str, str]:
        async with aiohttp.ClientSession() as session, session.ws_connect(address) as socket:
            one = Visit(socket)
            await one.wait_for("size")
            first = one.text
            await socket.send_json(["resize", {"width": 10**30, "height": -5}])
            await one.wait_for("resize")
            return first, one.text

    first, resized = asyncio.run(play())
    assert "size 500 200" in first
    assert '"width": 500, "height": 1' in resized


@pytest.mark.parametrize("host", [None, "elsewhere.test"])
def test_no_page_can_be_framed(begin: Begin, host: str | None) -> None:
    served = begin("polite")
    headers = {} if host is None else {"Host": host}

    async def ask(session: aiohttp.ClientSession, path: str) -> tuple[int, str, str]:
        async with session.get(served.url + path, headers=headers) as answer:
            given = answer.headers
            options = given.get("X-Frame-Options", "")
            return answer.status, options, given.get("Content-Security-Policy", "")

    async def ask_all() -> list[tuple[int, str, str]]:
        async with aiohttp.ClientSession() as session:
            return [await ask(session, path) for path in PATHS]

    answers = asyncio.run(ask_all())
    assert [status for status, _, _ in answers] == [403 if host else one for one in PATHS.values()]
    assert {(options, policy) for _, options, policy in answers} == {
        ("DENY", "frame-ancestors 'none'")
    }


PATHS = {"/": 200, "/static/js/textual.js": 200, "/static/": 403, "/nothing": 404, "/ws": 400}
MALFORMED = (
    "",
    "{",
    "{}",
    "3",
    "[]",
    '["stdin"]',
    '["stdin", 5]',
    '["stdin", "\\ud800"]',
    '["resize", {"width": "a", "height": 3}]',
    '["resize", {"width": 1e400, "height": 3}]',
    '["resize", 80]',
    "[" * 5_000,
    '["unheard of", 1]',
)


def test_malformed_message_is_one_line_and_ends_the_visit(begin: Begin) -> None:
    served = begin("polite", len(MALFORMED))

    async def say(message: str) -> None:
        async with visit(served.url) as one:
            await one.socket.send_str(message)
            with pytest.raises(EOFError):
                await one.wait_for("never")

    async def say_all() -> None:
        await asyncio.gather(*map(say, MALFORMED))

    asyncio.run(say_all())
    told = served.end()
    assert told.count("\n") == len(MALFORMED), told
    assert "Traceback" not in told


def test_malformed_request_leaves_no_traceback(begin: Begin) -> None:
    served = begin("polite")
    host, _, port = served.url.removeprefix("http://").partition(":")
    for request in (b"what\r\n\r\n", b"GET / HTTP/1.1\r\nHost: " + b"a" * 100_000):
        with socket.create_connection((host, int(port))) as connection:
            connection.sendall(request)
            assert b" 400 " in connection.recv(100)
    told = served.end()
    assert "Traceback" not in told
    assert told.count("\n") <= 2


def test_message_that_is_too_long_ends_the_visit(begin: Begin) -> None:
    served = begin("polite")

    async def play() -> int | None:
        async with visit(served.url) as one:
            await one.wait_for("size")
            await one.press("x" * 100_000)
            with pytest.raises(EOFError):
                await one.wait_for("never")
            return one.socket.close_code

    assert asyncio.run(play()) == aiohttp.WSCloseCode.MESSAGE_TOO_BIG
    assert "Traceback" not in served.end()


def test_page_that_sends_too_much_is_held_back(begin: Begin) -> None:
    served = begin("polite")

    async def play() -> float:
        async with visit(served.url) as one:
            await one.wait_for("size")
            begun = time.monotonic()
            for _ in range(12):
                await one.press("x" * 1_000)
            await one.socket.send_str(json.dumps(["ping", 7]))
            async with asyncio.timeout(20):
                while True:
                    message = await one.socket.receive()
                    if message.type is aiohttp.WSMsgType.TEXT:
                        return time.monotonic() - begun

    assert 0.5 < asyncio.run(play()) < 10

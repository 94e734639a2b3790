"""A headless browser, driven by its own protocol: pages, keys, the mouse and pictures."""

from __future__ import annotations

import asyncio
import base64
import functools
import itertools
import json
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import aiohttp
import pyte

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
_BOX = "document.querySelector('.xterm-screen').getBoundingClientRect().toJSON()"
"""The position of the terminal's cells on the page."""
PATIENCE = 60
"""Seconds to wait before giving up."""


def browser() -> str | None:
    """Return the name of a browser on this machine, if there is one."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


class Page:
    """A page in a headless browser; an emulator also shows what its terminal receives.

    Attributes:
        screen: What the terminal shows.
        requested: All addresses that the page requested.
    """

    def __init__(self, folder: Path, columns: int, rows: int) -> None:
        self.screen = pyte.Screen(columns, rows)
        self.requested: list[str] = []
        self._stream = pyte.ByteStream(self.screen)
        self._folder = folder
        self._numbers = itertools.count(1)
        self._answers: dict[int, asyncio.Future[Any]] = {}

    @property
    def text(self) -> str:
        """Return the text on the terminal, row by row."""
        return "\n".join(row.rstrip() for row in self.screen.display)

    async def __aenter__(self) -> Page:
        program = browser()
        assert program is not None
        options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run"]
        options += ["--disable-dev-shm-usage", "--remote-debugging-port=0"]
        self._process = subprocess.Popen(
            [program, *options, f"--user-data-dir={self._folder}", "about:blank"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._session = aiohttp.ClientSession()
        known = self._folder / "DevToolsActivePort"
        await self.wait_until(lambda: known.exists() and "\n" in known.read_text())
        port = known.read_text().splitlines()[0]
        async with self._session.get(f"http://127.0.0.1:{port}/json/list") as answer:
            pages = [one for one in await answer.json() if one["type"] == "page"]
        self._socket = await self._session.ws_connect(
            pages[0]["webSocketDebuggerUrl"], max_msg_size=0
        )
        self._reader = asyncio.create_task(self._read())
        for domain in ("Page", "Network", "Runtime"):
            await self.call(f"{domain}.enable")
        return self

    async def __aexit__(self, *_: object) -> None:
        self._reader.cancel()
        await self._socket.close()
        await self._session.close()
        self._process.terminate()
        self._process.wait(PATIENCE)

    async def call(self, method: str, **parameters: Any) -> Any:
        """Call a method of the browser's protocol."""
        number = next(self._numbers)
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        await self._socket.send_json({"id": number, "method": method, "params": parameters})
        return await asyncio.wait_for(answer, PATIENCE)

    async def open(self, url: str, width: int, height: int) -> None:
        """Open a page of this size in pixels."""
        await self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )
        # Emulate focus: a window in the background gets no keys.
        await self.call("Emulation.setFocusEmulationEnabled", enabled=True)
        await self.call("Page.navigate", url=url)

    async def press(self, key: str, code: int = 0) -> None:
        """Press a key: a character, or a key with a name and a code."""
        text = {"text": key} if len(key) == 1 else {}
        common = {"key": key, "windowsVirtualKeyCode": code or ord(key.upper())}
        await self.call("Input.dispatchKeyEvent", type="keyDown", **common, **text)
        await self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    async def click(self, x: int, y: int, button: str) -> None:
        """Click on a cell of the terminal: "left", "right", or "wheel" for one notch down."""
        box = await self.evaluate(_BOX)
        cell = box["width"] / self.screen.columns, box["height"] / self.screen.lines
        at = {"x": box["x"] + (x + 0.5) * cell[0], "y": box["y"] + (y + 0.5) * cell[1]}
        send = functools.partial(self.call, "Input.dispatchMouseEvent", **at)
        await send(type="mouseMoved")
        if button == "wheel":
            await send(type="mouseWheel", deltaX=0, deltaY=cell[1])
        else:
            await send(type="mousePressed", button=button, clickCount=1)
            await send(type="mouseReleased", button=button, clickCount=1)

    async def evaluate(self, expression: str) -> Any:
        """Evaluate JavaScript in the page."""
        found = await self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        return found["result"].get("value")

    async def picture(self) -> bytes:
        """Take a picture of the page, as a PNG."""
        found = await self.call("Page.captureScreenshot", format="png")
        return base64.b64decode(found["data"])

    async def wait_until(self, happened: Callable[[], bool]) -> None:
        """Wait until the condition is true."""
        deadline = time.monotonic() + PATIENCE
        while not happened():
            assert time.monotonic() < deadline, f"still waiting, and the screen is\n{self.text}"
            await asyncio.sleep(0.02)

    async def wait_for(self, text: str) -> None:
        """Wait until the terminal shows a text."""
        await self.wait_until(lambda: text in self.text)

    async def _read(self) -> None:
        async for message in self._socket:
            told = message.json()
            if "id" in told:
                answer = self._answers.pop(told["id"])
                if not answer.done():
                    answer.set_result(told.get("result", {}))
            elif told["method"] == "Network.requestWillBeSent":
                self.requested.append(told["params"]["request"]["url"])
            elif told["method"] == "Network.webSocketFrameReceived":
                frame = told["params"]["response"]
                if frame["opcode"] == 2:
                    self._stream.feed(base64.b64decode(frame["payloadData"]))
            elif told["method"] == "Network.webSocketFrameSent":
                self._resize(told["params"]["response"]["payloadData"])

    def _resize(self, sent: str) -> None:
        if sent.startswith('["resize"'):
            size = json.loads(sent)[1]
            self.screen.resize(size["height"], size["width"])

"""Pass messages from a page to its program, and limit their size and rate to prevent abuse."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import msgspec

from eventcore.serving.program import Program

LONGEST: Final = 16_384
"""The longest message that a page may send, in bytes."""
_COLUMNS, _ROWS = 500, 200
"""The largest number of columns and rows that a program draws."""
_RATE: Final = 4_000
"""The number of characters that a page may send per second."""
_EACH: Final = 20
"""The number of characters that the rate limit adds to the length of each message."""
_AT_ONCE: Final = 2.0
"""After a pause, a page may send at once what the limit allows for this number of seconds."""


def size_of(width: int, height: int) -> tuple[int, int]:
    """Limit the columns and rows of a page to the range that a program can draw."""
    return min(max(1, width), _COLUMNS), min(max(1, height), _ROWS)


def hand_on(text: str, program: Program) -> Any:
    """Pass a message from a page on to its program.

    Returns:
        The answer to send to the page, or None.

    Raises:
        ValueError: The page sent something that is not a message.
    """
    try:
        message = msgspec.json.decode(text, type=list[Any])
    except RecursionError:
        raise ValueError("nested too deeply") from None
    match message:
        case ["stdin", str(keys)]:
            program.press(keys)
        case ["resize", {"width": int(width), "height": int(height)}]:
            columns, rows = size_of(width, height)
            program.tell("resize", width=columns, height=rows)
        case ["ping", str() | int() | float() as number]:
            return ["pong", number]
        case ["blur" | "focus" as change, *_]:
            program.tell(change)
        case _:
            raise ValueError("unknown kind or content")
    return None


class Pace:
    """Slows down a page that sends more than a person can type."""

    def __init__(self) -> None:
        self._passed = 0.0

    async def wait(self, size: int) -> None:
        """Wait until a message of this size may pass."""
        now = asyncio.get_running_loop().time()
        self._passed = max(self._passed, now - _AT_ONCE) + (size + _EACH) / _RATE
        if self._passed > now:
            await asyncio.sleep(self._passed - now)

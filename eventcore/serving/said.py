"""What a page says to its program, read and bounded: a page is trusted with nothing else."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import msgspec

from eventcore.serving.program import Program

LONGEST: Final = 16_384
"""So many bytes a message of a page has at the most."""
_COLUMNS, _ROWS = 500, 200
"""A page has no more columns and rows than these."""
_RATE: Final = 4_000
"""So many characters a second a page may send,"""
_EACH: Final = 20
"""each message counted for so many more,"""
_AT_ONCE: Final = 2.0
"""and what it did not send before for so many seconds at the most."""


def size_of(width: int, height: int) -> tuple[int, int]:
    """Return the columns and rows that a page of this size is drawn with."""
    return min(max(1, width), _COLUMNS), min(max(1, height), _ROWS)


def hand_on(text: str, program: Program) -> Any:
    """Hand a message of a page to its program.

    Returns:
        What to answer the page, or None.

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
            raise ValueError("not a known message")
    return None


class Pace:
    """Holds back a page that sends more than anybody types."""

    def __init__(self) -> None:
        self._passed = 0.0

    async def wait(self, size: int) -> None:
        """Wait until a message of this size may be handed on."""
        now = asyncio.get_running_loop().time()
        self._passed = max(self._passed, now - _AT_ONCE) + (size + _EACH) / _RATE
        if self._passed > now:
            await asyncio.sleep(self._passed - now)

"""Encoding pixels as PNG with the standard library."""

from __future__ import annotations

import struct
import zlib

import numpy as np
from numpy.typing import NDArray


def encode_png(pixels: NDArray[np.uint8]) -> bytes:
    """Encode pixels of shape (height, width, 3), red, green and blue."""
    height, width, _ = pixels.shape
    # Each row begins with the number of its filter: 0 for none.
    rows = np.zeros((height, 1 + width * 3), np.uint8)
    rows[:, 1:] = pixels.reshape(height, width * 3)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)  # 8 bits, red-green-blue
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", header),
            _chunk(b"IDAT", zlib.compress(rows.tobytes(), 9)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

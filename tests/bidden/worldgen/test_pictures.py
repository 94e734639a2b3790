"""The page of places shows a picture of each, drawn like its levels."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

from tests.places import PICTURES, picture

ROOT = Path(__file__).parents[3]


@pytest.mark.slow
def test_stored_picture_matches_what_the_generator_draws() -> None:
    shown = (ROOT / PICTURES / "temple.png").read_bytes()
    same = pixels(shown) == pixels(picture("temple"))
    assert same, "draw them anew, with python -m tests.places"


def pixels(drawing: bytes) -> bytes:
    """Decompress the pixels; the compressed bytes depend on the zlib version."""
    start = drawing.index(b"IDAT")
    length = int.from_bytes(drawing[start - 4 : start])
    return zlib.decompress(drawing[start + 4 : start + 4 + length])

"""Animations: pictures of consoles as a GIF of one palette, only what changes stored."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

import numpy as np
import tcod.console
from numpy.typing import NDArray

from bidden.frontend.drawing.canvas import HEIGHT, WIDTH, new_console
from bidden.frontend.drawing.pictures.render import pixels_of
from bidden.frontend.drawing.pictures.tileset import CELL

Keys = NDArray[np.uint64]

_COLOURS: Final = 256


def save_gif(
    path: Path,
    consoles: Sequence[tcod.console.Console],
    durations: Sequence[int],
    progressed: Callable[[int], None] = lambda _: None,
) -> None:
    """Write frames as an animated GIF.

    Args:
        path: The file.
        consoles: What is shown.
        durations: For how many milliseconds each; what a GIF keeps is hundredths of seconds.
        progressed: Is told how many pictures are made.

    Raises:
        ImportError: Pillow is not installed.
        OSError: The file cannot be written.
    """
    from PIL import Image

    frames = [_keys(console) for console in consoles]
    keys = np.unique(np.concatenate(frames))
    tiles, palette = _reduced(_tiles(keys), _counts(keys, frames))

    def pictures() -> Iterator[Image.Image]:
        for number, frame in enumerate(frames):
            progressed(number)
            cells = tiles[np.searchsorted(keys, frame)].reshape(HEIGHT, WIDTH, *CELL[::-1])
            pixels = cells.swapaxes(1, 2).reshape(HEIGHT * CELL[1], WIDTH * CELL[0])
            picture = Image.frombytes("P", pixels.shape[::-1], pixels.tobytes())
            picture.putpalette(palette)
            yield picture

    made = pictures()
    next(made).save(
        path,
        "GIF",
        save_all=True,
        append_images=made,
        duration=list(durations),
        loop=0,
        optimize=False,
        palette=palette,
    )


def _keys(console: tcod.console.Console) -> Keys:
    """Name what stands in each cell, row by row, by a number: character and both colours."""
    cells = console.rgb.reshape(-1)
    key = cells["ch"].astype(np.uint64)
    for colour in ("fg", "bg"):
        for part in range(3):
            key = key << np.uint64(8) | cells[colour][:, part].astype(np.uint64)
    return key


def _tiles(keys: Keys) -> NDArray[np.uint8]:
    """Draw each kind of cell: red, green and blue, by kind, row and column."""
    drawn = []
    for start in range(0, len(keys), WIDTH * HEIGHT):
        some = keys[start : start + WIDTH * HEIGHT]
        console = new_console()
        cells = console.rgb.reshape(-1)[: len(some)]
        cells["ch"] = some >> np.uint64(48)
        for colour, shift in (("fg", 24), ("bg", 0)):
            for part in range(3):
                byte = some >> np.uint64(shift + 8 * (2 - part)) & np.uint64(255)
                cells[colour][:, part] = byte
        pixels = pixels_of(console).reshape(HEIGHT, CELL[1], WIDTH, CELL[0], 3)
        drawn.append(pixels.swapaxes(1, 2).reshape(-1, CELL[1], CELL[0], 3)[: len(some)])
    return np.concatenate(drawn)


def _counts(keys: Keys, frames: Sequence[Keys]) -> NDArray[np.int64]:
    """Count how often each kind of cell is shown."""
    counts = np.zeros(len(keys), np.int64)
    for frame in frames:
        counts += np.bincount(np.searchsorted(keys, frame), minlength=len(keys))
    return counts


def _reduced(
    tiles: NDArray[np.uint8], counts: NDArray[np.int64]
) -> tuple[NDArray[np.uint8], bytes]:
    """Reduce tiles to a palette of the most frequent colours. Return indices and palette."""
    pixels = tiles.reshape(-1, 3).astype(np.int32)
    packed = pixels[:, 0] << 16 | pixels[:, 1] << 8 | pixels[:, 2]
    found, places = np.unique(packed, return_inverse=True)
    often = np.bincount(places.reshape(-1), weights=np.repeat(counts, tiles[0, ..., 0].size))
    colours = np.stack([found >> 16, found >> 8 & 255, found & 255], axis=-1)
    kept = np.sort(np.argsort(-often, kind="stable")[:_COLOURS])
    nearest = np.array(
        [((colours[kept] - colour) ** 2).sum(axis=1).argmin() for colour in colours], np.uint8
    )
    palette = colours[kept].astype(np.uint8).tobytes()
    return nearest[places].reshape(tiles.shape[:-1]), palette

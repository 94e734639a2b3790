"""Draw the game's tileset from a font, laid out as frontend/drawing/pictures/tileset.py has it.

    python .ci/make_tileset.py path/to/DejaVuSansMono.ttf

Blocks and shades are drawn here, so that they meet at the edges of their cells; the rest is the
font's. White on transparent, as a tileset is coloured when it is used.
"""

import sys
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont, ImageOps

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "game"))

from bidden.frontend.drawing.pictures.tileset import CELL, COLUMNS, LAYOUT  # noqa: E402

SIZE = 20  # of the font: its characters are then exactly as wide as a cell
SHADES = {"░": 0.28, "▒": 0.5, "▓": 0.72}
# Left, top, right and bottom of the filled part, in cells.
BLOCKS = {
    "█": (0.0, 0.0, 1.0, 1.0),
    "▄": (0.0, 0.5, 1.0, 1.0),
    "▀": (0.0, 0.0, 1.0, 0.5),
    "▌": (0.0, 0.0, 0.5, 1.0),
    "▐": (0.5, 0.0, 1.0, 1.0),
}
# What the font lacks, and of what it is made: another character, mirrored or turned.
MADE = {"⁏": (";", ImageOps.mirror), "≀": ("~", lambda cell: turned(cell))}
BASELINE = 16  # the row letters stand on: as low as the tails of g and j allow


def main(font_path: str) -> None:
    font = ImageFont.truetype(font_path, SIZE)
    width, height = CELL
    rows = len(LAYOUT) // COLUMNS
    sheet = Image.new("L", (width * COLUMNS, height * rows))
    for number, code in enumerate(LAYOUT):
        y, x = divmod(number, COLUMNS)
        sheet.paste(draw(chr(code), font), (x * width, y * height))
    picture = Image.new("RGBA", sheet.size, "white")
    picture.putalpha(sheet)
    picture.save(ROOT / "game/bidden/frontend/drawing/pictures/tileset.png", optimize=True)


def draw(character: str, font: ImageFont.FreeTypeFont) -> Image.Image:
    width, height = CELL
    cell = Image.new("L", CELL)
    pen = ImageDraw.Draw(cell)
    if character in MADE:
        other, change = MADE[character]
        cell = change(draw(other, font))
    elif character in SHADES:
        pen.rectangle((0, 0, width, height), fill=round(255 * SHADES[character]))
    elif character in BLOCKS:
        left, top, right, bottom = BLOCKS[character]
        area = (left * width, top * height, right * width - 1, bottom * height - 1)
        pen.rectangle(area, fill=255)
    elif "─" <= character <= "╬":  # longer than a cell, so that they meet when cut to it
        pen.text((0, BASELINE), character, fill=255, font=font, anchor="ls")
    elif character.isprintable():
        while font.getbbox(character, anchor="ls")[1] < -BASELINE:  # a capital with an accent
            font = font.font_variant(size=font.size - 1)
        x = (width - font.getlength(character)) / 2
        pen.text((max(0, round(x)), BASELINE), character, fill=255, font=font, anchor="ls")
    return cell


def turned(cell: Image.Image) -> Image.Image:
    """Turn what is in a cell upright, and leave it in the middle."""
    upright = cell.rotate(90, expand=True)
    left = (upright.width - cell.width) // 2
    turned = Image.new("L", cell.size)
    turned.paste(upright.crop((left, 0, left + cell.width, upright.height)), (0, 4))
    return turned


if __name__ == "__main__":
    main(*sys.argv[1:])

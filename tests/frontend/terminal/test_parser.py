"""The parser skips input that is not a key, and recognizes the next key."""

from __future__ import annotations

from random import Random

import pytest
from textual.events import Key

from bidden.frontend.terminal.keys import name_of
from bidden.frontend.terminal.typed import ESCAPE_KEY, Parser

PIECES = [
    *("\x1b[", "\x1b[<", "\x1bO", "\x1b", "\x1b[48;", "0", "1", "27", "97", "1114112", "-3"),
    *(";", ":", "u", "~", "M", "m", "t", "R", "$y", "?", "I", "\xff", "٣", "²", "9" * 20),
]


def keys(parser: Parser, text: str) -> list[str]:
    return [message.key for message in parser.feed(text) if isinstance(message, Key)]


@pytest.mark.parametrize(
    "sequence",
    [
        "\x1b[1114112u",
        "\x1b[97;1:3u",
        "\x1b[27:u",
        f"\x1b[{'9' * 20}u",
        "\x1b[48;1;1;0;0t\x1b[<0;1;1M",
    ],
)
def test_parser_skips_escape_sequences_that_are_not_keys(sequence: str) -> None:
    assert keys(Parser(), f"{sequence}l") == ["l"]


def test_esc_is_recognized_immediately_without_the_kitty_protocol(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("textual.constants.DISABLE_KITTY_KEY", True)
    assert keys(Parser(), f"{ESCAPE_KEY}l") == ["escape", "l"]


def test_letter_with_ctrl_is_a_key_in_old_and_new_protocols() -> None:
    letters = [chr(number) for number in range(ord("a"), ord("z") + 1)]
    own = [f"ctrl_{one}" for one in letters if one not in "chijmz"]
    old, new = [chr(ord(one) - 0x60) for one in letters], [f"\x1b[{ord(one)};5u" for one in letters]
    for sent in (old, new):
        typed = (one for sequence in sent for one in Parser().feed(sequence))
        named = (name_of(one.key, one.character) for one in typed if isinstance(one, Key))
        assert [name for name in named if name is not None and name.startswith("ctrl")] == own


def test_parser_survives_any_input() -> None:
    chance = Random(1)
    for _ in range(300):
        parser = Parser()
        list(parser.feed("".join(chance.choices(PIECES, k=12))))
        list(parser.feed("\x1b[201~" + "." * 40))  # ends a paste, and any sequence
        assert keys(parser, "l") == ["l"]

"""The keymap is checked when it is read, and an error says where and why."""

from __future__ import annotations

import pytest

from bidden.content.datafiles import ContentError, read
from bidden.frontend.input.keymap import DIRECTIONS, Command, Context, load_keymap

SHIPPED = read("keymap.toml")


def refusal(text: str) -> str:
    with pytest.raises(ContentError) as caught:
        load_keymap(text, "mine.toml")
    return str(caught.value)


def test_the_shipped_keymap_is_in_order() -> None:
    assert set(load_keymap().sections) == set(Context)


@pytest.mark.parametrize(
    ("keys", "step"),
    [
        (("up", "k", "8"), (0, -1)),
        (("page_up", "u", "9"), (1, -1)),
        (("right", "l", "6"), (1, 0)),
        (("page_down", "n", "3"), (1, 1)),
        (("down", "j", "2"), (0, 1)),
        (("end", "b", "1"), (-1, 1)),
        (("left", "h", "4"), (-1, 0)),
        (("home", "y", "7"), (-1, -1)),
    ],
)
def test_arrows_letters_and_number_pad_point_the_same_way(
    keys: tuple[str, ...], step: tuple[int, int]
) -> None:
    keymap = load_keymap()
    assert [keymap.direction(key) for key in keys] == [step] * 3


def test_the_eight_directions_are_all_different() -> None:
    assert len(set(DIRECTIONS.values())) == 8


def test_a_key_means_nothing_where_it_is_not_bound() -> None:
    assert load_keymap().action("c", Context.PAGES) is None


def test_a_key_added_to_the_file_is_bound() -> None:
    keymap = load_keymap(SHIPPED.replace('keys = ["c"]', 'keys = ["c", "delete"]'))
    assert keymap.action("delete", Context.PLAY) is Command.CLOSE


def without(action: str) -> str:
    return "\n".join(row for row in SHIPPED.split("\n") if not row.startswith(action))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            SHIPPED.replace('"page_up", "u", "9"', '"pgup"'),
            "directions.actions.northeast.keys: 'pgup' is no key: ",
        ),
        (
            SHIPPED.replace('keys = ["c"]', 'keys = ["h"]'),
            "play.actions.close.keys: 'h' is bound already, by directions.actions.west",
        ),
        (without("wait"), "play.actions.wait: is missing"),
        (SHIPPED[: SHIPPED.index("[replay]")], "replay: is missing"),
        (
            SHIPPED.replace("[prompt.actions]", '[prompt.actions]\nwait = { keys = ["w"] }'),
            "prompt.actions.wait: there is only cancel here",
        ),
        (
            SHIPPED.replace('keys = ["c"]', "keys = []"),
            "play.actions.close.keys: needs at least one key",
        ),
        (
            SHIPPED.replace('keys = ["c"]', 'keys = ["c", "V", "c"]'),
            "play.actions.close.keys: 'c' is there more than once",
        ),
        (SHIPPED + "\n[dreaming]\n", "dreaming: there is only "),
        ("[play\n", "Expected ']' at the end of a table declaration (at line 1, "),
    ],
    ids=["key", "twice", "action", "context", "elsewhere", "none", "again", "unknown", "no-toml"],
)
def test_what_is_wrong_is_named_with_its_place(text: str, said: str) -> None:
    assert refusal(text).startswith(f"mine.toml: {said}")


@pytest.mark.parametrize(
    ("wrong", "place"),
    [
        ('wait = { keys = "s", does = "rest" }', "wait.keys: "),
        ('wait = { keys = [5], does = "rest" }', "wait.keys[0]: "),
        ('wait = { keys = ["s"], does = 1 }', "wait.does: "),
        ('wait = { keys = ["s"] }', "wait: "),
        ('wait = { keys = ["s"], does = "rest", cost = 1 }', "wait: "),
        ('dance = { keys = ["s"], does = "dance" }', "dance: "),
    ],
)
def test_a_wrong_type_or_name_is_refused_with_its_place(wrong: str, place: str) -> None:
    text = "\n".join(wrong if row.startswith("wait") else row for row in SHIPPED.split("\n"))
    assert refusal(text).startswith(f"mine.toml: play.actions.{place}")

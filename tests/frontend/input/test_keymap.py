"""Loading a keymap checks it, and an error names the place and the reason."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.content.datafiles import ContentError, read
from bidden.frontend.input.keymap import load_keymap

SHIPPED = read("keymap.toml")


def refusal(text: str) -> ContentError:
    with pytest.raises(ContentError) as caught:
        load_keymap(text, "mine.toml")
    assert caught.value.file == "mine.toml"
    return caught.value


def with_wait(binding: str) -> str:
    """Return the shipped keymap with another line for waiting a turn."""
    return "\n".join(binding if row.startswith("wait") else row for row in SHIPPED.split("\n"))


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (SHIPPED.replace('"page_up", "u", "9"', '"pgup"'), "directions.actions.northeast.keys"),
        (SHIPPED.replace('keys = ["c"]', 'keys = ["h"]'), "play.actions.close.keys"),
        (with_wait(""), "play.actions.wait"),
        (SHIPPED[: SHIPPED.index("[replay]")], "replay"),
        (
            SHIPPED.replace("[prompt.actions]", '[prompt.actions]\nwait = { keys = ["w"] }'),
            "prompt.actions.wait",
        ),
        (SHIPPED.replace('keys = ["c"]', "keys = []"), "play.actions.close.keys"),
        (SHIPPED.replace('keys = ["c"]', 'keys = ["c", "V", "c"]'), "play.actions.close.keys"),
        (f"{SHIPPED}\n[dreaming]\n", "dreaming"),
        ("[play\n", ""),
    ],
    ids=["key", "twice", "action", "context", "elsewhere", "none", "again", "unknown", "no-toml"],
)
def test_error_names_place_and_reason(text: str, key: str, snapshot: SnapshotAssertion) -> None:
    error = refusal(text)
    assert error.key == key
    assert str(error) == snapshot


@pytest.mark.parametrize(
    ("context", "action"),
    [("prompt", "cancel"), ("target", "accept"), ("travel", "accept")],
)
def test_binding_a_direction_key_is_refused_in_contexts_that_use_directions(
    context: str, action: str
) -> None:
    before, table, after = SHIPPED.partition(f"[{context}.actions]\n{action} = {{ keys = [")
    error = refusal(f'{before}{table}"h", {after}')
    assert error.key == f"{context}.actions.{action}.keys"


@pytest.mark.parametrize(
    ("wrong", "key"),
    [
        ('wait = { keys = "s", does = "rest" }', "wait.keys"),
        ('wait = { keys = [5], does = "rest" }', "wait.keys[0]"),
        ('wait = { keys = ["s"], does = 1 }', "wait.does"),
        ('wait = { keys = ["s"] }', "wait"),
        ('wait = { keys = ["s"], does = "rest", cost = 1 }', "wait"),
        ('dance = { keys = ["s"], does = "dance" }', "dance"),
    ],
)
def test_wrong_type_or_name_is_refused_with_its_place(wrong: str, key: str) -> None:
    assert refusal(with_wait(wrong)).key == f"play.actions.{key}"

"""The JSON schema accepts every line that the writer writes, and rejects other lines."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import attrs
import jsonschema
import pytest

from bidden.bots.explorer import choose
from bidden.recording import playing
from bidden.session import Session
from eventcore.journal.format import (
    FORMAT_VERSION,
    Header,
    Record,
    Upgrade,
    encode_record,
    encode_upgrade,
)

SCHEMA = json.loads((files("eventcore.journal") / "schema.json").read_text("utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def recorded(folder: Path, *, events: bool, **how: Any) -> list[dict[str, Any]]:
    path = folder / f"{events}.jsonl"
    game = playing.begin(7, path, events=events, **how)
    for _ in range(40):
        if game.session.ending is None:
            game.perform(choose(game.view()))
    game.close()
    return [json.loads(line) for line in path.read_bytes().splitlines()]


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    return recorded(tmp_path_factory.mktemp("recorded"), events=True)


def test_schema_is_valid() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$defs"]["header"]["properties"]["v"]["const"] == FORMAT_VERSION


@pytest.mark.parametrize("how", [{"events": False}, {"events": True, "level": "draughts"}])
def test_schema_takes_every_line_of_a_game(tmp_path: Path, how: dict[str, Any]) -> None:
    found = recorded(tmp_path, **how)
    for line in found:
        VALIDATOR.validate(line)
    assert {line["kind"] for line in found} == {
        "mark",
        "intent",
        *(["events"] if how["events"] else []),
    }


def test_schema_takes_an_upgrade() -> None:
    header = attrs.evolve(Session(7).header, names={"9": "player"})
    for each in (header, Header("walk", "", 7, "", "")):
        data = encode_upgrade(Upgrade(each, 5, 4, 1, "eJwDAAAAAAE="))
        line, _ = encode_record(Record(9, 4, "upgrade", 1, None, data, "d"), 0)
        VALIDATOR.validate(json.loads(line))


HEADER, EVENT, INTENT, CLOSE = 0, 1, 2, -1
DROPPED = object()


def event_rows(*rows: list[Any], **more: Any) -> dict[str, Any]:
    return {"data": {"fields": {}, "rows": [*rows], **more}}


@pytest.mark.parametrize(
    ("which", "change"),
    [
        *[
            (which, {name: DROPPED})
            for which in (HEADER, EVENT, INTENT, CLOSE)
            for name in ("seq", "turn", "kind", "type", "v", "parent", "data", "sum")
        ],
        (HEADER, {"v": 2}),
        (HEADER, {"data": {}}),
        (HEADER, {"kind": "intent"}),
        (INTENT, {"seq": "3"}),
        (INTENT, {"turn": -1}),
        (INTENT, {"kind": "mark"}),
        (INTENT, {"sum": "ABCDEF00"}),
        (INTENT, {"outcome": "done"}),
        (INTENT, {"digest": DROPPED}),
        (EVENT, {"kind": "event"}),
        (EVENT, {"digest": ""}),
        (EVENT, event_rows()),
        (EVENT, event_rows(["Move", 1, 0])),
        (EVENT, event_rows(["Move", 1, 0, "2"])),
        (EVENT, event_rows(["Move", 1, 0, None, 1], fields={"Move": "dx"})),
        (CLOSE, {"type": "end"}),
        (CLOSE, {"more": 1}),
    ],
    ids=range(49),
)
def test_schema_rejects_an_invalid_line(
    lines: list[dict[str, Any]], which: int, change: dict[str, Any]
) -> None:
    VALIDATOR.validate(lines[which])
    line = {n: value for n, value in {**lines[which], **change}.items() if value is not DROPPED}
    assert not VALIDATOR.is_valid(line)

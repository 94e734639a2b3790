"""The schema takes every line that is written, and no other."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import jsonschema
import pytest

from bidden.bots.explorer import choose
from bidden.recording import playing
from bidden.session import Session
from eventcore.cli import main
from eventcore.journal import Upgrade
from eventcore.journal.format import FORMAT_VERSION, Header, Record, encode_record, encode_upgrade
from eventcore.journal.schema import schema_text

SCHEMA = json.loads(schema_text())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def recorded(folder: Path, *, events: bool) -> list[dict[str, Any]]:
    path = folder / f"{events}.jsonl"
    game = playing.begin(7, path, events=events)
    for _ in range(60):
        game.perform(choose(game.view()))
    game.close()
    return [json.loads(line) for line in path.read_bytes().splitlines()]


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    return recorded(tmp_path_factory.mktemp("recorded"), events=True)


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$defs"]["header"]["properties"]["v"]["const"] == FORMAT_VERSION


def test_the_command_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema"]) == 0
    assert json.loads(capsys.readouterr().out) == SCHEMA


@pytest.mark.parametrize("events", [False, True])
def test_every_line_of_a_game_is_as_the_schema_has_it(tmp_path: Path, events: bool) -> None:
    found = recorded(tmp_path, events=events)
    for line in found:
        VALIDATOR.validate(line)
    assert {line["kind"] for line in found} == {"mark", "intent", *(["events"] if events else [])}


def test_every_scenario_is_as_the_schema_has_it(tmp_path: Path) -> None:
    for level in ("draughts", "plagues"):
        path = tmp_path / f"{level}.jsonl"
        game = playing.begin(7, path, level=level, events=True)
        for _ in range(20):
            if game.session.ending is None:
                game.perform(choose(game.view()))
        game.close()
        for line in path.read_bytes().splitlines():
            VALIDATOR.validate(json.loads(line))


def test_an_upgrade_is_as_the_schema_has_it() -> None:
    header = attrs.evolve(Session(7).header, names={"9": "player"})
    for each in (header, Header("walk", "", 7, "", "")):
        data = encode_upgrade(Upgrade(each, 5, 4, 1, "eJwDAAAAAAE="))
        line, _ = encode_record(Record(9, 4, "upgrade", 1, None, data, "d"), 0)
        VALIDATOR.validate(json.loads(line))


def put(**values: Any) -> Callable[[dict[str, Any]], None]:
    return lambda line: line.update(values)


def drop(name: str) -> Callable[[dict[str, Any]], None]:
    return lambda line: line.pop(name)


HEADER, EVENT, INTENT, CLOSE = 0, 1, 2, -1


@pytest.mark.parametrize("which", [HEADER, INTENT, EVENT, CLOSE])
@pytest.mark.parametrize("name", ["seq", "turn", "kind", "type", "v", "parent", "data"])
def test_a_line_without_one_of_its_fields_is_wrong(
    lines: list[dict[str, Any]], which: int, name: str
) -> None:
    line = dict(lines[which])
    VALIDATOR.validate(line)
    line.pop(name)
    assert not VALIDATOR.is_valid(line)


@pytest.mark.parametrize(
    ("which", "change"),
    [
        (HEADER, put(v=2)),
        (HEADER, put(data={})),
        (HEADER, put(kind="intent")),
        (INTENT, put(seq="3")),
        (INTENT, put(turn=-1)),
        (INTENT, put(kind="mark")),
        (INTENT, put(type="close")),
        (INTENT, put(data=[])),
        (INTENT, put(sum="ABCDEF00")),
        (INTENT, put(outcome="done")),
        (INTENT, drop("digest")),
        (INTENT, drop("sum")),
        (EVENT, put(kind="event")),
        (EVENT, put(type="Move")),
        (EVENT, put(v=2)),
        (EVENT, put(digest="")),
        (EVENT, put(data={"fields": {}, "rows": []})),
        (EVENT, put(data={"fields": {}, "rows": [["Move", 1, 0]]})),
        (EVENT, put(data={"fields": {}, "rows": [["Move", 1, 0, "2"]]})),
        (EVENT, put(data={"fields": {"Move": "dx"}, "rows": [["Move", 1, 0, None, 1]]})),
        (EVENT, put(data={"rows": [["Move", 1, 0, None]]})),
        (EVENT, drop("sum")),
        (CLOSE, put(type="end")),
        (CLOSE, put(more=1)),
    ],
)
def test_a_line_that_is_wrong_is_refused(
    lines: list[dict[str, Any]], which: int, change: Callable[[dict[str, Any]], None]
) -> None:
    line = dict(lines[which])
    VALIDATOR.validate(line)
    change(line)
    assert not VALIDATOR.is_valid(line)

"""The current rules can read and continue journals of earlier versions.

The files are never recorded again. If a test fails here, players would lose a saved game: a game
that no longer replays must continue from a saved state, with upgrades for changed components.
``goes_on`` in the manifest lists the allowed ways.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import TypeVar, cast

import jsonschema
import pytest

from bidden.recording import playing
from bidden.recording.resume import resume
from bidden.session import Session
from eventcore import JournalError
from eventcore.journal import Journal
from eventcore.journal.format import UPGRADE, decode_upgrade
from eventcore.replay import Source
from eventcore.replay.playback import Playback
from eventcore.replay.segments import Segment, verify_segments
from tests.frozen.going_on import find_place, go_on
from tests.frozen.manifest import JOURNALS, facts, names, read_manifest
from tests.frozen.mint import Mint, Spent, Struck, one, source, three
from tests.frozen.mint.one import First
from tests.frozen.mint.three import Third
from tests.frozen.mint.two import Second
from tests.frozen.record import MOD, RECORDINGS, mod_files, play, record_missing
from tests.mods import installer

EXPECTED = read_manifest()
SCHEMA = (files("eventcore.journal") / "schema.json").read_text("utf-8")
VALIDATOR = jsonschema.Draft202012Validator(json.loads(SCHEMA))
T = TypeVar("T")
VERSIONS: dict[str, type[Mint]] = {"1": First, "2": Second, "3": Third}


def copied(name: str, folder: Path) -> Path:
    """Copy a journal and its keyframes, for writing."""
    copy = folder / name
    copy.write_bytes((JOURNALS / name).read_bytes())
    keys = JOURNALS / f"{name}.keys"
    if keys.exists():
        shutil.copy(keys, f"{copy}.keys")
    return copy


def last_segment(source: Source, path: Path) -> Segment:
    return verify_segments(source, Journal.read(path, events=True))[-1]


def test_manifest_lists_all_journals_and_none_is_recorded_again() -> None:
    assert list(EXPECTED) == list(RECORDINGS)
    there = {path.name.removesuffix(".keys") for path in JOURNALS.iterdir()}
    assert there == set(EXPECTED)
    assert record_missing([*RECORDINGS]) == []


@pytest.mark.parametrize("name", EXPECTED)
def test_frozen_journal_still_has_the_facts_noted_at_its_recording(name: str) -> None:
    found = facts(JOURNALS / name)
    assert {key: value for key, value in EXPECTED[name].items() if key != "goes_on"} == found


@pytest.mark.parametrize("name", EXPECTED)
def test_lines_fit_the_schema(name: str) -> None:
    whole = (JOURNALS / name).read_bytes().rpartition(b"\n")[0]
    for line in whole.splitlines():
        VALIDATOR.validate(json.loads(line))


@pytest.mark.parametrize("name", names("mint"))
def test_journal_replays_the_same_by_the_rules_that_recorded_it(name: str) -> None:
    journal = Journal.read(JOURNALS / name, events=True)
    headers = [journal.header]
    headers += [decode_upgrade(r, 0).header for r in journal.records if r.type == UPGRADE]
    for number, header in enumerate(headers):
        segments = verify_segments(source(VERSIONS[header.version]), journal)
        assert len(segments) == len(headers)
        assert segments[number].same, segments[number]


@pytest.mark.parametrize("name", names("mint"))
def test_later_version_resumes_a_frozen_mint_journal_or_refuses_it(
    name: str, tmp_path: Path
) -> None:
    (expected,) = EXPECTED[name]["goes_on"]
    path = copied(name, tmp_path)
    before = Journal.read(path)
    place = attempt(lambda: go_on(path, Third, Struck(5), Spent(60)))
    if isinstance(place, JournalError):
        assert expected == "refused"
        assert path.read_bytes() == (JOURNALS / name).read_bytes()
        return
    assert expected == ("end" if whole(before, Third) else str(place.position))
    assert len(Journal.read(path).records) == len(before.records) + 4
    assert last_segment(source(Third), path).same
    assert find_place(path, Journal.read(path), Third).position == len(before.records) + 4


def attempt(do: Callable[[], T]) -> T | JournalError:
    try:
        return do()
    except JournalError as refused:
        return refused


def whole(journal: Journal, version: type[Mint]) -> bool:
    """Return whether a journal replays the same from its start."""
    playback = Playback(version(), journal, restore=version.restore)
    while playback.divergence is None and playback.step():
        pass
    return playback.divergence is None


def test_continued_mint_keeps_its_coins(tmp_path: Path) -> None:
    path = copied("mint-1-charmed.jsonl", tmp_path)
    before = Playback(First(), Journal.read(path))
    while before.position < 10:
        before.step()
    had = cast(First, before.simulation).minter[one.Purse].coins
    mint = go_on(path, Third).mint
    purse = mint.minter[three.Purse]
    assert (purse.coins, purse.spent, purse.whose) == (had, [], mint.world.root)
    assert three.Toll in mint.world.root


@pytest.mark.parametrize("name", names("bidden"))
def test_game_is_continued_by_the_present_rules(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = EXPECTED[name]["goes_on"]
    path = copied(name, tmp_path)
    journal = playing.load(path, events=True)
    if journal.header.mods == [f"content:{MOD}"]:
        installer(tmp_path, monkeypatch)(MOD, mod_files())
    game = attempt(lambda: resume(path, journal))
    if isinstance(game, JournalError):
        assert "refused" in expected, game
        return
    last = Journal.read(path).records[-1]
    position = decode_upgrade(last, 0).position if last.type == UPGRADE else len(journal.records)
    assert ("end" if position == len(journal.records) else "state") in expected
    play(game, 5)
    game.close()
    again = playing.load(path, events=True)
    assert again.problem is None
    assert last_segment(Session.source(again), path).same

"""Content mods are found, merged and checked, and journals name them."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.bots.explorer import choose
from bidden.content.catalogue import Catalogue, load_catalogue
from bidden.content.datafiles import ContentError
from bidden.content.mods import installed
from bidden.order import COMPONENTS
from bidden.recording import playing
from bidden.recording.notes import BIDDEN
from bidden.recording.resume import resume
from bidden.session import Session
from bidden.state import Title
from eventcore import JournalError, SaveError
from eventcore.replay.playback import verify
from tests.mods import Install, installer

IMP = """
[imp]
Title = { name = "imp" }
Look = { glyph = "i", look = "imp", height = 2 }
Side = { name = "beasts" }
Fighter = { attack = 1, defence = 0 }
Health = { hp = 2, most = 2 }
Strike = {}
Guard = {}
LeavesCorpse = {}
"""
IMPS = '[first]\nexisting = "extend"\ncreatures = { imp = 2 }\n'
FILES = {"creatures.toml": IMP, "levels.toml": IMPS}


def load(*mods: str) -> Catalogue:
    return load_catalogue(COMPONENTS, *mods)


def refusal(*mods: str) -> str:
    """Return the one-line error for mods that cannot be loaded."""
    with pytest.raises(ContentError) as caught:
        load(*mods)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_tables_of_a_mod_are_added_and_change_the_fingerprint(install: Install) -> None:
    install("imps", FILES)
    made = load("imps")
    assert installed() == made.mods == ("imps",)
    assert set(made.blueprints) - set(load().blueprints) == {"imp"}
    assert made.fingerprint != load().fingerprint
    assert made.level("first").creatures == {**load().level("first").creatures, "imp": 2}


def test_entry_point_may_name_a_folder(install: Install, tmp_path: Path) -> None:
    package = install("imps", at="mod_imps.where:FOLDER")
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "creatures.toml").write_text(IMP)
    (package / "where.py").write_text(f"FOLDER = {str(folder)!r}")
    assert "imp" in load("imps").blueprints


def test_table_that_extends_adds_to_lists_and_changes_the_rest(install: Install) -> None:
    levels = '[first]\nexisting = "extend"\nwidth = 70\n'
    levels += "[[first.things]]\ncount = 1\nof = { rock = 1 }"
    install("more", {"levels.toml": levels})
    before, now = load().level("first"), load("more").level("first")
    assert (before.width, now.width) == (80, 70)
    assert now.things[:-1] == before.things
    assert now.things[-1].of == {"rock": 1}
    assert now.deeper == before.deeper


def test_mod_extends_each_deeper_level_separately(install: Install) -> None:
    levels = '[first]\nexisting = "extend"\n[[first.deeper]]\n'
    levels += "[[first.deeper]]\ntraps = { of = { web = 9 } }"
    install("webs", {"levels.toml": levels})
    before, now = load().level("first").deeper, load("webs").level("first").deeper
    assert (now[0], now[2:]) == (before[0], before[2:])
    assert now[1].traps.of == {**before[1].traps.of, "web": 9}
    assert now[1].traps.count == before[1].traps.count


def test_duplicate_table_error_names_both_files(
    install: Install, snapshot: SnapshotAssertion
) -> None:
    install("a", {"creatures.toml": IMP})
    install("b", {"creatures.toml": IMP})
    install("c", {"creatures.toml": IMP.replace("[imp]", "[zombie]")})
    assert (refusal("a", "b"), refusal("c")) == snapshot


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("creatures.toml", IMP + 'existing = "extend"'),
        ("creatures.toml", '[zombie]\nexisting = "merge"'),
        ("creatures.toml", IMP.replace("hp = 2", f"hp = {'9' * 5_000}")),
        ("creatures.toml", "[imp"),
        ("creatures.toml", IMP.replace("hp = 2", "hp = 3")),
        ("spells.toml", '["x.y"]\nmana = 1\neffects = ["x"]'),
        ("creature.toml", IMP),
    ],
)
def test_wrong_content_of_a_mod_is_refused_with_mod_and_file(
    install: Install, file: str, text: str, snapshot: SnapshotAssertion
) -> None:
    install("imps", {file: text})
    assert refusal("imps") == snapshot


def test_file_that_is_not_text_is_refused(install: Install, snapshot: SnapshotAssertion) -> None:
    package = install("imps")
    (package / "items.toml").write_bytes(b"[a]\n\xff")
    assert refusal("imps") == snapshot


def test_mod_that_is_not_installed_is_refused(snapshot: SnapshotAssertion) -> None:
    assert refusal("imps") == snapshot


def test_mod_provided_by_two_packages_is_refused(
    install: Install, snapshot: SnapshotAssertion
) -> None:
    install("imps", FILES)
    install("imps", FILES, at="elsewhere", project="others")
    assert refusal("imps") == snapshot


@pytest.mark.parametrize(
    "code", ["raise OSError('no')", "1 / 0", "import nothing_there", "raise SystemExit(3)"]
)
def test_module_that_cannot_be_imported_is_refused(
    install: Install, code: str, snapshot: SnapshotAssertion
) -> None:
    package = install("imps", at="mod_imps.where:FOLDER")
    (package / "where.py").write_text(code)
    assert refusal("imps") == snapshot


def test_game_goes_on_with_the_mods_it_was_begun_with(install: Install) -> None:
    install("imps", FILES)
    session = Session(1, mods=["imps"])
    assert session.header.mods == ["content:imps 1.0"]
    loaded = Session.restore(session.save())
    assert loaded.header == session.header
    assert [one[Title].name for one in loaded.world.having(Title)].count("imp") == 2


def play(path: Path, turns: int = 10) -> playing.Play:
    """Begin a game with all installed mods, and let the bot play it."""
    game = playing.begin(3, path)
    for _ in range(turns):
        game.perform(choose(game.view()))
    game.close()
    return game


def test_journal_recorded_with_a_mod_replays_the_same_with_it(
    install: Install, tmp_path: Path
) -> None:
    install("imps", FILES)
    game = play(tmp_path / "game.jsonl")
    journal = playing.load(game.path)
    assert journal.header.mods == ["content:imps 1.0"]
    session = Session.of_journal(journal)
    assert BIDDEN.open(game.path).notes() == []
    assert verify(session, journal) is None
    assert session.digest.value == game.session.digest.value


def test_game_whose_mod_is_missing_is_not_continued_and_its_journal_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    with monkeypatch.context() as patch:
        installer(tmp_path, patch)("imps", FILES)
        path = play(tmp_path / "game.jsonl").path
        resume(path, playing.load(path)).close()
    before = path.read_bytes()
    with pytest.raises(JournalError) as caught:
        resume(path, playing.load(path))
    assert str(caught.value) == snapshot
    assert path.read_bytes() == before


def test_saved_game_whose_mod_is_missing_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    with monkeypatch.context() as patch:
        installer(tmp_path, patch)("imps", FILES)
        saved = Session(1, mods=["imps"]).save()
    with pytest.raises(SaveError) as error:
        Session.restore(saved)
    assert str(error.value) == snapshot


def test_journal_whose_mod_has_changed_says_so(
    install: Install, tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    package = install("imps", FILES)
    path = play(tmp_path / "game.jsonl").path
    (package / "creatures.toml").write_text(IMP.replace("hp = 2, most = 2", "hp = 3, most = 3"))
    notes = BIDDEN.open(path).notes()
    assert notes == snapshot

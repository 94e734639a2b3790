"""Mods: content of other packages is found, added, checked, and told of in journals."""

from __future__ import annotations

import re
from copy import deepcopy
from pathlib import Path

import pytest

from bidden.bots.explorer import choose
from bidden.content.catalogue import Catalogue, load_catalogue
from bidden.content.datafiles import ContentError
from bidden.content.mods import additions, header_mods, installed, level_of, missing_from, mods_of
from bidden.content.tables import contents_of, load_tables
from bidden.order import COMPONENTS
from bidden.recording import playing
from bidden.recording.notes import BIDDEN
from bidden.recording.resume import resume
from bidden.session import Session
from bidden.state import Title
from eventcore import JournalError, SaveError
from eventcore.journal import Header
from eventcore.replay import verify
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
    """What is said of mods that cannot be loaded: one line."""
    with pytest.raises(ContentError) as caught:
        load(*mods)
    assert "\n" not in str(caught.value)
    return str(caught.value)


# What is added


def test_without_mods_there_are_none() -> None:
    assert installed() == ()
    assert load().mods == ()


def test_a_game_without_mods_does_not_look_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("bidden.content.mods.installed")
    assert missing_from(Session(1).header) == ()


def test_tables_of_a_mod_are_added_and_change_the_fingerprint(install: Install) -> None:
    install("imps", FILES)
    made = load("imps")
    assert installed() == made.mods == ("imps",)
    assert set(made.blueprints) - set(load().blueprints) == {"imp"}
    assert made.fingerprint != load().fingerprint
    assert made.level("first").creatures == {**load().level("first").creatures, "imp": 2}


def test_mods_are_added_in_the_order_of_their_names(install: Install) -> None:
    install("b", {"creatures.toml": '[imp]\nexisting = "extend"\nHealth = { hp = 1 }'})
    install("a", FILES)
    assert installed() == ("a", "b")
    assert dict(load("a", "b").blueprints["imp"])[_class("Health")] == {"hp": 1, "most": 2}


def test_an_entry_point_may_name_a_folder(install: Install, tmp_path: Path) -> None:
    package = install("imps", at="mod_imps.where:FOLDER")
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "creatures.toml").write_text(IMP)
    (package / "where.py").write_text(f"FOLDER = {str(folder)!r}")
    assert "imp" in load("imps").blueprints


def test_a_table_may_replace_one_that_is_there(install: Install) -> None:
    install("calm", {"creatures.toml": '[statue]\nexisting = "replace"\nTitle = { name = "log" }'})
    assert load("calm").blueprints["statue"] == ((Title, {"name": "log"}),)


def test_a_table_that_extends_adds_to_lists_and_changes_the_rest(install: Install) -> None:
    levels = '[first]\nexisting = "extend"\nwidth = 70\n'
    levels += "[[first.things]]\ncount = 1\nof = { rock = 1 }"
    install("more", {"levels.toml": levels})
    before, now = load().level("first"), load("more").level("first")
    assert (before.width, now.width) == (80, 70)
    assert now.things[:-1] == before.things
    assert now.things[-1].of == {"rock": 1}
    assert now.deeper == before.deeper


def test_levels_below_are_extended_one_by_one(install: Install) -> None:
    levels = '[first]\nexisting = "extend"\n[[first.deeper]]\n'
    levels += "[[first.deeper]]\ntraps = { of = { web = 9 } }"
    install("webs", {"levels.toml": levels})
    before, now = load().level("first").deeper, load("webs").level("first").deeper
    assert (now[0], now[2:]) == (before[0], before[2:])
    assert now[1].traps.of == {**before[1].traps.of, "web": 9}
    assert now[1].traps.count == before[1].traps.count


def test_what_is_extended_is_left_as_it_was(install: Install) -> None:
    install("imps", FILES)
    own = load_tables()
    before = deepcopy(own)
    together, _ = contents_of(own, additions(["imps"]))
    assert own == before != together


# What is wrong with a mod


def test_a_table_that_is_there_already_names_both_files(install: Install) -> None:
    install("a", {"creatures.toml": IMP})
    install("b", {"creatures.toml": IMP})
    assert refusal("a", "b") == (
        "b/creatures.toml: imp: there is such a table already in a/creatures.toml; "
        'say existing = "extend" or "replace"'
    )
    own = IMP.replace("[imp]", "[zombie]")
    install("c", {"creatures.toml": own})
    assert refusal("c") == (
        "c/creatures.toml: zombie: there is such a table already in creatures.toml; "
        'say existing = "extend" or "replace"'
    )


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        (
            "creatures.toml",
            IMP + 'existing = "extend"',
            "creatures.toml: imp: there is no such table to extend; leave existing out",
        ),
        (
            "creatures.toml",
            '[zombie]\nexisting = "merge"',
            'creatures.toml: zombie.existing: say "extend" or "replace"',
        ),
        (
            "creatures.toml",
            IMP.replace("hp = 2", f"hp = {'9' * 5_000}"),
            "creatures.toml: holds a number of too many digits",
        ),
        ("creatures.toml", "[imp", "creatures.toml: Expected ']' at the end of a table "),
        (
            "creatures.toml",
            IMP.replace("hp = 2", "hp = 3"),
            "creatures.toml: imp.Health: hp is 3, and must lie from 0 to most, which is 2",
        ),
        (
            "spells.toml",
            '["x.y"]\nmana = 1\neffects = ["x"]',
            "spells.toml: x.y.effects: there is no such table in effects.toml: 'x', only ",
        ),
        (
            "creature.toml",
            IMP,
            "creature.toml: there is no such file; did you mean creatures.toml?",
        ),
    ],
)
def test_what_is_wrong_names_the_mod_and_its_file(
    install: Install, file: str, text: str, said: str
) -> None:
    install("imps", {file: text})
    assert refusal("imps").startswith(f"imps/{said}")


def test_what_a_mod_breaks_in_a_table_of_the_game_names_both(install: Install) -> None:
    install("weak", {"creatures.toml": '[zombie]\nexisting = "extend"\nHealth = { hp = 999 }'})
    said = "creatures.toml, extended by weak/creatures.toml: zombie.Health: hp is 999, and "
    assert refusal("weak").startswith(said)


def test_a_mod_with_too_few_looks_is_told_which_thing_has_none(install: Install) -> None:
    potion = '["potion of mud"]\nTitle = { name = "potion of mud" }\n'
    potion += 'Unidentified = { appearance = "potion" }'
    install("mud", {"items.toml": potion})
    said = refusal("mud")
    assert said.startswith("appearances.toml: potion.looks: ")
    assert "things, 'potion of mud' the last: a mod that adds things adds looks as well" in said


def test_a_file_that_is_no_text_is_refused(install: Install) -> None:
    package = install("imps")
    (package / "items.toml").write_bytes(b"[a]\n\xff")
    assert refusal("imps") == "imps/items.toml: is not UTF-8 text (at byte 4)"


def test_a_mod_without_files_is_refused(install: Install) -> None:
    install("empty")
    assert refusal("empty").startswith("empty: has no file of content: none of creatures.toml, ")


def test_a_mod_that_is_not_installed_is_refused() -> None:
    assert refusal("imps") == "the mod imps: is not installed"


def test_a_mod_of_two_packages_is_refused(install: Install) -> None:
    install("imps", FILES)
    install("imps", FILES, at="elsewhere", project="others")
    assert refusal("imps") == "the mod imps: is there twice, in elsewhere and mod_imps"


@pytest.mark.parametrize(
    "code", ["raise OSError('no')", "1 / 0", "import nothing_there", "raise SystemExit(3)"]
)
def test_a_module_that_cannot_be_imported_is_refused(install: Install, code: str) -> None:
    package = install("imps", at="mod_imps.where:FOLDER")
    (package / "where.py").write_text(code)
    assert refusal("imps").startswith("the mod imps: cannot be loaded from mod_imps.where: ")


def test_a_folder_that_no_system_has_is_refused(install: Install) -> None:
    package = install("imps", at="mod_imps.where:FOLDER")
    (package / "where.py").write_text(r"FOLDER = '/nowhere/\0'")
    assert re.match(r"imps: cannot be read: .*embedded null", refusal("imps"))


def test_files_are_read_anew_each_time(install: Install) -> None:
    package = install("imps", FILES)
    (before,) = additions(["imps"])
    (package / "creatures.toml").write_text(IMP.replace("hp = 2, most = 2", "hp = 3, most = 3"))
    (after,) = additions(["imps"])
    assert before.tables != after.tables


# What a journal says


def test_a_header_tells_the_scenario_from_the_mods() -> None:
    for level, mods in [("first", ()), ("first", ("a", "b")), ("timers", ()), ("timers", ("a",))]:
        header = Header("bidden", "0", 1, "", "", mods=header_mods(level, mods))
        assert (level_of(header), mods_of(header)) == (level, mods)


def test_a_game_goes_on_with_the_mods_it_was_begun_with(install: Install) -> None:
    install("imps", FILES)
    session = Session(1, mods=["imps"])
    assert session.header.mods == ["content:imps 1.0"]
    loaded = Session.restore(session.save())
    assert loaded.header == session.header
    assert [one[Title].name for one in loaded.world.having(Title)].count("imp") == 2


def play(path: Path, turns: int = 10) -> playing.Play:
    """Begin a game with all that is installed, and let the bot play."""
    game = playing.begin(3, path)
    for _ in range(turns):
        game.perform(choose(game.view()))
    game.close()
    return game


def test_a_journal_recorded_with_a_mod_replays_the_same_with_it(
    install: Install, tmp_path: Path
) -> None:
    install("imps", FILES)
    game = play(tmp_path / "game.jsonl")
    journal = playing.load(game.path)
    assert journal.header.mods == ["content:imps 1.0"]
    session = playing.session_for(journal)
    assert BIDDEN.open(game.path).changes() == []
    assert verify(session, journal) is None
    assert session.digest.value == game.session.digest.value


def test_a_journal_recorded_without_a_mod_replays_without_it(
    install: Install, tmp_path: Path
) -> None:
    game = play(tmp_path / "game.jsonl")
    install("imps", FILES)
    journal = playing.load(game.path)
    session = playing.session_for(journal)
    assert session.catalogue.mods == ()
    assert BIDDEN.open(game.path).changes() == []
    assert verify(session, journal) is None


def test_a_journal_whose_mod_is_missing_says_so_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        installer(tmp_path, patch)("imps", FILES)
        path = play(tmp_path / "game.jsonl").path
    journal = playing.load(path)
    session = playing.session_for(journal)
    (note,) = BIDDEN.open(path).changes()
    assert note == f"{path}: recorded with imps 1.0, not installed here"
    assert verify(session, journal) is not None


def test_a_game_whose_mod_is_missing_is_not_continued_and_its_journal_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        installer(tmp_path, patch)("imps", FILES)
        path = play(tmp_path / "game.jsonl").path
        resume(path, playing.load(path)).close()
    before = path.read_bytes()
    with pytest.raises(JournalError) as caught:
        resume(path, playing.load(path))
    said = "cannot be continued: it was recorded with imps 1.0, not installed here"
    assert str(caught.value) == f"{path}: {said}"
    assert path.read_bytes() == before


def test_a_saved_game_whose_mod_is_missing_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        installer(tmp_path, patch)("imps", FILES)
        saved = Session(1, mods=["imps"]).save()
    with pytest.raises(SaveError, match=r"cannot go on: the mod imps: is not installed$"):
        Session.restore(saved)


def test_a_journal_whose_mod_has_changed_says_so(install: Install, tmp_path: Path) -> None:
    package = install("imps", FILES)
    path = play(tmp_path / "game.jsonl").path
    (package / "creatures.toml").write_text(IMP.replace("hp = 2, most = 2", "hp = 3, most = 3"))
    notes = BIDDEN.open(path).changes()
    assert notes == [f"{path}: recorded with other content than this version's"]


def _class(name: str) -> type:
    return next(cls for cls in COMPONENTS if cls.__name__ == name)

"""Settings: comments stay in place, and an error names the file and the key."""

from __future__ import annotations

import re
import stat
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.content.datafiles import ContentError
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.preferences.options import Options
from bidden.frontend.preferences.settings import with_keys, with_option
from bidden.frontend.theme import load_theme
from tests import options
from tests.options import PAGE, page

MINE = """\
# My own.
side_bar = "left"  # they creak

[keys.play]
# O is for orders
why = ["w", "v"]
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "options.toml"
    path.write_text(MINE)
    return path


def test_page_of_options_lists_their_table(pytestconfig: pytest.Config) -> None:
    if pytestconfig.getoption("update_snapshots"):
        options.main()
    assert PAGE.read_text("utf-8") == page()


def test_examples_on_the_page_of_options_are_valid(path: Path) -> None:
    examples = re.findall(r"```toml\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    path.write_text("\n".join(examples), "utf-8")
    look = load_theme(path).palette.look("zombie")
    assert (look.lit.fg, look.glyph) == ((255, 64, 64), "Z")


def test_example_on_the_page_for_players_is_valid(path: Path) -> None:
    page = Path("docs/customising.md").read_text("utf-8")
    path.write_text(page.partition("```toml\n")[2].partition("```")[0])
    theme = load_theme(path)
    assert theme.options == Options(side_bar="left", pick_up=("missiles", "potions"))
    assert theme.keymap.action("v", Context.PLAY) is Command.WAIT


def test_custom_colours_and_glyphs_apply_in_every_place_and_on_a_light_background(
    path: Path,
) -> None:
    text = """
        [palette.looks.zombie]
        lit = "#ff0000"
        glyph = "Z"
        [palette.tones]
        harm = "#00ff00"
    """
    usual = load_theme().palette
    path.write_text(text)
    palette = load_theme(path).palette
    assert palette.tone("harm").fg == (0, 255, 0)
    assert palette.tone("news") == usual.tone("news")
    for place in ("", "cave", "desert"):
        zombie = palette.look("zombie", place)
        assert (zombie.lit.fg, zombie.glyph) == ((255, 0, 0), "Z")
        assert zombie.remembered.fg == usual.look("zombie", place).remembered.fg
        assert palette.look("floor", place) == usual.look("floor", place)
    path.write_text(f'background = "light"\n{text}')
    assert load_theme(path).palette.look("zombie").glyph == "Z"


def test_comments_stay_when_something_is_changed(path: Path) -> None:
    theme = load_theme(path)
    theme = theme.changed(with_option("side_bar", "right", ""))
    theme = theme.changed(with_option("hurt_below", 30, "Of a hundred."))
    theme.changed(with_keys(Context.HISTORY, Command.WHY, ["w"]))
    changed = MINE.replace('"left"', '"right"')
    changed = changed.replace("creak\n", "creak\nhurt_below = 30 # Of a hundred.\n")
    assert path.read_text() == f'{changed}\n[keys.history]\nwhy = ["w"]\n'
    assert load_theme(path).options == Options(hurt_below=30)


@pytest.mark.parametrize(
    ("text", "hurt_below", "unused"),
    [
        ("fight_below = 20", 20, ()),
        ("stop_below = 30\nfight_below = 20", 20, ("stop_below",)),
        ("hurt_below = 40\nfight_below = 20", 40, ("fight_below",)),
        ("doors = 'ask'\nmouse = 'off'\nkeep_off = []", 50, ("doors", "keep_off")),
        ('[macros]\nF = "zaf"\n[inscribe]\nsword = "@W1"', 50, ("inscribe", "macros")),
        ('[keys.look]\nexclude = ["u"]\n[keys.play]\nwaypoint = ["Y"]\nrecord = ["v"]', 50, ()),
    ],
)
def test_renamed_options_keep_their_value_and_removed_ones_are_listed(
    path: Path, text: str, hurt_below: int, unused: tuple[str, ...]
) -> None:
    path.write_text(text)
    theme = load_theme(path)
    assert (theme.options.hurt_below, sorted(theme.unused)) == (hurt_below, sorted(unused))


def test_change_of_a_renamed_option_replaces_its_old_line(path: Path) -> None:
    path.write_text("# mine\nfight_below = 20\n")
    theme = load_theme(path).changed(with_option("hurt_below", 30, ""))
    assert theme.options.hurt_below == 30
    assert "fight_below" not in path.read_text()
    assert load_theme(path).changed(with_option("hurt_below", None)).options == Options()


def test_old_names_of_stops_for_values_are_still_read(path: Path) -> None:
    path.write_text('stops_for = ["things", "goals", "hunger", "term", "learning", "ways"]\n')
    told = ("items", "tasks", "hunger", "deadlines", "upgrades", "stairs")
    assert load_theme(path).options.stops_for == told


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("gate = 1", "gate"),
        ("side_bra = 1", "side_bra"),
        ('side_bar = "middle"', "side_bar"),
        ("hurt_below = 101", "hurt_below"),
        ('stop_at = ["/(/"]', "stop_at"),
        ('pass_over = ["harm:"]', "pass_over"),
        ('stops_for = ["rain"]', "stops_for[0]"),
        ("[palette.look]", "palette.look"),
        ("[palette.looks.zombi]", "palette.looks.zombi"),
        ("[palette.looks.zombie]\nlit = 'pink'", "palette.looks.zombie.lit"),
        ("[palette.looks.zombie]\nglyph = 'ZZ'", "palette.looks.zombie.glyph"),
        ("[palette.health]\nhurt = 3", "palette.health.hurt"),
        ("side_bar = ", ""),
        ("keys = 1", "keys"),
        ("[keys.playing]", "keys.playing"),
        ('[keys.play]\nfly = ["v"]', "keys.play.fly"),
        ('[keys.play]\nwait = "v"', "keys.play.wait"),
        ("[keys.play]\nwait = []", "keys.play.wait.keys"),
        ('[keys.play]\nwait = ["no"]', "keys.play.wait.keys"),
        ('[keys.play]\nwait = ["v", "v"]', "keys.play.wait.keys"),
        ('[keys.play]\nwait = ["q"]', "keys.play.wait"),
        ('[keys.play]\nwait = ["h"]', "keys.play.wait"),
    ],
)
def test_error_names_file_and_key_in_one_line(
    path: Path, text: str, key: str, snapshot: SnapshotAssertion
) -> None:
    path.write_text(text)
    with pytest.raises(ContentError) as caught:
        load_theme(path)
    assert (caught.value.file, caught.value.key) == (str(path), key)
    assert "\n" not in str(caught.value)
    assert str(caught.value) == snapshot


def test_all_errors_are_reported_at_once(path: Path) -> None:
    path.write_text("""
        side_bra = 1
        hurt_below = 101
        mute = ["/(/", "fine", "/[/"]
        keys.play.fly = ["v"]
        keys.play.wait = []
        keys.playing = {}
        palette.looks.zombi = {}
        palette.tones.harm = "#f"
        palette.look = {}
        palette.messages."/(/" = "gone, and ignored"
        palette.health.sick = "#ff0000"
    """)
    with pytest.raises(ContentError) as caught:
        load_theme(path)
    errors = [caught.value, *caught.value.others]
    assert {one.file for one in errors} == {str(path)}
    assert sorted(one.key for one in errors) == [
        "hurt_below",
        "keys.play.fly",
        "keys.play.wait.keys",
        "keys.playing",
        "mute",
        "mute",
        "palette.health.sick",
        "palette.look",
        "palette.looks.zombi",
        "palette.tones.harm",
        "side_bra",
    ]


def test_refused_change_leaves_the_file_alone(path: Path) -> None:
    theme = load_theme(path)
    with pytest.raises(ContentError):
        theme.changed(with_keys(Context.PLAY, Command.WAIT, ["q"]))
    assert path.read_text() == MINE


def test_linked_file_stays_a_link_with_its_permissions(path: Path) -> None:
    mine = path.rename(path.with_name("mine.toml"))
    mine.chmod(0o600)
    path.symlink_to(mine.name)
    load_theme(path).changed(with_option("side_bar", "right", ""))
    assert path.is_symlink()
    assert load_theme(mine).options.side_bar == "right"
    assert stat.S_IMODE(mine.stat().st_mode) == 0o600
    assert sorted(path.parent.iterdir()) == [mine, path]

"""Settings: comments stay where they are, and what does not fit names the file and the key."""

from __future__ import annotations

import re
import stat
from pathlib import Path

import pytest

from bidden.content.datafiles import ContentError
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.preferences.options import Options
from bidden.frontend.preferences.settings import with_keys, with_option
from bidden.frontend.theme import load_theme
from tests.options import PAGE, page

MINE = """\
# My own.
doors = "ask"  # they creak

[keys.play]
# O is for orders
why = ["w", "v"]
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "options.toml"
    path.write_text(MINE)
    return path


def test_where_there_is_no_file_all_is_as_it_ships(tmp_path: Path) -> None:
    theme = load_theme(tmp_path / "none" / "options.toml")
    assert theme.options == Options()
    assert theme.keymap.sections == load_theme().keymap.sections


def test_options_and_keys_are_read(path: Path) -> None:
    theme = load_theme(path)
    assert theme.options == Options(doors="ask")
    assert theme.keymap.action("v", Context.PLAY) is Command.WHY


def test_a_byte_order_mark_and_line_ends_of_another_system_do_no_harm(path: Path) -> None:
    path.write_bytes(b"\xef\xbb\xbf" + MINE.replace("\n", "\r\n").encode())
    assert load_theme(path).options == Options(doors="ask")


def test_the_page_of_options_is_made_of_their_table() -> None:
    assert PAGE.read_text("utf-8") == page()


def test_the_examples_on_the_page_of_options_fit(path: Path) -> None:
    examples = re.findall(r"```toml\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    path.write_text("\n".join(examples), "utf-8")
    look = load_theme(path).palette.look("potion", called="a potion of health")
    assert (look.lit.fg, look.glyph) == ((255, 96, 255), "h")


def test_the_example_on_the_page_for_players_fits(path: Path) -> None:
    page = Path("docs/customising.md").read_text("utf-8")
    example = page.partition("```toml\n")[2].partition("```")[0]
    path.write_text(example)
    theme = load_theme(path)
    assert theme.options == Options(doors="ask", pick_up=("missiles", "potions"))
    assert theme.keymap.action("v", Context.PLAY) is Command.WAIT


def test_colours_and_characters_are_had_otherwise_on_any_floor_and_background(path: Path) -> None:
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
    theme = theme.changed(with_option("doors", "open", ""))
    theme = theme.changed(with_option("stop_below", 30, "Of a hundred."))
    theme.changed(with_keys(Context.HISTORY, Command.WHY, ["w"]))
    text = path.read_text()
    assert (
        text
        == MINE.replace('"ask"', '"open"').replace(
            "creak\n", "creak\nstop_below = 30 # Of a hundred.\n"
        )
        + '\n[keys.history]\nwhy = ["w"]\n'
    )
    assert load_theme(path).options == Options(stop_below=30)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("gate = 1", "gate: there is only pick_up, "),
        ("door = 1", "door: there is no such option; did you mean doors or one_door?"),
        ('doors = "shut"', "doors: Invalid enum value 'shut'; it can be open, ask"),
        ("stop_below = 101", "stop_below: must be a whole number, 0 to 100"),
        ('stop_at = ["/(/"]', "stop_at: '/(/' is no pattern: it is a regular expression"),
        ('pass_over = ["harm:"]', "pass_over: 'harm:' is no pattern: it needs a letter or *"),
        ('pass_over_foes = ["bat:x"]', "pass_over_foes: 'bat:x' is no pattern: behind a : stands"),
        ('pass_over_foes = ["-"]', "pass_over_foes: '-' is no pattern: it needs a letter or *"),
        (
            'pick_up_names = ["-/[/"]',
            "pick_up_names: '-/[/' is no pattern: it is a regular",
        ),
        ('stops_for = ["rain"]', "stops_for[0]: Invalid enum value 'rain'"),
        ("[palette.look]", "palette.look: there is only looks, tones, stances, flashes, screen"),
        ("[palette.looks.zombi]", "palette.looks.zombi: there is nothing called so in"),
        ("[palette.looks.zombie]\nlit = 'pink'", "palette.looks.zombie.lit: 'pink' is no colour"),
        ("[palette.looks.zombie]\nglyph = 'ZZ'", "palette.looks.zombie.glyph: Expected `str`"),
        ("[palette.tones]\nharm = 3", "palette.tones.harm: Expected `str`, got `int`"),
        ("[palette.messages]\n'/(/' = '#ff0000'", "palette.messages./(/: that is no pattern: "),
        ("[palette.messages]\nbell = 'Red'", "palette.messages.bell: 'Red' is no colour"),
        ("[palette.messages]\nbell = 3", "palette.messages.bell: Expected `str`, got `int`"),
        ('mute = ["/(/"]', "mute: '/(/' is no pattern: it is a regular expression"),
        ('pick_up = ["gold"]', "pick_up[0]: Invalid enum value 'gold'"),
        ("doors = ", "is not an options file (TOML): Invalid value (at end of document)"),
        ("keys = 1", "keys: Expected `object`, got `int`"),
        ("[keys.playing]", "keys.playing: there is only directions, play, "),
        ('[keys.play]\nfly = ["v"]', "keys.play.fly: there is only wait, "),
        ('[keys.play]\nwait = "v"', "keys.play.wait: Expected `array`, got `str`"),
        ("[keys.play]\nwait = []", "keys.play.wait.keys: needs at least one key"),
        ('[keys.play]\nwait = ["no"]', "keys.play.wait.keys: 'no' is no key: "),
        ('[keys.play]\nwait = ["v", "v"]', "keys.play.wait.keys: 'v' is there more than once"),
        ('[keys.play]\nwait = ["q"]', "keys.play.wait: 'q' is bound already, by play.quaff: "),
        ('[keys.play]\nwait = ["h"]', "keys.play.wait: 'h' is bound already, by directions.west"),
    ],
)
def test_what_does_not_fit_is_told_by_file_and_key_in_one_line(
    path: Path, text: str, reason: str
) -> None:
    path.write_text(text)
    with pytest.raises(ContentError) as caught:
        load_theme(path)
    assert str(caught.value).startswith(f"{path}: {reason}")
    assert "\n" not in str(caught.value)


def test_all_that_does_not_fit_is_told(path: Path) -> None:
    path.write_text("""
        door = 1
        stop_below = 101
        mute = ["/(/", "fine", "/[/"]
        keys.play.fly = ["v"]
        keys.play.wait = []
        keys.playing = {}
        macros = { pgup = "x", pgdn = "y" }
        inscribe = { "-" = "@q1", "" = "@q2" }
        palette.looks.zombi = {}
        palette.tones.harm = "#f"
        palette.look = {}
        palette.messages."/(/" = "#ff0000"
        palette.things.bat = "#12"
        palette.health.sick = "#ff0000"
    """)
    with pytest.raises(ContentError) as caught:
        load_theme(path)
    told = [str(one) for one in (caught.value, *caught.value.others)]
    assert all(one.startswith(f"{path}: ") for one in told)
    keys = sorted(one.removeprefix(f"{path}: ").partition(": ")[0] for one in told)
    assert keys == [
        "door",
        "inscribe.",
        "inscribe.-",
        "keys.play.fly",
        "keys.play.wait.keys",
        "keys.playing",
        "macros.pgdn",
        "macros.pgup",
        "mute",
        "mute",
        "palette.health.sick",
        "palette.look",
        "palette.looks.zombi",
        "palette.messages./(/",
        "palette.things.bat",
        "palette.tones.harm",
        "stop_below",
    ]


def test_all_keys_that_clash_are_told(path: Path) -> None:
    path.write_text('[keys.play]\nwait = ["q"]\neat = ["h"]\n')
    with pytest.raises(ContentError) as caught:
        load_theme(path)
    (other,) = caught.value.others
    assert (caught.value.key, other.key) == ("keys.play.wait", "keys.play.eat")


def test_what_cannot_be_kept_changes_nothing(path: Path) -> None:
    theme = load_theme(path)
    with pytest.raises(ContentError, match="bound already"):
        theme.changed(with_keys(Context.PLAY, Command.WAIT, ["q"]))
    assert path.read_text() == MINE


def test_a_file_that_is_a_link_stays_one_and_as_readable_as_it_was(path: Path) -> None:
    mine = path.rename(path.with_name("mine.toml"))
    mine.chmod(0o600)
    path.symlink_to(mine.name)
    load_theme(path).changed(with_option("doors", "open", ""))
    assert path.is_symlink()
    assert load_theme(mine).options.doors == "open"
    assert stat.S_IMODE(mine.stat().st_mode) == 0o600
    assert sorted(path.parent.iterdir()) == [mine, path]


def test_a_link_may_lead_to_where_there_is_no_file_yet(tmp_path: Path) -> None:
    path = tmp_path / "options.toml"
    path.symlink_to("kept/mine.toml")
    load_theme(path).changed(with_option("doors", "ask", ""))
    assert load_theme(tmp_path / "kept" / "mine.toml").options.doors == "ask"


def test_keys_are_freed_and_given_to_another_action(path: Path) -> None:
    theme = load_theme(path).changed(with_keys(Context.PLAY, Command.CLOSE, ["V"]))
    theme = theme.changed(with_keys(Context.PLAY, Command.CHARACTER, ["c"]))
    assert theme.keymap.action("c", Context.PLAY) is Command.CHARACTER
    theme = theme.changed(with_keys(Context.PLAY, Command.CHARACTER, None))
    assert theme.keymap.action("C", Context.PLAY) is Command.CHARACTER
    assert theme.keymap.action("c", Context.PLAY) is None

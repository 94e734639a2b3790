"""Additional settings files are read before the player's own file, which overrides them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bidden.content.datafiles import ContentError
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.preferences.settings import with_keys, with_option
from bidden.frontend.theme import load_theme
from tests.frontend.fakes import FakeGame
from tests.frontend.screen import press, stack_for

SETS = Path("examples/keys")
QWERTY = "qwertyuiopasdfghjkl;zxcvbnm"
LAYOUTS = {"colemak": "qwfpgjluy;arstdhneiozxcvbkm", "dvorak": "',.pyfgcrlaoeuidhtns;qjkxbm"}
WAYS = {"h": (-1, 0), "j": (0, 1), "k": (0, -1), "l": (1, 0)}
WAYS |= {"y": (-1, -1), "u": (1, -1), "b": (-1, 1), "n": (1, 1)}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "one.toml").write_text(
        'side_bar = "left"\nhurt_below = 30\nmute = ["one"]\n[keys.play]\nwait = ["v"]\n'
        '[palette.looks.zombie]\nlit = "#010101"\nglyph = "1"\n'
        '[palette.tones]\ngood = "#010101"\nharm = "#010101"\n'
    )
    (tmp_path / "two.toml").write_text(
        'hurt_below = 40\nmute = ["two"]\n[keys.play]\nclose = ["V"]\n'
        '[palette.looks.zombie]\nglyph = "2"\n'
    )
    path = tmp_path / "options.toml"
    path.write_text(
        '# mine\nmore = ["one.toml", "two.toml"]\nmute = ["own"]\n[keys.play]\nwait = [","]\n'
        'pick_up = ["g"]\n[palette.tones]\nnews = "#020202"\nharm = "#020202"\n'
    )
    return path


def test_user_settings_override_included_files_and_the_last_file_overrides_the_first(
    path: Path,
) -> None:
    theme = load_theme(path)
    options = theme.options
    assert (options.side_bar, options.hurt_below, options.mute) == ("left", 40, ("own",))
    assert theme.keymap.action(",", Context.PLAY) is Command.WAIT
    assert theme.keymap.action("v", Context.PLAY) is None
    assert theme.keymap.action("V", Context.PLAY) is Command.CLOSE
    zombie = theme.palette.look("zombie")
    assert (zombie.lit.fg, zombie.glyph) == ((1, 1, 1), "2")
    tones = [theme.palette.tone(one).fg for one in ("news", "good", "harm")]
    assert tones == [(2, 2, 2), (1, 1, 1), (2, 2, 2)]
    assert load_theme(path).options == options


def test_changed_setting_is_saved_only_in_the_players_main_file(path: Path) -> None:
    before = {one: (path.parent / one).read_text() for one in ("one.toml", "two.toml")}
    theme = load_theme(path).changed(with_option("side_bar", "right", ""))
    assert theme.options.side_bar == "right"
    theme = theme.changed(with_option("side_bar", None, ""))
    theme = theme.changed(with_keys(Context.PLAY, Command.WAIT, None))
    assert theme.options.side_bar == "left"
    assert theme.keymap.action("v", Context.PLAY) is Command.WAIT
    assert path.read_text().startswith('# mine\nmore = ["one.toml", "two.toml"]\n')
    assert before == {one: (path.parent / one).read_text() for one in before}


def test_backspace_restores_the_other_file_value_and_then_the_default(path: Path) -> None:
    path.write_text(f'side_bar = "right"\n{path.read_text()}')
    stack = stack_for(FakeGame(), load_theme(path))
    press(stack, "=", "/", *"side_bar", "enter", "backspace")
    assert load_theme(path).options.side_bar == "left"
    assert "side_bar" not in path.read_text()
    press(stack, "backspace")
    assert load_theme(path).options.side_bar == "right"
    assert 'side_bar = "right"' in path.read_text()


@pytest.mark.parametrize(
    ("more", "own", "key"),
    [
        ("gate = 1", "", "gate"),
        ("hurt_below = 101", "", "hurt_below"),
        ('stop_at = ["/(/"]', "", "stop_at"),
        ("side_bar = ", "", ""),
        ("mute = [1]", "", "mute[0]"),
        ("[keys.play]\nfly = ['v']", "", "keys.play.fly"),
        ("[keys.play]\nwait = []", "[keys.play]\neat = ['v']", "keys.play.wait.keys"),
        ("[keys.play]\nwait = ['q']", "[palette]", "keys.play.wait"),
        ("[palette.tones]\nharm = 'x'", "", "palette.tones.harm"),
        ("more = ['keys.toml']", "", "more"),
    ],
)
def test_error_names_the_file_it_is_in(path: Path, more: str, own: str, key: str) -> None:
    path.write_text(f'more = ["keys.toml"]\n{own}\n')
    other = path.with_name("keys.toml")
    other.write_text(more)
    with pytest.raises(ContentError) as caught:
        load_theme(path)
    assert (caught.value.file, caught.value.key) == (str(other), key)
    assert caught.value.others == []


@pytest.mark.parametrize("name", [one.stem for one in sorted(SETS.iterdir())])
def test_key_set_moves_with_the_same_physical_keys_or_with_no_letters(
    name: str, tmp_path: Path
) -> None:
    shutil.copy(SETS / f"{name}.toml", tmp_path)
    path = tmp_path / "options.toml"
    path.write_text(f'more = ["{name}.toml"]\n')
    keymap, usual = load_theme(path).keymap, load_theme().keymap
    layout = LAYOUTS.get(name, "")
    fingers = {(layout or QWERTY)[QWERTY.index(letter)]: way for letter, way in WAYS.items()}
    moves = {key: way for key in map(chr, range(97, 123)) if (way := keymap.direction(key))}
    assert moves == (fingers if layout else {})
    assert keymap.direction("up") == keymap.direction("8") == (0, -1)
    for letter, key in zip(WAYS, fingers, strict=True):
        run = usual.action(letter.upper(), Context.PLAY)
        if run is not None and run.startswith("run_"):
            assert keymap.action(key.upper(), Context.PLAY) == (run if layout else None)

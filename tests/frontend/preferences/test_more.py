"""More files of settings: read before the player's own, which goes over them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bidden.content.datafiles import ContentError
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.preferences.settings import own_options, with_keys, with_option
from bidden.frontend.running.stack import Stack
from bidden.frontend.theme import load_theme
from bidden.view import Line
from tests.frontend.fakes import FakeGame
from tests.frontend.screen import press, text

SETS = Path("examples/keys")
QWERTY = "qwertyuiopasdfghjkl;zxcvbnm"
LAYOUTS = {
    "colemak": "qwfpgjluy;arstdhneiozxcvbkm",
    "dvorak": "',.pyfgcrlaoeuidhtns;qjkxbm",
}
WAYS = {"h": (-1, 0), "j": (0, 1), "k": (0, -1), "l": (1, 0)}
WAYS |= {"y": (-1, -1), "u": (1, -1), "b": (-1, 1), "n": (1, 1)}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "one.toml").write_text(
        'doors = "ask"\nstop_below = 30\nmute = ["one"]\n[keys.play]\nwait = ["v"]\n'
        '[macros]\nf2 = "one"\n[inscribe]\nbow = "one"\n'
        '[palette.looks.zombie]\nlit = "#010101"\nglyph = "1"\n'
        '[palette.messages]\nbell = "#010101"\nhunger = "#010101"\n'
    )
    (tmp_path / "two.toml").write_text(
        'stop_below = 40\nmute = ["two"]\n[keys.play]\nclose = ["V"]\n'
        '[palette.looks.zombie]\nglyph = "2"\n'
    )
    path = tmp_path / "options.toml"
    path.write_text(
        '# mine\nmore = ["one.toml", "two.toml"]\nmute = ["own"]\n[keys.play]\nwait = [","]\n'
        'pick_up = ["g"]\n[palette.messages]\n"the bell" = "#020202"\nhunger = "#020202"\n'
    )
    return path


def test_the_file_itself_goes_over_those_it_names_and_the_last_of_these_over_the_first(
    path: Path,
) -> None:
    theme = load_theme(path)
    options = theme.options
    assert (options.doors, options.stop_below, options.mute) == ("ask", 40, ("own",))
    assert theme.keymap.action(",", Context.PLAY) is Command.WAIT
    assert theme.keymap.action("v", Context.PLAY) is None
    assert theme.keymap.action("V", Context.PLAY) is Command.CLOSE
    assert (theme.macros["f2"], theme.inscriptions) == (("o", "n", "e"), {"bow": "one"})
    zombie = theme.palette.look("zombie")
    assert (zombie.lit.fg, zombie.glyph) == ((1, 1, 1), "2")
    told = [theme.palette.message(Line(one, "plain", 1, 1)).fg for one in ("the bell", "a bell")]
    assert told == [(2, 2, 2), (1, 1, 1)]
    assert theme.palette.message(Line("hunger", "plain", 1, 1)).fg == (2, 2, 2)
    assert own_options(path) == options


def test_what_is_changed_is_kept_in_the_file_itself_and_taken_away_as_the_others_have_it(
    path: Path,
) -> None:
    before = {one: (path.parent / one).read_text() for one in ("one.toml", "two.toml")}
    theme = load_theme(path).changed(with_option("doors", "open", ""))
    assert theme.options.doors == "open"
    theme = theme.changed(with_option("doors", None, ""))
    theme = theme.changed(with_keys(Context.PLAY, Command.WAIT, None))
    assert theme.options.doors == "ask"
    assert theme.keymap.action("v", Context.PLAY) is Command.WAIT
    assert path.read_text().startswith('# mine\nmore = ["one.toml", "two.toml"]\n')
    assert before == {one: (path.parent / one).read_text() for one in before}


def test_what_another_file_has_otherwise_is_had_as_at_first_by_the_same_key_again(
    path: Path,
) -> None:
    path.write_text(f'doors = "open"\n{path.read_text()}')
    stack = Stack.for_game(FakeGame(), load_theme(path))
    press(stack, "=", "/", *"doors", "enter", "backspace")
    assert load_theme(path).options.doors == "ask"
    assert "doors" not in path.read_text()
    press(stack, "backspace")
    assert load_theme(path).options.doors == "open"
    assert 'doors = "open"' in path.read_text()


@pytest.mark.parametrize(
    ("more", "own", "told"),
    [
        ("gate = 1", "", "keys.toml: gate: there is only "),
        ("stop_below = 101", "", "keys.toml: stop_below: must be a whole number, 0 to 100"),
        ('stop_at = ["/(/"]', "", "keys.toml: stop_at: '/(/' is no pattern"),
        ("doors = ", "", "keys.toml: Invalid value"),
        ("mute = [1]", "", "keys.toml: mute[0]: Expected `str`, got `int`"),
        ("[keys.play]\nfly = ['v']", "", "keys.toml: keys.play.fly: there is only wait"),
        ("[keys.play]\nwait = []", "[keys.play]\neat = ['v']", "keys.toml: keys.play.wait.keys: "),
        ("[keys.play]\nwait = ['q']", "[macros]", "keys.toml: keys.play.wait: 'q' is bound"),
        ("[keys.play]\neat = ['v']", "[keys.play]\nwait = ['q']", "options.toml: keys.play.wait: "),
        ("[palette.tones]\nharm = 'x'", "", "keys.toml: palette.tones.harm: 'x' is no colour"),
        ("[palette.things]\n'^a.b[c]' = 'x'", "[palette.things]\n'/a' = 'red'",
         "keys.toml: palette.things.^a.b[c]: 'x' is neither"),
        ("[macros]\npgup = 'x'", "", "keys.toml: macros.pgup: 'pgup' is no key"),
        ("more = ['keys.toml']", "", "keys.toml: more: only the options file itself"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_told_by_the_file_that_it_is_in(
    path: Path, more: str, own: str, told: str
) -> None:
    path.write_text(f'more = ["keys.toml"]\n{own}\n')
    (path.parent / "keys.toml").write_text(more)
    with pytest.raises(ContentError) as caught:
        load_theme(path)
    assert str(caught.value).startswith(f"{path.parent}/{told}")
    assert caught.value.others == []


@pytest.mark.parametrize(
    ("own", "told"),
    [
        ('more = ["none.toml"]', "more: 'none.toml': there is no such file in "),
        ('more = "one.toml"', "more: Expected `array`, got `str`"),
        ("more = [1]", "more[0]: Expected `str`, got `int`"),
    ],
)
def test_more_names_files_that_are_there(path: Path, own: str, told: str) -> None:
    path.write_text(own)
    with pytest.raises(ContentError) as caught:
        load_theme(path)
    assert str(caught.value).startswith(f"{path}: {told}")


def test_the_screen_names_the_other_file_that_does_not_fit(path: Path) -> None:
    stack = Stack.for_game(FakeGame(), load_theme(path))
    (path.parent / "two.toml").write_text("[keys.play]\nclose = ['q']\n")
    press(stack, "=", "/", *"doors", "enter", "enter")
    assert "two.toml: keys.play.close: 'q' is bound already, by play.quaff" in text(stack)


@pytest.mark.parametrize("name", [one.stem for one in sorted(SETS.iterdir())])
def test_a_set_of_keys_moves_by_the_same_fingers_or_by_none(name: str, tmp_path: Path) -> None:
    shutil.copy(SETS / f"{name}.toml", tmp_path)
    path = tmp_path / "options.toml"
    path.write_text(f'more = ["{name}.toml"]\n')
    keymap = load_theme(path).keymap
    layout = LAYOUTS.get(name, "")
    usual = load_theme().keymap
    letters = {usual_key: usual.direction(usual_key) for usual_key in WAYS}
    assert letters == WAYS
    fingers = {(layout or QWERTY)[QWERTY.index(letter)]: way for letter, way in WAYS.items()}
    moves = {key: way for key in map(chr, range(97, 123)) if (way := keymap.direction(key))}
    assert moves == (fingers if layout else {})
    assert keymap.direction("up") == keymap.direction("8") == (0, -1)
    runs = {key: keymap.action(key.upper(), Context.PLAY) for key in fingers}
    for (letter, _), run in zip(WAYS.items(), runs.values(), strict=True):
        before = usual.action(letter.upper(), Context.PLAY)
        if before is not None and before.startswith("run_"):
            assert run == (before if layout else None)

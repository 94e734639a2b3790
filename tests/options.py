"""Write the page that tells of every option:

    python -m tests.options

Whoever adds an option adds a field to ``bidden.frontend.preferences.options``, and runs this.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from bidden.frontend.preferences.option_table import Option, all_options, in_file
from bidden.frontend.preferences.options import Group

PAGE: Final = Path("docs/options.md")
_HEAD: Final = """\
# Options

What a player would have otherwise. The [options screen](customising.md) changes each
at once and keeps it in `options.toml`; that file can be written by hand as well, and also has keys
and macros. On Linux it lies in `~/.config/bidden`, or in `bidden` in the folder that the variable
`XDG_CONFIG_HOME` names; `bidden --options FILE` goes by another. This page is made of the table of
options by `python -m tests.options`.

A **pattern** is words that are found anywhere in a name or a message, in small letters or
capitals. Five characters in it mean something else:

- `*` stands for anything, as in `"you feel*hungry"`.
- `|` stands between alternatives, as in `"sword|axe"`.
- `^` in front stands for the beginning of the text, as in `"^you feel|^you hear"`.
- `$` behind stands for the end of the text, as in `"^a sword$"`.
- `!` in front of it all picks out the texts in which the rest is not found, as in
  `"!scroll|potion"`.

Patterns are not regular expressions, some of which never finish. A pattern for messages may
begin with their tone, as in `"good: you feel"`: `plain`, `harm`, `good`, `news` or `refusal`. A
pattern for foes is compared with their name, and `a match for you` or `more than a match for you`
follows the name of a foe that is one: `"more than a match"`, `"orc*a match"`, and `"!a match"` for
all others. If a pattern is wrong, a line names the option and the pattern before a game begins. The
options screen has a line for each pattern, and tells you what is wrong as you type.

`more = ["colemak.toml"]` in it names other files, in the folder where it lies: what they say holds
as well, where it says nothing of that itself, and of two of them the last goes over the first. They
name none in turn. The game changes the file itself alone, and Backspace on the options screen has
an option as they have it, then as it is at first. Sets of keys to begin with are in
`examples/keys/`: `colemak.toml` and `dvorak.toml` move by the fingers that `h`, `j`, `k` and `l`
are for on QWERTY, `no_letters.toml` by arrows and digits alone, which leaves eight letters free.

Colours and characters are had otherwise by tables of the same names as those of `palette.toml`. A
colour is written `#rrggbb` or by one of the sixteen names of terminals: `black`, `red`, `green`,
`yellow`, `blue`, `magenta`, `cyan` and `white`, each with `bright_` before it too; what is behind
it may follow, as in `"red on #202020"`:

```toml
[palette.looks.zombie]      # lit, remembered, torchlit, glyph
lit = "#ff4040"
glyph = "Z"

[palette.tones]             # of messages; stances, flashes and screen are such tables as well
harm = "#ff9000"

[palette.messages]          # by patterns of messages; of several that fit, the first counts
"you feel*hungry" = "#ffff00"
[palette.things]            # by a pattern of names, the first that fits: a colour, or another look,
"potion of health" = { lit = "#ff60ff", glyph = "h" }  # or lit, remembered and glyph
"scroll of blinking" = "bright_cyan"
"arrow" = "prize"

[palette.health]            # of foes in the side bar
"nearly dead" = "bright_red"
"badly hurt" = "yellow"     # and hurt, scratched, unhurt
```

`things` is heeded wherever a character stands for something: on the map, in lists, on cards; and in
lists of things the name has its colour too. Whether it can be told from others there, and from what
is behind it, is up to you.

Items are [inscribed](customising.md#inscriptions) when they enter the pack, or when a game is
opened, by a table of patterns of names. The first pattern that matches counts:

```toml
[inscribe]
"sword|axe" = "@W1 !d"
"primer" = "!d"
```

What says something already is left as it is, and an inscription that you take away stays away until
you put the thing down or leave the game. What makes stacks is not inscribed so, for what you find
of it later would need a slot of its own; a view in words heeds none of this.

**Shortcuts** say by patterns of names what an inscription would, of stacks and of spells too, and
are written on nothing:

```toml
[shortcuts]
"potion of mending" = "@q1"     # of what is held as of one: "a potion of mending"
"^a scroll" = "@r2 !d"
"blink" = "@z1"                 # a spell has its digit after the key that casts
```

For each use the thing's own inscription counts first, then the first pattern that fits and says
something of it. There are `@` and `!` alone: what is taken up by itself `pick_up_names` says.
"""


def page() -> str:
    """Write the page: a table a group."""
    parts = [_HEAD]
    for group in Group:
        rows = [_row(one) for one in all_options() if one.group is group]
        parts.append("\n".join([f"## {group}\n", "| option | what it is | what it can be |",
                                "|---|---|---|", *rows]) + "\n")  # fmt: skip
    return "\n".join(parts)


def _row(one: Option) -> str:
    return f"| `{one.name}` | {one.about} | {_values(one)}; at first `{in_file(one.usual)}` |"


def _values(one: Option) -> str:
    if one.most or not one.values:
        return one.can_be
    values = ", ".join(f"`{in_file(value)}`" for value in one.values)
    return f"any of {values}" if one.several else values


def main() -> int:
    """Write the page."""
    PAGE.write_text(page(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

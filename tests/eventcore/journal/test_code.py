"""The fingerprint of code: it changes with what a program does, and with nothing else."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib import import_module, invalidate_caches
from itertools import count
from pathlib import Path
from zipfile import ZipFile

import pytest

from eventcore.journal.code import code_fingerprint
from tests.cli.process import ROOT, run

PRICES = "def price(weight):\n    return 3 * weight\n"
MARKET = {
    "__init__.py": '"""A market."""\n',
    "stalls.py": """
from market.prices import price
from market import scales
from other import words


class Stall:
    def sell(self, weight):
        return price(scales.weigh(weight)), "# of pieces"
""",
    "prices.py": PRICES,
    "scales.py": "from . import weights\n\ndef weigh(it):\n    return it + weights.TARE\n",
    "weights.py": "TARE = 1\n",
    "screens.py": "COLOUR = 'red'\n",
}
ASKED = count(1)

Fingerprint = Callable[..., str]


@pytest.fixture
def fingerprint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Fingerprint]:
    """Return the fingerprint of a market, some of whose files are others."""

    def forget() -> None:
        invalidate_caches()
        for name in [*sys.modules]:
            if name.partition(".")[0] in ("market", "other"):
                del sys.modules[name]

    def write(folder: Path, files: dict[str, str]) -> Path:
        (folder / "market").mkdir(parents=True)
        (folder / "other").mkdir()
        (folder / "other" / "__init__.py").write_text("")
        (folder / "other" / "words.py").write_text(files.pop("words.py", ""))
        for name, text in (MARKET | files).items():
            (folder / "market" / name).write_text(text)
        return folder

    def give(where: Callable[[Path], Path] = lambda folder: folder, /, **files: str) -> str:
        forget()
        times = next(ASKED)  # the answer for the same modules is remembered
        texts = {f"{name}.py": text for name, text in files.items()}
        folder = where(write(tmp_path / str(times), texts))
        with monkeypatch.context() as patch:
            patch.syspath_prepend(folder)
            return code_fingerprint(*[import_module("market.stalls").Stall] * times)

    yield give
    forget()


def test_fingerprint_is_the_same_wherever_the_source_lies(fingerprint: Fingerprint) -> None:
    def packed(folder: Path) -> Path:
        with ZipFile(folder / "all.zip", "w") as file:
            for path in folder.rglob("*.py"):
                file.write(path, path.relative_to(folder))
        return folder / "all.zip"

    one = fingerprint()
    assert len(one) == 16
    assert int(one, 16)
    assert fingerprint() == fingerprint(packed) == one


@pytest.mark.parametrize(
    "files",
    [
        {"prices": PRICES.replace("3", "4")},
        {"weights": "TARE = 2\n"},
        {"stalls": MARKET["stalls.py"].replace("# of", "# off")},
        {"prices": "def price(weight, x='''\na # b'''):\n    return 3 * weight\n"},
        {"prices": 'def price(weight):\n    """A price."""; weight += 1\n    return 3 * weight\n'},
    ],
    ids=["the module it imports", "one further on", "a text", "a default", "after a docstring"],
)
def test_other_code_has_another_fingerprint(
    fingerprint: Fingerprint, files: dict[str, str]
) -> None:
    assert fingerprint(**files) != fingerprint()


@pytest.mark.parametrize(
    "text",
    [
        'x = (\n    """@"""\n)\n',
        'max("c",\n    """@"""\n)\n',
        'x = (\n    "c"\n    """@"""\n)\n',
        'x = """\n#@"""\n',
        'x = "\\"#@"\n',
    ],
)
def test_text_that_is_no_docstring_counts(fingerprint: Fingerprint, text: str) -> None:
    one, other = (text.replace("@", letter) + PRICES for letter in "ab")
    assert fingerprint(prices=one) != fingerprint(prices=other)


@pytest.mark.parametrize(
    "files",
    [
        {"prices": "\n\n# Dear.\ndef price(weight):  # of what\n\n    return 3 * weight  \n"},
        {"prices": '"""Prices."""\n\n\ndef price(weight):\n    r"""A\n    price.\n    """\n'
                   '    return 3 * weight\n'},
        {"weights": 'TARE = 1\n"""What "nothing" weighs, it\'s said. #1"""\n'},
        {"screens": "COLOUR = 'blue'\n"},
        {"words": "HELLO = 'hello'\n"},
    ],
    ids=["comments", "docstrings", "a variable's", "what is not imported", "another package"],
)  # fmt: skip
def test_text_that_does_nothing_does_not_count(
    fingerprint: Fingerprint, files: dict[str, str]
) -> None:
    assert fingerprint(**files) == fingerprint()


def test_script_has_the_fingerprint_of_the_module_it_is(tmp_path: Path) -> None:
    path = tmp_path / "walk.py"
    path.write_text(
        "from eventcore.journal.code import code_fingerprint\nclass Walk:\n    pass\n"
        "print(code_fingerprint(Walk))\n"
    )
    script = run("-OO", path, PYTHONHASHSEED="2")
    imported = run("-c", "import walk", PYTHONPATH=f"{tmp_path}:{ROOT}", PYTHONHASHSEED="1")
    assert (script.err, imported.err) == ("", "")
    assert script.out == imported.out
    assert len(script.out.strip()) == 16

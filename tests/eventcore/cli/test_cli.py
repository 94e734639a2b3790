"""The command ``eventcore``: the chain of any package, and one line for every mistake."""

import sys
from pathlib import Path

import pytest

from eventcore import Component, World, __version__
from eventcore.cli import main
from tests.eventcore.worlds.duel import CLASSES, Arm, Witness

HERE = "tests.eventcore.cli.test_cli"
ORDER = (*CLASSES, Witness)
EMPTY: tuple[type[Component], ...] = ()
NUMBER = 7
MIXED = (Arm, int)
WORLD = World(components=ORDER)
MODULE = """
from eventcore import APPLY, Action, Component, component, event, handles

@event
class Hop(Action):
    pass

@component
class Legs(Component):
    @handles(Hop, APPLY)
    def hop(self, hop, world):
        pass

COMPONENTS = [Legs]
"""


class Shelf:
    """Something to look into by name."""

    order = ORDER


def make_world() -> World:
    return WORLD


def needs(seed: int) -> World:
    return World(seed=seed, components=ORDER)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder; what is imported from it is forgotten in the end."""
    monkeypatch.chdir(tmp_path)
    for name in ("hopping", "broken", "lacking"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return tmp_path


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What is said on stderr, which is one line, with exit code 2 and nothing on stdout."""
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err.removeprefix("eventcore: ").removesuffix("\n")


@pytest.mark.parametrize(
    "target",
    [f"{HERE}:ORDER", f"{HERE}:make_world", f"{HERE}:WORLD", f"{HERE}:Shelf.order"],
    ids=["sequence", "function", "world", "path"],
)
def test_the_chain_is_printed_for_whatever_names_an_order(
    capsys: pytest.CaptureFixture[str], target: str
) -> None:
    assert main(["chain", target, "Blow"]) == 0
    out, err = capsys.readouterr()
    methods = [line.split()[-2] for line in out.splitlines() if "duel.py:" in line]
    assert methods == [
        "always]", "refuse_the_light", "put_weight_behind_it", "turn_aside", "land", "tire",
        "be_dented", "count",
    ]  # fmt: skip
    assert err == ""


def test_the_chain_of_a_package_is_that_of_its_components(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["chain", "bidden", "Move"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Move  (Action → Move)")
    assert "bidden/components/movement/collision.py:" in out


def test_the_chain_is_printed_as_mermaid(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chain", f"{HERE}:ORDER", "Blow", "--mermaid"]) == 0
    assert capsys.readouterr().out.startswith('flowchart TD\n    event(["Blow"])\n')


def test_a_module_in_the_working_folder_is_found(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "hopping.py").write_text(MODULE)
    before = list(sys.path)
    assert main(["chain", "hopping", "Hop"]) == 0
    assert "hopping.py:10" in capsys.readouterr().out
    assert sys.path == before


def test_an_event_that_does_not_exist_brings_up_those_like_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = refusal(capsys, "chain", f"{HERE}:ORDER", "Blo")
    assert said.startswith("there is no event 'Blo'; there is Blow")


def test_an_event_like_no_other_brings_up_them_all(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "hopping.py").write_text(MODULE)
    assert refusal(capsys, "chain", "hopping", "xyzzy") == (
        "there is no event 'xyzzy'; there is Hop"
    )


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("nowhere", "cannot import 'nowhere': No module named 'nowhere'"),
        ("", "cannot import '': Empty module name"),
        (".relative", "cannot import '.relative': "),
        (HERE, f"'{HERE}' has no 'COMPONENTS': name a sequence of component classes or a World"),
        (f"{HERE}:nothing", f"'{HERE}' has no 'nothing'"),
        (f"{HERE}:EMPTY", f"'{HERE}:EMPTY' is no order of components"),
        (f"{HERE}:NUMBER", f"'{HERE}:NUMBER' is no order of components"),
        (f"{HERE}:MIXED", f"'{HERE}:MIXED' is no order of components"),
        (f"{HERE}:Arm", f"'{HERE}:Arm' is no order of components"),
        (f"{HERE}:needs", f"'{HERE}:needs' cannot be called without arguments: missing a required"),
    ],
)
def test_what_names_no_order_of_components_is_refused(
    capsys: pytest.CaptureFixture[str], target: str, said: str
) -> None:
    assert refusal(capsys, "chain", target, "Blow").startswith(said)


def test_a_module_with_a_mistake_in_it_is_named(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "broken.py").write_text("def (:\n")
    said = refusal(capsys, "chain", "broken", "Blow")
    assert said.startswith("cannot import 'broken': invalid syntax")
    (folder / "lacking.py").write_text("import nowhere\n")
    said = refusal(capsys, "chain", "lacking", "Blow")
    assert said == "cannot import 'lacking': No module named 'nowhere'"


@pytest.mark.parametrize(
    ("code", "target", "said"),
    [
        ("raise SystemExit(3)", "odd_1", "cannot import 'odd_1': SystemExit: 3"),
        (
            "def __getattr__(name): 1 / 0",
            "odd_2",
            "'odd_2' raises ZeroDivisionError: division by zero",
        ),
        (
            "def make(): 1 / 0",
            "odd_3:make",
            "'odd_3:make' raises ZeroDivisionError: division by zero",
        ),
        (
            "def make(): raise AttributeError('no')",
            "odd_4:make",
            "'odd_4:make' raises AttributeError: no",
        ),
        ("def make(): raise SystemExit", "odd_5:make", "'odd_5:make' raises SystemExit:"),
        (
            "COMPONENTS = (1 / n for n in [0])",
            "odd_6",
            "'odd_6' raises ZeroDivisionError: division",
        ),
    ],
)
def test_a_module_that_raises_when_it_is_asked_is_named(
    folder: Path, capsys: pytest.CaptureFixture[str], code: str, target: str, said: str
) -> None:
    (folder / f"{target.partition(':')[0]}.py").write_text(code)
    assert refusal(capsys, "chain", target, "Blow").startswith(said)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["nonsense"], "'nonsense'"),
        (["--nonsense"], "'--nonsense'"),
        (["chain"], "TARGET is missing"),
        (["chain", "bidden"], "EVENT is missing"),
        (["chain", "bidden", "Move", "--no-mermaid"], "--no-mermaid"),
        (["chain", "bidden", "Move", "more"], "'more'"),
    ],
    ids=lambda part: " ".join(part) if isinstance(part, list) else "",
)
def test_arguments_that_do_not_fit_are_named(
    capsys: pytest.CaptureFixture[str], arguments: list[str], named: str
) -> None:
    said = refusal(capsys, *arguments)
    assert named in said
    command = "chain " if "chain" in arguments else ""
    assert said.endswith(f" (try 'eventcore {command}--help')")


def test_help_and_version_are_no_mistakes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"{__version__}\n"
    assert main(["--help"]) == 0
    assert "Usage: eventcore" in capsys.readouterr().out
    assert main([]) == 0
    assert "Usage: eventcore" in capsys.readouterr().out

"""The command ``eventcore``: the chain of any package, and one line for every mistake."""

import sys
from pathlib import Path

import pytest

from eventcore import __version__
from eventcore.cli import main

RAMP = "tests.eventcore.cli.ramp"
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
    [f"{RAMP}:ORDER", f"{RAMP}:make_world", f"{RAMP}:WORLD", f"{RAMP}:Shelf.order"],
    ids=["sequence", "function", "world", "path"],
)
def test_the_chain_is_printed_for_whatever_names_an_order(
    capsys: pytest.CaptureFixture[str], target: str
) -> None:
    assert main(["chain", target, "Roll"]) == 0
    out, err = capsys.readouterr()
    methods = [line.split()[-2] for line in out.splitlines() if "ramp.py:" in line]
    assert methods == ["turn", "always]", "ease", "crack", "pull", "go", "ring"]
    assert err == ""


def test_the_chain_of_a_package_is_that_of_its_components(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["chain", "bidden", "Move"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Move  (Action → Move)")
    assert "bidden/components/movement/collision.py:" in out


def test_the_chain_is_printed_as_mermaid(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chain", f"{RAMP}:ORDER", "Roll", "--mermaid"]) == 0
    assert capsys.readouterr().out.startswith('flowchart TD\n    event(["Roll"])\n')


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
    said = refusal(capsys, "chain", f"{RAMP}:ORDER", "Rol")
    assert said.startswith("there is no event 'Rol'; there is Roll")


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
        (RAMP, f"'{RAMP}' has no 'COMPONENTS': name a sequence of component classes or a World"),
        (f"{RAMP}:nothing", f"'{RAMP}' has no 'nothing'"),
        (f"{RAMP}:EMPTY", f"'{RAMP}:EMPTY' is no order of components"),
        (f"{RAMP}:NUMBER", f"'{RAMP}:NUMBER' is no order of components"),
        (f"{RAMP}:MIXED", f"'{RAMP}:MIXED' is no order of components"),
        (f"{RAMP}:Wheel", f"'{RAMP}:Wheel' is no order of components"),
        (f"{RAMP}:needs", f"'{RAMP}:needs' cannot be called without arguments: missing a required"),
    ],
)
def test_what_names_no_order_of_components_is_refused(
    capsys: pytest.CaptureFixture[str], target: str, said: str
) -> None:
    assert refusal(capsys, "chain", target, "Roll").startswith(said)


def test_a_module_with_a_mistake_in_it_is_named(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "broken.py").write_text("def (:\n")
    said = refusal(capsys, "chain", "broken", "Roll")
    assert said.startswith("cannot import 'broken': invalid syntax")
    (folder / "lacking.py").write_text("import nowhere\n")
    said = refusal(capsys, "chain", "lacking", "Roll")
    assert said == "cannot import 'lacking': No module named 'nowhere'"


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["nonsense"], '"nonsense"'),
        (["--nonsense"], '"--nonsense"'),
        (["chain"], "--target"),
        (["chain", "bidden"], "--event"),
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
    assert said.endswith(" (try 'eventcore --help')")


def test_help_and_version_are_no_mistakes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"{__version__}\n"
    assert main(["--help"]) == 0
    assert "Usage: eventcore" in capsys.readouterr().out
    assert main([]) == 0
    assert "Usage: eventcore" in capsys.readouterr().out

"""The documentation check finds what is wrong, and says nothing about what is right."""

from pathlib import Path

import pytest

from tests.packaging.scripts import load

check_docs = load("check_docs")

HOST = "py" + "pi.org"  # in two parts, so that this file names none


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in check_docs.TOP:
        (tmp_path / name).write_text("# Title\n")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "guide.md").write_text("# The `Bus`, in short\n\n## Same\n\n## Same\n")
    return tmp_path


def complaints(project: Path, text: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    (project / "README.md").write_text(text)
    code = check_docs.main(project)
    lines = capsys.readouterr().out.splitlines()[:-1]
    assert code == (1 if lines else 0)
    return lines


@pytest.mark.parametrize(
    "text",
    [
        "[a](docs/guide.md)",
        "[a](docs/guide.md#the-bus-in-short)",
        "[a](docs/guide.md#same-1)",
        '[a](docs/guide.md "title") and [b](</docs/guide.md>)',
        "# Here\n\n[a](#here)",
        "Underlined\n==========\n\n[a](#underlined)",
        '<a id="mark"></a>\n\n[a](#mark)',
        "[a]: docs/guide.md#same",
        "[a](https://example.org/nothing) <mailto:a@example.org>",
        "`[shown](nowhere.md)`",
        "```\n[shown](nowhere.md)\n```",
        "```python\nx = 1\n```",
        "```python\nawait x()\nasync with y: ...\n```",
        "- a\n\n  ```python\n  if x:\n      y()\n  ```",
        "```python\n>>> x = (\n...     1)\n>>> x\n1\n```",
        "```text\nnot python\n```",
    ],
)
def test_nothing_is_said_of_what_is_right(
    project: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert complaints(project, text, capsys) == []


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[a](docs/no.md)", "README.md:1: docs/no.md: no such file"),
        ("\n![a](no.png)", "README.md:2: no.png: no such file"),
        ("[a](docs/guide.md#no)", "README.md:1: docs/guide.md#no: no such heading"),
        ("[a](docs/guide.md#same-2)", "README.md:1: docs/guide.md#same-2: no such heading"),
        ("[a](#no)", "README.md:1: #no: no such heading"),
        ("[a](../x)", "README.md:1: ../x: leads out of the project"),
        ("[a]: no.md", "README.md:1: no.md: no such file"),
        ('<img alt="" src="no.png">', "README.md:1: no.png: no such file"),
        (f"see https://{HOST}/x", "README.md:1: names the host of a package registry"),
        (f"```\nfiles.{HOST}\n```", "README.md:2: names the host of a package registry"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(
    project: Path, text: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert complaints(project, text, capsys) == [complaint]


@pytest.mark.parametrize(
    "code",
    ["```python\nx = 1\ny = = 2\n```", "\n```python\n>>> y = = 2\n```"],
)
def test_python_that_does_not_compile_is_named_with_its_line(
    project: Path, code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (line,) = complaints(project, code, capsys)
    assert line.startswith("README.md:3: does not compile")


def test_a_file_that_should_be_there_is_missed(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "CHANGELOG.md").unlink()
    assert complaints(project, "# Title", capsys) == ["CHANGELOG.md: no such file"]

"""Create projects that contain golden journals of boxing matches, and run pytest there."""

import re

import pytest

INI = """
[pytest]
event_journals = {places}
event_source = {source}
"""
SOURCE = "tests.eventcore.worlds.boxing:source_for"


def configure(pytester: pytest.Pytester, source: str = SOURCE, places: str = "golden") -> None:
    pytester.makeini(INI.format(source=source, places=places))


def rule(pytester: pytest.Pytester, text: str) -> None:
    pytester.path.joinpath("rules.json").write_text(text, "utf-8")


def run(pytester: pytest.Pytester, *options: str) -> pytest.RunResult:
    # Importing Hypothesis again in each run would take ten times as long as the rest.
    without = ("-p", "no:hypothesispytest", "-p", "no:cacheprovider")
    return pytester.runpytest("-p", "eventcore.testing.journals", *without, *options)


def section(result: pytest.RunResult, title: str) -> list[str]:
    lines = iter(result.outlines)
    for line in lines:
        if re.fullmatch(f"=+ {title} =+", line):
            break
    found = []
    for line in lines:
        if re.fullmatch("=+ .* =+", line):
            break
        if not re.fullmatch("_+ .* _+", line):
            found.append(line)
    return found


def failure(pytester: pytest.Pytester, *options: str) -> str:
    """Run pytest, check that exactly one test fails, and return the report about its failure."""
    result = run(pytester, *options)
    result.assert_outcomes(failed=1)
    return "\n".join(section(result, "FAILURES"))


def regenerated(pytester: pytest.Pytester, *options: str) -> list[str]:
    """Run pytest with --regenerate-journals, and return its report about the changes."""
    result = run(pytester, *(options or ("--regenerate-journals",)))
    assert result.ret == pytest.ExitCode.OK
    return section(result, "regenerated journals")

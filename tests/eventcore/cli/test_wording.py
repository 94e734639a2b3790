"""What is wrong with a command line is said in plain words, and of which command."""

import pytest

from eventcore.cli import main

OPTION = "chain: there is no option '--mermiad'; there is --mermaid"
COMMANDS = (
    "there is no command 'frob'; there is chain, schema, verify, diff, explain, state, inspect, "
    "shrink, what-if, demo"
)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["schema", "frob"], "schema: there is no use for 'frob'"),
        (["chain"], "chain: TARGET is missing"),
        (["chain", "bidden.order"], "chain: EVENT is missing"),
        (["explain", "examples.caravan:source_for"], "explain: JOURNAL is missing"),
        (["verify", "examples.caravan:source_for", "--jobs"], "verify: --jobs needs a value"),
        (["chain", "--mermiad", "bidden", "Move"], OPTION),
        (["verify", "--jbs", "2"], "verify: there is no option '--jbs'; there is --jobs"),
        (["schema", "--all"], "schema: there is no option '--all'; there is none"),
    ],
    ids=["surplus", "first", "second", "journal", "value", "option", "near", "no options"],
)
def test_what_is_wrong_is_said_in_plain_words(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert main(arguments) == 2
    command = arguments[0]
    assert capsys.readouterr().err == f"eventcore: {said} (try 'eventcore {command} --help')\n"


@pytest.mark.parametrize(
    ("argument", "said"),
    [
        ("verfy", "there is no command 'verfy'; there is verify"),
        ("frob", COMMANDS),
        ("--frob", "there is no option '--frob' without a command"),
    ],
)
def test_a_command_that_there_is_not_brings_up_those_there_are(
    capsys: pytest.CaptureFixture[str], argument: str, said: str
) -> None:
    assert main([argument]) == 2
    assert capsys.readouterr().err == f"eventcore: {said} (try 'eventcore --help')\n"

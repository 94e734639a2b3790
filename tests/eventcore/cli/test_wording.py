"""What is wrong with a command line is said in plain words, and of which command."""

import pytest

from eventcore.cli import main


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["schema", "frob"], "schema: there is no use for 'frob'"),
        (["chain"], "chain: TARGET is missing"),
        (["chain", "bidden.order"], "chain: EVENT is missing"),
        (["explain", "examples.caravan:source_for"], "explain: JOURNAL is missing"),
        (["verify", "examples.caravan:source_for", "--jobs"], "verify: --jobs needs a value"),
    ],
    ids=["surplus", "first", "second", "journal", "value"],
)
def test_what_is_wrong_is_said_in_plain_words(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err == f"eventcore: {said} (try 'eventcore --help')\n"

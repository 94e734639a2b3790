"""A run that was won is won again by words in a terminal, told to its end, and ends the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from bidden.intents import Intent
from bidden.prose.saying import say
from bidden.recording import playing
from bidden.session import Session
from bidden.view import Ending
from eventcore.journal import INTENT
from tests.golden.catalogue import JOURNALS
from tests.sampling import Tried, amount
from tests.terminal import Terminal

_WON = JOURNALS / "run_won.jsonl"
_SOME = 40
"""So many of its last intents are said in the suite; in endurance all of them are."""
_PROMPT = b"\n> "


class Speaker:
    """Says one line after the other, each once what the one before came to was told."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.said = 0
        terminal.wait_until(lambda: terminal.output.count(_PROMPT) > 0)

    def say(self, words: str) -> str:
        """Say a line, and give what is told."""
        prompts, start = self.terminal.output.count(_PROMPT), len(self.terminal.output)
        self.terminal.press(f"{words}\n")
        self.terminal.wait_until(lambda: self.terminal.output.count(_PROMPT) > prompts)
        self.said += 1
        told = self.terminal.output[start:].decode().replace("\r", "")
        return " ".join(told.rpartition("\n> ")[0].split())


def up_to_its_last(some: int, path: Path) -> tuple[Session, list[Intent]]:
    """Write the journal of the run without its last intents; give the game then, and these."""
    journal = playing.load(_WON)
    records = [one for one in journal.records if one.kind == INTENT]
    kept = max(0, len(records) - some)
    path.write_bytes(_WON.read_bytes()[: journal.ends[kept - 1] if kept else journal.start])
    session = playing.session_for(journal)
    intents = [session.decode(one.type, one.v, one.data) for one in records]
    for intent in intents[:kept]:
        session.perform(intent)
    return session, intents[kept:]


@pytest.mark.slow
@pytest.mark.endurance
def test_a_run_is_won_by_words_in_a_terminal(tmp_path: Path, tried: Tried) -> None:
    path = tmp_path / "mine.jsonl"
    session, left = up_to_its_last(amount(_SOME, 9_000), path)
    command = ("bidden", "play", "--view", "prose", "--journal", path)
    with Terminal(*command, columns=200, rows=60) as terminal:
        speaker, told = Speaker(terminal), ""
        for intent in left:
            words = say(intent, session.view())
            assert words is not None
            told = speaker.say(words)
            if told.endswith("Say yes or no."):
                told = speaker.say("yes")
            session.perform(intent)
        assert session.ending is Ending.WON
        assert "Victory. You served the ancient best" in told
        assert "What led to it" not in told
        assert told.endswith('"why", "messages" or "quit".')
        assert "It is over." in speaker.say("explore")
        terminal.press("quit\n")
        assert terminal.wait_for_end() == 0
        assert f"Score {session.view().score}; all of them are told by" in terminal.text
    tried["lines said in a terminal in runs that are won by words"] += speaker.said
    mine = [one.data for one in playing.load(path).records if one.kind == INTENT]
    assert mine == [one.data for one in playing.load(_WON).records if one.kind == INTENT]

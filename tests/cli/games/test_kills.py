"""A process that is killed during a game leaves a journal that can be continued."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from bidden.bots.explorer import choose
from bidden.recording import playing
from bidden.recording.resume import resume
from bidden.session import Session
from eventcore.replay.playback import verify
from tests.sampling import Tried, amount

PLAYER = """
import sys
from pathlib import Path
from bidden.recording import playing
from bidden.bots.explorer import choose
from bidden.session import Session

path, events = Path(sys.argv[1]), sys.argv[2] == "events"
for seed in range(1000):
    game = playing.begin(seed, path.with_name(f"{seed}-{path.name}"), events=events)
    print("begun", flush=True)
    while game.session.ending is None and game.session.world.turn < 400:
        game.perform(choose(game.view()))
    game.close()
"""


@pytest.mark.endurance
@pytest.mark.parametrize("kill", range(amount(2, 300)))
def test_killed_process_loses_at_most_the_intent_being_written(
    tmp_path: Path, kill: int, tried: Tried
) -> None:
    chance = Random(kill)
    events = chance.choice(["events", "intents"])
    arguments = [sys.executable, "-c", PLAYER, str(tmp_path / "game.jsonl"), events]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(chance.random() * 0.8)
        process.send_signal(signal.SIGKILL)
    tried["playing processes killed with kill -9, and their games continued and verified"] += 1
    played = sorted(tmp_path.glob("*.jsonl*"), key=lambda path: path.stat().st_mtime)
    journals = [path for path in played if path.suffix != ".keys"]
    for path in journals:
        journal = playing.load(path, events=True)
        assert journal.problem is None or journal.problem.torn
        whole = len(journal.records)
        game = resume(path, journal)
        for _ in range(3):
            if game.session.ending is None:
                game.perform(choose(game.view()))
        game.close()
        again = playing.load(path, events=True)
        assert again.problem is None
        assert len(again.records) >= whole
        session = Session.of_journal(again)
        assert verify(session, again, restore=Session.restore) is None

"""Runs, for the simulations beside it: a model that is recorded, replayed and entered anywhere.

Nobody acts from outside: the one intent lets time go by.
"""

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Self

import attrs
import msgspec

from eventcore import (
    Component,
    Digest,
    JournalError,
    World,
    __version__,
    handlers_fingerprint,
    load_world,
    save_world,
)
from eventcore.journal import Header, Journal, JournalWriter, read_journal
from eventcore.replay import Recorder, Source, verify
from eventcore.time import run


@attrs.frozen
class Run:
    """An intent: let time go by up to a time, in units, or until nothing is left to happen."""

    until: int | None = None


class Model:
    """A world that runs by itself. A subclass says of what it is made, and how it begins."""

    components: ClassVar[Sequence[type[Component]]]
    turn_length: ClassVar[int]
    """How many units of time a turn has: a journal counts in turns."""

    def __init__(self, seed: int) -> None:
        self.world = World(seed=seed, components=self.components, turn_length=self.turn_length)
        self.digest = Digest(self.world)
        self.begin(self.world)

    def begin(self, world: World) -> None:
        raise NotImplementedError

    @property
    def header(self) -> Header:
        return Header(
            type(self).__name__,
            __version__,
            self.world.seed,
            content="",
            chains=handlers_fingerprint(self.components),
        )

    def perform(self, intent: Run) -> None:
        run(self.world, intent.until)

    def encode(self, intent: Run) -> tuple[str, int, Run]:
        return "Run", 1, intent

    def decode(self, name: str, version: int, data: bytes) -> Run:
        try:
            return msgspec.json.decode(data, type=Run)
        except msgspec.DecodeError as error:
            raise JournalError(f"{name}: {error}") from None

    def save(self) -> bytes:
        saved = {"world": msgspec.Raw(save_world(self.world)), "digest": self.digest.state()}
        return msgspec.json.encode(saved)

    @classmethod
    def restore(cls, saved: bytes) -> Self:
        parts = msgspec.json.decode(saved, type=dict[str, msgspec.Raw])
        self = cls.__new__(cls)
        self.world = load_world(bytes(parts["world"]), components=cls.components)
        self.digest = Digest(self.world)
        self.digest.restore(msgspec.json.decode(parts["digest"]))
        return self


def source_of(kind: type[Model], journal: Journal) -> Source:
    """What the tools make the runs of a journal with."""
    return Source(lambda: kind(journal.header.seed), kind.restore)


def prove(model: Model, times: Sequence[int | None] = (None,)) -> str:
    """Run a model up to each time in turn, write it down, and say whether it replays the same."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.jsonl"
        recorder = Recorder(model, JournalWriter.create(path, model.header))
        for until in times:
            recorder.perform(Run(until))
        recorder.close()
        divergence = verify(type(model)(model.world.seed), read_journal(path))
    return str(divergence or "the journal replays the same")

"""The base class of small test simulations, which can decode intents and save worlds."""

from typing import Any, ClassVar, Self

import msgspec

from eventcore import Component, Digest, JournalError, SaveError, World, load_world, save_world


class SmallSimulation:
    """A world with a digest, which performs intents."""

    components: ClassVar[tuple[type[Component], ...]]
    intents: ClassVar[tuple[type, ...]]

    def __init__(self, world: World) -> None:
        self.world, self.digest = world, Digest(world)

    def encode(self, intent: Any) -> tuple[str, int, Any]:
        return type(intent).__name__, 1, intent

    def decode(self, name: str, version: int, data: bytes) -> Any:
        kinds = {kind.__name__: kind for kind in self.intents}
        if name not in kinds or version != 1:
            raise JournalError(f"unknown intent {name} of version {version}")
        try:
            return msgspec.json.decode(data, type=kinds[name])
        except msgspec.DecodeError as error:
            raise JournalError(f"{name}: {error}") from None

    def save(self) -> bytes:
        state = {"digest": self.digest.state(), "world": msgspec.Raw(save_world(self.world))}
        return msgspec.json.encode(state)

    @classmethod
    def restore(cls, data: bytes) -> Self:
        try:
            saved = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
        except msgspec.DecodeError as error:
            raise SaveError(str(error)) from None
        self = cls.__new__(cls)
        world = load_world(bytes(saved["world"]), components=cls.components)
        SmallSimulation.__init__(self, world)
        self.digest.restore(msgspec.json.decode(saved["digest"], type=list[str]))
        return self

"""Spikes, which hurt anyone who attacks their owner."""

from eventcore import REACT, Component, World, component, handles

from .fighting import Attack, Hurt


@component
class Spikes(Component):
    """Hurts anyone who attacks its owner."""

    points: int

    @handles(Attack, REACT, role="target", via="owner")
    def prick(self, attack: Attack, world: World) -> None:
        world.publish(Hurt(attack.target, attack.enactor, self.points, "spikes"))

"""An offer of a binding lists the enemies at its place."""

from __future__ import annotations

import attrs

from bidden.bindings import Binding, Task
from bidden.perception.told.bindings import reward_of, talk_of
from bidden.session import Session


def test_offer_to_hunt_calls_the_champion_there_a_second_champion() -> None:
    world = Session(1, level="run").world

    def talk(task: Task) -> str:
        binding = Binding("Oru Vane", "divine", task, "ox", "cave", "temple", 3, 3, 900)
        return talk_of(binding, world)

    assert talk("seek").startswith("a penitent champion and ")
    assert talk("hunt").startswith("a second champion (penitent) and ")


def test_reward_is_called_as_the_item_will_be() -> None:
    binding = Binding("Oru Vane", "divine", "hunt", "ox", "cave", "temple", 4, 4, 900)
    rewards = [
        reward_of(attrs.evolve(binding, uses=1, gift=gift))
        for gift in ("barbed spear", "scale mail")
    ]
    assert rewards == [
        "+1 charge per boon, a barbed spear",
        "+1 charge per boon, a suit of scale mail",
    ]

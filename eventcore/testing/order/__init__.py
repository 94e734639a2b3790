"""The order checker: which handlers of equal priority only their place keeps in order."""

from eventcore.testing.order.accesses import Accesses
from eventcore.testing.order.checking import check_order
from eventcore.testing.order.pairs import Decider
from eventcore.testing.order.scenario import Scenario, scenario_of

__all__ = ["Accesses", "Decider", "Scenario", "check_order", "scenario_of"]

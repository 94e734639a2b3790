"""A bank with ordinary domain objects, which are replayed from intents or rebuilt from events.

``Account`` is a plain class that does not depend on the library. ``Holding`` is the component
that connects an account to the bus, and ``FraudDesk`` is a rule of the bank.

A journal stores intents, so a replay applies the current rules to them. A journal can also store
settled events: ``rebuilt`` applies these events to new accounts without any rules. docs/journal.md
explains when to use intents and when to use events.

Run it with ``python -m examples.accounts``.
"""

import tempfile
from pathlib import Path

import attrs

from eventcore import (
    APPLY,
    VALIDATE,
    Action,
    Component,
    Entity,
    Simulation,
    World,
    component,
    event,
    handles,
    role,
)
from eventcore.journal import Journal


@attrs.define
class Account:
    """The money of one owner."""

    owner: str
    balance: int = 0
    is_open: bool = True

    def can_pay(self, amount: int) -> bool:
        return amount <= self.balance

    def deposit(self, amount: int) -> None:
        self.balance += amount

    def withdraw(self, amount: int) -> None:
        self.balance -= amount

    def close(self) -> None:
        self.is_open = False


@event
class Request(Action):
    """A customer requests something. The event can fail with ``"closed"``."""

    account: Entity = role()


@event
class Deposit(Request):
    amount: int


@event
class Withdraw(Request):
    """A customer withdraws money. The event can also fail with ``"short"`` or ``"large"``."""

    amount: int


@event
class Close(Request):
    pass


@component
class Holding(Component):
    """A holding passes requests to an account."""

    account: Account

    @handles(Request, VALIDATE, role="account")
    def check_open(self, request: Request, bank: World) -> None:
        if not self.account.is_open:
            request.fail("closed")

    @handles(Withdraw, VALIDATE, role="account")
    def check_balance(self, withdrawal: Withdraw, bank: World) -> None:
        if not self.account.can_pay(withdrawal.amount):
            withdrawal.fail("short")

    @handles(Deposit, APPLY, role="account")
    def add(self, deposit: Deposit, bank: World) -> None:
        self.account.deposit(deposit.amount)

    @handles(Withdraw, APPLY, role="account")
    def pay_out(self, withdrawal: Withdraw, bank: World) -> None:
        self.account.withdraw(withdrawal.amount)

    @handles(Close, APPLY, role="account")
    def close(self, closing: Close, bank: World) -> None:
        self.account.close()


@component
class FraudDesk(Component):
    """A rule of the bank that refuses to pay out large sums."""

    limit: int

    @handles(Withdraw, VALIDATE, via="world")
    def hold_large_sums(self, withdrawal: Withdraw, bank: World) -> None:
        if withdrawal.amount > self.limit:
            withdrawal.fail("large")


class Bank(Simulation):
    components = (FraudDesk, Holding)
    intents = (Deposit, Withdraw, Close)
    game = "bank"

    def setup(self, owners: tuple[str, ...] = ("Ada", "Ben")) -> None:
        self.world.attach(self.world.root, FraudDesk(self.limit()))
        for owner in owners:
            self.world.spawn(Holding(Account(owner)))

    def limit(self) -> int:
        return 600

    def holding_of(self, owner: str) -> Entity:
        return next(e for e in self.world.having(Holding) if e[Holding].account.owner == owner)

    @staticmethod
    def name(entity: Entity, world: World) -> str:
        return entity[Holding].account.owner if Holding in entity else ""


class StricterBank(Bank):
    """A bank that refuses smaller sums than ``Bank``."""

    def limit(self) -> int:
        return 200


def rebuilt(journal: Journal) -> list[Account]:
    """Return the accounts of a journal, rebuilt only from its settled events."""
    accounts = {int(number): Account(name) for number, name in journal.names.items()}
    for events in journal.events:
        for settled in events:
            if settled.outcome != "done":
                continue
            account = accounts[settled.data["account"]]
            match settled.type:
                case "Deposit":
                    account.deposit(settled.data["amount"])
                case "Withdraw":
                    account.withdraw(settled.data["amount"])
                case "Close":
                    account.close()
    return [account for number, account in sorted(accounts.items()) if account.owner != "world"]


def main(path: Path) -> None:
    with Bank.record(path, events=True) as bank:
        ada, ben = map(bank.holding_of, ("Ada", "Ben"))
        for request in (
            Deposit(ada, ada, 800),
            Withdraw(ada, ada, 300),
            Withdraw(ada, ada, 700),
            Deposit(ben, ben, 50),
            Close(ben, ben),
            Deposit(ben, ben, 10),
        ):
            done = bank.perform(request)
            result = f"refused as {done.reason!r} by {done.failed_by}" if done.failed else "done"
            print(f"{Bank.name(request.account, bank.world)}, {type(done).__name__}: {result}")

    print("\nReplayed from the intents, with the current rules:")
    print(Bank.verify(path) or "the journal replays the same")
    print("\nReplayed with a stricter rule:")
    print(StricterBank.verify(path))
    print("\nRebuilt from the events, without any rules:")
    for account in rebuilt(Journal.read(path, events=True)):
        print(f"{account.owner}: {account.balance}{'' if account.is_open else ', closed'}")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        main(Path(folder) / "bank.jsonl")

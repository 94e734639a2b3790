"""A bank: closing an account turns its owner into a former customer.

The account could set ``owner.former = True`` itself. But then it would have to know everything that
follows when an account is closed. In this example, each component changes only its own state, and
publishes an event. ``eventcore chain`` lists the handlers of each event.

The program also stores all settled events. From these events alone, ``rebuilt`` creates an account
again, without a customer, a bank or a fraud desk.
"""

from collections.abc import Iterable

from eventcore import (
    APPLY,
    REACT,
    VALIDATE,
    Action,
    Component,
    Entity,
    Event,
    Notice,
    World,
    component,
    event,
    handles,
    role,
)


@event
class Request(Action):
    """A customer requests something from an account. Fails with ``"closed"``."""

    account: Entity = role()


@event
class Deposit(Request):
    """A customer pays money in."""

    amount: int = 0


@event
class Withdraw(Request):
    """A customer takes money out. Also fails with ``"large"`` or ``"short"``."""

    amount: int = 0


@event
class Close(Request):
    """A customer closes the account. Also fails with ``"not empty"``."""


@event
class Closed(Notice):
    """An account was closed. No handler can refuse this fact. The enactor is the account."""

    owner: Entity = role()


@component
class Account(Component):
    owner: Entity
    balance: int = 0
    is_open: bool = True

    @handles(Request, VALIDATE, role="account")
    def check_open(self, request: Request, bank: World) -> None:
        if not self.is_open:
            request.fail("closed")

    @handles(Deposit, APPLY, role="account")
    def add(self, deposit: Deposit, bank: World) -> None:
        self.balance += deposit.amount

    @handles(Withdraw, VALIDATE, role="account")
    def check_balance(self, withdrawal: Withdraw, bank: World) -> None:
        if withdrawal.amount > self.balance:
            withdrawal.fail("short")

    @handles(Withdraw, APPLY, role="account")
    def subtract(self, withdrawal: Withdraw, bank: World) -> None:
        self.balance -= withdrawal.amount

    @handles(Close, VALIDATE, role="account")
    def check_empty(self, closing: Close, bank: World) -> None:
        if self.balance:
            closing.fail("not empty")

    @handles(Close, APPLY, role="account")
    def close(self, closing: Close, bank: World) -> None:
        self.is_open = False

    @handles(Close, REACT, role="account")
    def announce(self, closing: Close, bank: World) -> None:
        bank.publish(Closed(closing.account, self.owner))


@component
class Customer(Component):
    name: str
    former: bool = False

    @handles(Closed, APPLY, role="owner")
    def become_former(self, closed: Closed, bank: World) -> None:
        self.former = True


@component
class FraudDesk(Component):
    """A world rule that refuses large withdrawals of any customer."""

    limit: int

    @handles(Withdraw, VALIDATE, via="world")
    def hold_large_sums(self, withdrawal: Withdraw, bank: World) -> None:
        if withdrawal.amount > self.limit:
            withdrawal.fail("large")


def open_bank() -> World:
    bank = World(components=[FraudDesk, Account, Customer])
    bank.attach(bank.root, FraudDesk(limit=600))
    return bank


def rebuilt(history: Iterable[Request]) -> Account:
    """Create an account again from its settled requests."""
    vault = World(components=[Account])
    nobody = vault.spawn()
    account = vault.spawn(Account(owner=nobody))
    for request in history:
        match request:
            case Deposit(amount=amount):
                vault.publish(Deposit(nobody, account, amount))
            case Withdraw(amount=amount):
                vault.publish(Withdraw(nobody, account, amount))
            case _:
                vault.publish(Close(nobody, account))
    return account[Account]


def main() -> None:
    bank = open_bank()
    ada = bank.spawn(Customer("Ada"))
    savings = bank.spawn(Account(owner=ada))
    history: list[Request] = []

    def keep(request: Request) -> None:
        if request.done:
            history.append(request)

    bank.observe(Request, keep)
    bank.observe(Closed, lambda closed: print(f"Noted: {closed.owner[Customer].name} has left"))
    bank.publish(Deposit(ada, savings, 800))

    print("Handlers of a withdrawal, in order:")
    for step in bank.plan(Withdraw, ada, savings).steps:
        print(f"  {step.handler}")

    def show(request: str, event: Event) -> None:
        result = f"refused as {event.reason!r} by {event.failed_by}" if event.failed else "done"
        print(f"{request}: {result}; {savings[Account].balance} left")

    show("Ada withdraws 300", bank.publish(Withdraw(ada, savings, 300)))
    show("Ada withdraws 700", bank.publish(Withdraw(ada, savings, 700)))
    show("If she withdrew 501", bank.preview(Withdraw(ada, savings, 501)).event)
    show("If she withdrew 500", bank.preview(Withdraw(ada, savings, 500)).event)
    show("Ada closes the account", bank.publish(Close(ada, savings)))
    show("Ada withdraws 500", bank.publish(Withdraw(ada, savings, 500)))
    show("Ada closes the account", bank.publish(Close(ada, savings)))
    show("Ada withdraws 1", bank.publish(Withdraw(ada, savings, 1)))
    print(f"Is Ada a former customer? {'Yes' if ada[Customer].former else 'No'}.")

    for count, request in enumerate(history, start=1):
        account = rebuilt(history[:count])
        state = "open" if account.is_open else "closed"
        print(f"Rebuilt up to its {type(request).__name__}: {account.balance} left, {state}")


if __name__ == "__main__":
    main()

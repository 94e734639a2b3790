"""An executor that runs each task at once, in this thread."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any


class Inline(Executor):
    """Runs each function as soon as it is submitted, and counts the functions.

    Attributes:
        submitted: The number of submitted functions.
    """

    def __init__(self) -> None:
        self.submitted = 0

    def submit(self, call: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.submitted += 1
        future = Future[Any]()
        try:
            future.set_result(call(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future

"""A component holds part of an entity's state, and the handlers that use this state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from inspect import getattr_static
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, dataclass_transform, overload

import attrs

from eventcore.attrs_wrappers import declare, explain_missing_decorator
from eventcore.copies import Uncopied
from eventcore.errors import DispatchError, RegistrationError
from eventcore.event import Event, is_declared
from eventcore.handler import Handler, read_handlers, refuse_hidden_handlers
from eventcore.schema.values import check_fields

if TYPE_CHECKING:
    from eventcore.entity import Entity

T = TypeVar("T", bound="Component")


@overload
def component(cls: type[T]) -> type[T]: ...


@overload
def component(*, version: int = 1) -> Callable[[type[T]], type[T]]: ...


@dataclass_transform(eq_default=False, field_specifiers=(attrs.field,))
def component(
    cls: type[T] | None = None, *, version: int = 1
) -> type[T] | Callable[[type[T]], type[T]]:
    """Declare a component class: convert it to a slotted attrs class and register its handlers.

    ``version`` is the version number of the fields. Increase it when you add, remove or redefine a
    field; ``upgrade`` then converts the fields of older saves.

    Raises:
        RegistrationError: The class, the version or a handler is invalid, or a field has a
            reserved name or a type that cannot be saved.
    """
    if type(version) is not int or version < 1:
        raise RegistrationError(
            f"@component(version={version!r}): the version must be a whole number of at least 1"
        )
    return (lambda made: _make(made, version)) if cls is None else _make(cls, version)


def _make(cls: type[T], version: int) -> type[T]:
    if not hasattr(cls, "_handlers_"):
        raise RegistrationError(
            f"@component is only for components: derive {cls.__name__} from Component"
        )
    if version == 1 and "upgrade" in vars(cls) and hasattr(cls, "_declared_"):
        raise RegistrationError(
            f"{cls.__name__}.upgrade would never be called: increase the version, as in "
            "@component(version=2)"
        )
    if version > 1 and not isinstance(getattr_static(cls, "upgrade"), classmethod):
        raise RegistrationError(
            f"{cls.__name__}.upgrade is called before a component exists: "
            "make it a @classmethod that takes (version, fields)"
        )
    refuse_hidden_handlers(cls)  # must run before attrs removes cached properties
    made = declare(cls, "component")
    made._handlers_ = read_handlers(made)
    made._heard_ = {}
    vias = {handler.via for handler in made._handlers_}
    made._for_owner_ = "owner" in vias
    made._rules_only_ = vias == {"world"} or any(h.kind._of_root_ for h in made._handlers_)
    made._version_ = version
    check_fields(made)
    return made


@component
class Component(Uncopied):
    """A part of an entity's state, with its handlers. A save contains all public fields."""

    _handlers_: ClassVar[tuple[Handler, ...]] = ()
    _heard_: ClassVar[dict[type, tuple[Handler, ...]]]  # a cache: the handlers for each event type
    _for_owner_: ClassVar[bool] = False  # whether any handler has via="owner"
    _rules_only_: ClassVar[bool] = False  # whether only the root can have this component
    _fields_: ClassVar[tuple[str, ...]] = ()
    _declared_: ClassVar[type]
    _version_: ClassVar[int] = 1
    _packed_: ClassVar[bool] = True

    _entity: Entity | None = attrs.field(default=None, init=False, repr=False)

    @classmethod
    def upgrade(cls, version: int, fields: dict[str, Any]) -> dict[str, Any]:
        """Convert the fields of an older save. Override this method when you increase the version.

        Args:
            version: The version of the class when the fields were saved.
            fields: The fields as JSON values. An entity is saved as its id.

        Returns:
            All fields of the current version, as JSON values.
        """
        return fields

    @property
    def entity(self) -> Entity:
        """The component's entity. Raises DispatchError if the component is not attached."""
        if self._entity is None:
            raise DispatchError(f"{type(self).__name__} is not attached: attach it to an entity")
        return self._entity

    @recursive_repr()
    def __repr__(self) -> str:
        # Without this method, attrs would compile a separate ``__repr__`` for each class.
        fields: tuple[attrs.Attribute[Any], ...] = attrs.fields(type(self))  # type: ignore[arg-type]  # an attrs class
        shown = (f"{field.name}={getattr(self, field.name)!r}" for field in fields if field.repr)
        return f"{type(self).__name__}({', '.join(shown)})"


explain_missing_decorator(Component, "component")


@lru_cache(maxsize=256)  # loading a save calls this function for each scheduled event
def types_of_name(components: tuple[type[Component], ...], name: str) -> list[type[Event]]:
    """Return the event types with the given name that have handlers.

    If no such type exists, return the types with that name whose base classes have handlers.
    """
    handled = tuple({handler.kind: None for cls in components for handler in cls._handlers_})
    named = [kind for kind in handled if kind.__name__ == name]
    subclasses = () if named else dict.fromkeys(with_subclasses(Event))
    return named or [c for c in subclasses if c.__name__ == name and issubclass(c, handled)]


def private_fields(components: Iterable[Any]) -> list[str]:
    """Return the private fields of component classes, such as ``Door._seen``. Saves omit them."""
    pairs = ((cls.__name__, field.name) for cls in components for field in attrs.fields(cls))
    return [f"{owner}.{name}" for owner, name in pairs if name[0] == "_" and name != "_entity"]


def with_subclasses(kind: type[Event]) -> Iterator[type[Event]]:
    """Yield an event type and its subclasses, except classes without ``@event``."""
    if is_declared(kind):
        yield kind
    for cls in kind.__subclasses__():
        yield from with_subclasses(cls)

"""Components: slotted attrs classes that hold state and hear events for an entity."""

from __future__ import annotations

from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    NoReturn,
    SupportsIndex,
    TypeVar,
    dataclass_transform,
)

import attrs

from eventcore.errors import CopyError, DispatchError, RegistrationError
from eventcore.handler import Handler, read_handlers
from eventcore.state.attrs_wrappers import define, refuse_hiding

if TYPE_CHECKING:
    from eventcore.entity import Entity

T = TypeVar("T", bound="Component")


@dataclass_transform(eq_default=False, field_specifiers=(attrs.field,))
def component(cls: type[T]) -> type[T]:
    """Make a slotted attrs class of a component and read its handler table, once.

    Raises:
        RegistrationError: The class is no Component, one of its handlers cannot
            work, or one of its fields takes a name that has a meaning already.
    """
    if not hasattr(cls, "_handlers_"):
        raise RegistrationError(
            f"@component is for components, and {cls.__name__} is none: derive it from Component"
        )
    made = define(cls)
    fields: tuple[attrs.Attribute[Any], ...] = attrs.fields(made)  # type: ignore[arg-type]  # made by attrs
    made._fields_ = tuple(field.name for field in fields if not field.name.startswith("_"))
    refuse_hiding(cls, made._fields_)
    made._handlers_ = read_handlers(made)
    made._heard_ = {}
    made._declared_ = made
    return made


def is_component(cls: type) -> bool:
    """Say whether a class went through ``@component`` itself, not only its parent."""
    return getattr(cls, "_declared_", None) is cls and issubclass(cls, Component)


@component
class Component:
    """State and behaviour of one entity, as narrow as possible.

    Public fields are the state: they are saved, and counted in the digest.
    """

    _handlers_: ClassVar[tuple[Handler, ...]] = ()
    _heard_: ClassVar[dict[type, tuple[Handler, ...]]]
    """Those of them that hear an event type, as far as it was asked."""
    _fields_: ClassVar[tuple[str, ...]] = ()
    _declared_: ClassVar[type]

    _entity: Entity | None = attrs.field(default=None, init=False, repr=False)

    @property
    def entity(self) -> Entity:
        """The entity the component is attached to.

        Raises:
            DispatchError: The component is not attached to an entity.
        """
        if self._entity is None:
            raise DispatchError(f"{type(self).__name__} is not attached to an entity")
        return self._entity

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        """Refuse to be copied or pickled: its entity, and by it a world, would be copied as well.

        Raises:
            CopyError: Always.
        """
        name = type(self).__name__
        raise CopyError(
            f"a component cannot be copied or pickled: make another, {name}(…), of the fields of "
            "this one; save_world and load_world make a whole world again"
        )

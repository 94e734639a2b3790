"""Components: slotted attrs classes that hold state and hear events for an entity."""

from __future__ import annotations

from collections.abc import Callable
from inspect import getattr_static
from reprlib import recursive_repr
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    NoReturn,
    SupportsIndex,
    TypeVar,
    dataclass_transform,
    overload,
)

import attrs

from eventcore.attrs_wrappers import (
    define,
    explain_missing_decorator,
    refuse_hiding,
    refuse_lost_fields,
)
from eventcore.copies import copy_in_packets
from eventcore.errors import CopyError, DispatchError, RegistrationError
from eventcore.handler import Handler, read_handlers, refuse_hidden_handlers
from eventcore.schema.checks import check_fields

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
    """Make a slotted attrs class of a component and read its handler table, once.

    Args:
        cls: The class; ``@component`` and ``@component(version=2)`` both work.
        version: That of its fields. It goes up by one when a field is added, removed or means
            something else, and ``upgrade`` then brings what was saved before up to it.

    Raises:
        RegistrationError: The class is no Component, one of its handlers cannot
            work, one of its fields takes a name that has a meaning already or is of a type that
            no save could hold, its version is no number from 1, or it has an ``upgrade`` that is
            no classmethod.
    """
    if type(version) is not int or version < 1:
        raise RegistrationError(
            f"@component(version={version!r}): a version is a whole number, and the first is 1"
        )
    if cls is None:
        return lambda made: _make(made, version)
    return _make(cls, version)


def _make(cls: type[T], version: int) -> type[T]:
    if not hasattr(cls, "_handlers_"):
        raise RegistrationError(
            f"@component is for components, and {cls.__name__} is none: derive it from Component"
        )
    if version > 1 and not isinstance(getattr_static(cls, "upgrade"), classmethod):
        raise RegistrationError(
            f"{cls.__name__}.upgrade brings up what was saved by an older version, before there is "
            "a component: make it a @classmethod of (version, fields)"
        )
    refuse_hidden_handlers(cls)  # first, as attrs takes cached properties out of the class
    made = define(cls, repr=False)
    refuse_lost_fields(made, "component")
    fields: tuple[attrs.Attribute[Any], ...] = attrs.fields(made)  # type: ignore[arg-type]  # made by attrs
    made._fields_ = tuple(field.name for field in fields if not field.name.startswith("_"))
    refuse_hiding(cls, made._fields_)
    made._handlers_ = read_handlers(made)
    made._heard_ = {}
    vias = {handler.via for handler in made._handlers_}
    made._for_owner_ = "owner" in vias
    made._rules_only_ = vias == {"world"}
    made._declared_ = made
    made._version_ = version
    made._unchecked_ = check_fields(made)
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
    _for_owner_: ClassVar[bool] = False
    """Whether any of them hears for whoever owns the component's entity."""
    _rules_only_: ClassVar[bool] = False
    """Whether they are rules of the world, and nothing else."""
    _fields_: ClassVar[tuple[str, ...]] = ()
    _declared_: ClassVar[type]
    _version_: ClassVar[int] = 1
    _unchecked_: ClassVar[tuple[str, ...]] = ()
    """Fields whose annotations named what was not there yet when the class was made."""

    _entity: Entity | None = attrs.field(default=None, init=False, repr=False)

    @classmethod
    def upgrade(cls, version: int, fields: dict[str, Any]) -> dict[str, Any]:
        """Bring fields that were saved by an older version up to this one's.

        As it is, it changes nothing. Override it in a class of a later version than 1.

        Args:
            version: The version they were saved by, older than the class's.
            fields: What was saved, as JSON has it, entities by their ids.

        Returns:
            All fields of this version.
        """
        return fields

    @property
    def entity(self) -> Entity:
        """The entity the component is attached to.

        Raises:
            DispatchError: The component is not attached to an entity.
        """
        if self._entity is None:
            raise DispatchError(f"{type(self).__name__} is not attached to an entity")
        return self._entity

    @recursive_repr()
    def __repr__(self) -> str:
        """Show the fields as attrs does; to compile as much for each class takes its time."""
        fields: tuple[attrs.Attribute[Any], ...] = attrs.fields(type(self))  # type: ignore[arg-type]  # made by attrs
        _, _, called = f">.{type(self).__qualname__}".rpartition(">.")
        shown = ((field.name, getattr(self, field.name)) for field in fields if field.repr)
        return f"{called}({', '.join(f'{name}={one!r}' for name, one in shown)})"

    __deepcopy__ = copy_in_packets

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


explain_missing_decorator(Component, "component")

"""What the body of a document holds, as a frozen value: read without pydantic where it is as it was
written, and by pydantic, which says what is wrong, where it isn't."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, cast

from lastdays.decoding import UNLIKE, Decoder

if TYPE_CHECKING:
    from pydantic import TypeAdapter

T = TypeVar("T")

_DECODER = Decoder()


class DamagedError(ValueError):
    """Says at which field a body is damaged, and why."""

    def __init__(self, where: str, reason: str) -> None:
        super().__init__(f"{where}: {reason}")
        self.where, self.reason = where, reason


@cache
def adapter(kind: Any) -> TypeAdapter[Any]:
    """Return what reads values of a type whatever they are like, and writes them."""
    # late: 120 ms, a start reads what was written as it should be
    from pydantic import TypeAdapter

    return TypeAdapter(kind)


def value_of(kind: Callable[..., T], body: object) -> T:
    """Return the value that a body holds; DamagedError where it is none."""
    try:
        return cast("T", _DECODER.of(kind)(body))
    except UNLIKE:
        pass
    # late: 120 ms, as above
    from pydantic import ValidationError

    try:
        return cast("T", adapter(kind).validate_python(body))
    except ValidationError as error:
        first = error.errors()[0]
        raise DamagedError(" → ".join(map(str, first["loc"])), first["msg"]) from error

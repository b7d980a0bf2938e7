"""What is passed about and kept: frozen values, which are changed by making another."""

from __future__ import annotations

from typing import dataclass_transform

from msgspec import Struct, field


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Value(Struct, frozen=True):
    """A frozen value: fields with their types, compared and hashed by what they hold."""

"""What a function is called with, while it goes on as ever."""

from __future__ import annotations

from typing import Any

import pytest


def noted(monkeypatch: pytest.MonkeyPatch, where: object, name: str) -> list[tuple[Any, ...]]:
    """Notes what a function of a module or class is called with from now on."""
    calls: list[tuple[Any, ...]] = []
    really = getattr(where, name)

    def noting(*given: Any, **named: Any) -> Any:
        calls.append(given)
        return really(*given, **named)

    monkeypatch.setattr(where, name, noting)
    return calls

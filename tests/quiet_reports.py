"""What a process that runs tests tells the one that hands them out: what came of each test, no more.

Three reports, a beginning and an end of each test cost more than most tests do. Whoever wants to see
the others (`--durations`, `-v`, a report in a file) is told everything.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest


def send_fewer(config: pytest.Config) -> None:
    """Leave out, in a process of pytest-xdist, what nobody would see."""
    told = ("durations", "xmlpath")
    if config.option.verbose > 0 or any(config.getoption(name, None) is not None for name in told):
        return
    for plugin in config.pluginmanager.get_plugins():
        if type(plugin).__name__ == "WorkerInteractor":
            plugin.sendevent = partial(_send_what_counts, plugin.sendevent)


def _send_what_counts(send: Callable[..., None], name: str, **told: object) -> None:
    match name, told:
        case (("logstart" | "logfinish"), _):
            pass
        case "testreport", {"data": {"when": "setup" | "teardown", "outcome": "passed"}}:
            pass
        case _:
            send(name, **told)

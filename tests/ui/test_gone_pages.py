"""What the worker brings to a page that is gone: neither a result nor a failure is told to it."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import QObject
from shiboken6 import Shiboken

from lastdays.errors import LastDaysError
from lastdays.ui.app import Session
from ui.hands import settle


class Heard(QObject):
    """A page that hears of results."""

    def __init__(self, heard: list[object]) -> None:
        super().__init__()
        self.heard = heard

    def done(self, result: object) -> None:
        self.heard.append(result)

    def failed(self, error: LastDaysError) -> None:
        self.heard.append(str(error))


@pytest.mark.smoke
@pytest.mark.parametrize("gone", [False, True])
@pytest.mark.parametrize("fails", [False, True])
@pytest.mark.parametrize("itself", [False, True])
def test_a_page_that_is_gone_hears_nothing(
    sample: Session, gone: bool, fails: bool, itself: bool
) -> None:
    services = sample.services
    heard: list[object] = []
    said: list[str] = []
    services.said.connect(lambda text, _kind: said.append(text))
    page = Heard(heard)
    go = threading.Event()

    def job() -> str:
        assert go.wait(60)
        if fails:
            raise LastDaysError("It failed.")
        return "It is done."

    services.work(job, page.done, page.failed if itself else None)
    if gone:
        Shiboken.delete(page)
    go.set()
    services.wait()
    settle()
    everything = heard + said
    assert everything == ([] if gone else ["It failed." if fails else "It is done."])

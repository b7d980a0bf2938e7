"""What the window says in a message."""

from __future__ import annotations

from lastdays.ui.app import Session


def said(session: Session) -> str:
    return session.window.toast.text.text()

"""What a button of a view says."""

from __future__ import annotations

from lastdays.language import short
from lastdays.ui.widgets.parts import typed


def worded(label: str, mnemonic: str = "", most: int = 0) -> str:
    """Return the text of a button, cut to `most` characters (0: not cut), its mnemonic marked.

    An ampersand of a name does not become a mnemonic.
    """
    text = short(label, most) if most else label
    at = text.lower().find(mnemonic.lower()) if mnemonic else -1
    return typed(text) if at < 0 else f"{typed(text[:at])}&{typed(text[at:])}"

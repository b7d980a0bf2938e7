"""What the themes are called, in the menu and in the settings."""

from __future__ import annotations

from lastdays.language import _


def theme_names() -> dict[str, str]:
    """Return what each theme is called among others."""
    return {"dark": _("Dark"), "light": _("Light"), "contrast": _("High contrast")}


def theme_words() -> dict[str, str]:
    """Return what the menu calls a change to each theme."""
    return {
        "dark": _("Dark theme"),
        "light": _("Light theme"),
        "contrast": _("High-contrast theme"),
    }

"""Names that aren't the glossary's are found; `make lint` looks for them in every sentence."""

from __future__ import annotations

import voice


def test_a_thing_that_is_named_otherwise_than_in_the_glossary_is_found() -> None:
    assert len(voice.names()) > 20
    assert list(voice.misnamed("Noise tokens come off.")) == [
        "Noise Token, Ammo Token, Knockback Token"
    ]
    assert list(voice.misnamed("Zombies taken out")) == [
        "taken Out of Action; models and zombies alike"
    ]
    for right in ("Noise Tokens come off.", "Taken Out of Action by Zeke", "re-rolled once"):
        assert list(voice.misnamed(right)) == []

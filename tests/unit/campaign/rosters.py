"""Rosters as other programs write them."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

FILES = Path(__file__).parents[2] / "fixtures" / "rosters"


MERCY = (FILES / "battlescribe.ros").read_bytes()


SYSTEM = "ddab-c095-bf70-e8ba"


def roster(
    *selections: str, name: str = "Mill Road", system: str = SYSTEM, head: str = ""
) -> bytes:
    """A roster as New Recruit writes it: no namespace, ids without their links."""
    inner = "".join(selections)
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>{head}<roster name="{name}" gameSystemId="{system}" '
        f'gameSystemName="Some Game"><forces><force name="Survivors"><selections>{inner}'
        "</selections></force></forces></roster>"
    ).encode()


def chosen(name: str, entry: str = "", *within: str, number: str = "1", more: str = "") -> str:
    """One selection."""
    return (
        f'<selection name="{name}" entryId="{entry}" number="{number}" {more}><selections>'
        + "".join(within)
        + "</selections></selection>"
    )


COP, KNIFE, HORSE = "a534-c7c4-95d2-3169", "2082-cb0f-9a34-3821", "3fa9-9bc4-5f9b-cd83"


def packed(*files: tuple[str, bytes], name: str = "mercy.ros") -> bytes:
    """An archive of files, each with its name and content."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for file, content in files or ((name, MERCY),):
            archive.writestr(file, content)
    return made.getvalue()

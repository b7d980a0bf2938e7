"""What the bundle is made of: what it carries is named, what it doesn't need stays out."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from lastdays.campaign.documents import CAMPAIGN_SUFFIX, SUFFIX
from lastdays.cli import parser
from lastdays.ui.pages.about_page import LIBRARIES

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packaging"))

import licences  # noqa: E402
import trimming  # noqa: E402

DESKTOP = (ROOT / "packaging/linux/org.lastdays.CampaignManager.desktop").read_text("utf-8")


def test_every_library_is_named_with_its_licence():
    told = dict(LIBRARIES)
    found = {x.metadata["Name"]: licences.licence_of(x) for x in licences.needed()}
    assert set(told) == set(found)
    for name, licence in found.items():
        family = told[name].split()[0].split("-")[0]
        assert family in licence or "LGPL" in licence, (name, licence)


def test_the_file_of_licences_has_those_that_must_come_along():
    text = licences.text()
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in text
    assert "replace them by your own builds" in text
    for name, _licence in LIBRARIES:
        assert name in text


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("PySide6/Qt/plugins/platforms/libqxcb.so", True),
        ("PySide6/Qt/plugins/platforms/libqvnc.so", False),
        ("PySide6/Qt/plugins/platformthemes/libqgtk3.so", False),
        ("PySide6\\plugins\\platforms\\qwindows.dll", True),
        ("PySide6/Qt/translations/qtbase_de.qm", True),
        ("PySide6/Qt/translations/qtbase_ja.qm", False),
        ("lastdays/_data/resources/rulebook/book.toml", True),
    ],
)
def test_what_is_left_out(name, wanted):
    assert trimming.is_wanted(name) is wanted


def test_a_library_that_only_came_with_what_is_left_out_stays_out():
    asks = {
        "qxcb": ["libxcb.so.1"],
        "qgtk3": ["libgtk.so.3", "libcairo.so.2"],
        "libxcb.so.1": ["libXau.so.6"],
    }
    entries = [
        ("libpython3.11.so.1.0", "libpython", "BINARY"),
        ("PySide6/Qt/plugins/platforms/libqxcb.so", "qxcb", "BINARY"),
        ("PySide6/Qt/plugins/platformthemes/libqgtk3.so", "qgtk3", "BINARY"),
        ("pypdfium2_raw/libpdfium.so", "pdfium", "BINARY"),
        ("libxcb.so.1", "libxcb.so.1", "BINARY"),
        ("libXau.so.6", "libXau.so.6", "BINARY"),
        ("libcairo.so.2", "libcairo.so.2", "BINARY"),
        ("libgtk.so.3", "libgtk.so.3", "BINARY"),
    ]
    kept = trimming.reached(entries, lambda file: asks.get(file, []))
    assert {entry[1] for entry in kept} == {
        "libpython", "qxcb", "pdfium", "libxcb.so.1", "libXau.so.6"
    }  # fmt: skip


def test_the_desktop_starts_a_command_there_is():
    (line,) = (x for x in DESKTOP.splitlines() if x.startswith("Exec="))
    program, *words = line.partition("=")[2].split()
    assert program == "lastdays"
    options = parser().parse_args([w.replace("%f", "carl.lastdays.json") for w in words])
    assert options.file == Path("carl.lastdays.json")


@pytest.mark.parametrize("suffix", [SUFFIX, CAMPAIGN_SUFFIX])
def test_the_desktop_knows_the_files(suffix):
    """A type for each suffix, which the desktop entry says the program opens."""
    told = ElementTree.parse(ROOT / "packaging/linux/org.lastdays.CampaignManager.xml")
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    (kind,) = (
        found.get("type", "")
        for found in told.getroot()
        for glob in found.findall(f"{space}glob")
        if glob.get("pattern") == f"*{suffix}"
    )
    assert f"{kind};" in DESKTOP

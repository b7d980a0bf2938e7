"""What the bundle is made of: what it carries is named, what it doesn't need stays out."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml
from PIL import Image

from lastdays import __version__
from lastdays.campaign.documents.group_documents import CAMPAIGN_SUFFIX, SUFFIX
from lastdays.cli.arguments import parser
from lastdays.desktop import message_files, paths
from lastdays.ui import program_details
from sure import sure

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packaging"))

import bundle  # noqa: E402
import licences  # noqa: E402
import man_page  # noqa: E402
import trimming  # noqa: E402

DESKTOP = (ROOT / "packaging/linux/org.lastdays.CampaignManager.desktop").read_text("utf-8")


def test_every_library_is_named_with_its_licence() -> None:
    told = paths.toml("libraries.toml")
    found = {x.metadata["Name"]: licences.licence_of(x) for x in licences.needed()}
    assert set(told) == set(found) - {"tzdata"}  # which Windows alone has
    for name, licence in found.items():
        family = told[name].split()[0].split("-")[0]
        assert family in licence or "LGPL" in licence, (name, licence)


def test_the_file_of_licences_has_those_that_must_come_along() -> None:
    text = licences.text()
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in text
    assert "replace them by your own builds" in text
    for name in paths.toml("libraries.toml"):
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
def test_what_is_left_out(name: str, wanted: bool) -> None:
    assert trimming.is_wanted(name) is wanted


def test_a_library_that_only_came_with_what_is_left_out_stays_out() -> None:
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


def test_the_desktop_starts_a_command_there_is() -> None:
    (line,) = (x for x in DESKTOP.splitlines() if x.startswith("Exec="))
    program, *words = line.partition("=")[2].split()
    assert program == "lastdays"
    options = parser().parse_args([w.replace("%f", "carl.lastdays.json") for w in words])
    assert options.file == Path("carl.lastdays.json")


@pytest.mark.parametrize("suffix", [SUFFIX, CAMPAIGN_SUFFIX])
def test_the_desktop_knows_the_files(suffix: str) -> None:
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


# What the recipes say of each other

ID = bundle.ID
PACKAGING = ROOT / "packaging"
WINDOWS = (PACKAGING / "windows" / "lastdays.iss").read_text("utf-8")
WORKFLOW = ROOT / ".github" / "workflows" / "bundles.yml"


def mac_bundle(monkeypatch: pytest.MonkeyPatch, system: str = "darwin") -> dict[str, Any]:
    """Run the recipe of the folder as on a Mac, without PyInstaller; return what it is told."""
    told: dict[str, Any] = {"programs": []}

    def take(what: str) -> Callable[..., SimpleNamespace]:
        def made(
            *_given: SimpleNamespace | list[str | tuple[str, str]],
            **named: Any,
        ) -> SimpleNamespace:
            told[what] = named
            if what == "EXE":
                told["programs"].append(named)
            return SimpleNamespace(binaries=[], datas=named.get("datas", []), pure=[], scripts=[])

        return made

    for module, names in {
        "api": ("COLLECT", "EXE", "PYZ"),
        "build_main": ("Analysis",),
        "osx": ("BUNDLE",),
    }.items():
        made = SimpleNamespace(**{name: take(name) for name in names})
        monkeypatch.setitem(sys.modules, f"PyInstaller.building.{module}", made)
    told["metadata"] = []
    hooks = SimpleNamespace(copy_metadata=lambda name: told["metadata"].append(name) or [])
    monkeypatch.setitem(sys.modules, "PyInstaller.utils.hooks", hooks)
    for parent in ("PyInstaller", "PyInstaller.building", "PyInstaller.utils"):
        monkeypatch.setitem(sys.modules, parent, SimpleNamespace(__path__=[]))
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(sys, "path", [*sys.path])
    recipe = (PACKAGING / "lastdays.spec").read_text("utf-8")
    exec(compile(recipe, "lastdays.spec", "exec"), {"SPECPATH": str(PACKAGING)})
    return told


def test_every_recipe_has_the_same_id(monkeypatch: pytest.MonkeyPatch) -> None:
    linux = PACKAGING / "linux"
    assert {f.name.removeprefix(ID) for f in linux.iterdir()} == {
        ".desktop",
        ".metainfo.xml",
        ".xml",
    }
    told = ElementTree.parse(linux / f"{ID}.metainfo.xml").getroot()
    assert told.findtext("id") == ID
    assert told.findtext("launchable") == f"{ID}.desktop"
    assert told.findtext("icon") == ID
    kinds = {kind.text for kind in told.iter("mediatype")}
    assert kinds == {
        k for k in sure(re.search(r"^MimeType=(.*)$", DESKTOP, re.M))[1].split(";") if k
    }
    assert f"\nIcon={ID}\n" in DESKTOP
    assert f'<icon name="{ID}"/>' in (linux / f"{ID}.xml").read_text("utf-8")
    assert f'setDesktopFileName("{ID}")' in (ROOT / "app/lastdays/desktop/opening.py").read_text(
        "utf-8"
    )
    assert [f.name for f in (PACKAGING / "flatpak").iterdir()] == [f"{ID}.yml"]
    assert yaml.safe_load((PACKAGING / "flatpak" / f"{ID}.yml").read_text("utf-8"))["id"] == ID
    assert mac_bundle(monkeypatch)["BUNDLE"]["bundle_identifier"] == ID


def test_the_version_stands_in_one_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The list of changes begins with it, once what comes next is put aside, and has its day."""
    news = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.findall(r"^## (.*)", news, re.M)[:2] == [
        "Unreleased",
        f"{__version__} — {date.fromisoformat(bundle.released())}",
    ]
    lines = [line for line in news.splitlines() if line.startswith("- ")]
    assert len({line[:80] for line in lines}) == len(lines)
    bundle.desktop_files(tmp_path)
    (release,) = ElementTree.parse(tmp_path / f"share/metainfo/{ID}.metainfo.xml").iter("release")
    assert release.attrib == {"version": __version__, "date": bundle.released()}
    assert bundle.version() == __version__
    assert mac_bundle(monkeypatch)["BUNDLE"]["version"] == __version__
    assert 'Pos("__version__", Line)' in WINDOWS
    recipes = [*PACKAGING.rglob("*"), WORKFLOW, ROOT / "pyproject.toml"]
    known = re.compile(rf"(?<![\d.]){re.escape(__version__)}(?![\d.])")
    for recipe in recipes:
        if recipe.suffix in (".py", ".spec", ".iss", ".yml", ".xml", ".desktop", ".toml"):
            assert not known.search(recipe.read_text("utf-8")), recipe


def test_a_software_centre_is_shown_pictures_where_it_is_known_where_they_are(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(bundle.HOMEPAGE, "https://example.org/me/lastdays.git")
    bundle.desktop_files(tmp_path)
    told = ElementTree.parse(tmp_path / f"share/metainfo/{ID}.metainfo.xml").getroot()
    shown = [sure(image.text) for image in told.iter("image")]
    for picture in shown:
        assert (ROOT / picture.partition(f"/raw/v{__version__}/")[2]).is_file(), picture
    assert len(shown) == 3
    links = {url.get("type"): url.text for url in told.iter("url")}
    assert links["homepage"] == "https://example.org/me/lastdays"
    assert {"bugtracker", "help", "vcs-browser"} < links.keys()
    captions = {
        c.get("{http://www.w3.org/XML/1998/namespace}lang", "en") for c in told.iter("caption")
    }
    assert captions == set(message_files.offered())


def test_what_nobody_knows_is_left_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(bundle, "homepage", lambda: "")
    bundle.desktop_files(tmp_path)
    text = (tmp_path / f"share/metainfo/{ID}.metainfo.xml").read_text("utf-8")
    told = ElementTree.fromstring(text)
    assert not [*told.iter("url"), *told.iter("screenshots")]
    assert "@" not in text
    assert told.findtext("icon") == ID


def test_debian_reads_the_list_of_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(bundle.MAIL, "me@example.org")
    text = bundle.debian_changelog()
    news = (ROOT / "CHANGELOG.md").read_text("utf-8")
    released = re.findall(r"^## (\d\S*) — (\S+)$", news, re.M)
    heads = re.findall(r"^lastdays \((\S+)\) unstable; urgency=medium$", text, re.M)
    assert heads == [number for number, _day in released]
    ends = re.findall(
        r"^ -- (.*) <me@example.org>  \w{3}, (\d\d \w{3} \d{4}) 12:00:00 \+0000$", text, re.M
    )
    assert len(ends) == len(released)
    allowed = r"lastdays \(| -- .* <.*>  |  \* \S|    \S|$"
    assert [line for line in text.splitlines() if not re.match(allowed, line)] == []
    assert max(len(line) for line in text.splitlines() if not line.startswith(" --")) <= 78
    kept = news.partition(f"## {released[0][0]}")[2]
    assert text.count("\n  * ") == kept.count("\n- ")


def test_the_manual_says_every_command_and_option() -> None:
    page = man_page.page("1.2", "2026-01-02")
    assert page.startswith('.TH LASTDAYS 1 "2026-01-02" "lastdays 1.2"')
    told = re.findall(r"^\.SS (.*)$", page, re.M)
    assert {"window", "print", "pack new", "pack check", "demo"} <= set(told)
    assert "\n.B \\-\\-store FILE\n" in page
    assert "\n.B \\-\\-paper a4|letter\n" in page
    without = re.findall(r"\.TP\n\.B (.*)\n(?=\.|$)", page)
    assert without == [], "each says what it is for"
    assert "SUPPRESS" not in page
    assert "\\-\\-at" not in page


#: What a folder of Windows, or an archive unpacked there, can't hold.
_NO_NAME = re.compile(r'[<>:"|?*\\\x00-\x1f]|[. ]$|^(?i:con|prn|aux|nul|com\d|lpt\d)(\.|$)')


def test_windows_and_macos_can_hold_every_file() -> None:
    """No name they refuse, no two that are one where case doesn't count, none too long a path."""
    files = [
        f.relative_to(ROOT) for top in ("resources", "db", "app") for f in (ROOT / top).rglob("*")
    ]
    files = [f for f in files if "__pycache__" not in f.parts]
    assert len(files) > 500
    assert [f for f in files if any(_NO_NAME.search(part) for part in f.parts)] == []
    folded = [f.as_posix().casefold() for f in files]
    assert len(set(folded)) == len(folded)
    assert max(len(f.as_posix()) for f in files) < 140


def test_the_icons_have_the_sizes_that_windows_and_macos_ask_for() -> None:
    with Image.open(PACKAGING / "icons" / "lastdays.ico") as windows:
        assert {(16, 16), (32, 32), (48, 48), (256, 256)} <= set(windows.info["sizes"])
    with Image.open(PACKAGING / "icons" / "lastdays.icns") as mac:
        assert {(w * scale, h * scale) for w, h, scale in mac.info["sizes"]} >= {
            (128, 128),
            (256, 256),
            (512, 512),
        }


def test_what_the_recipes_take_is_there_or_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each path goes from where its tool reads it: Inno Setup and Flatpak from the recipe."""
    made = {bundle.DIST / "lastdays", bundle.DESKTOP / "share", bundle.LICENCES}
    flatpak = yaml.safe_load((PACKAGING / "flatpak" / f"{ID}.yml").read_text("utf-8"))
    wanted = [
        PACKAGING / "flatpak" / source["path"]
        for module in flatpak["modules"]
        for source in module["sources"]
    ]
    named = re.findall(r'(?:#define Source "|(?:LicenseFile|SetupIconFile)=)([^"\n]+)', WINDOWS)
    named += re.findall(r'SourcePath\) \+ "([^"]+)"', WINDOWS)
    assert len(named) == 4
    wanted += [PACKAGING / "windows" / name.replace("\\", "/") for name in named]
    told = mac_bundle(monkeypatch)
    wanted += [Path(source) for source, _goes in told["Analysis"]["datas"]]
    wanted += [Path(told["EXE"]["icon"]), Path(told["BUNDLE"]["icon"])]
    assert [
        path for path in map(Path.resolve, wanted) if path not in made and not path.exists()
    ] == []


def test_windows_has_a_program_for_commands_and_one_for_the_window(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = mac_bundle(monkeypatch, "win32")
    assert {program["name"]: program["console"] for program in told["programs"]} == {
        "lastdays": True,
        bundle.NAME: False,
    }
    assert "BUNDLE" not in told
    assert f'#define Name "{bundle.NAME}"' in WINDOWS
    started = re.findall(r"\{app\}\\([^\",\n]+)", WINDOWS)
    assert set(started) == {"{#Window}", "_internal"}
    (mac,) = mac_bundle(monkeypatch)["programs"]
    assert not mac["console"]


def test_the_folder_tells_the_versions_of_its_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    """*Copy details* asks for them; a folder without what pip notes about a library has none."""
    assert set(mac_bundle(monkeypatch)["metadata"]) == set(program_details.LIBRARIES)


def test_the_folder_brings_what_a_league_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    """PyInstaller finds neither what is compiled nor what SQLAlchemy loads by name."""
    told = mac_bundle(monkeypatch)["Analysis"]
    driver = {"psycopg", "psycopg_binary", "sqlalchemy.dialects.postgresql.psycopg"}
    assert driver <= set(told["hiddenimports"])
    assert not {name.partition(".")[0] for name in driver} & set(told["excludes"])
    assert {"psycopg", "psycopg-binary"} <= {x.metadata["Name"] for x in licences.needed()}
    assert trimming.is_wanted("psycopg_binary.libs/libpq-e9b5c9ac.so.5.18")


def test_the_folder_brings_every_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """PyInstaller doesn't find what is imported by the name that a route gives."""
    told = set(mac_bundle(monkeypatch)["Analysis"]["hiddenimports"])
    pages = {
        f"lastdays.ui.pages.{f.stem}" for f in (ROOT / "app/lastdays/ui/pages").glob("*_page.py")
    }
    assert len(pages) > 15
    assert pages <= told


def test_every_system_knows_the_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows knows a file by what follows its last dot, and offers the program for a group's."""
    assert f'Software\\Classes\\{CAMPAIGN_SUFFIX}"' in WINDOWS
    assert f'Software\\Classes\\{Path(f"x{SUFFIX}").suffix}\\OpenWithProgids"' in WINDOWS
    told = mac_bundle(monkeypatch)["BUNDLE"]["info_plist"]
    declared = {
        kind["UTTypeIdentifier"]: kind["UTTypeTagSpecification"]["public.filename-extension"]
        for kind in told["UTExportedTypeDeclarations"]
    }
    assert sorted(s for suffixes in declared.values() for s in suffixes) == sorted(
        suffix.removeprefix(".") for suffix in (SUFFIX, CAMPAIGN_SUFFIX)
    )
    opened = {t for kind in told["CFBundleDocumentTypes"] for t in kind["LSItemContentTypes"]}
    assert opened == set(declared)


def test_the_installers_speak_what_the_program_speaks(monkeypatch: pytest.MonkeyPatch) -> None:
    spoken = set(message_files.offered())
    assert set(mac_bundle(monkeypatch)["BUNDLE"]["info_plist"]["CFBundleLocalizations"]) == spoken
    assert set(re.findall(r'^Name: "(\w\w)"; MessagesFile', WINDOWS, re.M)) == spoken
    for language in spoken - {"en"}:
        for key in ("GenericName", "Comment", "Keywords"):
            assert f"\n{key}[{language}]=" in DESKTOP


def pinned(name: str) -> dict[str, str]:
    """The versions that a file of requirements names."""
    text = (ROOT / name).read_text("utf-8")
    found = re.findall(r"^([\w.-]+)(?:\[\w+\])?==([^ \n]+)", text, re.M)
    return {package.lower().replace("_", "-"): version for package, version in found}


def test_all_that_goes_into_the_bundle_is_held_to_a_hash_and_to_one_version() -> None:
    """For every system; where it comes from is the business of whoever builds it."""
    held, wanted = pinned("packaging/requirements.txt"), pinned("constraints.txt")
    assert held.items() <= wanted.items()
    carried = {x.metadata["Name"].lower().replace("_", "-") for x in licences.needed()}
    assert carried | {"pyinstaller", "tzdata", "pefile", "macholib"} <= held.keys()
    for entry in re.split(r"\n(?=\S)", bundle.REQUIREMENTS.read_text("utf-8").strip()):
        assert entry.startswith("#") or "--hash=sha256:" in entry, entry
    assert "://" not in bundle.REQUIREMENTS.read_text("utf-8")


@pytest.mark.long
def test_the_bundle_is_built_of_what_its_hashes_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One file that isn't what its hash says ends the build, before anything is built."""
    wheel, about = tmp_path / "harmless-1.0-py3-none-any.whl", "harmless-1.0.dist-info"
    with zipfile.ZipFile(wheel, "w") as made:
        made.writestr("harmless.py", "")
        made.writestr(f"{about}/METADATA", "Metadata-Version: 2.1\nName: harmless\nVersion: 1.0\n")
        made.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\n")
        made.writestr(f"{about}/RECORD", "")
    monkeypatch.setattr(bundle, "REQUIREMENTS", tmp_path / "requirements.txt")
    monkeypatch.setattr(bundle, "BUNDLER", tmp_path / "bundler")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))

    def hold(content: bytes) -> None:
        held = hashlib.sha256(content).hexdigest()
        bundle.REQUIREMENTS.write_text(f"harmless==1.0 --hash=sha256:{held}\n", encoding="utf-8")

    hold(b"another")
    with pytest.raises(SystemExit, match="HASHES"):
        bundle.environment()
    hold(wheel.read_bytes())
    subprocess.run([bundle.environment(), "-c", "import harmless"], check=True)


def test_the_workflow_can_be_read_and_stops_at_what_fails() -> None:
    """PowerShell goes on after a program that failed: steps of several lines have Bash."""
    jobs = yaml.safe_load(WORKFLOW.read_text("utf-8"))["jobs"]
    assert set(jobs) == {"linux", "windows", "macos"}
    assert jobs["windows"]["defaults"]["run"]["shell"] == "bash"
    for job in jobs.values():
        runs = [step for step in job["steps"] if "run" in step]
        assert not any("shell" in step for step in runs)
        scripts = re.findall(r"packaging[/\\][\w/\\.]+", " ".join(s["run"] for s in runs))
        assert all((ROOT / script.replace("\\", "/")).is_file() for script in scripts)


@pytest.mark.parametrize("system", ["windows", "macos"])
def test_what_is_built_is_tried_before_it_is_handed_out(system: str) -> None:
    steps = yaml.safe_load(WORKFLOW.read_text("utf-8"))["jobs"][system]["steps"]
    told = [step.get("run", "") + step.get("uses", "") for step in steps]
    order = ("packaging/bundle.py", "packaging/try_bundle.py", "upload-artifact", "pytest")
    places = [next(n for n, words in enumerate(told) if part in words) for part in order]
    assert places == sorted(places)


@pytest.mark.parametrize("workflow", sorted(WORKFLOW.parent.glob("*.yml")), ids=lambda f: f.stem)
def test_a_workflow_takes_what_others_made_by_its_hash_and_writes_nothing(workflow: Path) -> None:
    told = yaml.safe_load(workflow.read_text("utf-8"))
    assert told["permissions"] == {"contents": "read"}
    used = [
        step["uses"] for job in told["jobs"].values() for step in job["steps"] if "uses" in step
    ]
    assert used
    assert [name for name in used if not re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", name)] == []

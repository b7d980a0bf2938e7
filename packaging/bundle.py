"""Builds what is handed to a friend: a folder with all the program needs and, on Linux, a Debian
package made of it. `make package` runs it from the checkout; everything goes to dist/.

All that goes into it comes from an environment of its own, made of `requirements.txt`: where a file
has another hash than it has there, nothing is built.
"""

from __future__ import annotations

import gzip
import os
import re
import shutil
import subprocess
import sys
import textwrap
import venv
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path

import licences
import man_page

ROOT = Path(__file__).resolve().parent.parent
DIST, WORK = ROOT / "dist", ROOT / "build" / "bundle"
#: What the folder is built of, each file by its hash, and where that is installed.
REQUIREMENTS = ROOT / "packaging" / "requirements.txt"
BUNDLER = ROOT / "build" / "bundler"
LINUX = ROOT / "packaging" / "linux"
ICONS = ROOT / "packaging" / "icons"
#: What a desktop is told, as the Flatpak takes it.
DESKTOP = ROOT / "build" / "desktop"
#: Whose work is in it, as it goes into the folder.
LICENCES = ROOT / "build" / "LICENCES.txt"
ID = "org.lastdays.CampaignManager"
#: What people call it: the app on macOS, the program without a console on Windows.
NAME = "Last Days Campaign Manager"
MAINTAINERS = "The Last Days Campaign Manager maintainers"
#: Where it is published, and who is written to: whoever builds it knows, and says so.
HOMEPAGE, MAIL = "LASTDAYS_HOMEPAGE", "LASTDAYS_MAIL"
#: What Qt loads of an X desktop; it has to be on the machine that builds.
X_LIBRARIES = ("libxcb-cursor.so.0", "libxcb-icccm.so.4", "libxcb-image.so.0")

#: What of the system the program asks for, by Debian's names.
DEPENDS = (
    "libc6, libdbus-1-3, libegl1, libfontconfig1, libgl1, libglib2.0-0 | libglib2.0-0t64, zlib1g"
)
#: What Debian's checks are told of a folder that brings its libraries along.
OVERRIDES = """\
# One folder with all the program needs, made by PyInstaller of the wheels of its libraries.
lastdays: embedded-library *
lastdays: custom-library-search-path *
lastdays: library-not-linked-against-libc *
"""
COPYRIGHT = """\
Each licence is at length in /usr/lib/lastdays/_internal/LICENCES.txt; on Debian systems those of
Apache and GNU are also in /usr/share/common-licenses (Apache-2.0, GPL-3, LGPL-3).
"""
RECOMMENDS = "libcups2 | libcups2t64, fonts-dejavu-core"


def version() -> str:
    """Returns the program's version."""
    found = (ROOT / "app" / "lastdays" / "__init__.py").read_text(encoding="utf-8")
    return re.search(r'__version__ = "(.+)"', found)[1]  # type: ignore[index]


def released() -> str:
    """Returns the day on which the version was released, as the list of changes has it."""
    found = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    return re.search(rf"^## {re.escape(version())} — (.+)$", found, re.M)[1]  # type: ignore[index]


def homepage() -> str:
    """Returns the web address that it is published at: the one said, that of GitHub's workflow, or
    where the checkout comes from; '' where none of them is one."""
    hub = "/".join(os.environ.get(f"GITHUB_{name}", "") for name in ("SERVER_URL", "REPOSITORY"))
    remote = subprocess.run(
        ("git", "remote", "get-url", "origin"),
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    for named in (os.environ.get(HOMEPAGE, ""), hub, remote.stdout.strip()):
        if named.startswith("https://") and "@" not in named:
            return named.removesuffix(".git").rstrip("/")
    return ""


def maintainer() -> str:
    """Returns who keeps the package, as Debian writes it."""
    return f"{MAINTAINERS} <{os.environ.get(MAIL) or 'maintainers@localhost'}>"


def debian_changelog() -> str:
    """Returns the list of changes of what was released, as Debian has it, the newest first."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    parts = re.split(r"^## (\d\S*) — (\S+)$", text, flags=re.M)[1:]
    entries = []
    for number, day, changes in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        lines = [line[2:] for line in changes.splitlines() if line.startswith("- ")]
        said = [re.sub(r"\*\*|\\(?=\*)|(?<!\w)[*`]|[*`](?!\w)", "", line) for line in lines]
        told = [
            textwrap.fill(line, 78, initial_indent="  * ", subsequent_indent="    ")
            for line in said
        ]
        when = format_datetime(datetime.fromisoformat(day).replace(hour=12, tzinfo=UTC))
        head = f"lastdays ({number}) unstable; urgency=medium"
        entries.append("\n\n".join((head, "\n".join(told), f" -- {maintainer()}  {when}")))
    return "\n\n".join(entries) + "\n"


def run(*words: str) -> str:
    """Runs a command; its output, or the end with what it said."""
    done = subprocess.run(
        words, cwd=ROOT, capture_output=True, encoding="utf-8", errors="replace", check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(words)}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def environment() -> Path:
    """Makes the environment that the folder is built in, where it isn't there as it should be; its
    Python."""
    python = BUNDLER / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    wanted, made = REQUIREMENTS.read_bytes(), BUNDLER / "made-of.txt"
    if not made.exists() or made.read_bytes() != wanted:
        venv.create(BUNDLER, clear=True, with_pip=True)
        run(
            str(python),
            "-m",
            "pip",
            "install",
            "--quiet",
            "--no-deps",
            "--only-binary=:all:",
            "--require-hashes",
            f"--requirement={REQUIREMENTS}",
        )
        made.write_bytes(wanted)
    return python


def folder() -> Path:
    """Builds the one folder and returns it."""
    if sys.platform == "linux":
        known = run("ldconfig", "-p")
        missing = [library for library in X_LIBRARIES if library not in known]
        if missing:
            sys.exit(
                f"the bundle would open no window, this machine lacks {', '.join(missing)}: "
                "apt-get install libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 "
                "libxcb-render-util0 libxkbcommon-x11-0 binutils"
            )
    (ROOT / "build").mkdir(exist_ok=True)
    LICENCES.write_text(licences.text(), encoding="utf-8")
    run(
        sys.executable,
        "-m",
        "PyInstaller",
        "--noconfirm",
        "--log-level=ERROR",
        f"--distpath={DIST}",
        f"--workpath={WORK}",
        str(ROOT / "packaging" / "lastdays.spec"),
    )
    return DIST / "lastdays"


def size_of(where: Path) -> int:
    """Returns how many bytes the files of a folder have, linked ones once."""
    return sum(f.lstat().st_size for f in where.rglob("*") if f.is_file() or f.is_symlink())


def desktop_files(prefix: Path) -> None:
    """Puts what a desktop knows a program by under a prefix such as `usr`."""
    share = prefix / "share"
    places = {
        LINUX / f"{ID}.desktop": share / "applications",
        LINUX / f"{ID}.xml": share / "mime" / "packages",
        ICONS / "lastdays.svg": share / "icons" / "hicolor" / "scalable" / "apps",
        ICONS / "lastdays-128.png": share / "icons" / "hicolor" / "128x128" / "apps",
        ICONS / "lastdays-256.png": share / "icons" / "hicolor" / "256x256" / "apps",
    }
    for source, place in places.items():
        place.mkdir(parents=True, exist_ok=True)
        name = source.name if source.parent == LINUX else f"{ID}{source.suffix}"
        shutil.copy(source, place / name)
    made = (LINUX / f"{ID}.metainfo.xml").read_text(encoding="utf-8")
    target = share / "metainfo" / f"{ID}.metainfo.xml"
    target.parent.mkdir(parents=True, exist_ok=True)
    where = homepage()
    if not where:
        made = re.sub(r"  <url.*?</url>\n|  <screenshots>.*?</screenshots>\n", "", made, flags=re.S)
    for word, value in (("@VERSION@", version()), ("@DATE@", released()), ("@HOMEPAGE@", where)):
        made = made.replace(word, value)
    target.write_text(made, encoding="utf-8")


def debian(built: Path) -> Path:
    """Makes the Debian package of the folder; its path."""
    machine = run("dpkg", "--print-architecture").strip()
    root = ROOT / "build" / "deb"
    shutil.rmtree(root, ignore_errors=True)
    (root / "DEBIAN").mkdir(parents=True)
    shutil.copytree(built, root / "usr" / "lib" / "lastdays", symlinks=True)
    (root / "usr" / "bin").mkdir()
    (root / "usr" / "bin" / "lastdays").symlink_to("../lib/lastdays/lastdays")
    desktop_files(root / "usr")
    docs = root / "usr" / "share" / "doc" / "lastdays"
    docs.mkdir(parents=True)
    (docs / "copyright").write_text(
        f"{(ROOT / 'LICENSE').read_text(encoding='utf-8')}\n{licences.summary()}\n{COPYRIGHT}",
        encoding="utf-8",
    )
    overrides = root / "usr" / "share" / "lintian" / "overrides" / "lastdays"
    overrides.parent.mkdir(parents=True)
    overrides.write_text(OVERRIDES, encoding="utf-8")
    for library in root.rglob("*.so*"):
        if library.is_file() and not library.is_symlink():
            library.chmod(0o644)
    manual = root / "usr" / "share" / "man" / "man1"
    manual.mkdir(parents=True)
    for file, text in (
        (docs / "changelog.gz", debian_changelog()),
        (manual / "lastdays.1.gz", man_page.page(version(), released())),
    ):
        file.write_bytes(gzip.compress(text.encode(), mtime=0))
    where = homepage()
    (root / "DEBIAN" / "control").write_text(
        f"Package: lastdays\n"
        f"Version: {version()}\n"
        f"Architecture: {machine}\n"
        f"Maintainer: {maintainer()}\n"
        f"Installed-Size: {size_of(root) // 1024}\n"
        f"Depends: {DEPENDS}\n"
        f"Recommends: {RECOMMENDS}\n"
        "Section: misc\n"
        "Priority: optional\n"
        + (f"Homepage: {where}\n" if where else "")
        + "Description: campaign manager for the miniatures game Last Days\n"
        " Keeps groups, characters, refuges and stashes of a campaign, leads through the\n"
        " post-game sequence, tracks a game at the table, and prints cards as PDF.\n",
        encoding="utf-8",
    )
    package = DIST / f"lastdays_{version()}_{machine}.deb"
    run("dpkg-deb", "--root-owner-group", "-Zxz", "-z2", "--build", str(root), str(package))
    return package


def main() -> None:
    """Builds all that can be built on this machine, and says how large it is."""
    python = environment()
    if Path(sys.prefix).resolve() != BUNDLER.resolve():
        program = {**os.environ, "PYTHONPATH": str(ROOT / "app")}
        sys.exit(subprocess.call([str(python), __file__], env=program))
    built = folder()
    if not homepage():
        print(f"packaging: no {HOMEPAGE}: what a software centre is told has no pictures")
    print(f"packaging: {built.relative_to(ROOT)} has {size_of(built) / 1e6:.0f} MB")
    shutil.rmtree(DESKTOP, ignore_errors=True)
    desktop_files(DESKTOP)
    if shutil.which("dpkg-deb"):
        package = debian(built)
        size = package.stat().st_size / 1e6
        print(f"packaging: {package.relative_to(ROOT)} has {size:.0f} MB")


if __name__ == "__main__":
    main()

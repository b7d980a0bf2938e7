"""The bundle in a root without Python: it has to open, draw, print and migrate every old store.

`make check-bundle` runs it after `make package`, on Linux with bubblewrap and Xvfb. It looks at
the Debian package as well, and at what the desktop is told.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import bundle

from lastdays.ui.program_details import LIBRARIES

ROOT = bundle.ROOT
FIXTURES = ROOT / "tests" / "fixtures"
#: What of this machine's root the bundle sees: shared libraries and fonts, no program.
SEEN = (
    "/lib",
    "/lib64",
    "/usr/lib/x86_64-linux-gnu",
    "/usr/lib/aarch64-linux-gnu",
    "/usr/lib/locale",
    "/usr/share/fonts",
    "/usr/share/X11",
    "/etc/fonts",
)


class CleanRoot:
    """Runs the bundle with libraries and fonts of this machine and nothing else of it."""

    def __init__(self, built: Path, work: Path) -> None:
        self.work = work
        self._words = ["bwrap", "--unshare-pid", "--unshare-net", "--die-with-parent"]
        for place in SEEN:
            if Path(place).exists():
                self._words += ["--ro-bind", place, place]
        self._words += ["--ro-bind", str(built), "/opt/lastdays", "--bind", str(work), "/home/me"]
        self._words += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]
        # Before an X server was ever started here it isn't there yet.
        self._words += ["--bind-try", "/tmp/.X11-unix", "/tmp/.X11-unix"]
        self._words += ["--clearenv", "--setenv", "HOME", "/home/me", "--setenv", "LANG", "C.UTF-8"]
        self._words += ["--setenv", "PATH", "/opt/lastdays", "--chdir", "/home/me"]

    def command(self, *words: str, **environment: str) -> list[str]:
        """Returns how a command is run in it."""
        given = [w for name, value in environment.items() for w in ("--setenv", name, value)]
        return [*self._words, *given, "--", *words]

    def run(self, *words: str, **environment: str) -> str:
        """Runs the program with some words; what it said, or the end."""
        return bundle.run(*self.command("lastdays", *words, **environment))


def check_there_is_no_python(root: CleanRoot) -> None:
    """Looks for any Python that the bundle could have used instead of its own."""
    for name in ("/usr/bin/python3", "python3"):
        done = subprocess.run(root.command(name, "--version"), capture_output=True, check=False)
        assert done.returncode, f"{name} runs in the clean root"


def check_versions(built: Path) -> None:
    """Looks for what *Copy details* tells of the libraries."""
    kept = {f.name.split("-")[0].lower() for f in built.rglob("*.dist-info")}
    missing = {library.lower() for library in LIBRARIES} - kept
    assert not missing, f"no versions of {missing}"


def check_work(root: CleanRoot) -> None:
    """Opens the sample, prints it, draws every page, migrates every store there ever was."""
    assert "Riverside" in root.run("--store", "new.sqlite", "sample")
    assert "All is well with 2 groups." in root.run("--store", "new.sqlite", "check")
    printed = root.run("--store", "new.sqlite", "print", "Carl's Crew", "-o", "cards.pdf")
    assert "pages" in printed
    assert (root.work / "cards.pdf").read_bytes().startswith(b"%PDF-")
    stores = sorted(FIXTURES.glob("*.sqlite"))
    assert stores
    for store in stores:
        shutil.copy(store, root.work / store.name)
        assert "All is well" in root.run("--store", store.name, "check"), store.name
    league = root.command("lastdays", "--store", "postgresql://me@localhost:1/league", "groups")
    refused = subprocess.run(league, capture_output=True, text=True, check=False)
    assert "its server is running" in refused.stderr, refused
    drawn = root.run("demo", "--out", "demo", QT_QPA_PLATFORM="offscreen")
    assert "transcript.txt" in drawn
    assert (root.work / "demo" / "screens" / "group.png").stat().st_size > 10_000


def check_window(root: CleanRoot) -> Path:
    """Opens the window on an X display and looks at it; returns the picture."""
    reader, writer = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1280x720x24", "-nolisten", "tcp"],
        pass_fds=(writer,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writer)
    try:
        display = f":{os.read(reader, 16).decode().strip()}"
        program = subprocess.Popen(
            root.command(
                "lastdays", "--store", "new.sqlite", DISPLAY=display, QT_QPA_PLATFORM="xcb"
            )
        )
        picture = ROOT / "build" / "bundle.png"
        try:
            for _turn in range(60):
                time.sleep(1)
                assert program.poll() is None, "the window closed by itself"
                look = (sys.executable, "-c", _LOOK, str(picture))
                seen = subprocess.run(
                    look,
                    env={**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"},
                    capture_output=True,
                    text=True,
                    check=False,
                )
                if seen.stdout.strip().isdigit() and int(seen.stdout) > 60:
                    return picture
            sys.exit(f"no window was drawn in a minute: {seen.stdout} {seen.stderr}")
        finally:
            program.terminate()
            program.wait()
    finally:
        server.terminate()
        server.wait()


#: Saves what the screen shows, and says how many colours a page with pictograms has at least.
_LOOK = """
import sys
from PySide6.QtGui import QGuiApplication
app = QGuiApplication([])
image = app.primaryScreen().grabWindow(0).toImage()
image.save(sys.argv[1])
print(len({image.pixel(x, y) for x in range(0, 1280, 3) for y in range(0, 720, 3)}))
"""


def check_desktop(work: Path) -> None:
    """Has the desktop's own checks read what it is told, with pictures where it is published."""
    os.environ.setdefault(bundle.HOMEPAGE, "https://example.org/lastdays")
    bundle.desktop_files(work / "usr")
    share = work / "usr" / "share"
    bundle.run("desktop-file-validate", str(share / "applications" / f"{bundle.ID}.desktop"))
    metainfo = share / "metainfo" / f"{bundle.ID}.metainfo.xml"
    bundle.run("appstreamcli", "validate", "--no-net", str(metainfo))


def check_debian(work: Path) -> None:
    """Installs the Debian package into a root of its own, starts it there, and removes it."""
    (package,) = bundle.DIST.glob(f"lastdays_{bundle.version()}_*.deb")
    tags = "bogus-mail-host,bogus-mail-host-in-debian-changelog"
    unsaid = () if os.environ.get(bundle.MAIL) else ("--suppress-tags", tags)
    bundle.run("lintian", "--fail-on", "error", *unsaid, str(package))
    root = work / "root"
    admin = root / "var" / "lib" / "dpkg"
    for folder in ("info", "updates", "triggers"):
        (admin / folder).mkdir(parents=True)
    (admin / "status").touch()
    dpkg = ("dpkg", f"--root={root}", "--force-depends", "--force-not-root", "--force-bad-path",
            f"--log={work / 'dpkg.log'}")  # fmt: skip
    bundle.run(*dpkg, "--install", str(package))
    entry = root / "usr" / "share" / "applications" / f"{bundle.ID}.desktop"
    manual = root / "usr" / "share" / "man" / "man1" / "lastdays.1.gz"
    bundle.run("mandoc", "-Tlint", "-Wwarning", str(manual))
    (starts,) = (x for x in entry.read_text("utf-8").splitlines() if x.startswith("Exec="))
    program = root / "usr" / "bin" / starts.partition("=")[2].split()[0]
    assert bundle.version() in bundle.run(str(program), "--version")
    bundle.run(*dpkg, "--purge", "lastdays")
    left = [f for f in (root / "usr").rglob("*") if not f.is_dir()]
    assert not left, f"left behind: {left}"


def main() -> None:
    """Runs every check; the first that fails ends it with what was found."""
    built = bundle.DIST / "lastdays"
    for tool in ("bwrap", "Xvfb", "desktop-file-validate", "appstreamcli", "lintian", "mandoc"):
        if shutil.which(tool) is None:
            sys.exit(
                "the bundle's check needs bubblewrap, xvfb, desktop-file-utils, appstream, lintian "
                f"and mandoc: {tool} is missing"
            )
    # In some containers nobody may make a root of their own.
    allowed = subprocess.run(["bwrap", "--ro-bind", "/", "/", "true"], check=False)
    if allowed.returncode:
        print("packaging: NOT CHECKED, bubblewrap may not make a root on this machine")
        return
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        home = work / "home"
        home.mkdir()
        root = CleanRoot(built, home)
        check_there_is_no_python(root)
        check_versions(built)
        check_work(root)
        picture = check_window(root)
        check_desktop(work)
        if shutil.which("dpkg"):
            check_debian(work)
    print(f"packaging: the bundle works without Python; its window: {picture.relative_to(ROOT)}")


if __name__ == "__main__":
    main()

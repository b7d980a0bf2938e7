"""The wheel, built from the sdist, installed somewhere else: it has to work there.

Run from the checkout. It builds both, installs the wheel into an environment of its own that
sees the libraries already installed here, migrates a store with it and opens the sample.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def run(*words: str, cwd: Path, **environment: str) -> str:
    """Runs a command; its output, or the end with what it said."""
    env = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(
        words, cwd=cwd, env={**env, **environment}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(words)}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def main() -> None:
    """Builds, looks inside, installs, tries."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        run(
            sys.executable,
            "-m",
            "build",
            "--no-isolation",
            "--outdir",
            str(work),
            str(ROOT),
            cwd=work,
        )
        (sdist,) = work.glob("*.tar.gz")
        (wheel,) = work.glob("*.whl")
        with tarfile.open(sdist) as archive:
            names = archive.getnames()
        for needed in (
            "/Makefile",
            "/constraints.txt",
            "/resources/rulebook/book.toml",
            "/tests/conftest.py",
        ):
            assert any(name.endswith(needed) for name in names), f"the sdist lacks {needed}"
        inside = zipfile.ZipFile(wheel).namelist()
        for needed in (
            "lastdays/cli/main.py",
            "lastdays/_data/resources/rulebook/supplies.toml",
            "lastdays/_data/resources/style/window.qss",
            "lastdays/_data/resources/samples/riverside.toml",
            "lastdays/_data/resources/samples/long-winter.toml",
            "lastdays/_data/docs/rulings.md",
            "lastdays/_data/docs/content-packs.md",
            "lastdays/_data/resources/help/first-night.md",
            "lastdays/_data/CHANGELOG.md",
            *(
                f"lastdays/_data/db/migrations/versions/{step.name}"
                for step in (ROOT / "db" / "migrations" / "versions").glob("*.py")
            ),
        ):
            assert needed in inside, f"the wheel lacks {needed}"
        assert not any("tests/" in name for name in inside), "the wheel carries the tests"
        elsewhere = work / "elsewhere"
        run(sys.executable, "-m", "venv", "--without-pip", str(elsewhere), cwd=work)
        python = elsewhere / "bin" / "python"
        site = run(str(python), "-c", "import site; print(site.getsitepackages()[0])", cwd=work)
        target = Path(site.strip())
        zipfile.ZipFile(wheel).extractall(target)
        libraries = run(
            sys.executable, "-c", "import site; print(site.getsitepackages()[0])", cwd=work
        ).strip()
        # The checkout's libraries, but not its own editable package.
        (target / "libraries.pth").write_text(
            f"import sys; sys.path.append({libraries!r})\n", encoding="utf-8"
        )
        store = str(work / "store.sqlite")
        where = run(str(python), "-c", "import lastdays; print(lastdays.__file__)", cwd=work)
        assert str(target) in where, f"not the wheel's package: {where}"
        command = (str(python), "-m", "lastdays", "--store", store)
        assert "Riverside" in run(*command, "sample", cwd=work)
        assert "All is well with 2 groups." in run(*command, "check", cwd=work)
        sheet = str(work / "cards.pdf")
        printed = run(*command, "print", "Carl's Crew", "-o", sheet, "--layout", "poker", cwd=work)
        assert "2 pages" in printed
        demo = run(
            *command, "demo", "--out", str(work / "demo"), cwd=work, QT_QPA_PLATFORM="offscreen"
        )
        assert "transcript.txt" in demo
    print("packaging: the wheel works outside the checkout")


if __name__ == "__main__":
    main()

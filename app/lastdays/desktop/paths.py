"""Where resources, migrations and the user's store are: in a checkout, a wheel, a frozen build."""

from __future__ import annotations

import os
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import platformdirs

from lastdays.errors import StoreError

if TYPE_CHECKING:
    from jinja2 import Template

APP = "lastdays"
_FOLDERS = platformdirs.PlatformDirs(APP, appauthor=False)


@cache
def data_root() -> Path:
    """Return the folder that holds `resources/` and `db/`.

    A checkout comes first: an editable install can leave a stale `_data` elsewhere.
    """
    here = Path(__file__).resolve().parents[1]
    checkout = here.parent.parent
    if (checkout / "pyproject.toml").is_file() and (checkout / "resources" / "rulebook").is_dir():
        return checkout
    return Path(getattr(sys, "_MEIPASS", here.parent)) / APP / "_data"


def resources() -> Path:
    """Return the folder of rulebook data, styles, icons and samples."""
    return data_root() / "resources"


def toml(*path: str) -> dict[str, Any]:
    """Return a TOML table from the resources."""
    return tomllib.loads(resources().joinpath(*path).read_text(encoding="utf-8"))


@cache
def drawing(*path: str) -> Template:
    """Return the template of an SVG in the resources; values are filled in as escaped text."""
    # late: nothing is drawn from a template at the start
    from jinja2 import Template

    text = resources().joinpath(*path).read_text(encoding="utf-8")
    made: Template = Template(text, autoescape=True)
    return made


def rulings() -> Path:
    """Return the list of rulings, which the rulebook page also shows."""
    return data_root() / "docs" / "rulings.md"


def migrations() -> Path:
    """Return the folder of Alembic's migration scripts."""
    return data_root() / "db" / "migrations"


def default_store() -> Path:
    """Return the store used if the user names none."""
    return _FOLDERS.user_data_path / "campaigns.sqlite"


def store_file(path: Path) -> Path:
    """Return the path of a store that a user named: absolute, with links followed and `~` as the
    home folder. Every other character stands for itself. Absolute, because SQLite reads a name that
    begins with `file:` as an address; without links, because the files that SQLite and the window
    put beside a store have to be the same whichever way it is reached.
    """
    if path.parts[:1] == ("~",):
        try:
            path = path.expanduser()
        except RuntimeError as error:
            raise StoreError(
                "{path} can't be found: your home folder isn't known.", path=path
            ) from error
    return Path(os.path.realpath(path))


def leagues() -> Path:
    """Return this computer's folder for what belongs to leagues."""
    return _FOLDERS.user_data_path / "leagues"


def content_packs() -> Path:
    """Return the folder whose sub-folders are content packs."""
    return _FOLDERS.user_data_path / "packs"


def log_file() -> Path:
    """Return the rotating log of unexpected errors."""
    return _FOLDERS.user_state_path / "lastdays.log"


def drafts() -> Path:
    """Return the folder of half-filled forms that aren't in a store yet."""
    return _FOLDERS.user_state_path / "drafts"


def settings_file() -> Path:
    """Return the file of the window's settings: theme, size of text, latest group."""
    return _FOLDERS.user_config_path / "window.ini"

"""What the program's own code cannot do: no network, no shell, nothing run that was read.

Held by its imports and calls here, by a run under an audit hook in `end_to_end/test_audited.py`.
"""

from __future__ import annotations

import ast

from unit.sources import names, nodes_of

#: Modules that reach out of the computer, run what they read, or start programs.
FORBIDDEN = {
    "_pickle",
    "_socket",
    "asyncio",
    "code",
    "codeop",
    "dill",
    "ftplib",
    "http",
    "imaplib",
    "marshal",
    "multiprocessing",
    "pickle",
    "poplib",
    "pty",
    "requests",
    "runpy",
    "shelve",
    "smtplib",
    "socket",
    "socketserver",
    "ssl",
    "subprocess",
    "telnetlib",
    "urllib",
    "webbrowser",
    "xml",
    "xmlrpc",
    "yaml",
}
#: Parts of Qt that do, and what of Qt starts programs.
FORBIDDEN_QT = {"QtDBus", "QtNetwork", "QtQml", "QtWebEngineCore", "QtWebEngineWidgets", "QProcess"}
#: Built-in functions that run a text, and those of `os` that start a program.
RUNS = {"eval", "exec", "compile", "__import__", "execfile"}
STARTS = ("system", "popen", "exec", "spawn", "posix_spawn", "startfile", "fork")
#: Who may after all, and why.
ALLOWED = {
    # A roster that isn't XML is held in the elements that one that is XML is read as.
    ("campaign/documents/rosters.py", "xml"),
    # An address with a password is taken apart; nothing is fetched.
    ("desktop/league_address.py", "urllib"),
    # The screen is kept awake while a game is on: on a Mac by a program of the system that the
    # source names, on Linux by the desktop's own service.
    ("ui/tracker/awake.py", "subprocess"),
    ("ui/tracker/awake.py", "QtDBus"),
    # Whether less motion is wanted is asked of the desktop's own service.
    ("ui/system_motion.py", "QtDBus"),
    # Pages go to the printer by `lp`; what fonts there are is asked of the system's own programs.
    ("desktop/spooler.py", "subprocess"),
    ("pdf/computer_fonts.py", "subprocess"),
    # Another language is spoken from the next start on: the program starts itself.
    ("ui/app.py", "QProcess"),
    # A program that is started again hands its file to the window that is open, by a local socket.
    ("desktop/one_window.py", "QtNetwork"),
    # The pictures for developers are drawn side by side; no player runs it.
    ("devtools/screens.py", "multiprocessing"),
}


def reaches(name: str) -> set[tuple[str, str]]:
    """What of the forbidden a module imports or calls."""
    kinds = (ast.Import, ast.ImportFrom, ast.Call, ast.keyword)
    return {(name, what) for k in kinds for node in nodes_of(name, k) for what in forbidden(node)}


def forbidden(node: ast.AST) -> list[str]:
    """What of the forbidden a piece of source is."""
    match node:
        case ast.Import(names=imported):
            roots = [alias.name.split(".")[0] for alias in imported]
            return [root for root in roots if root in FORBIDDEN]
        case ast.ImportFrom(module=str(module), names=imported):
            parts = {*module.split("."), *(alias.name for alias in imported)}
            root = module.split(".")[0]
            return [*({root} & FORBIDDEN), *(parts & FORBIDDEN_QT)]
        case ast.Call(func=ast.Name(id=called)) if called in RUNS:
            return [called]
        case ast.Call(func=ast.Attribute(value=ast.Name(id="os"), attr=called)):
            return [f"os.{called}"] if called.startswith(STARTS) else []
        case ast.keyword(arg="shell"):
            return ["shell"]
    return []


def test_nothing_reaches_out_or_runs_what_it_read() -> None:
    found = set().union(*(reaches(name) for name in names()))
    assert found == ALLOWED


def test_what_opens_a_link_opens_only_files_of_this_computer() -> None:
    """`QDesktopServices.openUrl` starts whatever a link says: only made of a path it is a file."""
    found = []
    for name in names("ui"):
        for node in nodes_of(name, ast.Call):
            match node:
                case ast.Call(func=ast.Attribute(attr="openUrl"), args=[link]):
                    found.append((name, ast.unparse(link).startswith("QUrl.fromLocalFile(")))
                case ast.Call(func=ast.Attribute(attr="setOpenExternalLinks")):
                    found.append((name, False))
    assert found
    assert all(local for _name, local in found)

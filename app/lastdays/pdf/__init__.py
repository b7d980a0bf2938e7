"""Cards, sheets and worksheets as PDF, from plain values."""

from __future__ import annotations

import sys
from types import ModuleType

# ReportLab runs these from the current folder, or files of their names from the home folder, as it
# is imported. Nothing that lies about on a computer is run: it finds two empty modules instead.
for _name in ("reportlab_mods", "reportlab_settings"):
    sys.modules[_name] = ModuleType(_name)

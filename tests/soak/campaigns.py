"""Files of campaigns that somebody changed: taken, or refused in a sentence. Of what is taken the
chronicle can be told."""

from __future__ import annotations

import io
import json
import random
import shutil
import zipfile
from collections import Counter
from pathlib import Path

from lastdays.campaign.chronicle.games import Chronicle
from lastdays.campaign.exchange.campaign_file import CampaignTransfer, ForeignCampaign
from lastdays.campaign.sample import add_sample
from lastdays.errors import LastDaysError
from lastdays.store import open_store
from soak.clock import Budget, at_most, keep
from soak.documents import CHUNKS, VALUES, places, put_elsewhere
from soak.work import BOOK, Desk

#: No file takes longer, in seconds.
LONGEST = 30.0


def whole(folder: Path) -> bytes:
    """Return the file of a campaign with a sequence after its games."""
    with Desk(folder / "played.sqlite") as desk:
        return CampaignTransfer(desk.workspace).export(add_sample(desk.workspace))


class CampaignMutations:
    """Files made of a whole one."""

    def __init__(self, content: bytes, source: random.Random) -> None:
        self._source = source
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            self._entries = {name: archive.read(name) for name in archive.namelist()}

    def file(self) -> bytes:
        """Return another file."""
        entries = dict(self._entries)
        for _n in range(self._source.choice((1, 1, 1, 2))):
            name = self._source.choice(list(entries))
            entries[name] = self._changed(entries[name])
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
            for name, content in entries.items():
                archive.writestr(zipfile.ZipInfo(name), content)
        return made.getvalue()

    def _changed(self, content: bytes) -> bytes:
        source = self._source
        lines = content.split(b"\n")
        n = source.randrange(len(lines))
        match source.randrange(10):
            case 0:
                del lines[n]
            case 1:
                lines.insert(source.randrange(len(lines)), lines[n])
            case 2:
                at = source.randrange(len(lines[n]) + 1)
                lines[n] = lines[n][:at] + source.choice(CHUNKS) + lines[n][at:]
            case 3:
                del lines[n:]
            case _:
                lines[n] = self._line(lines[n])
        return b"\n".join(lines)

    def _line(self, line: bytes) -> bytes:
        source = self._source
        try:
            body = json.loads(line)
        except (ValueError, RecursionError):
            return line
        found = places(body)
        for _n in range(source.choice((1, 1, 2, 3))):
            if not found:
                break
            put_elsewhere(source, body, source.choice(found), VALUES)
        return json.dumps(body).encode("utf-8", "surrogatepass")


def run(folder: Path, seconds: float, seed: int, least: int) -> Counter[str]:
    """Try files for some seconds; how many were tried, taken and refused.

    Raises whatever is no LastDaysError: that would be a crash.
    """
    source = random.Random(seed)
    folder.mkdir()
    content = whole(folder)
    mutations = CampaignMutations(content, source)
    empty = folder / "empty.sqlite"
    open_store(empty).close()
    found: Counter[str] = Counter()
    for n in Budget(seconds, least).turns():
        tried = mutations.file()
        try:
            with at_most(LONGEST):
                found[_try(tried, empty, folder / "into.sqlite")] += 1
        except BaseException:
            keep(tried, seed, n)
            raise
    return found


def _try(content: bytes, empty: Path, file: Path) -> str:
    """Import a file and tell its chronicle; what became of it."""
    try:
        ForeignCampaign(content, BOOK).values()
    except LastDaysError:
        return "refused"
    with Desk(Path(shutil.copy(empty, file))) as desk:
        transfer = CampaignTransfer(desk.workspace)
        campaign = transfer.add_campaign(transfer.open_file(content))
        chronicle = Chronicle(desk.workspace, campaign)
        told = [chronicle.story(game.id) for game in chronicle.games]
        assert len(told) == len(desk.workspace.campaign(campaign).campaign.games)
    return "taken"

"""A club's year: six groups of five players, forty games with their sequences; what its campaign's
pages say is counted again, and a real browser opens them."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image

from conftest import desk
from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.chronicle.entries import EntryActions
from lastdays.campaign.chronicle.games import ChronicleActions
from lastdays.campaign.chronicle.rankings import RankingActions
from lastdays.campaign.exchange.website import FIRST, Kept, Private, file_of, write_website
from lastdays.campaign.game_records import GameRecordActions
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.sample import play_through
from lastdays.campaign.sequences.post_game import PostGameActions
from lastdays.errors import LastDaysError
from lastdays.model.recruiting import Recruit
from lastdays.store import open_store
from store.exercise import edit_group
from unit.campaign.test_foreign import jpeg
from unit.postgame.crew import BOOK

pytestmark = pytest.mark.long

PLAYERS = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Ann")
GAMES = 40


@pytest.fixture(scope="module")
def year(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Workspace, str]]:
    store = open_store(tmp_path_factory.mktemp("year") / "club.sqlite")
    workspace = desk(store, BOOK)
    yield workspace, played(workspace)
    store.close()


def played(workspace: Workspace) -> str:
    """Play the year, all dice rolled by a source that is always the same."""
    source = random.Random(34)
    campaign = CampaignActions(workspace).begin("The long year")
    groups, records = GroupActions(workspace), GameRecordActions(workspace)
    sequences = PostGameActions(workspace, source)
    leaders = [k for k, kind in BOOK.characters.items() if kind.leader]
    ids = []
    for n, player in enumerate(PLAYERS):
        group = groups.found(campaign, f"Crew {n + 1}", leaders[n % len(leaders)], f"Chief {n}", "mall")  # fmt: skip
        for m in range(6):
            groups.recruit(group, Recruit("gang-member", f"{player} {m}", gear=("club",)), allowed=True)  # fmt: skip
        groups.end_founding(group)
        value = workspace.group(group).group
        edit_group(groups, group, name=value.name, player=player, points=60, games=0)
        ids.append(group)
    for n in range(GAMES):
        both = tuple(source.sample(ids, 2))
        encounter = source.choice(sorted(BOOK.encounters))
        record = records.new_record(campaign, both, "")
        winner = source.choice((*both, ""))
        sides = tuple(
            replace(
                side,
                won=side.group == winner,
                captives=tuple(replace(c, fate="home") for c in side.captives),
                appearances=tuple(
                    replace(
                        a, out=source.random() < 0.15, out_by="zombie", zombies=source.randint(0, 2)
                    )
                    if a.part == "deployed"
                    else a
                    for a in side.appearances
                ),
            )
            for side in record.sides
        )
        records.record(campaign, replace(record, encounter=encounter, sides=sides))
        if n % 4 == 0:
            ChronicleActions(workspace).write(campaign, record.id, f"We shall not forget game {n}.")
            ChronicleActions(workspace).add_picture(campaign, record.id, jpeg())
            entry = EntryActions(workspace).begin(campaign, "2031-05-01", "truce", f"Truce {n}.")
            EntryActions(workspace).set_about(campaign, entry, tuple((g, "") for g in both))
        for group in both:
            try:
                sequence = sequences.begin(campaign, record.id, group)
            except LastDaysError:
                continue  # nobody is left of it
            play_through(sequences, sequence)
            sequences.finish(sequence)
    RankingActions(workspace).add(campaign, "The cup")
    return campaign


def test_every_figure_of_the_standing_is_a_recount(
    year: tuple[Workspace, str], tmp_path: Path
) -> None:
    workspace, campaign = year
    write_website(workspace, campaign, Kept(str(tmp_path), Private(notes=True, players=True)))
    first = (tmp_path / FIRST).read_text(encoding="utf-8")
    won: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    drawn: Counter[str] = Counter()
    for game in workspace.campaign(campaign).campaign.games:
        for side in game.sides:
            (won if side.won else lost if any(s.won for s in game.sides) else drawn)[side.name] += 1
    for summary in workspace.groups(campaign):
        group = workspace.group(summary.id).group
        row = re.search(
            rf">{group.name}</a></th><td>(\d+)</td><td[^>]*>(\d+)</td><td>(\d+)</td><td>([−\d]+)</td>"
            rf"<td>(\d+)</td><td[^>]*>(\d+)</td>",
            first,
        )
        assert row is not None
        counted = tuple(int(n.replace("−", "-")) for n in row.groups())
        assert counted[:4] == (won[group.name], drawn[group.name], lost[group.name], group.points)
        assert counted[5] == len(group.roster)
    told = (tmp_path / "chronicle.html").read_text(encoding="utf-8")
    assert all(f"Truce {n}." in told for n in range(0, GAMES, 4))
    assert all(f">{player}<" in first for player in PLAYERS)
    assert "<h2>The cup</h2>" in first
    for game in workspace.campaign(campaign).campaign.games:
        assert (tmp_path / file_of("game", game.id)).exists()
    assert write_website(workspace, campaign, Kept(str(tmp_path), Private(notes=True, players=True))) == 0  # fmt: skip


@pytest.mark.skipif(not shutil.which("chromium"), reason="no Chromium here")
@pytest.mark.parametrize("width", [360, 390, 1280])
def test_a_browser_opens_every_page_and_asks_nobody(
    year: tuple[Workspace, str], tmp_path: Path, width: int
) -> None:
    """No message of the console, no request but for the folder's own files, and what Chromium asks
    its makers of itself."""
    workspace, campaign = year
    folder = tmp_path / "pages"
    write_website(workspace, campaign, Kept(str(folder), Private(players=True)))
    group = next(iter(workspace.groups(campaign))).id
    game = workspace.campaign(campaign).campaign.games[0].id
    for name in (FIRST, "chronicle.html", "memorial.html", "rules.html", file_of("group", group), file_of("game", game)):  # fmt: skip
        net, picture = tmp_path / "net.json", tmp_path / "page.png"
        done = subprocess.run(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             "--disable-background-networking", "--disable-component-update", "--no-first-run",
             f"--log-net-log={net}", f"--screenshot={picture}", f"--window-size={width},3000",
             "--enable-logging=stderr", f"--user-data-dir={tmp_path / 'browser'}", (folder / name).as_uri()],
            capture_output=True, text=True, check=True, timeout=120,
        )  # fmt: skip
        assert "CONSOLE" not in done.stderr, done.stderr
        told = net.read_text(encoding="utf-8", errors="replace")
        asked = set(re.findall(r'"url":"(\w+)://([^/"]*)', told))
        elsewhere = {host for scheme, host in asked if scheme not in ("file", "data", "chrome")}
        assert not {host for host in elsewhere if not host.endswith(("google.com", "googleapis.com", "gvt1.com"))}  # fmt: skip
        with Image.open(picture) as seen:
            beside = seen.convert("L").crop((width - 6, 160, width, seen.height)).getextrema()
        assert beside[0] == beside[1], f"{name} is wider than {width}"

"""A campaign of four groups over four games, through the window: captives both ways, a lost Refuge,
a dead Leader; all of it told, and there the next day."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from lastdays.campaign.safekeeping import check_store
from lastdays.campaign.sample import plain_answer
from lastdays.model.game_record import GameRecord
from lastdays.model.group import Group, Member
from lastdays.model.recruiting import Recruit
from lastdays.procedure.dice import can_be_rolled
from lastdays.ui.app import Session
from lastdays.ui.forms.arrange import JobsForm
from lastdays.ui.navigation import (
    AftermathRoute,
    ChronicleRoute,
    FoundRoute,
    GroupRoute,
    LifeRoute,
    RecordRoute,
    SequenceRoute,
)
from lastdays.ui.pages.record_page import RecordPage, SideForm
from lastdays.ui.pages.sequence_page import SequencePage
from sure import as_a, sure
from ui.hands import click, go, key, seen, settle, throw, write

#: Each group: its Leader's type, and who else is in it, by name and type.
GROUPS = {
    "Ashes": ("everyday-hero", {"Ada": "firefighter", "Abe": "survivor", "Amy": "goon"}),
    "Bones": ("merciless-thug", {"Bo": "goon", "Ben": "goon", "Bea": "gang-member"}),
    "Crows": ("everyday-hero", {"Cal": "survivor", "Cat": "firefighter", "Con": "survivor"}),
    "Drifters": ("merciless-thug", {"Dan": "goon", "Dot": "gang-member", "Del": "goon"}),
}


class Campaign:
    """The window, worked by its players."""

    def __init__(self, session: Session) -> None:
        self.session, self.window, self.services = session, session.window, session.services

    # Looking

    def group(self, name: str) -> Group:
        found = next(
            g for g in self.services.workspace.groups(self.window.campaign_id) if g.name == name
        )
        return self.services.workspace.group(found.id).group

    def member(self, group: str, name: str) -> Member:
        return next(m for m in self.group(group).members if m.name == name)

    def games(self) -> tuple[GameRecord, ...]:
        return self.services.workspace.campaign(self.window.campaign_id).campaign.games

    # Founding

    def begin(self, name: str) -> None:
        start = self.window.pages.start
        start.name.setFocus()
        write(name)
        key("Return")

    def found(self, name: str, leader: str, refuge: str = "farm-house") -> None:
        """Founds a group on the page for it, recruits, and ends its founding."""
        page = go(self.window, FoundRoute())
        page.name.setText(name)
        page.leader_name.setText(f"{name} Boss")
        page.leaders.choose(leader)
        page.refuges.choose(refuge)
        settle()
        click(self.window, "Create group")
        group = self.group(name)
        assert self.window.route == GroupRoute(group.id)
        for who, kind in GROUPS[name][1].items():
            self.services.groups.recruit(group.id, Recruit(kind, who), allowed=True)
        self.services.announce()
        settle()
        click(self.window, "Start playing")

    # Recording

    def record(
        self,
        *names: str,
        encounter: str = "",
        out: list[tuple[str, str, str]] | tuple[Any, ...] = (),
        won: str = "",
        fates: list[tuple[str, str, str]] | None = None,
    ) -> None:
        """Records a game: `out` are (group, member, by whom), `fates` what became of captives."""
        page = go(self.window, RecordRoute())
        wanted = {self.group(name).id for name in names}
        for group, box in page.group_boxes.items():
            box.setChecked(group in wanted)
        settle()
        if encounter:
            page.encounter.setCurrentText(encounter)
            settle()
        for group, member, by in out:
            form = self.side(page, group)
            facts = form.rows[self.member(group, member).id]
            facts.out.setChecked(True)
            facts.by.setCurrentText(by)
        for group, member, fate in fates or ():
            form = self.side(page, group)
            box = form.captives.fates[self.member(group, member).id]
            box.setCurrentText(fate)
        if won:
            self.side(page, won).won.setChecked(True)
        settle()
        click(self.window, "Record the game")

    def side(self, page: RecordPage, group: str) -> SideForm:
        form = next(f for f in page.sides if f.side.name == group)
        page.tabs.setCurrentIndex(page.sides.index(form))
        settle()
        return form

    # After the game

    def after(self, name: str, rest: str = "", /, **given: str) -> None:
        """Plays a group's sequence to its end: `given` are dice by the end of a key, the rest is
        rolled by the program and chosen plainly."""
        game, group = self.games()[-1], self.group(name)
        sequence = self.services.games.begin(self.window.campaign_id, game.id, group.id)
        page = go(self.window, SequenceRoute(sequence))
        used: set[str] = set()
        for _turn in range(300):
            ask = sure(page.view).pending
            if ask is None:
                break
            mine = next((k for k in given if ask.key.endswith(k.replace("__", "/"))), None)
            if ask.key == "jobs/assigned" and rest:
                self.assign(page, rest)
            elif mine is not None and mine not in used:
                used.add(mine)
                throw(page.ask_panel, given[mine])
            elif can_be_rolled(ask):
                page.ask_panel.rolled.emit()
            else:
                page.ask_panel.answered.emit(plain_answer(ask), "chosen")
            settle()
        assert sure(page.view).pending is None
        assert used == {*given}, f"never asked: {set(given) - used}"
        click(self.window, "Finish and update the group")

    def assign(self, page: SequencePage, job_of_all: str) -> None:
        """Gives everybody one Job."""
        for job, _extra in as_a(JobsForm, page.ask_panel.form).rows.values():
            job.setCurrentText(job_of_all)
        settle()
        click(page, "Assign these Jobs")


@pytest.fixture
def campaign(session: Session) -> Campaign:
    """Four groups, as their players founded them."""
    made = Campaign(session)
    made.begin("Four Rivers")
    for name, (leader, _members) in GROUPS.items():
        made.found(name, leader)
    return made


def test_four_groups_over_four_games(
    campaign: Campaign, open_window: Callable[..., Session]
) -> None:
    window, services = campaign.window, campaign.services

    # The first game: each side takes one of the other captive.
    campaign.record(
        "Ashes", "Bones", out=[("Ashes", "Abe", "Bo"), ("Bones", "Ben", "Ada")], won="Ashes"
    )
    abe, ben = campaign.member("Ashes", "Abe").id, campaign.member("Bones", "Ben").id
    campaign.after("Ashes", **{f"injuries__{abe}__roll": "1 2"})
    campaign.after("Bones", **{f"injuries__{ben}__roll": "2 1"})
    assert campaign.member("Ashes", "Abe").captor == campaign.group("Bones").id
    assert campaign.member("Bones", "Ben").captor == campaign.group("Ashes").id
    page = go(window, GroupRoute(campaign.group("Ashes").id))
    assert page.captives.isVisible()
    assert "Abe" in page.captives.accessibleName()
    assert "Ben" in page.captives.accessibleName() or "2" in page.captives.accessibleName()

    # The second: a Rescue. Abe is brought home; Ben isn't, and dies.
    gear = campaign.member("Bones", "Ben").gear
    campaign.record(
        "Ashes",
        "Bones",
        encounter="4 · Rescue",
        fates=[
            ("Ashes", "Abe", "brought home"),
            ("Bones", "Ben", "rescue played, not brought home: dead"),
        ],
        won="Ashes",
    )
    after = go(window, AftermathRoute())
    while after.captives.isVisible():
        after.take_focus()
        key("Return")
    assert campaign.member("Ashes", "Abe").status == "active"
    assert campaign.member("Bones", "Ben").status == "dead"
    assert len(gear) == len(campaign.member("Bones", "Ben").gear)
    for name in ("Ashes", "Bones"):
        campaign.after(name)

    # The third: the Crows' Leader dies, the Drifters are overrun.
    boss = sure(campaign.group("Crows").leading)
    campaign.record("Crows", "Drifters", out=[("Crows", boss.name, "Dan")], won="Drifters")
    campaign.after("Crows", **{f"injuries__{boss.id}__roll": "1 1"})
    before = campaign.group("Drifters").refuge.key
    campaign.after("Drifters", "Rest", attack__roll="1 1")
    crows = campaign.group("Crows")
    assert crows.member(boss.id).status == "dead"
    assert sure(crows.leading).id != boss.id
    assert before != campaign.group("Drifters").refuge.key

    # The fourth: all four on one table.
    campaign.record(*GROUPS, won="Drifters")
    for name in GROUPS:
        campaign.after(name)
    assert [g.number for g in campaign.games()] == [1, 2, 3, 4]
    assert [campaign.group(name).games for name in GROUPS] == [3, 3, 2, 2]

    # What was is told, and is all there the next day.
    window.go(ChronicleRoute())
    services.wait()
    settle()
    told = seen(window.page())
    assert "Game 4" in told
    go(window, LifeRoute(crows.id, boss.id))
    assert boss.name in seen(window)
    kept = {name: campaign.group(name) for name in GROUPS}
    campaign.session.close()
    again = open_window()
    found = again.services.workspace
    assert {g.name: found.group(g.id).group for g in found.groups()} == kept
    assert check_store(found).problems == ()

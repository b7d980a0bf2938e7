"""The rulebook at hand: searched by parts of words, read on cards, asked for with F1."""

from __future__ import annotations

from fractions import Fraction

import pytest

from lastdays.rulebook import Catalogue
from lastdays.ui.app import Session
from lastdays.ui.models.book import book as all_entries, entry_named, found_in_token
from lastdays.ui.navigation import GroupRoute, GuideRoute, HelpRoute, RulebookRoute
from lastdays.ui.pages.rulebook_page import RulebookPage
from sure import as_a, sure
from ui.hands import click, find_button, focus, go, key, seen, settle, write


@pytest.fixture
def page(sample: Session) -> RulebookPage:
    return as_a(RulebookPage, go(sample.window, RulebookRoute()))


def listed(page: RulebookPage) -> list[str]:
    return [page.model.index(n, 0).data() for n in range(page.model.rowCount())]


def test_every_entry_has_a_drawing_and_every_link_an_entry(book: Catalogue) -> None:
    entries = all_entries(book)
    names = {entry.name for entry in entries}
    wanted = {name for entry in entries for one in entry.links for _text, name in one.targets}
    wanted |= {outcome.entry for entry in entries for outcome in entry.outcomes} - {""}
    assert wanted <= names
    assert all(entry.drawing for entry in entries)
    assert len(entries) > 250


def test_chances_are_those_of_two_dice_and_add_up_to_one(book: Catalogue) -> None:
    for name in ("Injury Table", "Characteristics Table", "Supply Table"):
        outcomes = sure(entry_named(name, book)).outcomes
        assert sum(outcome.chance for outcome in outcomes) == 1
        assert {outcome.throws for outcome in outcomes} == {36}
    odds = {o.text: o.odds for o in sure(entry_named("Injury Table", book)).outcomes}
    assert next(iter(odds.values())) == "1/36 (3 %)"
    assert odds["Full Recovery"] == "16/36 (44 %)"
    assert found_in_token("minigun", book) == Fraction(1 * (1 + 2), 36 * 36)


def test_parts_of_words_are_found_names_first(page: RulebookPage) -> None:
    page.search.setFocus()
    write("rif")
    assert listed(page)[:2] == ["Hunting Rifle", "High-Power Rifle*"]
    write("le mil")
    assert listed(page)[0] == "Military Sniper Rifle*"
    key("Down")
    assert page.card.title.whole == listed(page)[1]
    assert focus() is page.search
    page.search.setText("ruling 21 row then column")
    assert page.model.rowCount() == 1
    page.search.setText("breech loading")
    assert listed(page)[0] == "Sawed-Off Shotgun"
    page.search.setText("massacre centre")
    settle()
    assert "within 8″ of the centre" in seen(page)


def test_it_says_when_nothing_is_found(page: RulebookPage) -> None:
    page.chapter.setCurrentIndex(page.chapter.findData("Perks"))
    page.search.setText("minigun")
    settle()
    assert "Nothing in “Perks” matches “minigun”." in seen(page)
    click(page, "Search all chapters")
    assert listed(page)[0] == "Minigun*"
    assert page.card_area.isVisible()
    page.search.setText("unheard of")
    settle()
    assert page.card_area.isHidden()
    assert "Nothing in the rulebook matches “unheard of”." in seen(page)


@pytest.mark.smoke
def test_a_card_shows_numbers_source_and_leads_on(page: RulebookPage, sample: Session) -> None:
    go(sample.window, RulebookRoute("Revolver"))
    text = seen(page.card)
    for words in ("Weapons · rulebook, page 75", "Range", '12"', "Knockback", "Reload", "Pistol"):
        assert words in text
    go(sample.window, RulebookRoute("Everyday Hero"))
    click(page.card, "May learn: Firearms")
    assert page.card.title.whole == "Firearms skills"
    sure(page.card.outcomes).setFocus()
    key("Down", "Space")
    assert sure(page.card.entry).chapter == "Skills"
    click(page, "‹ Back to the previous entry")
    click(page, "‹ Back to the previous entry")
    assert page.card.title.whole == "Everyday Hero"
    assert not page.back_button.isEnabled()


def test_it_is_left_to_where_one_was(sample: Session) -> None:
    window = sample.window
    group = GroupRoute(sample.services.workspace.groups(window.campaign_id)[0].id)
    for way in ("button", "key"):
        go(window, group)
        go(window, RulebookRoute("Revolver"))
        go(window, RulebookRoute("Goon"))
        if way == "key":
            key("Esc")
        else:
            find_button(window, "Back").click()
        assert window.route == group


def test_f1_opens_the_rulebook_at_what_has_the_keyboard_else_the_guide(
    page: RulebookPage, sample: Session
) -> None:
    window = sample.window
    go(sample.window, RulebookRoute("Goon"))
    find_button(page.card, "May learn: CQC").setFocus()
    key("F1")
    assert page.card.title.whole == "CQC skills"
    go(window, HelpRoute())
    key("F1")
    assert isinstance(window.route, GuideRoute)

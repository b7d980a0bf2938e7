"""What is wrong with a document or an entry, and where, is said in our words."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

import pytest
from msgspec import convert

from lastdays.errors import damage, reason
from lastdays.model.group import Group
from lastdays.rulebook.entries import CharacterType, Phase, read_entry

GROUP = {"id": "g", "name": "Crew", "refuge": {"key": "farm-house"}}
MEMBER = {"id": "m", "type": "goon", "name": "Mo", "keyword": "selfish"}
PHASE = {"key": "p", "name": "Draw", "steps": ["One."]}
PROFILE = dict.fromkeys(("AP", "CQC", "FA", "S", "E", "DC", "C", "I"), 1)
GOON: dict[str, Any] = {
    "key": "g",
    "name": "Goon",
    "keyword": "selfish",
    "cost": 5,
    "profile": [1] * 8,
    "skill_types": [],
}


@pytest.mark.parametrize(
    ("kind", "value", "where", "why"),
    [
        (Group, {**GROUP, "points": "7"}, "points", "this should be a whole number."),
        (Group, {**GROUP, "points": True}, "points", "this should be a whole number."),
        (Group, {**GROUP, "founding": 1}, "founding", "this should be true or false."),
        (Group, {**GROUP, "members": {}}, "members", "this should be a list."),
        (Group, {**GROUP, "members": [MEMBER, 3]}, "members → 1", "this should be a table."),
        (Group, {"id": "g", "name": "Crew"}, "refuge", "this is missing."),
        (
            Group,
            {**GROUP, "members": [{**MEMBER, "skills": [{"key": 1}]}]},
            "members → 0 → skills → 0 → key",
            "this should be a text.",
        ),
        (
            Group,
            {**GROUP, "members": [{**MEMBER, "status": "fine"}]},
            "members → 0 → status",
            "'fine' is unknown.",
        ),
        (Phase, {**PHASE, "a" * 41: 1}, "a" * 39 + "…", "there is no such field."),
        (Phase, {**PHASE, "page": -1}, "page", "this should be at least 0."),
        (Phase, {**PHASE, "page": 99999}, "page", "this should be at most 9999."),
        (Phase, {**PHASE, "steps": []}, "steps", "this should not be empty."),
        (Phase, {**PHASE, "name": "x" * 201}, "name", "this should have at most 200 characters."),
        (
            Phase,
            {**PHASE, "key": "A B"},
            "key",
            "this should be small letters, digits and hyphens.",
        ),
        (Phase, {**PHASE, "stepps": []}, "stepps", "there is no such field."),
        (
            CharacterType,
            {**GOON, "profile": {**PROFILE, "AP": 99}},
            "profile",
            "this should be at most 20.",
        ),
        (
            CharacterType,
            {**GOON, "profile": {"AP": 1}},
            "",
            "eight numbers are needed: AP CQC FA S E DC C I.",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place(kind: Any, value: Any, where: str, why: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        read_entry(kind, value) if kind is not Group else convert(value, kind)
    assert damage(caught.value) == (where, why)


def test_where_markup_breaks_off_is_said_as_people_count() -> None:
    with pytest.raises(ET.ParseError) as caught:
        ET.fromstring("<a>\n <b</a>")
    assert reason(caught.value) == "line 2, character 4"

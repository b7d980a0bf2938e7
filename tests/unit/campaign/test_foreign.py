"""Files from elsewhere: what is hostile or spoilt is refused in a sentence, and leaves nothing."""

from __future__ import annotations

import base64
import io
import json
import unicodedata
import zlib
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

from lastdays.campaign import Workspace
from lastdays.campaign.documents.foreign import checked_picture
from lastdays.campaign.documents.group_documents import group_document
from lastdays.campaign.groups import GroupActions
from lastdays.errors import DocumentError
from pictures import jpeg
from probing import changed as put
from unit.postgame.crew import group, member

WHOLE = json.loads(group_document(group(member("Mo", gear=("knife",)), member("Lou"), points=9)))


def changed(*place: str | int, to: Any) -> dict[str, Any]:
    """The whole document with one value in it another."""
    made: dict[str, Any] = put(WHOLE, place, to)
    return made


def deep(n: int) -> Any:
    return json.loads("[" * n + "]" * n)


HOSTILE = {
    "a lone surrogate": changed("group", "name", to="\ud800"),
    "a control character": changed("group", "name", to="a\x00b"),
    "a long name": changed("group", "name", to="x" * 1_000_000),
    "endless spaces": changed("group", "refuge", "extra_spaces", to=10**9),
    "endless size": changed("group", "refuge", "extra_size", to=10**6),
    "endless games": changed("group", "games", to=10**18),
    "endless points": changed("group", "points", to=-(10**30)),
    "a huge characteristic": changed("group", "members", 0, "adjustments", to={"DC": 10**6}),
    "huge action points": changed("group", "members", 0, "adjustments", to={"AP": 999}),
    "a huge advance": changed(
        "group", "members", 0, "advances", to=[{"characteristic": "DC", "amount": 10**6}]
    ),
    "a huge skill": changed("group", "members", 0, "skills", to=[{"key": "noisy", "value": 10**6}]),
    "half a point": changed("group", "points", to=1.5),
    "ten thousand members": changed(
        "group", "members", to=[{**WHOLE["group"]["members"][0], "id": str(n)} for n in range(9999)]
    ),
    "a list in a list in a list": changed("group", "members", to=deep(60)),
    "much gear": changed(
        "group", "members", 0, "gear", to=[{"id": str(n), "key": "knife"} for n in range(4000)]
    ),
}
RAW = {
    "no number": b'{"format": "lastdays-group", "version": 1, "group": {"points": NaN}}',
    "endless": b'{"format": "lastdays-group", "version": 1, "group": {"points": Infinity}}',
    "twice": b'{"format": "lastdays-group", "version": 1, "version": 1, "group": {}}',
    "bad letters": b'{"format": "lastdays-group", "version": 1, "group": "\xff\xfe"}',
    "a number of 100,000 digits": b'{"version": ' + b"9" * 100_000 + b"}",
    "nested without end": b"[" * 200_000,
}


@pytest.fixture
def campaign(workspace: Workspace) -> str:
    from lastdays.campaign.campaigns import CampaignActions

    return CampaignActions(workspace).begin("Harbour")


def test_the_whole_document_is_taken(workspace: Workspace, campaign: str) -> None:
    GroupActions(workspace).import_document(campaign, json.dumps(WHOLE).encode())
    assert [g.size for g in workspace.groups()] == [3]  # and their Leader


@pytest.mark.parametrize("what", [*HOSTILE, *RAW])
def test_what_would_break_later_is_refused_now(
    workspace: Workspace, campaign: str, what: str
) -> None:
    document = RAW[what] if what in RAW else json.dumps(HOSTILE[what]).encode()
    with pytest.raises(DocumentError) as refused:
        GroupActions(workspace).import_document(campaign, document)
    assert str(refused.value).endswith(("imported.", "."))
    assert len(str(refused.value)) < 400
    assert workspace.groups() == []


@pytest.mark.parametrize(
    ("size", "kept"),
    [
        ((600, 800), None),
        ((601, 800), (600, 799)),
        ((600, 801), (599, 800)),
        ((1500, 2000), (600, 800)),
    ],
)
def test_a_portrait_of_this_program_stays_as_it_is_and_a_large_one_is_made_small(
    size: tuple[int, int], kept: tuple[int, int] | None
) -> None:
    picture = checked_picture(jpeg(size))
    with Image.open(io.BytesIO(picture)) as opened:
        assert opened.size == (kept or size)
    assert (picture == jpeg(size)) == (kept is None)


def test_a_portrait_loses_what_a_camera_wrote_into_it() -> None:
    exif = Image.Exif()
    exif[0x010F] = "A camera of Sam's"
    told = jpeg(exif=exif.tobytes(), comment=b"at home")
    assert b"Sam" in told
    kept = checked_picture(told)
    assert b"Sam" not in kept
    assert b"at home" not in kept
    with Image.open(io.BytesIO(kept)) as opened:
        assert opened.size == (300, 400)


def bomb() -> bytes:
    """A PNG of 60,000 by 60,000 pixels in a few bytes."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return (
            len(content).to_bytes(4, "big")
            + kind
            + content
            + zlib.crc32(kind + content).to_bytes(4, "big")
        )

    header = (60_000).to_bytes(4, "big") * 2 + b"\x08\x00\x00\x00\x00"
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\x00" * 9))
        + chunk(b"IEND", b"")
    )  # fmt: skip


@pytest.mark.parametrize(
    "picture",
    [
        b"no picture",
        b"<svg xmlns='http://www.w3.org/2000/svg'><image href='file:///etc/passwd'/></svg>",
        bomb(),
        jpeg()[:200],
    ],
)
def test_what_is_no_portrait_is_refused(
    workspace: Workspace, campaign: str, picture: bytes
) -> None:
    body = changed("group", "picture", to="p1")
    body["portraits"] = {"p1": base64.b64encode(picture).decode()}
    with pytest.raises(DocumentError, match="portrait in this document"):
        GroupActions(workspace).import_document(campaign, json.dumps(body).encode())
    assert workspace.groups() == []


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_document_is_read_as_any_editor_saves_it(
    workspace: Workspace, campaign: str, encoding: str
) -> None:
    marks = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}
    document = changed("group", "name", to=unicodedata.normalize("NFD", "Zoë's Crew"))
    text = marks.get(encoding, b"") + json.dumps(document, ensure_ascii=False).encode(encoding)
    GroupActions(workspace).import_document(campaign, text)
    assert [group.name for group in workspace.groups()] == ["Zoë's Crew"]


@pytest.mark.parametrize("name", ["\u200b", " ", "\u3164"])
def test_a_group_whose_name_cannot_be_seen_is_refused(
    workspace: Workspace, campaign: str, name: str
) -> None:
    document = json.dumps(changed("group", "name", to=name)).encode()
    with pytest.raises(DocumentError, match="no name that can be seen"):
        GroupActions(workspace).import_document(campaign, document)


def test_a_picture_that_nobody_shows_is_left_out(workspace: Workspace, campaign: str) -> None:
    body = changed("group", "picture", to="p1")
    encoded = base64.b64encode(jpeg()).decode()
    body["portraits"] = {
        "p1": encoded,
        "p2": encoded,
        "p3": base64.b64encode(b"no picture").decode(),
    }
    groups = GroupActions(workspace)
    imported = groups.import_document(campaign, json.dumps(body).encode())
    pictures = json.loads(groups.export(imported))["portraits"]
    assert list(pictures.values()) == [encoded]


def test_letters_that_steer_a_terminal_are_left_out_of_a_document(
    workspace: Workspace, campaign: str
) -> None:
    named = replace(group(member("Mo\u202e")), name="\x9b31mCrew")
    strange = json.loads(group_document(named))
    strange["group"]["notes"] = "Notes \u2066of\x85 ours."
    key = GroupActions(workspace).import_document(campaign, json.dumps(strange).encode())
    taken = workspace.group(key).group
    assert (taken.name, taken.notes) == ("31mCrew", "Notes of ours.")
    assert [one.name for one in taken.members] == ["Zeke", "Mo"]


def test_a_picture_that_nobody_shows_is_not_kept(workspace: Workspace, campaign: str) -> None:
    shown, orphan = jpeg((30, 40)), jpeg((31, 40))
    document = json.loads(group_document(group(replace(member("Mo"), portrait="seen"))))
    document["portraits"] = {
        "seen": base64.b64encode(shown).decode(),
        "orphan": base64.b64encode(orphan).decode(),
    }
    GroupActions(workspace).import_document(campaign, json.dumps(document).encode())
    with workspace.store.reading() as tx:
        kept = tx.connection.exec_driver_sql("SELECT picture FROM portraits").scalars().all()
    assert kept == [shown]

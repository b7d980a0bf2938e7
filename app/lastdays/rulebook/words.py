"""The closed sets of the game's words: characteristics, Keywords, skill types, classes."""

from __future__ import annotations

from typing import Literal, get_args

from lastdays.language import N_, _

#: In the order of a Character card (p. 12).
Characteristic = Literal["AP", "CQC", "FA", "S", "E", "DC", "C", "I"]
Keyword = Literal["selfless", "selfish", "trained", "neutral"]
SkillType = Literal["academic", "athletic", "cqc", "firearms", "leader"]
FirearmClass = Literal["pistol", "smg", "rifle", "shotgun", "heavy", "sporting", "explosive"]
CHARACTERISTICS: tuple[Characteristic, ...] = get_args(Characteristic)
KEYWORDS: tuple[Keyword, ...] = get_args(Keyword)
SKILL_TYPES: tuple[SkillType, ...] = get_args(SkillType)
FIREARM_CLASSES: tuple[FirearmClass, ...] = get_args(FirearmClass)


_CHARACTERISTIC_NAMES = {
    "AP": N_("Action Points"),
    "CQC": N_("Close Quarters Combat"),
    "FA": N_("Firearms"),
    "S": N_("Strength"),
    "E": N_("Endurance"),
    "DC": N_("Damage Capacity"),
    "C": N_("Courage"),
    "I": N_("Intelligence"),
}


def characteristic_name(key: str) -> str:
    """Return the name of a characteristic: 'Firearms' for 'FA'."""
    return _(_CHARACTERISTIC_NAMES[key])


def with_page(text: str, page: int) -> str:
    """Return a text with its page, 'Goon (p. 24)'; the text alone if no page is known."""
    return _("{text} (p.\u00a0{page})", text=text, page=page) if page else text


def keyword_name(key: str) -> str:
    """Return the name of a Keyword: 'Selfish' for 'selfish'."""
    return {
        "selfless": _("Selfless"),
        "selfish": _("Selfish"),
        "trained": _("Trained"),
        "neutral": _("Neutral"),
    }.get(key, key)


def skill_type_name(key: str) -> str:
    """Return the name of a skill type: 'CQC' for 'cqc'."""
    return {
        "academic": _("Academic"),
        "athletic": _("Athletic"),
        "cqc": _("CQC"),
        "firearms": _("Firearms"),
        "leader": _("Leader"),
    }.get(key, key)


def class_name(key: str) -> str:
    """Return the name of a class of Firearm: 'SMG' for 'smg'."""
    return {
        "pistol": _("Pistol"),
        "smg": _("SMG"),
        "rifle": _("Rifle"),
        "shotgun": _("Shotgun"),
        "heavy": _("Heavy"),
        "sporting": _("Sporting"),
        "explosive": _("Explosive"),
    }.get(key, key)

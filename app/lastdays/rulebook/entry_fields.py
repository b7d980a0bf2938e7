"""Which values a field of an entry may have in a file: checked by pydantic, by the names of types.

Each name stands here for what is checked where `entries` has what the value is. Numbers and text
are taken as they are written: `strict` lets no `true` pass for a 1 and no '12' for a 12.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING
from typing import Annotated, Any, TypeVar, get_type_hints

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    create_model,
    model_validator,
)

from lastdays.language import _
from lastdays.rulebook import effects, encounter_entries, entries, pictograms, pictures
from lastdays.rulebook.entries import Characteristic, parse_dice, parse_trait, profile_from_row
from lastdays.values import fields

T = TypeVar("T")

#: What a number of an entry may be: nothing in the game comes near these, and a slip of the
#: keyboard must not make a form or a calculation endless.
Count = Annotated[int, Field(ge=0, le=99)]
Change = Annotated[int, Field(ge=-99, le=99)]
Price = Annotated[int, Field(ge=0, le=9999)]
PageNumber = Annotated[int, Field(ge=0, le=9999)]
Percentage = Annotated[int, Field(ge=0, le=100)]
Inches = Annotated[int, Field(ge=1, le=999)]
Shots = Annotated[int, Field(ge=1, le=20)]
Places = Annotated[int, Field(ge=1, le=99)]
Draws = Annotated[int, Field(ge=1, le=20)]
EncounterNumber = Annotated[int, Field(ge=1, le=99)]
Length = Annotated[int, Field(ge=0)]
Key = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]*$")]
Name = Annotated[str, Field(min_length=1, max_length=200)]
Sentence = Annotated[str, Field(min_length=1)]
Steps = Annotated[tuple[str, ...], Field(min_length=1)]
ShortText = Annotated[str, Field(max_length=200)]
VersionText = Annotated[str, Field(max_length=40)]
LongText = Annotated[str, Field(max_length=2000)]
Address = Annotated[str, Field(max_length=400)]
Effect = Annotated[effects.Effect, Field(strict=False)]


def _from_text(read: Callable[[str], Any]) -> BeforeValidator:
    return BeforeValidator(lambda value: read(value) if isinstance(value, str) else value)


Dice = Annotated[entries.Dice, _from_text(parse_dice)]
Trait = Annotated[entries.Trait, _from_text(parse_trait)]
Profile = Annotated[
    dict[Characteristic, Annotated[int, Field(ge=0, le=20)]], BeforeValidator(profile_from_row)
]


def _drawn(name: str) -> str:
    if name and name not in pictograms.drawings() and not pictures.is_picture(name):
        raise ValueError(_("pictogram: there isn't one called {name}.").format(name=name))
    return name


def _portrayed(name: str) -> str:
    if name and not pictures.is_picture(name):
        raise ValueError(_("portrait: this isn't a picture of the pack."))
    return name


PictogramName = Annotated[str, AfterValidator(_drawn)]
PictureName = Annotated[str, AfterValidator(_portrayed)]


def model_of(kind: Any) -> type[BaseModel]:
    """Return what checks the fields of a kind of entry, or of a part of one."""
    if kind not in _MODELS:
        _MODELS[kind] = _model(kind)
    return _MODELS[kind]


def _model(kind: Any, *, strict: bool = True) -> type[BaseModel]:
    hints = get_type_hints(kind, localns=globals(), include_extras=True)
    told: dict[str, Any] = {}
    for one in fields(kind):
        default = one.default
        if one.default_factory is not MISSING:
            default = one.default_factory()
        elif default is MISSING:
            default = ...
        told[one.name] = hints[one.name], Field(default, alias=one.metadata.get("alias"))

    def go_together(model: BaseModel) -> BaseModel:
        _value(model).check()
        return model

    together: dict[str, Any] = {"go_together": model_validator(mode="after")(go_together)}
    made: type[BaseModel] = create_model(
        kind.__name__,
        __config__=ConfigDict(
            extra="forbid", frozen=True, arbitrary_types_allowed=True, strict=strict
        ),
        __validators__=together if hasattr(kind, "check") else {},
        **told,
    )
    _KINDS[made] = kind
    return made


_KINDS: dict[type[BaseModel], Any] = {}
TestOf = _model(entries.TestOf)
Placement = _model(encounter_entries.Placement, strict=False)
_MODELS: dict[Any, type[BaseModel]] = {
    entries.TestOf: TestOf,
    encounter_entries.Placement: Placement,
}


def checked(kind: type[T], table: Mapping[str, Any]) -> T:
    """Return the entry that a table of a file describes; ValidationError where it is wrong."""
    made: T = _value(model_of(kind).model_validate(table))
    return made


def _value(found: Any) -> Any:
    """Return what was checked as the values of `entries`."""
    if isinstance(found, BaseModel):
        return _KINDS[type(found)](**{name: _value(inner) for name, inner in found})
    if type(found) is tuple:
        return tuple(map(_value, found))
    return found

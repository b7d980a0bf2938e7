"""The merge of two copies of a campaign's own document: what comes in, what is asked, what comes of it.

A change by one copy since the common original is followed. Where both changed the same part of the same
thing, it is asked. Without a common original everything that differs is asked, and nothing that only
one copy has is lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection as Several, Iterator, Mapping
from functools import cached_property
from typing import Any, Literal

from msgspec.structs import replace

from lastdays.campaign.exchange.campaign_parts import (
    COLLECTION,
    COLLECTIONS,
    SETTINGS,
    Collection,
    Kind,
    Names,
    Part,
    Things,
    all_counted,
    rules_of,
)
from lastdays.campaign.exchange.game_order import by_day_and_number, double_games, renumbered
from lastdays.campaign.exchange.merging import Choices, Take
from lastdays.language import _, joined
from lastdays.model.campaign import Campaign, Season
from lastdays.model.fields import Field
from lastdays.model.game_record import GameRecord
from lastdays.values import Value

#: Who has changed a thing since the common original: nobody, one copy, or both to the same.
_Changed = Literal["same", "ours", "theirs", "both"]


class Question(Value):
    """A difference that both copies made: of what, in what, and how it was in the common original, is
    here and is in the other copy. `takes` are the answers it can have."""

    key: str
    subject: str
    what: str
    before: str
    ours: str
    theirs: str
    takes: tuple[Take, ...] = ("ours", "theirs")


class Coming(Value):
    """How many things of each kind come in from the other copy: added, changed and removed."""

    added: Counter[Kind]
    changed: Counter[Kind]
    removed: Counter[Kind]

    def in_words(self) -> list[str]:
        """Say it: 'Added: 3 games, 2 members and 1 entry.'"""
        sentences = [
            (self.added, _("Added: {what}.")),
            (self.changed, _("Changed: {what}.")),
            (self.removed, _("Removed: {what}.")),
        ]
        return [
            sentence.format(what=all_counted(counts)) for counts, sentence in sentences if counts
        ]


class _Merged(Value):
    """The things of a collection after the merge, and what was asked."""

    things: dict[str, Any]
    questions: tuple[Question, ...]


class CampaignMerge:
    """Two copies of a campaign's document, and their common original if it is known.

    `ours_changed` and `theirs_changed` are the groups whose own documents a copy has changed since then:
    such a group isn't removed without being asked.
    """

    def __init__(
        self,
        ours: Campaign,
        theirs: Campaign,
        base: Campaign | None,
        names: Names,
        *,
        ours_changed: Several[str] = (),
        theirs_changed: Several[str] = (),
    ) -> None:
        self.ours = ours
        self.theirs = replace(theirs, archived=ours.archived, deleted=ours.deleted)
        self.base = base
        self._names = names
        self._ours_changed = ours_changed
        self._theirs_changed = theirs_changed

    @property
    def is_ahead(self) -> bool:
        """Return whether the other copy went on from what is here now."""
        removed_there = set(self.ours.groups) - set(self.theirs.groups)
        is_asked = any(group in self._ours_changed for group in removed_there)
        return self.base is not None and self.base == self.ours and not is_asked

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """Return all that is asked, in the order of the campaign's parts."""
        if self.is_ahead:
            return ()
        questions = list(self._questions_about_doubles())
        for field in SETTINGS:
            question = self._setting_question(field)
            if question is not None:
                questions.append(question)
        if self._are_seasons_at_odds:
            questions.append(self._season_question())
        for collection in COLLECTIONS:
            questions += self._merged_things(collection, {}).questions
        return tuple(questions)

    @cached_property
    def coming(self) -> Coming:
        """Return what the other copy brings, without what is asked."""
        added: Counter[Kind] = Counter()
        changed: Counter[Kind] = Counter()
        removed: Counter[Kind] = Counter()
        asked = {question.key for question in self.questions}
        doubled = {theirs for _ours, theirs in self._double_games}
        for collection in COLLECTIONS:
            ours, theirs, _base = self._copies(collection)
            after = self._merged_things(collection, {}).things
            for key in {**ours, **theirs}:
                if collection.key == "games" and key in doubled:
                    continue
                is_asked = any(_is_about(question, collection, key) for question in asked)
                if key in after and key not in ours and not is_asked:
                    added[collection.kind] += 1
                elif key in ours and key not in after and not is_asked:
                    removed[collection.kind] += 1
                elif key in ours and key in after and after[key] != ours[key]:
                    changed[collection.kind] += 1
        for field in SETTINGS:
            if self._setting_changed(field) == "theirs":
                changed["settings"] += 1
        new_pictures = set(self.theirs.pictures) - set(self.ours.pictures)
        if new_pictures:
            added["pictures"] = len(new_pictures)
        return Coming(added, changed, removed)

    def kept_for_dropped(self, choices: Choices) -> dict[str, str]:
        """Return the games that are left out as doubles, with the one that each is a double of."""
        dropped = {}
        for ours, theirs in self._double_games:
            match choices.get(_double_key(ours, theirs)):
                case "ours":
                    dropped[theirs] = ours
                case "theirs":
                    dropped[ours] = theirs
        return dropped

    # Single things

    def _copies(self, collection: Collection) -> tuple[Things, Things, Things]:
        """Return the things of a collection here, in the other copy, and in the common original."""
        return self._all_copies[collection.key]

    @cached_property
    def _all_copies(self) -> dict[str, tuple[Things, Things, Things]]:
        copies = {}
        for collection in COLLECTIONS:
            base = {} if self.base is None else collection.read(self.base)
            copies[collection.key] = (
                collection.read(self.ours),
                collection.read(self.theirs),
                base,
            )
        return copies

    def _merged_things(self, collection: Collection, choices: Choices) -> _Merged:
        """Return the things of a collection after the merge, ours first in their order; a question without
        a choice leaves what is here, or adds what isn't."""
        ours, theirs, base = self._copies(collection)
        things: dict[str, Any] = {}
        questions: list[Question] = []
        for key in {**ours, **theirs}:
            if key in ours and key in theirs:
                pair = _Pair(collection, key, self, ours[key], theirs[key], base.get(key))
                things[key] = pair.merged_thing(choices)
                questions += pair.questions
                continue
            question = self._missing_question(collection, key)
            if question is not None:
                questions.append(question)
            if self._is_kept(collection, key, question, choices):
                things[key] = ours.get(key, theirs.get(key))
        return _Merged(things, tuple(questions))

    def _missing_question(self, collection: Collection, key: str) -> Question | None:
        """Return the question about a thing that only one copy still has, if that copy has changed it since
        the common original; None if nothing is asked."""
        ours, theirs, base = self._copies(collection)
        if key not in base:
            return None
        thing = ours.get(key, theirs.get(key))
        is_here = key in ours
        if not self._is_changed(collection, key, thing, base[key], is_here=is_here):
            return None
        removed = _("removed")
        changed = _("changed")
        return Question(
            key=_key(collection, key),
            subject=collection.title(key, thing, self._names),
            what="",
            before="",
            ours=changed if is_here else removed,
            theirs=removed if is_here else changed,
        )

    def _is_changed(
        self, collection: Collection, key: str, thing: Any, before: Any, *, is_here: bool
    ) -> bool:
        if collection.key == "groups":
            return key in (self._ours_changed if is_here else self._theirs_changed)
        return bool(thing != before)

    def _is_kept(
        self, collection: Collection, key: str, question: Question | None, choices: Choices
    ) -> bool:
        """Return whether a thing that only one copy still has is in the merged campaign."""
        ours, _theirs, base = self._copies(collection)
        side = "ours" if key in ours else "theirs"
        if question is not None:
            return choices.get(question.key, side) == side
        return key not in base

    @property
    def names(self) -> Names:
        """Return the names of what the campaign has."""
        return self._names

    # Settings

    def _setting_changed(self, field: Field[Campaign]) -> _Changed:
        base = None if self.base is None else field.value(self.base)
        return _changed(field.value(self.ours), field.value(self.theirs), base)

    def _setting_question(self, field: Field[Campaign]) -> Question | None:
        if self._setting_changed(field) != "both":
            return None
        catalogue = self._names.catalogue
        return Question(
            key=f"setting/{field.key}",
            subject=self.ours.name,
            what=field.name,
            before=""
            if self.base is None
            else _words_or_dash(field.in_words(self.base, catalogue)),
            ours=_words_or_dash(field.in_words(self.ours, catalogue)),
            theirs=_told_apart(
                _words_or_dash(field.in_words(self.ours, catalogue)),
                _words_or_dash(field.in_words(self.theirs, catalogue)),
            ),
        )

    # Doubles

    @cached_property
    def _double_games(self) -> tuple[tuple[str, str], ...]:
        """The games that both copies recorded since the common original and that may be the same."""
        return tuple(double_games(self.ours, self.theirs, self.base))

    def _questions_about_doubles(self) -> Iterator[Question]:
        result = next(part for part in COLLECTION["games"].parts if part.key == "result")
        for ours, theirs in self._double_games:
            our_game = self.ours.with_all_seasons.game(ours)
            their_game = self.theirs.with_all_seasons.game(theirs)
            yield Question(
                key=_double_key(ours, theirs),
                subject=COLLECTION["games"].title(ours, our_game, self._names),
                what=_("Recorded in both copies: the same game?"),
                before="",
                ours=result.words(our_game, self._names),
                theirs=result.words(their_game, self._names),
                takes=("ours", "theirs", "both"),
            )

    # Seasons

    def _seasons_by_key(self, campaign: Campaign | None) -> dict[str, str]:
        """Return the season of each game and entry, by their keys, '' for the one that is played now."""
        places: dict[str, str] = {}
        if campaign is None:
            return places
        for season in (
            *campaign.seasons,
            Season("", "", "", games=campaign.games, entries=campaign.entries),
        ):
            places.update({f"games/{game.id}": season.id for game in season.games})
            places.update({f"entries/{entry.id}": season.id for entry in season.entries})
        return places

    def _season_after_merge(self, key: str, choices: Choices) -> str | None:
        """Return the season of a game or entry after the merge; None if each copy has closed another."""
        ours = self._places_here.get(key)
        theirs = self._places_there.get(key)
        if ours is None or theirs is None or ours == theirs:
            return ours if ours is not None else theirs or ""
        base = self._places_before.get(key)
        if base is None:
            base = ""  # it was played before it was in a season
        if ours == base:
            return theirs
        if theirs == base:
            return ours
        match choices.get("seasons"):
            case "theirs":
                return theirs
            case "ours":
                return ours
        return None

    @cached_property
    def _places_here(self) -> dict[str, str]:
        return self._seasons_by_key(self.ours)

    @cached_property
    def _places_there(self) -> dict[str, str]:
        return self._seasons_by_key(self.theirs)

    @cached_property
    def _places_before(self) -> dict[str, str]:
        return self._seasons_by_key(self.base)

    @cached_property
    def _are_seasons_at_odds(self) -> bool:
        """Whether both copies have closed a season over the same games."""
        return any(self._season_after_merge(key, {}) is None for key in self._places_here)

    def _season_question(self) -> Question:
        return Question(
            key="seasons",
            subject=self.ours.name,
            what=_("Closed season"),
            before="",
            ours=_seasons_named(self.ours, self.theirs),
            theirs=_seasons_named(self.theirs, self.ours),
        )

    # What comes of it

    def merged_campaign(self, choices: Choices) -> Campaign:
        """Return the merged campaign, in which a question without a choice leaves what is here."""
        if self.is_ahead:
            return self.theirs
        things: dict[str, Things] = {}
        for collection in COLLECTIONS:
            things[collection.key] = self._merged_things(collection, choices).things
        dropped = self.kept_for_dropped(choices)
        games = self._games_in_order(things["games"], dropped)
        words = _words_of_kept_games(things["words"], dropped, games)
        campaign = self.ours
        for field in SETTINGS:
            key = f"setting/{field.key}"
            if choices.get(key) == "theirs" or self._setting_changed(field) == "theirs":
                campaign = field.put(campaign, self.theirs)
        campaign = replace(
            campaign,
            groups=tuple(things["groups"]),
            players=tuple(things["players"]),
            fixtures=tuple(things["fixtures"].values()),
            rankings=tuple(things["rankings"].values()),
            kept_packs=tuple(things["kept_packs"].values()),
            numbers=tuple(things["numbers"].items()),
            counters=things["counters"],
            dice_of=things["dice_of"],
            own=rules_of(things["rules"]),
        )
        return self._with_seasons(campaign, games, words, things, choices)

    def _games_in_order(self, games: Things, dropped: Several[str]) -> dict[str, GameRecord]:
        """Return the games without doubles, in the order of their days and numbered so."""
        kept = [game for game in games.values() if game.id not in dropped]
        in_order = by_day_and_number(kept, self.ours, self.theirs)
        numbered = renumbered(in_order, self.ours, self.theirs, self.base)
        return {game.id: game for game in numbered}

    def _with_seasons(
        self,
        campaign: Campaign,
        games: Mapping[str, GameRecord],
        words: Things,
        things: Mapping[str, Things],
        choices: Choices,
    ) -> Campaign:
        """Return a campaign with its games, entries and texts, each in its season."""
        seasons = things["seasons"]

        def in_season(key: str, season: str) -> bool:
            place = self._season_after_merge(key, choices) or ""
            return (place if place in seasons else "") == season

        def contents_of_season(season: str) -> dict[str, Any]:
            played = [game for game in games.values() if in_season(f"games/{game.id}", season)]
            entries = things["entries"].values()
            return {
                "games": tuple(played),
                "told": tuple(words[game.id] for game in played if game.id in words),
                "entries": tuple(e for e in entries if in_season(f"entries/{e.id}", season)),
            }

        closed = []
        for season in seasons.values():
            filled = replace(season, **contents_of_season(season.id))
            if filled.games:
                closed.append(filled)
        closed.sort(key=lambda season: (season.closed, season.day))
        return replace(campaign, seasons=tuple(closed), **contents_of_season(""))


class _Pair:
    """A thing that both copies have, compared part by part."""

    def __init__(
        self,
        collection: Collection,
        key: str,
        merge: CampaignMerge,
        ours: Any,
        theirs: Any,
        base: Any,
    ) -> None:
        self._collection = collection
        self._key = key
        self._merge = merge
        self._ours = ours
        self._theirs = theirs
        self._base = base

    @property
    def questions(self) -> Iterator[Question]:
        """Yield a question for each part that both copies have changed."""
        names = self._merge.names
        for part in self._collection.parts:
            if self._who_changed_part(part) != "both":
                continue
            ours = part.words(self._ours, names)
            yield Question(
                key=self._part_key(part),
                subject=self._collection.title(self._key, self._ours, names),
                what=_(part.called) if part.called else "",
                before="" if self._base is None else part.words(self._base, names),
                ours=ours,
                theirs=_told_apart(ours, part.words(self._theirs, names)),
            )

    def merged_thing(self, choices: Choices) -> Any:
        """Return the thing with each part as it was changed or chosen."""
        if self._ours == self._theirs:
            return self._ours
        thing = self._ours
        for part in self._collection.parts:
            is_chosen = choices.get(self._part_key(part)) == "theirs"
            if is_chosen or self._who_changed_part(part) == "theirs":
                thing = part.put(thing, self._theirs)
        silent = {}
        for name in self._collection.silent(thing):
            silent[name] = self._unasked_value(name)
        return replace(thing, **silent) if silent else thing

    def _part_key(self, part: Part) -> str:
        key = _key(self._collection, self._key)
        return f"{key}/{part.key}" if part.key else key

    def _who_changed_part(self, part: Part) -> _Changed:
        base = None if self._base is None else part.value(self._base)
        return _changed(part.value(self._ours), part.value(self._theirs), base)

    def _unasked_value(self, name: str) -> Any:
        """Return an attribute that nobody is asked about. Where both copies have changed it, both take the
        same one, whichever is merged into the other."""
        ours = getattr(self._ours, name)
        theirs = getattr(self._theirs, name)
        base = None if self._base is None else getattr(self._base, name)
        match _changed(ours, theirs, base):
            case "theirs":
                return theirs
            case "both":
                return max(ours, theirs, key=repr)
        return ours


def _changed(ours: Any, theirs: Any, base: Any) -> _Changed:
    """Return who has changed a value since the common original, None for an unknown one."""
    if ours == theirs:
        return "same"
    if base is not None and ours == base:
        return "theirs"
    if base is not None and theirs == base:
        return "ours"
    return "both"


def _key(collection: Collection, key: str) -> str:
    return f"{collection.key}/{key}"


def _double_key(ours: str, theirs: str) -> str:
    return f"double/{ours}/{theirs}"


def _is_about(question: str, collection: Collection, key: str) -> bool:
    whole = _key(collection, key)
    return question == whole or question.startswith(f"{whole}/")


def _words_or_dash(text: str) -> str:
    return " ".join(text.split()) or "—"


def _told_apart(ours: str, theirs: str) -> str:
    """Return the words for theirs, which say that it is another where they read the same."""
    return _("{text} (a different one)", text=theirs) if ours == theirs else theirs


def _seasons_named(campaign: Campaign, other: Campaign) -> str:
    """Name the seasons that only one copy has closed."""
    others = {season.id for season in other.seasons}
    names = [season.name for season in campaign.seasons if season.id not in others]
    return joined(names) or "—"


def _words_of_kept_games(
    words: Things, dropped: Mapping[str, str], games: Several[str]
) -> dict[str, Any]:
    """Return what players wrote about the games that are kept; what they wrote about a double is told of
    the game it is a double of, unless there is a text already."""
    kept = {game: text for game, text in words.items() if game in games}
    for double, game in dropped.items():
        if double in words and game not in kept:
            kept[game] = replace(words[double], game=game)
    return kept

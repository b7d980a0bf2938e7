"""The sentences of the chronicle: about a game, and about a group after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Literal

from lastdays.language import _, joined, ngettext, signed, titled
from lastdays.model.counters import HeldCounter, changes_in_words, held_counters
from lastdays.model.game_record import CaptiveRecord, GameRecord, Side
from lastdays.model.group import Group, Injury, Item, Member
from lastdays.model.profile import item_name, skill_name
from lastdays.model.recruiting import campaign_won
from lastdays.rulebook import Catalogue, characteristic_name, pictograms
from lastdays.rulebook.own import Owner, Step
from lastdays.values import Value

#: How many pieces of gear are named; the rest is counted.
GEAR_NAMED = 5

#: The groups of a game by id, as they were after it.
Casts = Mapping[str, Group]


class StorySentence(Value):
    """A sentence of the chronicle, as plain text. `tone` colours it; `drawing` is its pictogram;
    `group` and `member` are the ids of whom it is about, '' for none."""

    text: str
    tone: Literal["", "harm", "well"] = ""
    drawing: str = ""
    group: str = ""
    member: str = ""


def name_of(casts: Casts, member: str) -> str:
    """Return the name of a member of any group of a game."""
    for group in casts.values():
        if group.has_member(member):
            return group.member(member).name
    return _("someone")


def result_sentence(game: GameRecord) -> str:
    """Say how a game ended: 'Zeke's Truckers won against Carl's Crew, who broke.'"""
    if game.together or len(game.sides) == 1:
        return _result_against_zombies(game)
    winners = [side.name for side in game.sides if side.won]
    others = [side.name for side in game.sides if not side.won]
    broken = [side.name for side in game.sides if side.broke and not side.won]
    if not winners and not broken:
        return _("{sides} fought to a draw.", sides=joined(others))
    if not winners:
        return _("Nobody won; {sides} broke.", sides=joined(broken))
    if not others:
        return _("{winners} won.", winners=joined(winners))
    if broken == others:
        return _(
            "{winners} beat {others}, who broke.", winners=joined(winners), others=joined(others)
        )
    return _("{winners} beat {others}.", winners=joined(winners), others=joined(others))


def _result_against_zombies(game: GameRecord) -> str:
    """Say how a game ended for one side alone, or for sides together."""
    sides = joined([side.name for side in game.sides])
    results = {game.result_of(side) for side in game.sides}
    if results == {"won"}:
        return _("{winners} won.", winners=sides)
    if results == {"lost"}:
        return _("{sides} lost to the zombies.", sides=sides)
    if game.together:
        return _("{sides} played together against the zombies.", sides=sides)
    return _("{side} played alone.", side=sides)


# The game


def game_sentences(game: GameRecord, casts: Casts, catalogue: Catalogue) -> Iterator[StorySentence]:
    """Yield sentences about a game: who won, what players' own steps brought before it, who fell and
    killed, what was brought home, and how the campaign's own counters changed."""
    yield StorySentence(result_sentence(game), drawing=pictograms.token("trophy"))
    yield from _results_before_game(game, catalogue)
    for side in game.sides:
        yield from _who_fell(side, casts)
    for side in game.sides:
        yield from _zombies_killed(side, casts)
        yield from _sentences_about_spoils(side, casts)
    changes = changes_in_words(game.counters, catalogue)
    for key, change in zip(game.counters, changes, strict=True):
        counter = HeldCounter(key, 0, catalogue.own.counter(key))
        yield StorySentence(f"{change}.", drawing=counter.drawing)
    reported = _report_in_words(game)
    if reported:
        yield StorySentence(reported, drawing=pictograms.place("chronicle"))


def _report_in_words(game: GameRecord) -> str:
    """Say who reported a game, and how they put it; '' if nobody did."""
    reporter = game.reported_by
    if game.quote and reporter:
        return _("“{quote}” As reported by {who}.", quote=game.quote, who=reporter)
    if game.quote:
        return _("“{quote}”", quote=game.quote)
    return _("As reported by {who}.", who=reporter) if reporter else ""


def _results_before_game(game: GameRecord, catalogue: Catalogue) -> Iterator[StorySentence]:
    """Yield what the rows say that steps rolled before a game: 'Weather: Snow.'"""
    for result in game.before:
        if not result.step or not result.rows:
            continue
        step = catalogue.own.step(result.step)
        if step is None:
            drawing = pictograms.of(Step.KIND, result.step)
        else:
            drawing = step.drawing
        text = titled(result.called, result.text)
        yield StorySentence(text, "", drawing, result.group, result.member)


def _who_fell(side: Side, casts: Casts) -> Iterator[StorySentence]:
    """Yield a sentence for each attacker of a side, which says whom they took Out of Action."""
    fallen: dict[str, list[str]] = {}
    for appearance in side.appearances:
        if appearance.out:
            fallen.setdefault(appearance.out_by, []).append(appearance.member)
    for attacker, members in fallen.items():
        names = joined([name_of(casts, member) for member in members])
        if attacker == "zombie":
            text = _("Zombies took {names} Out of Action.", names=names)
        elif attacker:
            rival = name_of(casts, attacker)
            text = _("{rival} took {names} Out of Action.", rival=rival, names=names)
        else:
            text = _("{names} ended Out of Action.", names=names)
        yield StorySentence(text, "harm", pictograms.token("out"), side.group, members[0])


def _zombies_killed(side: Side, casts: Casts) -> Iterator[StorySentence]:
    """Yield how many zombies a side took Out of Action, and who of it took the most, if one alone did."""
    killers = [appearance for appearance in side.appearances if appearance.zombies]
    if not killers:
        return
    total = sum(killer.zombies for killer in killers)
    best_killer = max(killers, key=attrgetter("zombies"))
    equal_killers = [killer for killer in killers if killer.zombies == best_killer.zombies]
    is_best_alone = len(equal_killers) == 1
    if len(killers) == 1:
        text = ngettext(
            "{name} took {n} zombie Out of Action.", "{name} took {n} zombies Out of Action.", total
        )
    elif is_best_alone:
        text = _("{side} took {n} zombies Out of Action, {name} {most} of them.")
    else:
        text = ngettext(
            "{side} took {n} zombie Out of Action.", "{side} took {n} zombies Out of Action.", total
        )
    text = text.format(
        side=side.name, n=total, name=name_of(casts, best_killer.member), most=best_killer.zombies
    )
    member = best_killer.member if is_best_alone else ""
    yield StorySentence(text, "", pictograms.token("zombie"), side.group, member)


def _sentences_about_spoils(side: Side, casts: Casts) -> Iterator[StorySentence]:
    """Yield what a side brought home: Supply Tokens, captives, a stranger, the vehicle."""
    tokens = len(side.tokens)
    if tokens:
        text = ngettext(
            "{side} brought home {n} Supply Token.",
            "{side} brought home {n} Supply Tokens.",
            tokens,
        )
        text = text.format(side=side.name, n=tokens)
        yield StorySentence(text, "well", pictograms.token("supply"), side.group)
    for captive in side.captives:
        yield from _captives_end(side, captive, casts)
    if side.stranger_home:
        text = _("{side} brought a stranger home.", side=side.name)
        yield _sentence_of_side(side, side.stranger_by, text, "well", "member")
    if side.vehicle:
        text = _("{side} drove away in the vehicle.", side=side.name)
        yield _sentence_of_side(side, side.vehicle_by, text, "well", "vehicle")


def _captives_end(side: Side, captive: CaptiveRecord, casts: Casts) -> Iterator[StorySentence]:
    """Yield that a captive came home, or that the Rescue failed."""
    name = captive.name or name_of(casts, captive.member)
    if captive.fate == "home":
        if captive.by:
            rescuer = name_of(casts, captive.by)
            text = _("{rescuer} brought {name} home.", rescuer=rescuer, name=name)
        else:
            text = _("{side} brought {name} home.", side=side.name, name=name)
        yield _sentence_of_side(side, captive.member, text, "well", "captive")
    elif captive.fate == "lost":
        text = _("The Rescue of {name} failed.", name=name)
        yield _sentence_of_side(side, captive.member, text, "harm", "captive")


def _sentence_of_side(
    side: Side, member: str, text: str, tone: Literal["", "harm", "well"], drawing: str
) -> StorySentence:
    return StorySentence(text, tone, pictograms.token(drawing), side.group, member)


# After the game


class Outcome(Value):
    """The outcome of a game for a group: the side it played, the group before and after its post-game
    sequence, and all groups of the game."""

    side: Side
    before: Group
    after: Group
    casts: Casts
    catalogue: Catalogue

    def sentences(self, earlier: Group | None, *, ending: bool) -> Iterator[StorySentence]:
        """Yield who joined the group since it was as `earlier`, after its previous game (None for the
        first), and what its post-game sequence changed, losses first; `ending` if the campaign can be
        won."""
        for member in self.before.members:
            if earlier is None:
                joined_since = member.newcomer  # of the first game, members marked as new
            else:
                joined_since = not earlier.has_member(member.id)
            if joined_since:
                yield joined_sentence(member, self.after, self.catalogue)
        changes = list(self._change_sentences())
        yield from [sentence for sentence in changes if sentence.tone == "harm"]
        yield from [sentence for sentence in changes if sentence.tone != "harm"]
        if ending and self._has_just_won():
            text = _(
                "{group} survived the season: the campaign can end here.", group=self.after.name
            )
            yield self._sentence_about_group(text, "well", pictograms.token("trophy"))

    def _has_just_won(self) -> bool:
        """Return whether the group has reached the end of the campaign just now."""
        has_won_now = campaign_won(self.after, self.catalogue)
        return has_won_now and not campaign_won(self.before, self.catalogue)

    def _sentence_about_group(
        self, text: str, tone: Literal["", "harm", "well"], drawing: str, member: str = ""
    ) -> StorySentence:
        return StorySentence(text, tone, drawing, self.after.id, member)

    def _change_sentences(self) -> Iterator[StorySentence]:
        """Yield what changed for the members, the Leader, the Refuge and the stash."""
        for member in self.after.members:
            if self.before.has_member(member.id):
                yield from self.of_member(self.before.member(member.id), member)
            else:
                yield joined_sentence(member, self.after, self.catalogue)
        leader = self.after.leading
        if leader is not None and leader.id != self.before.leader:
            text = _("{name} leads {group} now.", name=leader.name, group=self.after.name)
            yield self._sentence_about_group(text, "", pictograms.token("leader"), leader.id)
        yield from self._refuge_sentences()
        yield from self._stash_sentences()

    def of_member(self, old: Member, new: Member) -> Iterator[StorySentence]:
        """Yield what changed for a member: a fate, lasting injuries, counters, a game to miss, Levels
        with their gains."""
        if new.status != old.status:
            yield self._fate_sentence(new)
        injuries = new.injuries[len(old.injuries) :]
        if injuries:
            yield self._injury_sentence(new, injuries)
        yield from self._counter_sentences(new.name, old.counters, new.counters, "member", new.id)
        misses_expected = max(0, old.misses - 1)
        if new.misses > misses_expected:
            text = _("{name} misses the next game.", name=new.name)
            yield self._sentence_about_group(text, "harm", pictograms.token("missing"), new.id)
        if new.level > old.level:
            yield self._level_sentence(old, new)

    def _fate_sentence(self, member: Member) -> StorySentence:
        text = self.fate(member)
        match member.status:
            case "active":
                return self._sentence_about_group(
                    text, "well", pictograms.token("captive"), member.id
                )
            case "dead":
                return self._sentence_about_group(
                    text, "harm", pictograms.token("grave"), member.id
                )
            case "left":
                return self._sentence_about_group(text, "harm", pictograms.token("free"), member.id)
            case _:
                return self._sentence_about_group(
                    text, "harm", pictograms.token("captive"), member.id
                )

    def _injury_sentence(self, member: Member, injuries: Sequence[Injury]) -> StorySentence:
        """Return that a member has some more lasting injuries."""
        entries = [self.catalogue.injuries[injury.key] for injury in injuries]
        text = ngettext(
            "{name} has a lasting injury: {injuries}.",
            "{name} has lasting injuries: {injuries}.",
            len(entries),
            name=member.name,
            injuries=joined([entry.name for entry in entries]),
        )
        return self._sentence_about_group(text, "harm", entries[0].drawing, member.id)

    def _level_sentence(self, old: Member, new: Member) -> StorySentence:
        """Return which Level a member reached, with its gains."""
        gains = gains_in_words(old, new, self.catalogue)
        if gains:
            text = _("{name} reached Level {n}: {gains}.", name=new.name, n=new.level, gains=gains)
        else:
            text = _("{name} reached Level {n}.", name=new.name, n=new.level)
        return self._sentence_about_group(text, "well", pictograms.token("level"), new.id)

    def _counter_sentences(
        self,
        name: str,
        before: Mapping[str, int],
        after: Mapping[str, int],
        owner: Owner,
        member: str = "",
    ) -> Iterator[StorySentence]:
        """Yield the players' own counters that have changed: 'Mo: Feverish 3 (before: Sickness 1).'"""
        old_counters = held_counters(before, owner, self.catalogue)
        new_counters = held_counters(after, owner, self.catalogue)
        for old, new in zip(old_counters, new_counters, strict=False):
            if new.counter is None or old.text == new.text:
                continue
            text = _("{name}: {what} (before: {old}).", name=name, what=new.text, old=old.text)
            if new.harms and new.level != old.level:
                yield self._sentence_about_group(text, "harm", new.drawing, member)
            else:
                yield self._sentence_about_group(text, "", new.drawing, member)

    def fate(self, member: Member) -> str:
        """Say how a member died, left, was captured or came back."""
        match member.status:
            case "dead":
                return self._death_in_words(member)
            case "left":
                return _("{name} left {group}.", name=member.name, group=self.after.name)
            case "captured":
                captor = member.captor_name or _("rivals")
                return _("{name} was captured by {captor}.", name=member.name, captor=captor)
            case _:
                return _("{name} came back from captivity.", name=member.name)

    def _death_in_words(self, member: Member) -> str:
        """Say how a member died: in captivity, of wounds and from whom, or in flight."""
        for captive in self.side.captives:
            if captive.member == member.id and captive.fate == "lost":
                return _("{name} died in captivity: the Rescue failed.", name=member.name)
            if captive.member == member.id and captive.fate == "declined":
                return _("{name} died in captivity: nobody came to the Rescue.", name=member.name)
        appearance = self.side.appearance(member.id)
        if appearance is not None and appearance.out:
            return self._death_of_wounds(member, appearance.out_by)
        refuge = self.before.refuge.key
        if refuge != self.after.refuge.key:
            name = self.catalogue.refuges[refuge].name
            return _("{name} died fleeing {refuge}.", name=member.name, refuge=name)
        return _("{name} died.", name=member.name)

    def _death_of_wounds(self, member: Member, attacker: str) -> str:
        if attacker == "zombie":
            return _("{name} died of wounds dealt by zombies.", name=member.name)
        if attacker:
            rival = name_of(self.casts, attacker)
            return _("{name} died of wounds dealt by {rival}.", name=member.name, rival=rival)
        return _("{name} died of wounds.", name=member.name)

    def _refuge_sentences(self) -> Iterator[StorySentence]:
        """Yield that the group left its Refuge for another, and which Perks it built."""
        old = self.before.refuge
        new = self.after.refuge
        if old.key != new.key:
            left_refuge = self.catalogue.refuges[old.key]
            refuge = self.catalogue.refuges[new.key]
            text = _(
                "{group} left {old} for {new}.",
                group=self.after.name,
                old=left_refuge.name,
                new=refuge.name,
            )
            yield self._sentence_about_group(text, "harm", refuge.drawing)
        old_perks = {perk.id for perk in old.built}
        built = [perk for perk in new.built if perk.id not in old_perks]
        perks = [self.catalogue.perks[perk.key] for perk in built]
        if perks:
            names = joined([perk.name for perk in perks])
            text = _("{group} built {perks}.", group=self.after.name, perks=names)
            yield self._sentence_about_group(text, "well", perks[0].drawing)

    def _stash_sentences(self) -> Iterator[StorySentence]:
        """Yield the gear the group gained, except with new members, and its points."""
        before = self.before
        after = self.after
        gained = self._gear_gained()
        if gained:
            names = gear_in_words(gained, self.catalogue)
            text = _("{group} gained {gear}.", group=after.name, gear=names)
            drawing = self.catalogue.gear(gained[0].key).drawing
            yield self._sentence_about_group(text, "well", drawing)
        yield from self._counter_sentences(after.name, before.counters, after.counters, "group")
        if before.points != after.points:
            text = ngettext(
                "{group} has {n} Scavenge Point ({difference}).",
                "{group} has {n} Scavenge Points ({difference}).",
                after.points,
                group=after.name,
                difference=signed(after.points - before.points),
            )
            yield self._sentence_about_group(text, "", pictograms.token("points"))

    def _gear_gained(self) -> list[Item]:
        """Return the gear in the stash and with members of before that the group didn't have then."""
        gear = list(self.after.stash)
        for member in self.after.members:
            if self.before.has_member(member.id):
                gear += member.gear
        old_items = self.before.item_ids()
        return [item for item in gear if item.id not in old_items]


def joined_sentence(member: Member, group: Group, catalogue: Catalogue) -> StorySentence:
    """Return that a member joined a group: 'Ana, Survivor, joined Zeke's Truckers.'"""
    kind = catalogue.character(member.type)
    text = _("{name}, {type}, joined {group}.", name=member.name, type=kind.name, group=group.name)
    return StorySentence(text, "well", kind.drawing, group.id, member.id)


def gains_in_words(old: Member, new: Member, catalogue: Catalogue) -> str:
    """List what Levels gave: 'Strength +1, Dodge'; '' for nothing."""
    gains = []
    for advance in new.advances[len(old.advances) :]:
        gains.append(f"{characteristic_name(advance.characteristic)} {signed(advance.amount)}")
    old_skills = Counter((skill.key, skill.value, skill.detail) for skill in old.skills)
    for skill in new.skills:
        key = (skill.key, skill.value, skill.detail)
        if old_skills[key]:
            old_skills[key] -= 1
        else:
            gains.append(skill_name(skill.key, skill.value, skill.detail, catalogue))
    return joined(gains)


def gear_in_words(items: list[Item], catalogue: Catalogue) -> str:
    """List gear by name: 'Knife (2) and Scope'; beyond a few, count the rest."""
    count = Counter(item_name(item, catalogue) for item in items)
    names = []
    for name, n in count.items():
        if n > 1:
            names.append(f"{name} ({n})")
        else:
            names.append(name)
    unnamed_count = len(names) - GEAR_NAMED
    if unnamed_count > 0:
        del names[GEAR_NAMED:]
        names.append(ngettext("{n} more piece of gear", "{n} more pieces of gear", unnamed_count))
    return joined(names)

"""The sentences of the chronicle: about a game, and about a group after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal

from lastdays.language import _, joined, ngettext, signed, titled
from lastdays.model.counters import HeldCounter, changes_in_words, held_counters
from lastdays.model.game_record import GameRecord, Side
from lastdays.model.group import Group, Item, Member
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
    won = [side.name for side in game.sides if side.won]
    rest = [side for side in game.sides if not side.won]
    broke = [side.name for side in rest if side.broke]
    if won and not rest:
        return _("{winners} won.", winners=joined(won))
    if won:
        text = _("{winners} beat {others}.")
        if len(broke) == len(rest):
            text = _("{winners} beat {others}, who broke.")
        return text.format(winners=joined(won), others=joined([side.name for side in rest]))
    if broke:
        return _("Nobody won; {sides} broke.", sides=joined(broke))
    return _("{sides} fought to a draw.", sides=joined([side.name for side in game.sides]))


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
    yield from _came_before(game, catalogue)
    for side in game.sides:
        yield from _fell(side, casts)
    for side in game.sides:
        yield from _killed(side, casts)
        yield from _brought(side, casts)
    for held, said in zip(game.counters, changes_in_words(game.counters, catalogue), strict=True):
        drawing = HeldCounter(held, 0, catalogue.own.counter(held)).drawing
        yield StorySentence(f"{said}.", drawing=drawing)


def _came_before(game: GameRecord, catalogue: Catalogue) -> Iterator[StorySentence]:
    """Yield what the rows say that steps rolled before a game: 'Weather: Snow.'"""
    for result in game.before:
        if not (result.step and result.rows):
            continue
        step = catalogue.own.step(result.step)
        drawing = step.drawing if step is not None else pictograms.of(Step.KIND, result.step)
        said = titled(result.called, result.text)
        yield StorySentence(said, "", drawing, result.group, result.member)


def _fell(side: Side, casts: Casts) -> Iterator[StorySentence]:
    by: dict[str, list[str]] = {}
    for a in side.appearances:
        if a.out:
            by.setdefault(a.out_by, []).append(a.member)
    for whose, members in by.items():
        names = joined([name_of(casts, member) for member in members])
        if whose == "zombie":
            text = _("Zombies took {names} Out of Action.", names=names)
        elif whose:
            text = _(
                "{rival} took {names} Out of Action.", rival=name_of(casts, whose), names=names
            )
        else:
            text = _("{names} ended Out of Action.", names=names)
        yield StorySentence(text, "harm", pictograms.token("out"), side.group, members[0])


def _killed(side: Side, casts: Casts) -> Iterator[StorySentence]:
    killers = [a for a in side.appearances if a.zombies]
    total = sum(a.zombies for a in killers)
    if not total:
        return
    best = max(killers, key=lambda a: a.zombies)
    alone = sum(a.zombies == best.zombies for a in killers) == 1
    if len(killers) == 1:
        text = ngettext(
            "{name} took {n} zombie Out of Action.", "{name} took {n} zombies Out of Action.", total
        )
    elif alone:
        text = _("{side} took {n} zombies Out of Action, {name} {most} of them.")
    else:
        text = ngettext(
            "{side} took {n} zombie Out of Action.", "{side} took {n} zombies Out of Action.", total
        )
    said = text.format(side=side.name, n=total, name=name_of(casts, best.member), most=best.zombies)
    about = best.member if alone else ""
    yield StorySentence(said, "", pictograms.token("zombie"), side.group, about)


def _brought(side: Side, casts: Casts) -> Iterator[StorySentence]:
    """Yield what a side brought home: Supply Tokens, captives, a stranger, the vehicle."""
    n = len(side.tokens)
    if n:
        text = ngettext(
            "{side} brought home {n} Supply Token.", "{side} brought home {n} Supply Tokens.", n
        )
        yield StorySentence(
            text.format(side=side.name, n=n), "well", pictograms.token("supply"), side.group
        )
    for captive in side.captives:
        name = captive.name or name_of(casts, captive.member)
        if captive.fate == "home":
            text = _("{side} brought {name} home.", side=side.name, name=name)
            if captive.by:
                text = _(
                    "{rescuer} brought {name} home.", rescuer=name_of(casts, captive.by), name=name
                )
            yield _of(side, captive.member, text, "well", "captive")
        elif captive.fate == "lost":
            text = _("The Rescue of {name} failed.", name=name)
            yield _of(side, captive.member, text, "harm", "captive")
    if side.stranger_home:
        text = _("{side} brought a stranger home.", side=side.name)
        yield _of(side, side.stranger_by, text, "well", "member")
    if side.vehicle:
        text = _("{side} drove away in the vehicle.", side=side.name)
        yield _of(side, side.vehicle_by, text, "well", "vehicle")


def _of(
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
        after, catalogue = self.after, self.catalogue
        for member in self.before.members:
            # of the first game, members marked as new
            if member.newcomer if earlier is None else not earlier.has_member(member.id):
                yield joined_sentence(member, after, catalogue)
        found = list(self._changed())
        yield from (sentence for sentence in found if sentence.tone == "harm")
        yield from (sentence for sentence in found if sentence.tone != "harm")
        if ending and campaign_won(after, catalogue) and not campaign_won(self.before, catalogue):
            text = _("{group} survived the season: the campaign can end here.", group=after.name)
            yield self._said(text, "well", pictograms.token("trophy"))

    def _said(
        self, text: str, tone: Literal["", "harm", "well"], drawing: str, member: str = ""
    ) -> StorySentence:
        return StorySentence(text, tone, drawing, self.after.id, member)

    def _changed(self) -> Iterator[StorySentence]:
        for member in self.after.members:
            if self.before.has_member(member.id):
                yield from self.of_member(self.before.member(member.id), member)
            else:
                yield joined_sentence(member, self.after, self.catalogue)
        leader = self.after.leading
        if leader is not None and leader.id != self.before.leader:
            text = _("{name} leads {group} now.", name=leader.name, group=self.after.name)
            yield self._said(text, "", pictograms.token("leader"), leader.id)
        yield from self._housed()
        yield from self._stored()

    def of_member(self, old: Member, new: Member) -> Iterator[StorySentence]:
        """Yield what changed for a member: a fate, lasting injuries, counters, a game to miss, Levels
        with their gains."""
        if new.status != old.status:
            tone: Literal["harm", "well"] = "well" if new.status == "active" else "harm"
            token = {"dead": "grave", "left": "free"}.get(new.status, "captive")
            yield self._said(self.fate(new), tone, pictograms.token(token), new.id)
        injuries = self.catalogue.injuries
        hurt = new.injuries[len(old.injuries) :]
        if hurt:
            text = ngettext(
                "{name} has a lasting injury: {injuries}.",
                "{name} has lasting injuries: {injuries}.",
                len(hurt),
                name=new.name,
                injuries=joined([injuries[injury.key].name for injury in hurt]),
            )
            yield self._said(text, "harm", injuries[hurt[0].key].drawing, new.id)
        yield from self._counted(new.name, old.counters, new.counters, "member", new.id)
        if new.misses > max(0, old.misses - 1):
            text = _("{name} misses the next game.", name=new.name)
            yield self._said(text, "harm", pictograms.token("missing"), new.id)
        if new.level > old.level:
            gains = gains_in_words(old, new, self.catalogue)
            text = _("{name} reached Level {n}.")
            if gains:
                text = _("{name} reached Level {n}: {gains}.")
            text = text.format(name=new.name, n=new.level, gains=gains)
            yield self._said(text, "well", pictograms.token("level"), new.id)

    def _counted(
        self,
        name: str,
        before: Mapping[str, int],
        after: Mapping[str, int],
        owner: Owner,
        member: str = "",
    ) -> Iterator[StorySentence]:
        """Yield the players' own counters that have changed: 'Mo: Feverish 3 (before: Sickness 1).'"""
        was = held_counters(before, owner, self.catalogue)
        for old, new in zip(was, held_counters(after, owner, self.catalogue), strict=False):
            if new.counter is None or old.text == new.text:
                continue
            text = _("{name}: {what} (before: {old}).", name=name, what=new.text, old=old.text)
            worse = new.harms and new.level != old.level
            yield self._said(text, "harm" if worse else "", new.drawing, member)

    def fate(self, member: Member) -> str:
        """Say how a member died, left, was captured or came back."""
        match member.status:
            case "dead":
                return self._death(member)
            case "left":
                return _("{name} left {group}.", name=member.name, group=self.after.name)
            case "captured":
                captor = member.captor_name or _("rivals")
                return _("{name} was captured by {captor}.", name=member.name, captor=captor)
            case _:
                return _("{name} came back from captivity.", name=member.name)

    def _death(self, member: Member) -> str:
        """Say how a member died: in captivity, of wounds and from whom, or in flight."""
        text, rival = _("{name} died."), ""
        appearance = self.side.appearance(member.id)
        lost = self.before.refuge.key
        if appearance is not None and appearance.out:
            text = _("{name} died of wounds.")
            if appearance.out_by == "zombie":
                text = _("{name} died of wounds dealt by zombies.")
            elif appearance.out_by:
                text = _("{name} died of wounds dealt by {rival}.")
                rival = name_of(self.casts, appearance.out_by)
        elif lost != self.after.refuge.key:
            text = _("{name} died fleeing {refuge}.")
        for captive in self.side.captives:
            if captive.member == member.id and captive.fate in ("declined", "lost"):
                text = _("{name} died in captivity: nobody came to the Rescue.")
                if captive.fate == "lost":
                    text = _("{name} died in captivity: the Rescue failed.")
        refuge = self.catalogue.refuges[lost].name
        return text.format(name=member.name, rival=rival, refuge=refuge)

    def _housed(self) -> Iterator[StorySentence]:
        before, after, catalogue = self.before.refuge, self.after.refuge, self.catalogue
        if before.key != after.key:
            text = _(
                "{group} left {old} for {new}.",
                group=self.after.name,
                old=catalogue.refuges[before.key].name,
                new=catalogue.refuges[after.key].name,
            )
            yield self._said(text, "harm", catalogue.refuges[after.key].drawing)
        had = {perk.id for perk in before.built}
        built = [catalogue.perks[perk.key] for perk in after.built if perk.id not in had]
        if built:
            names = joined([perk.name for perk in built])
            text = _("{group} built {perks}.", group=self.after.name, perks=names)
            yield self._said(text, "well", built[0].drawing)

    def _stored(self) -> Iterator[StorySentence]:
        """Yield the gear the group gained, except with new members, and its points."""
        before, after, catalogue = self.before, self.after, self.catalogue
        had = before.item_ids()
        here = [m.gear for m in after.members if before.has_member(m.id)]
        found = [i for gear in (after.stash, *here) for i in gear if i.id not in had]
        if found:
            text = _("{group} gained {gear}.", group=after.name, gear=gear_named(found, catalogue))
            yield self._said(text, "well", catalogue.gear(found[0].key).drawing)
        yield from self._counted(after.name, before.counters, after.counters, "group")
        if before.points != after.points:
            text = ngettext(
                "{group} has {n} Scavenge Point ({difference}).",
                "{group} has {n} Scavenge Points ({difference}).",
                after.points,
                group=after.name,
                difference=signed(after.points - before.points),
            )
            yield self._said(text, "", pictograms.token("points"))


def joined_sentence(member: Member, group: Group, catalogue: Catalogue) -> StorySentence:
    """Return that a member joined a group: 'Ana, Survivor, joined Zeke's Truckers.'"""
    kind = catalogue.character(member.type)
    text = _("{name}, {type}, joined {group}.", name=member.name, type=kind.name, group=group.name)
    return StorySentence(text, "well", kind.drawing, group.id, member.id)


def gains_in_words(old: Member, new: Member, catalogue: Catalogue) -> str:
    """List what Levels gave: 'Strength +1, Dodge'; '' for nothing."""
    gains = [
        f"{characteristic_name(a.characteristic)} {signed(a.amount)}"
        for a in new.advances[len(old.advances) :]
    ]
    known = Counter((s.key, s.value, s.detail) for s in old.skills)
    for skill in new.skills:
        key = (skill.key, skill.value, skill.detail)
        if known[key]:
            known[key] -= 1
        else:
            gains.append(skill_name(*key, catalogue))
    return joined(gains)


def gear_named(items: list[Item], catalogue: Catalogue) -> str:
    """List gear by name: 'Knife (2) and Scope'; beyond a few, count the rest."""
    counted = Counter(item_name(item, catalogue) for item in items)
    names = [f"{name} ({n})" if n > 1 else name for name, n in counted.items()]
    rest = len(names) - GEAR_NAMED
    if rest > 0:
        more = ngettext("{n} more piece of gear", "{n} more pieces of gear", rest)
        names = [*names[:GEAR_NAMED], more]
    return joined(names)

"""What is read of a report that comes back: from a form, a chat, or what somebody typed from a picture.

A line is about a member, a side or one thing of the game, as it begins; the rest is read piece by piece
(`grammar`). What isn't read whole, or could be read in two ways, is kept as it came.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import cast

from msgspec.structs import replace

from lastdays.campaign.reports.cast import Cast
from lastdays.campaign.reports.claims import NO_SIDE, Claims
from lastdays.campaign.reports.facts import Fact, FactKind, Guess, agree, fuller
from lastdays.campaign.reports.form import FormCode, code_in
from lastdays.campaign.reports.grammar import LISTS, MORE_GEAR, OF_MEMBER, OF_SIDE, PieceReader
from lastdays.campaign.reports.lines import LINE_MOST, MessageLine, lines_of, unlisted
from lastdays.campaign.reports.pieces import Piece, pieces_of, words_of
from lastdays.campaign.reports.subjects import HEAD_MOST, Subject, Subjects
from lastdays.campaign.reports.words import joined_letters, likeness
from lastdays.language import _
from lastdays.model.fields import NAME_MOST
from lastdays.model.game_record import QUOTE_MOST
from lastdays.names import kept_line
from lastdays.values import Value

#: What the first line of a form begins with, in every language.
TITLE = "Last Days"
#: What stands between what a line is about and what it says.
_COLON = re.compile(r"\s*[:：=]\s*|\s+[-–—→]+\s+|\s+[-–—→]+$")
#: What a line is about ends with one of its first colons.
_COLONS_MOST = 4
#: A name before so many lines that isn't one of the game is that of a chat.
_SENDER_LEAST = 3
#: The digits of a game's number that are read.
_DIGITS_MOST = 6


class Unread(Value):
    """What wasn't read of a report: the line as it came, the piece of it or all, and why if there is a reason
    to give."""

    came: str
    piece: str
    why: str = ""


class Report(Value):
    """A report as it was read. `reporter` says who sent it, '' if nobody says, `quote` is the sentence about
    the game. `number` is that of the game in its title, 0 for none, `code` what its form says to name
    campaign and game."""

    facts: tuple[Fact, ...]
    unread: tuple[Unread, ...]
    reporter: str = ""
    quote: str = ""
    number: int = 0
    code: FormCode | None = None

    @property
    def is_empty(self) -> bool:
        """Return whether nothing was filled in, and nothing is left over."""
        return not (self.is_told or self.unread or self.quote)

    @property
    def is_told(self) -> bool:
        """Return whether it says anything of the sides: the Encounter stands in the title of a form."""
        return any(fact.side != NO_SIDE for fact in self.facts)

    @property
    def guesses(self) -> tuple[Guess, ...]:
        """Return the names found by likeness, each once."""
        guesses: dict[Guess, None] = {}
        for fact in self.facts:
            guesses.update(dict.fromkeys(fact.guesses))
        return tuple(guesses)


def read_reports(message: str, cast_of_game: Cast) -> list[Report]:
    """Return the reports in a message, one after another, without forms that weren't filled in. LastDaysError
    if there is too much of it."""
    parts: list[list[MessageLine]] = [[]]
    for line in lines_of(message):
        if _is_title(line.text) and parts[-1]:
            parts.append([])
        parts[-1].append(line)
    reports = []
    for part in parts:
        report = ReportReader(cast_of_game).read(part)
        if not report.is_empty:
            reports.append(report)
    return reports


def _is_title(text: str) -> bool:
    """Return whether a line begins as the first line of a form."""
    letters = joined_letters(" ".join(text.split()[:2]))
    return likeness(letters, joined_letters(TITLE)) > 0


class _Understood(Value):
    """What a line says: facts, pieces that weren't read, each with why, and what it says of the report: who
    sent it, the sentence, the side whose part begins, campaign and game of the form. `is_label` says that
    this is one thing of the report."""

    facts: tuple[Fact, ...] = ()
    unread: tuple[tuple[str, str], ...] = ()
    reporter: str = ""
    quote: str | None = None
    section: int | None = None
    number: int = 0
    code: FormCode | None = None
    is_label: bool = False


class ReportReader:
    """Reads the lines of one report."""

    def __init__(self, cast_of_game: Cast) -> None:
        self._cast = cast_of_game
        self._subjects = Subjects(cast_of_game)
        self._claims = Claims(cast_of_game, self._subjects.name_of)
        #: What is said, by what it is about, each with the line that says it.
        self._facts: dict[str, tuple[Fact, MessageLine]] = {}
        self._doubtful: set[str] = set()
        self._unread: list[Unread] = []
        self._reporter = ""
        self._sender = ""
        self._quote: list[str] = []
        self._is_quoting = False
        self._number = 0
        self._code: FormCode | None = None

    def read(self, lines: Sequence[MessageLine]) -> Report:
        """Return what the lines of a report say."""
        for line in self._without_sender(lines):
            self._read_line(line)
        facts = [fact for fact, _line in self._facts.values()]
        return Report(
            facts=tuple(facts),
            unread=tuple(self._unread),
            reporter=self._reporter or self._sender,
            quote=kept_line(" ".join(self._quote))[:QUOTE_MOST],
            number=self._number,
            code=self._code,
        )

    def _without_sender(self, lines: Sequence[MessageLine]) -> list[MessageLine]:
        """Return lines without a name before several of them that is nobody's in the game: the chat's."""
        heads = Counter(line.text.partition(":")[0] for line in lines if ":" in line.text)
        shorn = []
        for line in lines:
            head, _colon, rest = line.text.partition(":")
            if heads[head] >= _SENDER_LEAST and not self._subjects.exactly(head):
                line = replace(line, text=unlisted(rest), who=line.who or kept_line(head))
            shorn.append(line)
        return shorn

    def _read_line(self, line: MessageLine) -> None:
        """Read a line, with the name that a chat put before it if that is a member's after all."""
        if not self._sender:
            self._sender = line.who[:NAME_MOST]
        was_quoting = self._is_quoting and not line.after_gap
        self._is_quoting = False
        understood = self._understand(line.text, line)
        if understood is None and line.who and self._subjects.exactly(line.who):
            understood = self._understand(line.named, line)
        if understood is not None:
            self._take(understood, line)
        elif was_quoting:
            self._quote.append(line.text)
            self._is_quoting = True
        else:
            self._unread.append(Unread(line.came, line.came))

    def _take(self, understood: _Understood, line: MessageLine) -> None:
        """Take what a line says."""
        for fact in understood.facts:
            self._add(fact, line)
        for piece, why in understood.unread:
            self._unread.append(Unread(line.came, piece, why))
        self._reporter = understood.reporter or self._reporter
        self._number = understood.number or self._number
        self._code = understood.code or self._code
        if understood.section is not None:
            self._subjects.section = understood.section
        if understood.quote is not None:
            self._is_quoting = True
            self._quote.append(understood.quote)

    def _add(self, fact: Fact, line: MessageLine) -> None:
        """Add a fact; one that the report contradicts itself about is kept as it came."""
        known = self._facts.get(fact.key)
        if fact.key in self._doubtful:
            self._contradict(line)
        elif known is None:
            self._facts[fact.key] = (fact, line)
        elif agree(known[0].value, fact.value):
            self._facts[fact.key] = (fuller(known[0], fact), known[1])
        else:
            del self._facts[fact.key]
            self._doubtful.add(fact.key)
            self._contradict(known[1])
            if known[1] is not line:
                self._contradict(line)

    def _contradict(self, line: MessageLine) -> None:
        """Keep a line as it came that contradicts another."""
        why = _("The report says two different things about this.")
        self._unread.append(Unread(line.came, line.came, why))

    # What a line is about

    def _understand(self, text: str, line: MessageLine) -> _Understood | None:
        """Return what a text says, None if it isn't known what it is about."""
        if len(text) > LINE_MOST:
            return None
        if _is_title(text):
            return self._titled(text)
        understood = self._with_colon(text, line)
        if understood is None:
            understood = self._without_colon(text, line)
        return understood

    def _titled(self, text: str) -> _Understood:
        """Return number and Encounter in the first line of a form."""
        number = 0
        for word in words_of(text):
            if word.letters.isdecimal():
                number = int(word.letters[:_DIGITS_MOST])
                break
        facts = []
        for name, key in self._cast.encounters.items():
            if joined_letters(text).endswith(joined_letters(name)):
                facts.append(Fact(NO_SIDE, "", "encounter", key))
        return _Understood(facts=tuple(facts[:1]), number=number)

    def _with_colon(self, text: str, line: MessageLine) -> _Understood | None:
        """Read a line whose beginning up to a colon says what it is about; None if that isn't known. Before
        that there may be a name of the chat: the beginning that is exactly a name or a word of ours
        counts most, then the one of which all is read."""
        best: _Understood | None = None
        most = (False, False)
        start = 0
        for colon in islice(_COLON.finditer(text), _COLONS_MOST):
            rest = text[colon.end() :]
            for beginning in dict.fromkeys((0, start)):
                subjects = self._subjects.find(text[beginning : colon.start()])
                understood = self._clear(subjects, rest, line)
                if understood is None:
                    continue
                is_exact = not any(subject.is_alike for subject in subjects)
                quality = (is_exact, not understood.unread)
                if best is None or quality > most:
                    best = understood
                    most = quality
            start = colon.end()
        return best

    def _without_colon(self, text: str, line: MessageLine) -> _Understood | None:
        """Read a line that has no colon: the first words say what it is about. Those that aren't exactly a
        name do so only if all of the rest is read."""
        whole = [subject for subject in self._subjects.find(text) if _may_be_whole(subject)]
        if whole:
            return self._clear(whole, "", line)
        exact: list[_Understood] = []
        alike: list[_Understood] = []
        words = words_of(text)
        for count in range(1, min(HEAD_MOST, len(words) - 1) + 1):
            end = words[count - 1].end
            for subject in self._subjects.find(text[words[0].start : end]):
                understood = self._about(subject, text[end:], line)
                if understood is None or not (understood.facts or understood.is_label):
                    continue
                if not subject.is_alike:
                    exact.append(understood)
                elif not understood.unread:
                    alike.append(understood)
        if exact or alike:
            return _only(exact or alike)
        return self._of_section(text)

    def _of_section(self, text: str) -> _Understood | None:
        """Read a line without a subject as one about the side in whose part it is."""
        section = self._subjects.section
        if section is None:
            return None
        understood = self._about_side(Subject("side", str(section)), text, by_likeness=False)
        is_whole = bool(understood.facts) and not understood.unread
        return understood if is_whole else None

    def _clear(
        self, subjects: Sequence[Subject], rest: str, line: MessageLine
    ) -> _Understood | None:
        """Return what a line says that may be about several things: that which is read whole, or that of the
        only one."""
        all_understood = []
        for subject in subjects:
            understood = self._about(subject, rest, line)
            if understood is not None:
                all_understood.append(understood)
        whole = [understood for understood in all_understood if not understood.unread]
        if len(whole) == 1:
            return whole[0]
        if len(all_understood) == 1:
            return all_understood[0]
        if not all_understood:
            return None
        return _Understood(unread=((line.came, ""),))

    # What it says

    def _about(self, subject: Subject, rest: str, line: MessageLine) -> _Understood | None:
        """Return what a line says about its subject."""
        match subject.sort:
            case "absent":
                why = self._cast.absent[subject.key]
                return _Understood(unread=((line.came, why),)) if rest else _Understood()
            case "member":
                return self._about_member(subject, rest)
            case "side":
                return self._about_side(subject, rest)
        return self._about_label(subject.key, rest)

    def _about_member(self, subject: Subject, rest: str) -> _Understood:
        """Read a line about a member. In a line that says what they used, gear needs no word with it."""
        player = self._cast.player(subject.key)
        scope = self._subjects.scope_of_member(player)
        pieces = pieces_of(rest, self._subjects.parted_names(player.side))
        facts: list[Fact] = []
        left: list[Piece] = []
        for piece in pieces:
            reader = PieceReader(piece.words, OF_MEMBER, scope)
            claimed = self._claimed(reader, player.side, player.id)
            if claimed is None:
                left.append(piece)
            else:
                facts += claimed
        unread = []
        has_used = any(fact.kind == "used" for fact in facts)
        for piece in left:
            claimed = None
            if has_used:
                reader = PieceReader(piece.words, MORE_GEAR, scope)
                claimed = self._claimed(reader, player.side, player.id)
            if claimed is None:
                unread.append((piece.text, ""))
            else:
                facts += claimed
        facts = self._claims.gear_joined(facts)
        return _Understood(tuple(_with_guesses(facts, subject.guesses)), tuple(unread))

    def _about_side(self, subject: Subject, rest: str, *, by_likeness: bool = True) -> _Understood:
        """Read a line about a side. One that says nothing else begins the part of its members. Without
        `by_likeness` words of ours are known only as they are."""
        number = int(subject.key)
        if not words_of(rest):
            return _Understood(section=number, is_label=True)
        scope = self._subjects.scope_of_side()
        facts: list[Fact] = []
        unread = []
        for piece in pieces_of(rest):
            reader = PieceReader(piece.words, OF_SIDE, scope, by_likeness=by_likeness)
            claimed = self._claimed(reader, number, "")
            if claimed is None:
                unread.append((piece.text, ""))
            else:
                facts += claimed
        return _Understood(tuple(_with_guesses(facts, subject.guesses)), tuple(unread))

    def _about_label(self, label: str, rest: str) -> _Understood | None:
        """Read a line about one thing of the report, or of the game."""
        said = kept_line(rest)
        match label:
            case "how" | "together":
                return _Understood(is_label=True)
            case "form":
                code = code_in(said)
                return None if code is None else _Understood(code=code, is_label=True)
            case "reporter":
                return _Understood(reporter=said[:NAME_MOST], is_label=True)
            case "quote":
                return _Understood(quote=said, is_label=True)
        return self._about_list(label, rest)

    def _about_list(self, label: str, rest: str) -> _Understood:
        """Read a line that lists who did one thing."""
        if label == "drawn" and not words_of(rest):
            return _Understood(tuple(self._claims.drawn()))
        scope = self._subjects.scope_of_list()
        facts: list[Fact] = []
        unread = []
        for piece in pieces_of(rest, self._subjects.parted_names(None)):
            reader = PieceReader(piece.words, LISTS[label], scope)
            claimed = self._claimed(reader, self._side_meant(), "")
            if claimed is None:
                unread.append((piece.text, ""))
            else:
                facts += claimed
        if label in ("won", "broke") and not unread:
            facts = self._claims.with_the_others(cast("FactKind", label), facts)
        return _Understood(tuple(self._claims.gear_joined(facts)), tuple(unread))

    def _side_meant(self) -> int:
        """Return the side that is meant where none is named: that of this part, or the only one."""
        if self._subjects.section is not None:
            return self._subjects.section
        return 0 if len(self._cast.sides) == 1 else NO_SIDE

    def _claimed(self, reader: PieceReader, side: int, member: str) -> list[Fact] | None:
        """Return the facts that a piece of a line claims, None if it isn't read."""
        reading = reader.read()
        return None if reading is None else self._claims.facts(reading, side, member)


def _with_guesses(facts: Iterable[Fact], guesses: tuple[Guess, ...]) -> list[Fact]:
    """Return facts whose subject was found by these guesses."""
    return [replace(fact, guesses=(*guesses, *fact.guesses)) for fact in facts]


def _may_be_whole(subject: Subject) -> bool:
    """Return whether a line may be nothing but its subject: words of ours only as they are."""
    return subject.sort != "label" or not subject.is_alike


def _only(all_understood: Sequence[_Understood]) -> _Understood | None:
    """Return what a line says if all ways to read it come to the same."""
    first = all_understood[0]
    for other in all_understood[1:]:
        if [fact.bare for fact in other.facts] != [fact.bare for fact in first.facts]:
            return None
    return first

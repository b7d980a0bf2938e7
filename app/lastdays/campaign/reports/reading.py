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
from lastdays.campaign.reports.facts import Fact, FactKind, Guess, are_compatible, more_detailed
from lastdays.campaign.reports.form import FormCode, code_in
from lastdays.campaign.reports.grammar import LISTS, MORE_GEAR, OF_MEMBER, OF_SIDE, PieceReader
from lastdays.campaign.reports.lines import LINE_MOST, MessageLine, lines_of, without_list_marks
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


class UnreadPiece(Value):
    """A piece of a report that wasn't understood: the `original` line that has it, the piece, which may be
    the whole line, and `why`, '' if no reason is known."""

    came: str
    piece: str
    why: str = ""


class Report(Value):
    """A report as it was read. `reporter` says who sent it, '' if nobody says, `quote` is the sentence about
    the game. `number` is that of the game in its title, 0 for none, `code` what its form says to name
    campaign and game."""

    facts: tuple[Fact, ...]
    unread: tuple[UnreadPiece, ...]
    reporter: str = ""
    quote: str = ""
    number: int = 0
    code: FormCode | None = None

    @property
    def is_empty(self) -> bool:
        """Return whether nothing was filled in, and nothing is left over."""
        return not (self.tells_of_sides or self.unread or self.quote)

    @property
    def tells_of_sides(self) -> bool:
        """Return whether any fact is about a side. The Encounter, which stands in the title of every form,
        isn't."""
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
    reports_as_lines: list[list[MessageLine]] = [[]]
    for line in lines_of(message):
        if _is_title(line.text) and reports_as_lines[-1]:
            reports_as_lines.append([])
        reports_as_lines[-1].append(line)
    reports = []
    for report_lines in reports_as_lines:
        report = ReportReader(cast_of_game).read(report_lines)
        if not report.is_empty:
            reports.append(report)
    return reports


def _is_title(text: str) -> bool:
    """Return whether a line begins as the first line of a form."""
    letters = joined_letters(" ".join(text.split()[:2]))
    return likeness(letters, joined_letters(TITLE)) > 0


class _LineContent(Value):
    """What a line says. `unread` are the pieces that weren't understood, each with why. The others are of the
    report as a whole: who sent it, the sentence about the game, the number of the side whose members
    follow, and the game's number and code in the form's title. `is_label` says that the line begins with
    a word of the form, such as *Reported by*, though nothing may follow."""

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
        self._unread: list[UnreadPiece] = []
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
        lines_without_sender = []
        for line in lines:
            head, _colon, rest = line.text.partition(":")
            if heads[head] >= _SENDER_LEAST and not self._subjects.exactly(head):
                line = replace(
                    line, text=without_list_marks(rest), sender=line.sender or kept_line(head)
                )
            lines_without_sender.append(line)
        return lines_without_sender

    def _read_line(self, line: MessageLine) -> None:
        """Read a line, with the name that a chat put before it if that is a member's after all."""
        if not self._sender:
            self._sender = line.sender[:NAME_MOST]
        was_quoting = self._is_quoting and not line.after_gap
        self._is_quoting = False
        content = self._understand(line.text, line)
        if content is None and line.sender and self._subjects.exactly(line.sender):
            content = self._understand(line.text_with_sender, line)
        if content is not None:
            self._add_content(content, line)
        elif was_quoting:
            self._quote.append(line.text)
            self._is_quoting = True
        else:
            self._unread.append(UnreadPiece(line.original, line.original))

    def _add_content(self, content: _LineContent, line: MessageLine) -> None:
        """Add what a line says to what the report has said so far."""
        for fact in content.facts:
            self._add_fact(fact, line)
        for piece, why in content.unread:
            self._unread.append(UnreadPiece(line.original, piece, why))
        self._reporter = content.reporter or self._reporter
        self._number = content.number or self._number
        self._code = content.code or self._code
        if content.section is not None:
            self._subjects.section = content.section
        if content.quote is not None:
            self._is_quoting = True
            self._quote.append(content.quote)

    def _add_fact(self, fact: Fact, line: MessageLine) -> None:
        """Add a fact of a line. If an earlier line says otherwise, neither counts: both lines are kept
        unread."""
        earlier = self._facts.get(fact.key)
        if fact.key in self._doubtful:
            self._keep_contradicted(line)
        elif earlier is None:
            self._facts[fact.key] = (fact, line)
        elif are_compatible(earlier[0].value, fact.value):
            self._facts[fact.key] = (more_detailed(earlier[0], fact), earlier[1])
        else:
            del self._facts[fact.key]
            self._doubtful.add(fact.key)
            self._keep_contradicted(earlier[1])
            if earlier[1] is not line:
                self._keep_contradicted(line)

    def _keep_contradicted(self, line: MessageLine) -> None:
        """Keep a line among the unread ones because another line of the report contradicts it."""
        why = _("The report says two different things about this.")
        self._unread.append(UnreadPiece(line.original, line.original, why))

    # What a line is about

    def _understand(self, text: str, line: MessageLine) -> _LineContent | None:
        """Return what the text of a line says, None if its subject isn't known."""
        if len(text) > LINE_MOST:
            return None
        if _is_title(text):
            return self._understand_title(text)
        content = self._understand_before_colon(text, line)
        if content is None:
            content = self._understand_first_words(text, line)
        return content

    def _understand_title(self, text: str) -> _LineContent:
        """Return the game's number and the Encounter in the first line of a form."""
        number = 0
        for word in words_of(text):
            if word.letters.isdecimal():
                number = int(word.letters[:_DIGITS_MOST])
                break
        facts = []
        for name, key in self._cast.encounters.items():
            if joined_letters(text).endswith(joined_letters(name)):
                facts.append(Fact(NO_SIDE, "", "encounter", key))
        return _LineContent(facts=tuple(facts[:1]), number=number)

    def _understand_before_colon(self, text: str, line: MessageLine) -> _LineContent | None:
        """Read a line whose beginning up to a colon says what it is about; None if that isn't known. Before
        that there may be a name of the chat: the beginning that is exactly a name or a word of ours
        counts most, then the one of which all is read."""
        best: _LineContent | None = None
        best_quality = (False, False)
        start = 0
        for colon in islice(_COLON.finditer(text), _COLONS_MOST):
            rest = text[colon.end() :]
            for beginning in dict.fromkeys((0, start)):
                subjects = self._subjects.find(text[beginning : colon.start()])
                content = self._clearest_content(subjects, rest, line)
                if content is None:
                    continue
                is_exact = not any(subject.is_alike for subject in subjects)
                quality = (is_exact, not content.unread)
                if best is None or quality > best_quality:
                    best = content
                    best_quality = quality
            start = colon.end()
        return best

    def _understand_first_words(self, text: str, line: MessageLine) -> _LineContent | None:
        """Read a line that has no colon: the first words say what it is about. Those that aren't exactly a
        name do so only if all of the rest is read."""
        whole_line_subjects = [
            subject for subject in self._subjects.find(text) if _may_be_whole_line(subject)
        ]
        if whole_line_subjects:
            return self._clearest_content(whole_line_subjects, "", line)
        exact: list[_LineContent] = []
        alike: list[_LineContent] = []
        words = words_of(text)
        for count in range(1, min(HEAD_MOST, len(words) - 1) + 1):
            end = words[count - 1].end
            for subject in self._subjects.find(text[words[0].start : end]):
                content = self._read_about(subject, text[end:], line)
                if content is None or not (content.facts or content.is_label):
                    continue
                if not subject.is_alike:
                    exact.append(content)
                elif not content.unread:
                    alike.append(content)
        if exact or alike:
            return _content_agreed_on(exact or alike)
        return self._understand_in_section(text)

    def _understand_in_section(self, text: str) -> _LineContent | None:
        """Read a line without a subject as one about the side in whose part it is."""
        section = self._subjects.section
        if section is None:
            return None
        content = self._read_side_line(Subject("side", str(section)), text, by_likeness=False)
        is_whole = bool(content.facts) and not content.unread
        return content if is_whole else None

    def _clearest_content(
        self, subjects: Sequence[Subject], rest: str, line: MessageLine
    ) -> _LineContent | None:
        """Return what the `rest` of a line says about whichever of the `subjects` it makes sense for: the
        only one for which all of it is read, or else the only one for which any is. If several are
        left, the whole line counts as unread; None if it makes sense for none."""
        contents = []
        for subject in subjects:
            content = self._read_about(subject, rest, line)
            if content is not None:
                contents.append(content)
        read_whole = [content for content in contents if not content.unread]
        if len(read_whole) == 1:
            return read_whole[0]
        if len(contents) == 1:
            return contents[0]
        if not contents:
            return None
        return _LineContent(unread=((line.original, ""),))

    # What it says

    def _read_about(self, subject: Subject, rest: str, line: MessageLine) -> _LineContent | None:
        """Return what the `rest` of a line, after the subject, says about the subject."""
        match subject.sort:
            case "absent":
                why = self._cast.absent[subject.key]
                return _LineContent(unread=((line.original, why),)) if rest else _LineContent()
            case "member":
                return self._read_member_line(subject, rest)
            case "side":
                return self._read_side_line(subject, rest)
        return self._read_label_line(subject.key, rest)

    def _read_member_line(self, subject: Subject, rest: str) -> _LineContent:
        """Read a line about a member, piece by piece. If one piece says that gear was used, the others may
        name more gear without saying so again."""
        player = self._cast.player(subject.key)
        scope = self._subjects.scope_of_member(player)
        pieces = pieces_of(rest, self._subjects.names_with_separators(player.side))
        facts: list[Fact] = []
        pieces_not_claimed: list[Piece] = []
        for piece in pieces:
            reader = PieceReader(piece.words, OF_MEMBER, scope)
            claimed_facts = self._facts_claimed(reader, player.side, player.id)
            if claimed_facts is None:
                pieces_not_claimed.append(piece)
            else:
                facts += claimed_facts
        unread_pieces = []
        has_used = any(fact.kind == "used" for fact in facts)
        for piece in pieces_not_claimed:
            claimed_facts = None
            if has_used:
                reader = PieceReader(piece.words, MORE_GEAR, scope)
                claimed_facts = self._facts_claimed(reader, player.side, player.id)
            if claimed_facts is None:
                unread_pieces.append((piece.text, ""))
            else:
                facts += claimed_facts
        facts = self._claims.with_gear_joined(facts)
        return _LineContent(tuple(_with_guesses(facts, subject.guesses)), tuple(unread_pieces))

    def _read_side_line(
        self, subject: Subject, rest: str, *, by_likeness: bool = True
    ) -> _LineContent:
        """Read a line about a side. One that says nothing else begins the part of its members. Without
        `by_likeness` words of ours are known only as they are."""
        number = int(subject.key)
        if not words_of(rest):
            return _LineContent(section=number, is_label=True)
        scope = self._subjects.scope_of_side()
        facts: list[Fact] = []
        unread_pieces = []
        for piece in pieces_of(rest):
            reader = PieceReader(piece.words, OF_SIDE, scope, by_likeness=by_likeness)
            claimed_facts = self._facts_claimed(reader, number, "")
            if claimed_facts is None:
                unread_pieces.append((piece.text, ""))
            else:
                facts += claimed_facts
        return _LineContent(tuple(_with_guesses(facts, subject.guesses)), tuple(unread_pieces))

    def _read_label_line(self, label: str, rest: str) -> _LineContent | None:
        """Read a line that begins with a word of the form, `label`, such as *Reported by* or *Who won*."""
        text = kept_line(rest)
        match label:
            case "how" | "together":
                return _LineContent(is_label=True)
            case "form":
                code = code_in(text)
                return None if code is None else _LineContent(code=code, is_label=True)
            case "reporter":
                return _LineContent(reporter=text[:NAME_MOST], is_label=True)
            case "quote":
                return _LineContent(quote=text, is_label=True)
        return self._read_list_line(label, rest)

    def _read_list_line(self, label: str, rest: str) -> _LineContent:
        """Read a line that lists who did what its `label` says, such as *Who broke: Bea, Mo*."""
        if label == "drawn" and not words_of(rest):
            return _LineContent(tuple(self._claims.facts_of_draw()))
        scope = self._subjects.scope_of_list()
        facts: list[Fact] = []
        unread_pieces = []
        for piece in pieces_of(rest, self._subjects.names_with_separators(None)):
            reader = PieceReader(piece.words, LISTS[label], scope)
            claimed_facts = self._facts_claimed(reader, self._side_meant(), "")
            if claimed_facts is None:
                unread_pieces.append((piece.text, ""))
            else:
                facts += claimed_facts
        if label in ("won", "broke") and not unread_pieces:
            facts = self._claims.with_unnamed_sides(cast("FactKind", label), facts)
        return _LineContent(tuple(self._claims.with_gear_joined(facts)), tuple(unread_pieces))

    def _side_meant(self) -> int:
        """Return the side that is meant where none is named: that of this part, or the only one."""
        if self._subjects.section is not None:
            return self._subjects.section
        return 0 if len(self._cast.sides) == 1 else NO_SIDE

    def _facts_claimed(self, reader: PieceReader, side: int, member: str) -> list[Fact] | None:
        """Return the facts that a piece of a line claims, None if it isn't read."""
        reading = reader.read()
        return None if reading is None else self._claims.facts(reading, side, member)


def _with_guesses(facts: Iterable[Fact], guesses: tuple[Guess, ...]) -> list[Fact]:
    """Return facts with the guesses by which their subject was found put before their own."""
    return [replace(fact, guesses=(*guesses, *fact.guesses)) for fact in facts]


def _may_be_whole_line(subject: Subject) -> bool:
    """Return whether a line may consist of this subject alone: a word of the form only if spelled exactly."""
    return subject.sort != "label" or not subject.is_alike


def _content_agreed_on(contents: Sequence[_LineContent]) -> _LineContent | None:
    """Return the first of several readings of a line if all state the same facts, else None."""
    first_content = contents[0]
    for other_content in contents[1:]:
        if [fact.without_guesses for fact in other_content.facts] != [
            fact.without_guesses for fact in first_content.facts
        ]:
            return None
    return first_content

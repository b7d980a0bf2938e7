"""The words in which a report is read, in all languages at once, and how alike two texts are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cache, lru_cache

from lastdays.desktop import paths
from lastdays.names import in_plain_digits, searchable
from lastdays.values import Value

#: The file with the words of each language.
FILE = "report_words.toml"
#: The list of a language that has its numbers from 0 on in words, and not words for one thing.
NUMBERS = "numbers"
#: The label of the line that says that the sides play together.
TOGETHER = "together"
#: A number, or letters that belong together. Other signs only stand between words.
WORD = re.compile(r"\d+|[^\W\d_]+(?:['’´`][^\W\d_]+)*")
_SIGNS = re.compile(r"[\W_]+")
#: Shorter texts are only the same or not: too many short names differ by a letter.
ALIKE_LEAST = 4
#: How alike two texts are at least, from 0 to 1, to count as one with typing slips.
ALIKE = 0.74
#: How alike a word of ours is to be, which is short and common: a name is looked up with more slips.
WORD_ALIKE = 0.8
#: A word of ours with fewer letters is known only as it is.
WORD_LEAST = 5
#: What says that there is nothing to say, and what only joins, is known only as it is, too.
_PLAIN = frozenset({"nothing", "no", "nobody", "yes", "and", "filler", "unknown"})
#: How much more alike the most similar of several is than the next, not to be in doubt.
LEAD = 0.1
#: So many pairs of texts are remembered with their likeness, and texts with their letters.
_REMEMBERED = 1 << 16
_TEXTS_REMEMBERED = 1 << 12


def tokens_of(text: str) -> list[str]:
    """Return the words and numbers of a text, without capital letters, accents and apostrophes."""
    words = WORD.findall(searchable(in_plain_digits(text)))
    return [_SIGNS.sub("", word) for word in words]


@lru_cache(maxsize=_TEXTS_REMEMBERED)
def joined_letters(text: str) -> str:
    """Return the letters and digits of a text in one piece, as texts are compared."""
    return "".join(tokens_of(text))


@lru_cache(maxsize=_REMEMBERED)
def likeness(text: str, other_text: str) -> float:
    """Return how alike two texts of letters and digits are, from 0 to 1. Those with other numbers in
    them aren't alike at all: *Marine 1* isn't *Marine 2* with a slip."""
    if text == other_text:
        return 1.0
    shorter, longer = sorted((len(text), len(other_text)))
    if shorter < ALIKE_LEAST:
        return 0.0
    best_possible_ratio = 2 * shorter / (shorter + longer)
    if best_possible_ratio < ALIKE:
        return 0.0
    if _digits(text) != _digits(other_text):
        return 0.0
    matcher = SequenceMatcher(None, text, other_text, autojunk=False)
    if matcher.quick_ratio() < ALIKE:
        return 0.0
    ratio = matcher.ratio()
    return ratio if ratio >= ALIKE else 0.0


def _digits(text: str) -> str:
    return "".join(letter for letter in text if letter.isdigit())


class Phrase(Value):
    """Words that mean one thing: their letters in one piece, and how many they are."""

    letters: str
    words: int

    def likeness_to(self, tokens: Sequence[str]) -> float:
        """Return how alike these words are, from 0 to 1: as many, or all written as one."""
        if len(tokens) not in (1, self.words):
            return 0.0
        return likeness("".join(tokens), self.letters)


class Vocabulary(Value):
    """What words mean: `things` by the letters of each phrase, `labels` those of whole lines, `numbers`
    by their letters. `phrases` are all of them, each with what it means; `longest` is the number of
    words of the longest."""

    things: Mapping[str, str]
    labels: Mapping[str, str]
    numbers: Mapping[str, int]
    phrases: tuple[tuple[Phrase, str], ...]
    label_phrases: tuple[tuple[Phrase, str], ...]
    longest: int


def thing_meant(tokens: Sequence[str]) -> str:
    """Return what words mean, also with typing slips; '' if nothing or not only one thing."""
    meaning = vocabulary().things.get("".join(tokens))
    return _most_similar_thing(tuple(tokens)) if meaning is None else meaning


def label_meant(tokens: Sequence[str]) -> str:
    """Return what a line is about that begins with these words, also with slips; '' likewise."""
    meaning = vocabulary().labels.get("".join(tokens))
    return _most_similar_label(tuple(tokens)) if meaning is None else meaning


@lru_cache(maxsize=_REMEMBERED)
def _most_similar_thing(tokens: tuple[str, ...]) -> str:
    return _most_similar(tokens, vocabulary().phrases)


@lru_cache(maxsize=_REMEMBERED)
def _most_similar_label(tokens: tuple[str, ...]) -> str:
    return _most_similar(tokens, vocabulary().label_phrases)


def _most_similar(tokens: tuple[str, ...], phrases: Iterable[tuple[Phrase, str]]) -> str:
    """Return what the most similar phrase means, '' if another meaning is nearly as similar."""
    best: dict[str, float] = {}
    for phrase, meaning in phrases:
        similarity = phrase.likeness_to(tokens)
        if similarity >= WORD_ALIKE and similarity > best.get(meaning, 0.0):
            best[meaning] = similarity
    ranked = sorted(best.items(), key=lambda entry: entry[1], reverse=True)
    if not ranked:
        return ""
    meaning, best_likeness = ranked[0]
    has_rival = len(ranked) > 1 and ranked[1][1] > best_likeness - LEAD
    return "" if has_rival else meaning


@cache
def vocabulary() -> Vocabulary:
    """Return the words of all languages."""
    things: dict[str, str] = {}
    labels: dict[str, str] = {}
    numbers: dict[str, int] = {}
    phrases = []
    label_phrases = []
    longest = 1
    for words in paths.toml(FILE).values():
        for thing, phrase in _phrases(words["word"]):
            things[phrase.letters] = thing
            if len(phrase.letters) >= WORD_LEAST and thing not in _PLAIN:
                phrases.append((phrase, thing))
            longest = max(longest, phrase.words)
        for label, phrase in _phrases(words["label"]):
            labels[phrase.letters] = label
            label_phrases.append((phrase, label))
        for number, text in enumerate(words["word"][NUMBERS]):
            numbers[joined_letters(text)] = number
    return Vocabulary(
        things=things,
        labels=labels,
        numbers=numbers,
        phrases=tuple(phrases),
        label_phrases=tuple(label_phrases),
        longest=longest,
    )


def _phrases(lists: Mapping[str, list[str]]) -> Iterator[tuple[str, Phrase]]:
    """Yield each phrase of a language after what it means, but for its numbers."""
    for meaning, texts in lists.items():
        if meaning == NUMBERS:
            continue
        for text in texts:
            tokens = tokens_of(text)
            yield meaning, Phrase("".join(tokens), len(tokens))

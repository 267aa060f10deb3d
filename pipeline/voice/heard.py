"""How far what was heard is from what was said: word errors, with numbers and spellings brought to one form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from num2words import num2words

_SIGNS = {"%": " percent", "√": " the square root of ", "=": " equals ", "×": " times ", "+": " plus ", "&": " and "}
_SYMBOL = re.compile(r"\bd[\s_-]*(?:sub[\s_-]*)?k\b")
_NUMBER = re.compile(r"\d+(?:,\d{3})+|\d+(?:\.\d+)?")
# "At 512, 22.6" is often written as 512.22.6.
_TWO_NUMBERS = re.compile(r"\b(\d+)\.(\d+\.\d+)\b")
# Letters that are read one by one: "q i" and "qi" are the same. "a" and "i" may be words, and begin no such row.
_LETTERS = re.compile(r"\b[b-hj-z](?: [a-z])+\b")
_BRITISH = ((r"(\w{3,})is(e|es|ed|er|ers|ing|ation)\b", r"\1iz\2"), (r"(\w{3,})our(s?)\b", r"\1or\2"))
# "One" and "two" are also a pronoun and a sound-alike; every other number has to be heard as it is.
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million"
_OTHERS = "zero three four five six seven eight nine point minus percent"
NUMBER_WORDS = frozenset(f"{_OTHERS} {_TEENS} {_TENS}".split())
# What nobody can tell apart by ear.
_ALIKE = {"their": "there", "too": "to", "two": "to", "querys": "queries", "see": "c", "sea": "c"}


@dataclass(frozen=True)
class Heard:
    """A line compared: words said, words wrong, and each difference as "said > heard"."""

    said: int
    wrong: int
    differences: tuple[str, ...]
    numbers_right: bool

    @property
    def rate(self) -> float:
        """Word errors, as a share of the words said."""
        return self.wrong / max(1, self.said)


def plain(text: str) -> list[str]:
    """The words of a text, numbers in words, without punctuation, in one spelling."""
    text = text.lower().replace("’", "'").replace("per cent", "percent")
    for sign, words in _SIGNS.items():
        text = text.replace(sign, words)
    text = _TWO_NUMBERS.sub(r"\1 \2", text)
    text = _NUMBER.sub(lambda found: f" {_in_words(found.group().replace(',', ''))} ", text)
    text = _SYMBOL.sub("d sub k", text)
    text = re.sub(r"[^a-z ]", " ", text.replace("'", ""))
    text = re.sub(r"\b(hundred|thousand) and\b", r"\1", " ".join(text.split()))
    for pattern, spelling in _BRITISH:
        text = re.sub(pattern, spelling, text)
    text = _LETTERS.sub(lambda found: found.group().replace(" ", ""), text)
    return [_ALIKE.get(word, word) for word in text.split()]


def compare(said: str, heard: str) -> Heard:
    """Word errors of `heard` against `said` (substitutions, insertions and deletions; Levenshtein 1966)."""
    left, right = plain(said), plain(heard)
    steps = _alignment(left, right)
    runs = [list(run) for same, run in groupby(steps, key=lambda step: step[0] == step[1]) if not same]
    # "On to" and "onto", "a head" and "ahead" are one sound.
    wrong = [run for run in runs if "".join(a for a, _ in run) != "".join(b for _, b in run)]
    differences = [step for run in wrong for step in run]
    numbers = all(a not in NUMBER_WORDS and b not in NUMBER_WORDS for a, b in differences)
    return Heard(len(left), len(differences), tuple(f"{a or '-'} > {b or '-'}" for a, b in differences), numbers)


def _in_words(number: str) -> str:
    if len(number) == 4 and "1900" <= number <= "2099":
        return str(num2words(int(number), to="year"))
    return str(num2words(number if "." in number else int(number)))


def _alignment(left: Sequence[str], right: Sequence[str]) -> list[tuple[str, str]]:
    """Pairs of words with the fewest differences; "" where one side has nothing."""
    costs = [[max(i, j) if not i or not j else 0 for j in range(len(right) + 1)] for i in range(len(left) + 1)]
    for i, a in enumerate(left, 1):
        for j, b in enumerate(right, 1):
            costs[i][j] = min(costs[i - 1][j - 1] + (a != b), costs[i - 1][j] + 1, costs[i][j - 1] + 1)
    pairs: list[tuple[str, str]] = []
    i, j = len(left), len(right)
    while i or j:
        if i and j and costs[i][j] == costs[i - 1][j - 1] + (left[i - 1] != right[j - 1]):
            i, j = i - 1, j - 1
            pairs.append((left[i], right[j]))
        elif i and costs[i][j] == costs[i - 1][j] + 1:
            i -= 1
            pairs.append((left[i], ""))
        else:
            j -= 1
            pairs.append(("", right[j]))
    return pairs[::-1]

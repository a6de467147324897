"""Text in the order in which it is drawn: Hebrew and Arabic from right to left, Arabic letters joined.

A small part of Unicode's bidirectional algorithm (UAX 9), enough for names in lines that run from left to
right: runs of right-to-left letters are turned round, numbers inside them are not. Marks above and below
letters that have no character of their own with the letter are dropped.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from itertools import pairwise

BRACKETS = {"(": ")", "[": "]", "{": "}"}
MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")
PRESENTATION_FORMS = (0xFE70, 0xFF00)
"""Arabic letters as they look isolated, at the end, at the beginning and in the middle of a word."""
FANCY = ((0x1D400, 0x1D800), (0xFF01, 0xFF5F))
"""Letters in other styles, drawn as plain ones: mathematical and full-width."""
SKIN_TONES = (0x1F3FB, 0x1F400)
RIGHT_TO_LEFT, NUMBERS = ("R", "AL"), ("EN", "AN")
_LAM = "\u0644"


def visual_order(text: str) -> str:
    """The characters of a text from left to right as they are drawn; without what is not seen.

    >>> visual_order("Dan שלום 12")
    'Dan םולש 12'
    """
    seen = "".join(_seen(c) for c in unicodedata.normalize("NFC", text))
    if not any(unicodedata.bidirectional(c) in RIGHT_TO_LEFT for c in seen):
        return seen
    return _turned(_joined(seen))


def _seen(character: str) -> str:
    """A character as it is drawn; "" for marks, joiners and other things that are not seen alone."""
    code, kind = ord(character), unicodedata.category(character)
    if character.isspace():
        return " "
    if kind in ("Cc", "Cf", "Cs", "Mn", "Me") or SKIN_TONES[0] <= code < SKIN_TONES[1]:
        return ""
    if any(first <= code < last for first, last in FANCY):
        return unicodedata.normalize("NFKC", character)
    return character


@lru_cache(maxsize=1)
def _forms() -> dict[tuple[str, str], str]:
    """The presentation form of an Arabic letter, or of lam with alef, by letters and place in the word."""
    forms = {}
    for code in range(*PRESENTATION_FORMS):
        place, _, codes = unicodedata.decomposition(chr(code)).partition(" ")
        letters = "".join(chr(int(one, 16)) for one in codes.split())
        if place and " " not in letters and "\u064b" > letters[0] > " ":
            forms[letters, place.strip("<>")] = chr(code)
    return forms


def _joined(text: str) -> str:
    """The text with each Arabic letter in the form that its neighbours ask for."""
    forms = _forms()
    letters: list[str] = []
    for c in text:
        if letters and letters[-1] == _LAM and (_LAM + c, "isolated") in forms:
            letters[-1] += c
        else:
            letters.append(c)
    joins = [
        (before, "initial") in forms and ((after, "final") in forms) for before, after in pairwise(letters)
    ]
    places = {
        (False, False): "isolated",
        (False, True): "initial",
        (True, True): "medial",
        (True, False): "final",
    }
    return "".join(
        forms.get((letter, places[before, after]), letter)
        for letter, before, after in zip(letters, [False, *joins], [*joins, False], strict=True)
    )


def _turned(text: str) -> str:
    """The text with its right-to-left runs turned round, in a line that runs from left to right."""
    kinds = [unicodedata.bidirectional(c) for c in text]
    left = [_runs_left(kinds, n) for n in range(len(text))]
    opened: list[int] = []
    for n, c in enumerate(text):
        if c in BRACKETS:
            opened.append(n)
        elif opened and c == BRACKETS[text[opened[-1]]]:
            left[n] |= left[opened.pop()]  # a pair runs one way
    drawn, start = [], 0
    for end in range(1, len(text) + 1):
        if end == len(text) or left[end] != left[start]:
            piece = text[start:end]
            drawn.append(_reversed(piece) if left[start] else piece)
            start = end
    return "".join(drawn)


def _runs_left(kinds: list[str], at: int) -> bool:
    """Whether a character belongs to a run from right to left: its letters, and what stands between them."""
    if kinds[at] in RIGHT_TO_LEFT:
        return True
    if kinds[at] == "L":
        return False
    before = next((kind for kind in reversed(kinds[:at]) if kind in ("L", *RIGHT_TO_LEFT)), "L")
    after = next((kind for kind in kinds[at + 1 :] if kind in ("L", *RIGHT_TO_LEFT)), "L")
    return before != "L" and after != "L"


def _reversed(run: str) -> str:
    """A run from right to left as it is drawn: turned round, its numbers not, its brackets mirrored."""
    pieces: list[str] = []
    for c in run:
        number = unicodedata.bidirectional(c) in NUMBERS
        if number and pieces and unicodedata.bidirectional(pieces[-1][-1]) in NUMBERS:
            pieces[-1] += c
        else:
            pieces.append(c.translate(MIRRORED))
    return "".join(reversed(pieces))

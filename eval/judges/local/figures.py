"""Measured figures in a sentence."""

import re

from eval.judges.local.lexicon import pattern

_N = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_FIGURE = re.compile(
    rf"(?P<money>[$€£¥]\s?)?(?<![\w.,/:@^_{{])(?<!\w[-–—])(?<!# )[−+-]?(?:{_N})\+?"
    rf"(?P<scale>[kKMB](?!\w))?"
    rf"(?:\s?(?:[–—−-]|to|±|and)\s?(?:{_N}))?(?![\d.,:/_]*\d)"
)
_YEAR = re.compile(r"(?:19|20)\d{2}")
_NAME = re.compile(r"(?:^|\s)[A-Z][\w-]*\s$")
_BEHIND = re.compile(r"^\s+\S+")
_FORMULA = re.compile(r"^(?:[^\W_]|[\^_{}(\\])")
_LINKS = re.compile(
    r"(?<![\s=:<>≤≥~≈()])(?:[\s=:<>≤≥~≈()]++|"
    r"(?<!\w)(?:of|by|at|to|is|was|were|from|above|below|about|around|value|only|up|over|under|"
    r"nearly|approximately)(?!\w)){1,20}$",
    re.IGNORECASE,
)


def measured_figures(sentence: str) -> tuple[str, ...]:
    """In order, each as it stands there; a range or a value with its spread is one.

    A number is a measured figure if it is an amount of money, has a unit or a thing that studies
    count behind it, stands beside the name of a measure ("an accuracy of 91", "27.3 BLEU"), groups
    its thousands, or has decimals; years, and numbers of names, versions and parts of a text
    ("GPT-4", "Llama 3.1", "Section 4.2", "Table 2"), are none. The sentence comes without its
    markers.
    """
    return tuple(m[0].strip() for m in _FIGURE.finditer(sentence) if _is_measured(m, sentence))


def _is_measured(match: re.Match[str], sentence: str) -> bool:
    number, before, behind = match[0], sentence[: match.start()], sentence[match.end() :]
    if match["money"]:
        return True
    if pattern("figures.no_figure").search(before):
        return False
    if pattern("figures.unit").search(behind):
        return True
    if _YEAR.fullmatch(number) or _FORMULA.match(behind):
        return False
    if match["scale"] or "," in number or pattern("figures.counted").search(behind):
        return True
    if pattern("figures.statistic").search(before) or _is_beside_measure(before, behind):
        return True
    return "." in number and not _NAME.search(before)


def _is_beside_measure(before: str, behind: str) -> bool:
    measure, following = pattern("figures.measure"), _BEHIND.match(behind)
    return bool(
        (following and measure.fullmatch(following[0].strip(" ,;.)")))
        or measure.search(_LINKS.sub("", before))
    )

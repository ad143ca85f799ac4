"""Contrasts in an inference ("X rather than Y"), and whether the papers draw them too. Source:
MySQA Table 9 (CONTRAST)."""

import re
from collections.abc import Sequence

from myscholar.domain.flags import ErrorType, Flag, Severity
from myscholar.domain.profile import Inference
from myscholar.domain.text import counted, shorten
from myscholar.profile.reading import ReadPaper
from myscholar.profile.substance import unquoted
from myscholar.profile.wording import BACKGROUND
from myscholar.text.lexicons import pattern
from myscholar.text.sentences import sentences
from myscholar.text.terms import content_stems, is_topical, phrases

_EXCLUDES = pattern("contrasts.excludes")
_GOES_BEYOND = pattern("contrasts.goes_beyond")
_THE_FIELD = pattern("contrasts.the_field")
_SETS_APART = pattern("contrasts.sets_apart")
_OUTRIGHT = pattern("contrasts.outright")
_HOLDS_THAT = pattern("contrasts.holds_that")
_PREPOSITION = pattern("contrasts.preposition")


def contrast_flags(inference: Inference, read: Sequence[ReadPaper]) -> list[Flag]:
    """A contrast needs a cited passage that draws it too, or a count of the background; it is
    doubtful where the papers do the other thing as well.

    "Not just X" and "rather than relying only on X" deny nothing: whoever does more than X does X.
    """
    match = exclusion(inference.text)
    if (
        match is None
        or inference.origin == "extractive"
        or is_drawn(inference, match, read)
        or _is_what_they_deny(inference, match)
    ):
        return []
    other = set(content_stems(" ".join(_topical(match["other"])[:3])))
    n = sum(other <= p.stems for p in read) if other else 0
    severity = Severity.HINT if inference.origin == "user" and not n else Severity.WARNING
    reason = "Nothing in the papers supports the second half of this contrast."
    if n:
        speaking = f"{n} of {counted(len(read), 'paper')} {'speaks' if n == 1 else 'speak'}"
        against = f"It sets your papers against “{_named(match['other'])}”"
        reason = f"{against}, but {speaking} of that too."
    return [Flag(error_type=ErrorType.CONTRAST, severity=severity, reason=reason)]


def _topical(said: str) -> list[str]:
    return [w.text for w in phrases(said, longest=1) if is_topical(w)]


def _named(other: str) -> str:
    """The other side as it is written, up to a comma and no longer than a line."""
    said = _PREPOSITION.sub("", re.sub(r"^\W+", "", other.strip()))
    return shorten(re.split(r", | [—–] ", said)[0], 60)


def exclusion(text: str) -> re.Match[str] | None:
    """As `denying`, without what stands in quotation marks."""
    return denying(unquoted(text))


def denying(text: str) -> re.Match[str] | None:
    """The first contrast of the text that denies something, with what it denies as the group
    `other`."""
    at = 0
    while found := _EXCLUDES.search(text, at):
        if not _GOES_BEYOND.search(found.group()):
            return found
        at = found.start("other")
    return None


def is_outright(contrast: re.Match[str]) -> bool:
    """Whether it is a plain denial ("do not ...")."""
    return bool(_OUTRIGHT.search(contrast.group()))


def is_drawn(inference: Inference, match: re.Match[str], read: Sequence[ReadPaper]) -> bool:
    """Whether a sentence that is cited, or one beside it in its paragraph, sets the same things
    apart; or a count of the background does."""
    of_others = bool(_THE_FIELD.search(match.group()))
    if of_others and BACKGROUND in inference.basis:
        return True
    other = set(content_stems(" ".join(_topical(match["other"]))))
    if not other and not of_others:
        return False
    least = max(1, len(other) / 3) if other else 0

    def draws(sentence: str) -> bool:
        return (
            len(other & set(content_stems(sentence))) >= least
            and bool(_SETS_APART.search(sentence))
            and (not of_others or bool(_THE_FIELD.search(sentence)))
        )

    return any(draws(s) for text in cited_texts(inference, read) for s in sentences(text))


def cited_texts(inference: Inference, read: Sequence[ReadPaper]) -> list[str]:
    """The cited paragraphs, whole, and the titles of the cited papers."""
    ids = {e.passage_id for s in inference.supports for e in s.evidence}
    papers = {s.paper_id for s in inference.supports}
    passages = [p.text for paper in read for p in paper.paper.passages if p.passage_id in ids]
    return [*passages, *(p.paper.title for p in read if p.paper.paper_id in papers)]


def _is_what_they_deny(inference: Inference, match: re.Match[str]) -> bool:
    """Whether the denial is the papers' own claim ("argue that X does not show Y") and each cited
    paper has a sentence that denies something."""
    claimed = is_outright(match) and _HOLDS_THAT.search(
        inference.text[: inference.text.find(match.group())]
    )
    return bool(claimed and inference.supports) and all(
        any(_SETS_APART.search(e.text) for e in s.evidence) for s in inference.supports
    )

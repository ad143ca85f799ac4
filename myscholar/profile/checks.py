"""Which error types of Table 9 an inference shows, as far as that can be seen without a model. For
users' edits and models' output.

Looked for: DOMAIN, OVERCLAIM, CONVENTION, CONTRAST, STRENGTH, IMPOSSIBLE, STYLE, PROFILE_GLOBAL.
UNIMPORT can't be seen from outside: only the researcher knows what matters. Source: MySQA Table 9,
D.1.

What a model wrote is held to the passages that it cites, what a user wrote only to the papers:
users know more than their papers say.
"""

import re
from collections.abc import Callable, Sequence

from myscholar.domain.flags import ErrorType, Flag, Severity
from myscholar.domain.papers import Paper
from myscholar.domain.profile import Inference, ProfileAspect
from myscholar.domain.text import counted
from myscholar.profile.contrasts import cited_texts, contrast_flags
from myscholar.profile.error_words import (
    ALL,
    BROAD,
    DENIES,
    FLATTERY,
    FROM_COUNTS,
    IMPOSSIBLE,
    QUOTED,
    STRENGTH,
    UNSAID,
    custom,
    unquoted,
)
from myscholar.profile.reading import ReadPaper, n_unread_of, read_papers
from myscholar.profile.repairs import repaired
from myscholar.profile.substance import substance, telling
from myscholar.profile.wording import PaperSet
from myscholar.text.background import Background
from myscholar.text.similarity import overlap
from myscholar.text.terms import content_stems

COMMON_SHARE = 0.08
"""A statement whose every phrase is in a larger share of background abstracts could be said of
nearly everybody."""
LEAST_SUBSTANCE = 3.2
"""A statement whose most telling word says less is about papers at large: ln 25, a word of all
these papers that one abstract in 25 has."""
SAME = 0.75
"""Two inferences of one aspect with a larger share of common stems say the same."""
SAME_ACROSS = 0.85
"""The same for inferences of different aspects: one topic may well be known, argued about and
written for."""
SAME_BESIDE, SAME_TERMS = 0.25, 0.8
"""The same for inferences on the same papers, at least two, with so large a share of common key
terms."""
OPPOSED = 0.6
"""One of two inferences with so many common stems denies what the other says."""

MAX_WORDS = 60


def check_inference(
    inference: Inference,
    papers: Sequence[Paper],
    background: Background,
    others: Sequence[Inference],
) -> tuple[Flag, ...]:
    """At most one flag an error type, warnings first. `others` are the profile's other
    inferences."""
    read = read_papers(papers)
    return check_read(inference, read, background, others, n_unread=n_unread_of(papers, read))


def check_read(
    inference: Inference,
    read: Sequence[ReadPaper],
    background: Background,
    others: Sequence[Inference],
    *,
    n_unread: int = 0,
) -> tuple[Flag, ...]:
    """The same for papers that are read already. Each suggested repair is itself checked: it has no
    flag of its kind and no new kind.

    `n_unread` are the user's papers that could not be read: "your papers" speaks of those too.
    """
    found = _found(inference, read, background, others, n_unread)
    had = {f.error_type for f in found}

    def is_clean(text: str, kind: ErrorType) -> bool:
        after = {
            f.error_type
            for f in _found(
                inference.model_copy(update={"text": text}), read, background, others, n_unread
            )
        }
        return kind not in after and after <= had

    shelf = PaperSet(tuple(read), n_unread=n_unread)
    mended = [_mended(flag, inference, shelf, is_clean) for flag in found]
    return tuple(sorted(mended, key=lambda f: f.severity is not Severity.WARNING))


def _mended(
    flag: Flag, inference: Inference, shelf: PaperSet, is_clean: Callable[[str, ErrorType], bool]
) -> Flag:
    repair = repaired(inference, flag.error_type, shelf)
    return flag.model_copy(
        update={"repair": repair if repair and is_clean(repair, flag.error_type) else None}
    )


def _found(
    inference: Inference,
    read: Sequence[ReadPaper],
    background: Background,
    others: Sequence[Inference],
    n_unread: int,
) -> list[Flag]:
    return [
        *_domain(inference, read),
        *_overclaim(inference, len(read) + n_unread),
        *_convention(inference, read, background),
        *contrast_flags(inference, read),
        *_worded(inference),
        *_repeats(inference, others),
    ]


def _flag(error_type: ErrorType, severity: Severity, reason: str) -> Flag:
    return Flag(error_type=error_type, severity=severity, reason=reason)


def _domain(inference: Inference, read: Sequence[ReadPaper]) -> list[Flag]:
    """Names of things (BERTScore, LSTM, GPT-4) that the papers do not use: a warning, unless said
    of an audience.

    Names only: of what real users judged, inferences with a phrase that no paper of theirs uses
    were accepted as often as those without.
    """
    # its terms are taken from the papers; the rest is this project's wording
    if not read or inference.origin == "extractive":
        return []
    names = _names(inference.text)
    cited = [p for p in read if any(s.paper_id == p.paper.paper_id for s in inference.supports)]
    absent, where = _absent(names, [p.stems for p in read]), "None of your papers uses"
    if not absent and inference.origin != "user" and cited:
        absent, where = (
            _absent(names, [p.stems for p in cited]),
            "None of the papers that it cites uses",
        )
    is_sure = inference.aspect is not ProfileAspect.AUDIENCE
    if absent:
        return [
            _flag(
                ErrorType.DOMAIN,
                Severity.WARNING if is_sure else Severity.HINT,
                f"{where} {_quoted(absent)}.",
            )
        ]
    if inference.origin != "user" and cited and is_sure:
        stems = frozenset(
            stem for text in cited_texts(inference, read) for stem in content_stems(text)
        )
        if absent := _absent(names, [stems]):
            reason = (
                f"The cited paragraphs do not speak of {_quoted(absent)}; other parts of the "
                "papers do."
            )
            return [_flag(ErrorType.DOMAIN, Severity.HINT, reason)]
    return []


def _absent(terms: Sequence[str], texts: Sequence[frozenset[str]]) -> list[str]:
    """Terms of which no text has all words; parts of hyphenated words count as words."""
    return [t for t in terms if not any(_words(t) <= stems for stems in texts)]


def _words(term: str) -> set[str]:
    parts = set(content_stems(term.replace("-", " ")))
    return parts or set(content_stems(term))


def _quoted(terms: Sequence[str]) -> str:
    return " or ".join(f"“{t}”" for t in terms[:3])


def _names(text: str) -> list[str]:
    """What is written like a name of a thing, longest first; none a part of another."""
    kept: list[str] = []
    for name in sorted(
        {p.text for p in telling(text, longest=3) if " " not in p.text and _NAME.search(p.text)},
        key=lambda t: (-len(t), t),
    ):
        if not any(name in other for other in kept):
            kept.append(name)
    return kept


def _untitled(text: str) -> str:
    """Without titles in brackets: two inferences about one paper are not the same for that."""
    return re.sub(r"\(“[^”]*”\)", "", text)


_NAME = re.compile(r"[a-z][A-Z]|[A-Z]{2}|[A-Z]\w*\d")


def _overclaim(inference: Inference, total: int) -> list[Flag]:
    """Said of "your papers" with one paper behind it, or with none; or of all with fewer. Two
    papers of five are no reason to doubt: half of what real users accepted rests on less than half
    of their papers, and its complaints are not more frequent."""
    n = len(inference.supports)
    if total < 2 or not BROAD.search(inference.text):
        return []
    if n == 1:
        return [
            _flag(
                ErrorType.OVERCLAIM,
                Severity.WARNING,
                f"Only one of {counted(total, 'paper')} supports it.",
            )
        ]
    if n == 0:
        return [_flag(ErrorType.OVERCLAIM, Severity.HINT, "No paper is given as support.")]
    if ALL.search(inference.text) and n < total:
        return [
            _flag(
                ErrorType.OVERCLAIM,
                Severity.WARNING,
                f"It speaks of all papers; {n} of {total} support it.",
            )
        ]
    return []


def _convention(
    inference: Inference, read: Sequence[ReadPaper], background: Background
) -> list[Flag]:
    """What most papers do: a custom of writing, or one named where nothing of these papers is."""
    of_form = inference.aspect is ProfileAspect.WRITING_STYLE
    match = custom(inference.text, of_form=of_form)
    if match and (
        of_form
        or inference.origin == "user"
        or substance(inference.text, read, background) < LEAST_SUBSTANCE
    ):
        return [
            _flag(
                ErrorType.CONVENTION,
                Severity.WARNING,
                f"“{match.group()}” could be said of most papers: it tells little about yours.",
            )
        ]
    if (
        inference.origin == "extractive"
        or QUOTED.search(inference.text)
        or FROM_COUNTS.search(inference.basis)
    ):
        return []
    shares = [background.share(w.key) for w in telling(inference.text)]
    if shares and min(shares) > COMMON_SHARE:
        reason = (
            f"Every word of it stands in more than {100 * COMMON_SHARE:.0f} % of conference "
            "abstracts: name what is special."
        )
        return [_flag(ErrorType.CONVENTION, Severity.HINT, reason)]
    return []


def _worded(inference: Inference) -> list[Flag]:
    plain = unquoted(inference.text)
    rules: tuple[tuple[ErrorType, Severity, re.Pattern[str], Callable[[str], str]], ...] = (
        (
            ErrorType.STRENGTH,
            Severity.HINT,
            STRENGTH,
            lambda found: f"“{found}” is stronger than papers can show.",
        ),
        (
            ErrorType.IMPOSSIBLE,
            Severity.WARNING,
            IMPOSSIBLE,
            lambda found: f"“{found}” is true of nobody.",
        ),
        (
            ErrorType.STYLE,
            Severity.HINT,
            FLATTERY,
            lambda found: f"“{found}” praises instead of describing.",
        ),
    )
    flags = [
        _flag(kind, severity, reason(m.group()))
        for kind, severity, pattern, reason in rules
        if (m := _said(pattern, plain))
    ]
    if len(plain.split()) > MAX_WORDS and not any(f.error_type is ErrorType.STYLE for f in flags):
        flags.append(
            _flag(
                ErrorType.STYLE,
                Severity.HINT,
                f"It has more than {MAX_WORDS} words; one short sentence reads better.",
            )
        )
    return flags


def _said(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """The first match that the text does not deny."""
    return next((m for m in pattern.finditer(text) if not UNSAID.search(text[: m.start()])), None)


def _stands_on_the_same(one: Inference, other: Inference) -> bool:
    """Whether both are about the same phrases of the same papers, as two aspects can be that were
    written apart from each other."""
    here, there = ({s for term in i.terms for s in content_stems(term)} for i in (one, other))
    same_papers = {s.paper_id for s in one.supports} == {s.paper_id for s in other.supports}
    return (
        same_papers
        and len(one.supports) > 1
        and len(here) > 1
        and len(here & there) >= SAME_TERMS * len(here | there)
    )


def _repeats(inference: Inference, others: Sequence[Inference]) -> list[Flag]:
    text = _untitled(inference.text)
    for other in others:
        if other.inference_id == inference.inference_id or not other.enabled:
            continue
        same = overlap(text, _untitled(other.text))
        inside = inference.aspect is other.aspect
        if (
            same >= OPPOSED
            and inside
            and bool(DENIES.search(text)) != bool(DENIES.search(other.text))
        ):
            return [
                _flag(
                    ErrorType.PROFILE_GLOBAL,
                    Severity.HINT,
                    f"It may contradict “{other.text[:80]}”.",
                )
            ]
        if same >= (SAME if inside else SAME_ACROSS) or (
            same >= SAME_BESIDE and _stands_on_the_same(inference, other)
        ):
            return [
                _flag(
                    ErrorType.PROFILE_GLOBAL,
                    Severity.HINT,
                    f"It says much the same as “{other.text[:80]}”.",
                )
            ]
    return []

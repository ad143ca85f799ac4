"""Which error types of Table 9 an inference shows, as far as that can be seen without a model. For
users' edits and models' output.

Looked for: DOMAIN, OVERCLAIM, CONVENTION, CONTRAST, STRENGTH, IMPOSSIBLE, STYLE, PROFILE_GLOBAL.
UNIMPORT can't be seen from outside: only the researcher knows what matters. Source: MySQA Table 9,
D.1.

What a model wrote is held to the passages that it cites, what a user wrote only to the papers:
users know more than their papers say.
"""

import re
from collections.abc import Sequence

from myscholar.domain.flags import ErrorType, Flag, Severity
from myscholar.domain.papers import Paper
from myscholar.domain.profile import Inference, ProfileAspect
from myscholar.domain.text import counted
from myscholar.profile.contrasts import cited_texts, contrast_flags
from myscholar.profile.reading import ReadPaper, n_unread_of, read_papers
from myscholar.profile.repairs import repair_wording
from myscholar.profile.repeats import repeat_flags
from myscholar.profile.substance import substance, telling, unquoted
from myscholar.profile.wording import BACKGROUND, PaperSet
from myscholar.text.background import Background
from myscholar.text.lexicons import pattern
from myscholar.text.terms import content_stems

COMMON_SHARE = 0.08
"""A statement whose every phrase is in a larger share of background abstracts could be said of
nearly everybody. By hand."""
LEAST_SUBSTANCE = 3.2
"""A statement whose most telling word says less is about papers at large. By hand: ln 25, a word of
all these papers that one abstract in 25 has."""
MAX_WORDS = 60
"""Words of an inference that still reads well; by hand."""
QUOTED = re.compile(r"[“\"‘](?=\w)[^”\"’]{2,60}[”\"’]|(?<!\w)'(?=\w)[^']{2,60}'(?!\w)")
"""The papers' own words or a name of their making: what quotes is no convention."""
_OF_YOUR_PAPERS = pattern("inferences.of_your_papers")
_OF_ALL = pattern("inferences.of_all")
_CONVENTIONS = pattern("inferences.conventions")
_STRENGTH = pattern("inferences.strength")
_IMPOSSIBLE = pattern("inferences.impossible")
_PRAISE = pattern("inferences.praise")
_NEGATION = pattern("contrasts.negation")


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

    def look(at: Inference) -> list[Flag]:
        return [
            *_domain(at, read),
            *_overclaim(at, len(read) + n_unread),
            *_convention(at, read, background),
            *contrast_flags(at, read),
            *_worded(at),
            *repeat_flags(at, others),
        ]

    found = look(inference)
    had = {f.error_type for f in found}
    shelf = PaperSet(tuple(read), n_unread=n_unread)

    def repair_of(kind: ErrorType) -> str | None:
        text = repair_wording(inference, kind, shelf)
        after = look(inference.model_copy(update={"text": text})) if text else []
        return text if {f.error_type for f in after} <= had - {kind} else None

    mended = [f.model_copy(update={"repair": repair_of(f.error_type)}) for f in found]
    return tuple(sorted(mended, key=lambda f: f.severity is not Severity.WARNING))


def _warning(error_type: ErrorType, reason: str) -> list[Flag]:
    return [Flag(error_type=error_type, severity=Severity.WARNING, reason=reason)]


def _hint(error_type: ErrorType, reason: str) -> list[Flag]:
    return [Flag(error_type=error_type, severity=Severity.HINT, reason=reason)]


def _domain(inference: Inference, read: Sequence[ReadPaper]) -> list[Flag]:
    """Names of things (BERTScore, LSTM, GPT-4) that the papers do not use: a warning, unless said
    of an audience.

    Names only: of what real users judged, inferences with a phrase that no paper of theirs uses
    were accepted as often as those without.
    """
    # its terms are taken from the papers; the rest is this project's wording
    if not read or inference.origin == "extractive":
        return []
    names, is_sure = _names(inference.text), inference.aspect is not ProfileAspect.AUDIENCE
    cited = [p for p in read if any(s.paper_id == p.paper.paper_id for s in inference.supports)]
    is_held_to_cited = bool(cited) and inference.origin != "user"
    absent, where = _absent(names, [p.stems for p in read]), "None of your papers uses"
    if not absent and is_held_to_cited:
        absent = _absent(names, [p.stems for p in cited])
        where = "None of the papers that it cites uses"
    if absent:
        flag = _warning if is_sure else _hint
        return flag(ErrorType.DOMAIN, f"{where} {_quoted(absent)}.")
    if is_held_to_cited and is_sure:
        texts = cited_texts(inference, read)
        stems = frozenset(stem for text in texts for stem in content_stems(text))
        if absent := _absent(names, [stems]):
            reason = f"The cited paragraphs do not speak of {_quoted(absent)}; other parts of the "
            return _hint(ErrorType.DOMAIN, f"{reason}papers do.")
    return []


def _absent(terms: Sequence[str], texts: Sequence[frozenset[str]]) -> list[str]:
    """Terms of which no text has all words; parts of hyphenated words count as words."""

    def words(term: str) -> set[str]:
        return set(content_stems(term.replace("-", " "))) or set(content_stems(term))

    return [t for t in terms if not any(words(t) <= stems for stems in texts)]


def _quoted(terms: Sequence[str]) -> str:
    return " or ".join(f"“{t}”" for t in terms[:3])


def _names(text: str) -> list[str]:
    """What is written like a name of a thing, longest first; none a part of another."""
    kept: list[str] = []
    words = {p.text for p in telling(text, longest=3) if " " not in p.text and _NAME.search(p.text)}
    for name in sorted(words, key=lambda t: (-len(t), t)):
        if not any(name in other for other in kept):
            kept.append(name)
    return kept


_NAME = re.compile(r"[a-z][A-Z]|[A-Z]{2}|[A-Z]\w*\d")


def _overclaim(inference: Inference, total: int) -> list[Flag]:
    """Said of "your papers" with one paper behind it, or with none; or of all with fewer. Two
    papers of five are no reason to doubt: half of what real users accepted rests on less than half
    of their papers, and its complaints are not more frequent."""
    n, kind = len(inference.supports), ErrorType.OVERCLAIM
    if total < 2 or not _OF_YOUR_PAPERS.search(inference.text):
        return []
    if n == 1:
        return _warning(kind, f"Only one of {counted(total, 'paper')} supports it.")
    if n == 0:
        return _hint(kind, "No paper is given as support.")
    if _OF_ALL.search(inference.text) and n < total:
        return _warning(kind, f"It speaks of all papers; {n} of {total} support it.")
    return []


def custom(text: str) -> re.Match[str] | None:
    """What most papers do, as the text names it."""
    return _CONVENTIONS.search(unquoted(text))


def _convention(
    inference: Inference, read: Sequence[ReadPaper], background: Background
) -> list[Flag]:
    """What most papers do: a custom of writing, or one named where nothing of these papers is."""
    text, kind = inference.text, ErrorType.CONVENTION
    of_form = inference.aspect is ProfileAspect.WRITING_STYLE
    match = custom(text)
    says_so = of_form or inference.origin == "user"
    if match and (says_so or substance(text, read, background) < LEAST_SUBSTANCE):
        reason = "could be said of most papers: it tells little about yours."
        return _warning(kind, f"“{match.group()}” {reason}")
    is_special = QUOTED.search(text) or BACKGROUND in inference.basis
    if inference.origin == "extractive" or is_special:
        return []
    shares = [background.share(w.key) for w in telling(text)]
    if shares and min(shares) > COMMON_SHARE:
        reason = f"Every word of it stands in more than {100 * COMMON_SHARE:.0f} % of conference "
        return _hint(kind, f"{reason}abstracts: name what is special.")
    return []


def _worded(inference: Inference) -> list[Flag]:
    plain, flags = unquoted(inference.text), list[Flag]()
    if said := _said(_STRENGTH, plain):
        flags += _hint(ErrorType.STRENGTH, f"“{said}” is stronger than papers can show.")
    if said := _said(_IMPOSSIBLE, plain):
        flags += _warning(ErrorType.IMPOSSIBLE, f"“{said}” is true of nobody.")
    if said := _said(_PRAISE, plain):
        return [*flags, *_hint(ErrorType.STYLE, f"“{said}” praises instead of describing.")]
    if len(plain.split()) > MAX_WORDS:
        reason = f"It has more than {MAX_WORDS} words; one short sentence reads better."
        flags += _hint(ErrorType.STYLE, reason)
    return flags


def _said(wording: re.Pattern[str], text: str) -> str | None:
    """The first match that the text does not deny."""
    matches = wording.finditer(text)
    return next((m.group() for m in matches if not _NEGATION.search(text[: m.start()])), None)

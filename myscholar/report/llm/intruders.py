"""What a model that is taken in by a paper writes beside its sentences: addresses that no source
holds, and words on who the reader or an author is. No model."""

import re
from collections.abc import Iterable, Iterator

from myscholar.domain.drafts import Draft
from myscholar.domain.text import Span, counted, shorten
from myscholar.report.llm.lexical import statements, unquoted
from myscholar.report.llm.redraft import Cut, with_space_behind, without
from myscholar.text.lexicons import pattern
from myscholar.text.safeguards import addresses_in, is_withheld, without_addresses

_STUDIED = pattern("safeguards.studied")


def without_intruders(draft: Draft, sources: str) -> tuple[Draft, tuple[str, ...]]:
    """The draft without them, and what was left out, in sentences. An address that stands in the
    `sources` stays; a sentence within quotation marks is its source's."""
    said = [s.span for s in statements(draft.text) if _is_on_somebody(s.text)]
    strange = [m for m in addresses_in(draft.text) if not _is_in(m, sources)]
    cuts = [with_space_behind(span, draft.text) for span in said]
    cuts += (cut for match in strange for cut in _but_its_label(match, draft.text))
    tldr = "" if _is_on_somebody(draft.tldr) else without_addresses(draft.tldr)
    kept = without(draft.model_copy(update={"tldr": tldr}), _joined(cuts))
    notes = (
        _said(len(said), "sentence", draft.plan.title, "says who a person is"),
        _said(len(strange), "link", draft.plan.title, "leads to what no source names"),
    )
    return kept, tuple(filter(None, notes))


def _is_on_somebody(said: str) -> bool:
    """Not where it retells what is inferred of writers and users, or asked of them."""
    plain = unquoted(said)
    return is_withheld(plain) and not _STUDIED.search(plain)


def _joined(cuts: Iterable[Cut]) -> list[Cut]:
    """In order and apart: a sentence may end within what a link shows."""
    joined: list[Cut] = []
    for start, end in sorted(cuts):
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined


def _said(n: int, noun: str, title: str, why: str) -> str:
    were = "was" if n == 1 else "were"
    what = "it" if n == 1 else "each"
    of = shorten(title, 60)
    return f"{counted(n, noun)} of “{of}” {were} left out: {what} {why}." if n else ""


def _is_in(match: re.Match[str], sources: str) -> bool:
    return match["label"] is None and match[0].strip("<>.,;)") in sources


def _but_its_label(match: re.Match[str], text: str) -> Iterator[Cut]:
    if not match["label"]:
        start, end = with_space_behind(Span(*match.span()), text)
        yield (start if end > match.end() else len(text[:start].rstrip(" "))), end
    else:
        yield match.start(), match.start("label")
        yield match.end("label"), match.end()

"""What a source says wrongly of a paper is put right by the researcher."""

import contextlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any

from myscholar.domain.papers import Paper
from myscholar.domain.profile import CITED_FACTS
from myscholar.domain.text import one_line, shorten
from myscholar.errors import InputError, UnknownName
from myscholar.gateways.storage.records import ProfileInfo
from myscholar.library.merge import merge_papers
from myscholar.library.records import authors_of, doi_in
from myscholar.text.same_paper import is_cited
from myscholar.workflows.library.libraries import FIRST_YEAR, LAST_YEAR, change_paper
from myscholar.workflows.services import Services

LONGEST_TITLE = LONGEST_VENUE = 500
LONGEST_NAME = 200
"""Characters."""
MOST_AUTHORS = 3000


def edit_paper(
    services: Services,
    library: str,
    paper_id: str,
    *,
    title: str | None = None,
    authors: Sequence[str] | None = None,
    year: int | None = None,
    venue: str | None = None,
    doi: str | None = None,
) -> Paper:
    """Puts facts right, which then stay so when the paper is added again, also in saved profiles.
    None leaves a fact as it is; an empty one, or the year 0, takes it away.

    Raises InputError for what can't be one, or would make the paper another of the library, and
    what `set_relation` raises.
    """
    given = {"title": title, "authors": authors, "year": year, "venue": venue, "doi": doi}
    facts = {name: _FACT_OF[name](value) for name, value in given.items() if value is not None}
    before, edited = change_paper(
        services,
        library,
        paper_id,
        lambda p: p.with_facts(facts),
        check=partial(_check_apart, paper_id),
    )
    for info in services.store.profiles():
        _tell(services, info, before, edited)
    return edited


def _check_apart(paper_id: str, papers: Sequence[Paper]) -> None:
    """Raises InputError where the paper and another would become one when papers are added."""
    for merge in merge_papers(papers).merges:
        if paper_id in (merge.kept, merge.merged):
            (other,) = {merge.kept, merge.merged} - {paper_id}
            title = next(p.title for p in papers if p.paper_id == other)
            raise InputError(
                f"By its {merge.by} it would be the same paper as “{shorten(title, 80)}”, which "
                "the library holds too. If they are one, remove one of them."
            )


def _tell(services: Services, info: ProfileInfo, before: Paper, paper: Paper) -> None:
    """A saved profile shows the paper's facts as they are now: those that changed."""
    facts = {
        name: now for name in CITED_FACTS if (now := getattr(paper, name)) != getattr(before, name)
    }
    with contextlib.suppress(UnknownName):  # deleted at this moment
        while True:
            profile = services.store.load_profile(info.profile_id)
            if not any(is_cited(before, cited) for cited in profile.papers):
                return
            told = profile.with_facts(paper.paper_id, facts)
            if told == profile or services.store.replace_profile(profile, told, at=info.saved_at):
                return


def _title(text: str) -> str:
    if not (line := _line(text, "title", LONGEST_TITLE)):
        raise InputError("A paper needs a title.")
    return line


def _authors(names: Sequence[str]) -> tuple[str, ...]:
    """A name each, also "King, Jr., Martin Luther"; one with ";" or " and " is a list of names."""
    given = [one_line(name) for name in ([names] if isinstance(names, str) else names)]
    split = [authors_of(n) if ";" in n or " and " in n else (n,) for n in given]
    found = tuple(line for n in chain(*split) if (line := _line(n, "name", LONGEST_NAME)))
    if len(found) > MOST_AUTHORS:
        raise InputError(f"A paper has at most {MOST_AUTHORS:,} authors; these are {len(found):,}.")
    return found


def _line(text: str, noun: str, limit: int) -> str:
    """Empty where nothing of it can be seen. Raises InputError for more characters than `limit`."""
    line = one_line(text)
    if len(line) > limit:
        raise InputError(f"A {noun} has at most {limit} characters; this has {len(line):,}.")
    return line if any(c.isprintable() and not c.isspace() for c in line) else ""


def _year(year: int) -> int | None:
    if year and not FIRST_YEAR <= year <= LAST_YEAR:
        raise InputError(
            f"{year} can be no year of a paper. Give one of {FIRST_YEAR} to {LAST_YEAR}."
        )
    return year or None


def _doi(text: str) -> str | None:
    if (line := one_line(text)) and not doi_in(line):
        raise InputError(
            f"{shorten(line, 80)!r} is no DOI: one begins with 10. and has a slash, for example "
            "10.18653/v1/2022.acl-long.199."
        )
    return doi_in(line)


_FACT_OF: Mapping[str, Callable[[Any], object]] = {
    "title": _title,
    "authors": _authors,
    "year": _year,
    "venue": lambda text: _line(text, "venue", LONGEST_VENUE) or None,
    "doi": _doi,
}

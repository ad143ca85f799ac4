"""Every way to write a paper or an author down, as the id that the service takes."""

import re
from enum import StrEnum
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from myscholar.domain.text import writable


class Names(StrEnum):
    """What an identifier names."""

    PAPER = "paper"
    AUTHOR_ID = "author_id"
    AUTHOR_NAME = "author_name"
    TITLE = "title"


class Identifier(NamedTuple):
    names: Names
    value: str


_HASH = re.compile(r"[0-9a-f]{40}", re.I)
_ARXIV = re.compile(r"(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Za-z]{2})?/\d{7})(?:v\d+)?", re.I)
_DOI = re.compile(r"10\.\d{4,9}/\S+")
_PREFIXED = re.compile(r"(CorpusId|DOI|ARXIV|MAG|ACL|PMID|PMCID|URL)\s*:\s*(\S+)", re.I)
_SPELLING = {"corpusid": "CorpusId"}
_URL = re.compile(r"https?://\S+", re.I)
_SITE = re.compile(r"(?:www\.)?(?:[\w-]+\.)*?(?P<site>semanticscholar\.org|arxiv\.org|doi\.org"
                   r"|aclanthology\.org|aclweb\.org"
                   r"|pubmed\.ncbi\.nlm\.nih\.gov)")  # fmt: skip


def parse_identifier(text: str) -> Identifier:
    """What the user means by `text`; whatever is no id, URL or `author:...` is a title in words."""
    text = writable(text).strip()
    if text.casefold().startswith("author:"):
        who = text[len("author:") :].strip()
        return Identifier(Names.AUTHOR_ID if who.isdigit() else Names.AUTHOR_NAME, who)
    if _URL.fullmatch(text):
        return _of_url(text)
    if _HASH.fullmatch(text):
        return Identifier(Names.PAPER, text.lower())
    if match := _PREFIXED.fullmatch(text):
        return _of_prefix(match[1], match[2])
    if _DOI.fullmatch(text):
        return _of_doi(text)
    if match := _ARXIV.fullmatch(text):
        return Identifier(Names.PAPER, f"ARXIV:{match[1]}")
    return Identifier(Names.TITLE, " ".join(text.split()))


def paper_id(text: str) -> str:
    """Of a paper, as the service takes it; the text itself where it is no id or address."""
    names, value = parse_identifier(text)
    return value if names is Names.PAPER else writable(text).strip()


def _of_prefix(prefix: str, value: str) -> Identifier:
    prefix = _SPELLING.get(prefix.casefold(), prefix.upper())
    if prefix == "URL":
        return _of_url(value)
    if prefix == "DOI":
        return _of_doi(value)
    if prefix == "ARXIV" and (match := _ARXIV.fullmatch(value)):
        value = match[1]
    return Identifier(Names.PAPER, f"{prefix}:{value}")


def _of_doi(doi: str) -> Identifier:
    """An arXiv DOI is the arXiv id: the service knows every one of those, but few of these DOIs."""
    arxiv = re.fullmatch(r"10\.48550/arxiv\.(\S+)", doi, re.I)
    return Identifier(
        Names.PAPER, f"ARXIV:{_without_version(arxiv[1])}" if arxiv else f"DOI:{doi.rstrip('.,;')}"
    )


def _of_url(url: str) -> Identifier:
    try:
        parts = urlsplit(url)
    except ValueError:  # "https://[": no address, but the service may say so itself
        return Identifier(Names.PAPER, f"URL:{url}")
    path = unquote(parts.path).strip("/")
    match = _SITE.fullmatch((parts.hostname or "").casefold())
    site = match["site"] if match else ""
    if site == "semanticscholar.org":
        return _of_scholar_page(path, url)
    if site == "arxiv.org" and (found := re.fullmatch(r"(?:abs|pdf|html)/(.+?)(?:\.pdf)?", path)):
        return Identifier(Names.PAPER, f"ARXIV:{_without_version(found[1])}")
    if site == "doi.org" and _DOI.fullmatch(path):
        return _of_doi(path)
    if site in ("aclanthology.org", "aclweb.org") and (
        name := path.rsplit("/", 1)[-1].removesuffix(".pdf")
    ):
        return Identifier(Names.PAPER, f"ACL:{name}")
    if site.startswith("pubmed") and path.isdigit():
        return Identifier(Names.PAPER, f"PMID:{path}")
    return Identifier(Names.PAPER, f"URL:{url}")


def _of_scholar_page(path: str, url: str) -> Identifier:
    if (found := re.search(r"(?:^|/)author/(?:.*/)?(\d+)$", path)) is not None:
        return Identifier(Names.AUTHOR_ID, found[1])
    if (found := re.search(r"corpusid:(\d+)", path, re.I)) is not None:
        return Identifier(Names.PAPER, f"CorpusId:{found[1]}")
    if (found := _HASH.search(path)) is not None:
        return Identifier(Names.PAPER, found[0].lower())
    return Identifier(Names.PAPER, f"URL:{url}")


def _without_version(arxiv_id: str) -> str:
    match = _ARXIV.fullmatch(arxiv_id)
    return match[1] if match else arxiv_id

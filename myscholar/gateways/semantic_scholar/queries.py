"""Query texts and filters as the service takes them."""

import re
from collections.abc import Mapping

from myscholar.domain.evidence import SearchFilters

LONGEST_QUERY = 300
"""Characters. Longer texts are answered slowly or not at all."""

_HYPHENS = re.compile(r"[-\u2010-\u2015\u2212\ufe58\ufe63\uff0d]+")
_FIELDS_OF_STUDY = (
    "Computer Science; Medicine; Chemistry; Biology; Materials Science; Physics; Geology; "
    "Psychology; Art; History; Geography; Sociology; Business; Political Science; Economics; "
    "Philosophy; Mathematics; Engineering; Environmental Science; "
    "Agricultural and Food Sciences; Education; Law; Linguistics"
).split("; ")


def query_text(text: str) -> str:
    """`text` in one line without hyphens, for words with hyphens find nothing, and cut at a word.

    Source: https://api.semanticscholar.org/api-docs/graph ("Hyphenated query terms yield no
    matches").
    """
    printable = "".join(c if c.isprintable() else " " for c in _HYPHENS.sub(" ", text))
    line = " ".join(printable.split())
    if len(line) <= LONGEST_QUERY:
        return line
    head = line[: LONGEST_QUERY + 1]
    return head.rsplit(" ", 1)[0] if " " in head else line[:LONGEST_QUERY]


def paper_filters(filters: SearchFilters) -> Mapping[str, str]:
    """The parameters of the keyword search."""
    return {**snippet_filters(filters), **({"openAccessPdf": ""} if filters.open_access else {})}


def snippet_filters(filters: SearchFilters) -> Mapping[str, str]:
    """The parameters of the snippet search, which knows no filter on open access.

    A venue with a comma and a field that the service does not know can't be sent; the check of the
    answers still applies them.
    """
    venues = [v for v in filters.venues if "," not in v]
    wanted = [field.casefold() for field in filters.fields]
    fields = [f for f in _FIELDS_OF_STUDY if any(w in f.casefold() for w in wanted)]
    parameters = {
        "year": _years(filters),
        "venue": ",".join(venues) if len(venues) == len(filters.venues) else "",
        "fieldsOfStudy": ",".join(fields),
        "minCitationCount": str(filters.min_citations) if filters.min_citations else "",
    }
    return {name: value for name, value in parameters.items() if value}


def _years(filters: SearchFilters) -> str:
    """ "2020-2023", "2020-", "-2023" or nothing."""
    if filters.year_min is None and filters.year_max is None:
        return ""
    return f"{filters.year_min or ''}-{filters.year_max or ''}"

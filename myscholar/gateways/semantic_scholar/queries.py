"""Query texts and filters as the service takes them."""

import re
from collections.abc import Mapping
from urllib.parse import quote

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


def filter_options(filters: SearchFilters) -> Mapping[str, object]:
    """What the package's searches take, but for open access, which only one of them knows.

    A venue with a comma and a field that the service does not know can't be sent; the check of the
    answers still applies them.
    """
    years = f"{filters.year_min or ''}-{filters.year_max or ''}"
    venues = [quote(v) for v in filters.venues if "," not in v]
    wanted = [field.casefold() for field in filters.fields]
    return {
        "year": years if years != "-" else "",
        "venue": venues if len(venues) == len(filters.venues) else [],
        "fields_of_study": [f for f in _FIELDS_OF_STUDY if any(w in f.casefold() for w in wanted)],
        "min_citation_count": filters.min_citations,
    }

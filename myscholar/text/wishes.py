"""What words ask of a report beside what is to be told: tables and other forms, a place, ideas, the
reader's own work, conditions on papers. Read once, where an action is made."""

import re

from myscholar.domain.actions import Wish


def _p(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_FORMS = {
    Wish.TABLE: _p(r"\b(?:tables?|tabulate)\b(?! (?:of contents|question|qa|retrieval))"),
    Wish.FIGURE: _p(r"\b(?:diagrams?|(?:flow ?)?charts?|plots)\b"),
    Wish.CODE: _p(r"\b(?:pseudo-?code|source code|code (?:snippet|example|availab)|github)"),
    Wish.HEADINGS: _p(r"\b(?:sub-?)?headings?\b"),
    Wish.FORMULAS: _p(r"\b(?:equations?|formulas|math\w* (?:formulation|notation|detail)s?)\b"),
    Wish.LIST: _p(r"\b(?:check-?lists?|bullet\w*|numbered lists?|as a list)\b"),
}
_NOT_OF_REPORT = _p(
    r"\b(?:not?|don'?t|avoid|than|instead of)\b|\b(?:papers?|studies|work)\b[^.;,]{0,20}\b(?:with"
    r"|that|on)\b|\b(?:on|about)\b[^.;,]*$|\b(?:of|for) (?:[\w-]+ ){0,2}$"
)
"""What stands before a form that is unwanted, that papers are to have, or that is the topic itself:
"a section on charts"."""
_GIVES = _p(
    r"(?:^|\b(?:add|include|provide|give|show|us(?:e|ing)|make|create|draw|write|end|with|as"
    r"|in)\b[^.;]{0,60})$"
)
"""What stands before a form that the report is to have; elsewhere it is what the report speaks of:
"explain hash tables"."""
_PLACES = {
    Wish.FIRST: _p(
        r"\bfirst\b(?!-| (?:mention|use|time))|\b(?:begin|start|open) with\b|\bat the "
        r"(?:start|beginning|top)\b"
    ),
    Wish.LAST: _p(r"\b(?:end|close|finish|conclude) with\b|\bat the end\b"),
}
_OWN = {
    Wish.OWN_WORK: _p(
        r"\byour (?:own )?(?:\w+ )?(?:papers?|work|research|stud(?:y|ies)|framework|method"
        r"|results?|findings)\b"
    )
}
_SAID = {
    Wish.SIDE_BY_SIDE: _p(r"\b(?:tables?|tabular|matrix|side by side|comparison (?:chart|grid))\b"),
    Wish.IDEAS: _p(
        r"\b(?:ideas?|hypothes[ie]s|experiments?|follow-up|next "
        r"(?:study|studies|steps?|projects?)|research questions?|open questions?|directions?"
        r"|sketch)\b"
    ),
}
_LIMITS = {
    Wish.VENUE: _p(r"venue|conference|journal|proceedings|published (?:in|at)|workshop"),
    Wish.FIELD: _p(r"disciplin|fields? of|\bonly\b|restrict|limit|keep to|leave out"),
    Wish.MIN_CITATIONS: _p(r"\bcited\b|citation count|at least"),
    Wish.OPEN_ACCESS: _p(r"\bopen\b|\bfree"),
    Wish.YEAR_MIN: _p(r"\b(?:year|decade|since|after|last|past)|\d{4}"),
    Wish.YEAR_MAX: _p(r"\b(?:year|decade|before|until|till|up to|older)|\d{4}"),
}


def wishes_in(tldr: str, text: str) -> tuple[Wish, ...]:
    """What an action's words ask for, as far as rules see it. What it might help with is no
    wish for a form or a place."""
    return (
        *forms_in(f"{tldr}. {text.partition('which might help')[0]}"),
        *_found(_PLACES, f"{tldr}. {text.partition(', which ')[0]}"),
        *_found(_OWN, text.partition(", which might")[0]),
        *_found(_SAID, text),
        *limits_in(text, tldr),
    )


def forms_in(asked: str) -> tuple[Wish, ...]:
    """Not those that are to be avoided, that papers are to have ("papers with diagrams"), or that
    are the topic ("a section on charts")."""
    return tuple(
        form
        for form, pattern in _FORMS.items()
        if any(_is_wanted(asked, m.start()) for m in pattern.finditer(asked))
    )


def limits_in(*texts: str) -> tuple[Wish, ...]:
    """The conditions on papers that the words speak of, whether or not rules can read them."""
    return _found(_LIMITS, " ".join(texts))


def _found(patterns: dict[Wish, re.Pattern[str]], said: str) -> tuple[Wish, ...]:
    return tuple(wish for wish, pattern in patterns.items() if pattern.search(said))


def _is_wanted(asked: str, at: int) -> bool:
    before = re.split(r"[.;] ", asked[:at])[-1]
    return bool(_GIVES.search(before)) and not _NOT_OF_REPORT.search(before)

"""What can't be carried out: the tool reads papers and writes a report from them. Source: MySQA
Table 9, TRUST."""

import re

_PAPERS = (
    r"(?:papers|studies|works?|articles|literature|authors|researchers|sections?|tables?|lists?)"
)
_START = r"(?:^|\bI can (?:also )?|, (?:and |then )?|\band then )"
_READS_OF_IT = re.compile(
    r"^(?:also )?(?:search|look (?:for|into)|find|see if|leave out|exclude|focus|put|compare|add "
    r"a (?:section|table))\b",
    re.I,
)


def _p(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_BEYOND = (
    _p(rf"{_START}(?:re-?run|run|conduct|perform|carry "
       rf"out|do|replicate|reproduce)\b(?:(?!{_PAPERS})[^.;,]){{0,40}}\b(?:experiments?"
       r"|simulations?|user stud(?:y|ies)|interviews?|surveys?|benchmarks?|(?:meta-)?analys[ei]s"
       r"|results|tests?)\b"),
    _p(rf"{_START}(?:compute|calculate|pool|re-?analy[sz]e|simulate|train|fine-?tune|deploy"
       rf"|execute|download|submit|publish|prove)\b(?: \w+){{1,3}}"),
    _p(rf"{_START}translate\b(?! (?:[\w-]+ ){{0,3}}(?:in)?to "
       rf"(?:plain|simple|lay|practi|recommend|advice|steps))(?: \w+){{1,3}}"),
    _p(r"\b(?:e-?mail|contact|call|message|ask) (?:the |their "
       r")?(?:authors?|researchers?|experts?|colleagues?|participants?)\b"),
    _p(rf"{_START}(?:draw|plot|sketch|visuali[sz]e|create|make|generate|add|include|show|use|give"
       rf"|provide)\b(?:(?!{_PAPERS})[^.;,]){{0,35}}\b(?:figures?(?! "
       r"(?:on|for|about|per)\b)|diagrams?|charts?|plots?|images?|pictures?|slides?|videos?"
       r"|animations?|podcasts?)\b"),
    _p(r"\b(?:search|check|look (?:in|at|for|through)|find|include"
       rf"|browse)\b(?:(?!{_PAPERS})[^.;,]){{0,30}}\b(?:patents?|github|news|twitter|reddit|blogs?"
       r"|websites?|the web|wikipedia|social media)\b(?! (?!for|and|or|to|on|about|as)\w)"),
    _p(rf"{_START}(?:interview|poll|recruit)\b (?!{_PAPERS})(?:\w+ ){{0,3}}\w+"),
    _p(r"\b(?:notify|remind|alert) (?:you|me)\b|\bkeep you (?:posted|updated|informed)\b"),
)  # fmt: skip
_WRITES_CODE = _p(
    rf"{_START}(?:write|generate|provide|implement|give|add"
    rf"|create)\b(?:(?!{_PAPERS})[^.;]){{0,20}}\b(?:code|scripts?|program|software)\b"
)
"""A writer with a model can write code, pseudocode and formulas; the extractive one can't."""


def beyond_rules(tldr: str, text: str) -> str | None:
    """The words that ask what the extractive writer can't do; None if there are none."""
    return None if _READS_OF_IT.search(tldr) else _first((*_BEYOND, _WRITES_CODE), tldr, text)


def beyond_models(tldr: str, text: str) -> str | None:
    """The words that ask what no report writer here can do; None if there are none."""
    return _first(_BEYOND, tldr, text)


def _first(patterns: tuple[re.Pattern[str], ...], tldr: str, text: str) -> str | None:
    said = (tldr, text.partition("which might help")[0])
    found = (match for part in said for pattern in patterns if (match := pattern.search(part)))
    return next((match.group().removeprefix("I can ").strip(" ,") for match in found), None)

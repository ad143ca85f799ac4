"""What can't be carried out: the tool reads papers and writes a report from them. Source: MySQA Table 9, TRUST."""

import re

_IMPOSSIBLE = re.compile(
    r"\b(?:(?:run|re-?run|conduct|perform|carry out|do|replicate|reproduce)\b[^.;]{0,20}\b(?:experiments?|simulations?|stud(?:y|ies)|interviews?|surveys?|analys[ei]s|benchmarks?|results|code)"
    r"|(?:write|generate|provide|implement|give me|show|add|create|include)\b[^.;]{0,20}\b(?:code|scripts?|program|software|pseudocode)|(?:e-?mail|contact|call|phone|message|write to|ask)\b[^.;]{0,20}\b(?:authors?|researchers?|experts?|colleagues?)"
    r"|(?:draw|plot|sketch|paint|visuali[sz]e|create|make|generate|add|include)\b(?![^.;]*\b(?:sections?|tables?)\b)[^.;]{0,25}\b(?:figures?(?! (?:on|for|about|per)\b)|diagrams?|charts?|(?<!knowledge )(?<!scene )graphs?(?![-]| (?:neural|networks?|theor|transformers?|learning))|plots?|images?|pictures?|drawings?|animations?|videos?|slides?|podcast)"
    r"|(?:submit|publish|peer[- ]review) (?:it|this|the|my)|translate\b(?! (?:[\w-]+ ){0,3}(?:in)?to (?:plain|simple|lay|everyday|practi|recommend|guid|action|advice|steps))|(?:download|buy|purchase)\b|train (?:a|the|an) \w+|prove (?:the|that|a)\b|fine-?tune (?:a|the|an)\b|remind me|notify me|predict (?:the|what)|(?<!that )(?<!which )(?<!who )(?:interview|poll|recruit) (?:\w+ ){0,3}(?:people|users|experts|managers|participants|practitioners|students|patients|engineers|developers|researchers|teachers|workers))\b",
    re.IGNORECASE,
)  # fmt: skip
_READS_OF_IT = re.compile(
    r"^(?:i can )?(?:also )?(?:search|look|find|see if|check whether|leave out|exclude|focus|put|compare)\b", re.IGNORECASE
)

_PAPERS = r"(?:papers|studies|work|works|articles|literature|authors|researchers)"
_START = r"(?:^|\bI can (?:also )?|, (?:and |then )?|\band then )"


def _p(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_BEYOND_MODELS = (
    _p(
        rf"{_START}(?:re-?run|run|conduct|perform|carry out|do|replicate|reproduce)\b(?:(?!{_PAPERS}|section|table)[^.;,]){{0,40}}\b(?:experiments?|simulations?|user stud(?:y|ies)|interviews?|questionnaires?|surveys?|benchmarks?|ablations?|evaluations?|meta-analys[ei]s|results|code|tests?)\b"
    ),
    _p(rf"{_START}(?:compute|calculate|pool|re-?analy[sz]e|meta-analy[sz]e|simulate|train|fine-?tune|deploy|execute|download|verify empirically|prove)\b(?: \w+){{1,3}}"),
    _p(rf"{_START}translate\b(?! (?:[\w-]+ ){{0,3}}(?:in)?to (?:plain|simple|lay|everyday|practi|recommend|guid|action|advice|steps))(?: \w+){{1,3}}"),
    _p(r"\b(?:e-?mail|contact|call|message|invite|ask) (?:the |their |its |other )?(?:authors?|researchers?|experts?|colleagues?|practitioners?|participants?)\b"),
    _p(
        rf"{_START}(?:draw|plot|sketch|visuali[sz]e|render|create|make|generate|produce|add|include|show|read|extract|use|give|provide)\b(?:(?!{_PAPERS}|section|table|list|discussion|as in)[^.;,]){{0,35}}\b(?:figures?(?! (?:on|for|about|per)\b)|diagrams?|charts?|plots?|images?|pictures?|illustrations?(?! of)|infographics?|flow ?charts?|slides?|videos?|animations?|podcasts?)\b"
    ),
    _p(r"\b(?:draw|plot|sketch)(?:ing)? (?:a|an|the|some)\b(?!.{0,20}(?:line|distinction|parallel|comparison|link|connection|boundary))(?: \w+){1,2}"),
    _p(
        rf"\b(?:search|scan|check|look (?:up|in|at|for|through)|find|include|see if there are|browse|consult|pull in)\b(?:(?!{_PAPERS})[^.;,]){{0,30}}\b(?:patents?|github|git repositories|code repositories|news|twitter|tweets|reddit|blogs?|blog posts|websites?|web ?pages?|the web|wikipedia|forums?|youtube|hugging ?face|social media)\b(?! (?!for|and|or|to|on|about|as)\w)"
    ),
    _p(rf"{_START}(?:interview|poll|recruit|shadow|telephone)\b (?!{_PAPERS})(?:\w+ ){{0,3}}\w+"),
    _p(r"\b(?:notify|remind|alert) you\b|\bkeep you (?:posted|updated|informed)\b|\bmonitor (?:new|for)\b|\bwatch for new\b"),
)  # fmt: skip
"""What a writer with a model can't do either. Code, pseudocode and formulas it can write."""


def beyond_rules(tldr: str, text: str) -> str | None:
    """The words that ask what the extractive writer can't do; None if there are none."""
    match = _IMPOSSIBLE.search(tldr) or _IMPOSSIBLE.search(text)
    return match.group() if match and not _READS_OF_IT.search(tldr) else None


def beyond_models(tldr: str, text: str) -> str | None:
    """The words that ask what no report writer here can do; None if there are none."""
    what, _, _ = text.partition("which might help")
    for said in (tldr, what):
        for pattern in _BEYOND_MODELS:
            if match := pattern.search(said):
                return match.group().removeprefix("I can ").strip(" ,")
    return None

"""Eight actions as a researcher might choose them, two a stage and the same for every question, so
that reports with actions compare.

None shuts papers out: a limit on years would have a head start's first section written anew, if it
rests on older papers.
"""

from myscholar.domain.actions import Action, Category, Directive, Stage, Verb
from myscholar.domain.evidence import ActionId

ROWS = (
    (
        (Stage.SEARCH_ADD, Category.CONTENT, Verb.SEARCH, ("user study", "human evaluation")),
        "Also search studies with people",
        "I can also search for studies with human participants, which might help you see what "
        "holds beyond automatic measures.",
    ),
    (
        (Stage.SEARCH_ADD, Category.RESEARCH_IDEAS, Verb.SEARCH, ("education", "classroom")),
        "Look at uses in education",
        "I can look for work from education, which might help you find a setting that your own "
        "methods could be tried in.",
    ),
    (
        (Stage.SEARCH_REFINE, Category.CONTENT, Verb.FOCUS, ("language models",)),
        "Focus on language models",
        "I can focus on work about language models, which might help you skip results that do not "
        "carry over.",
    ),
    (
        (Stage.SEARCH_REFINE, Category.SPECIFICITY, Verb.FOCUS, ("pretrained models",)),
        "Put large pretrained models first",
        "I can put work on large pretrained models first, which might help you keep to current "
        "practice.",
    ),
    (
        (Stage.ORGANIZATION, Category.STYLE, Verb.COMPARE, ("method", "data")),
        "Compare methods side by side",
        "I can set the methods side by side, which might help you choose among them faster.",
    ),
    (
        (Stage.ORGANIZATION, Category.RESEARCH_IDEAS, Verb.NEXT_STEPS, ()),
        "End with open questions",
        "I can end with open questions that the papers name, which might help you find your next "
        "study.",
    ),
    (
        (Stage.GENERATION, Category.SPECIFICITY, Verb.NUMBERS, ()),
        "State measured results",
        "I can state the measured results, which might help you judge how large the effects are.",
    ),
    (
        (Stage.GENERATION, Category.STYLE, Verb.LIMITATIONS, ()),
        "Name each study's limits",
        "I can name the limits of each study, which might help you weigh what it claims.",
    ),
)


def eight_actions() -> tuple[Action, ...]:
    return tuple(
        Action(
            action_id=ActionId(f"bench-{number}"),
            tldr=tldr,
            text=text,
            stage=stage,
            category=category,
            personalized=False,
            directive=Directive(verb=verb, terms=terms),
            enabled=True,
            saves_time=verb is Verb.COMPARE,
        )
        for number, ((stage, category, verb, terms), tldr, text) in enumerate(ROWS, 1)
    )

"""One way to make a personalized candidate, with the topic put into its words."""

from myscholar.actions.asked import Asked
from myscholar.actions.candidates import Candidate
from myscholar.actions.reader import Related
from myscholar.domain.actions import Category, Directive, Stage
from myscholar.domain.profile import InferenceId


def make(
    q: Asked,
    stage: Stage,
    category: Category,
    directive: Directive,
    tldr: str,
    action: str,
    use: str,
    worth: float,
    *,
    default: float = 0.0,
    saves_time: bool = False,
    wild_card: bool = False,
    related: Related | None = None,
) -> Candidate:
    """`tldr`, `action` and `use` may hold {t} for the question's topic; `related` is the inference that it rests on."""
    return Candidate(
        stage=stage,
        category=category,
        directive=directive,
        tldr=q.tldr(tldr),
        text=q.text(action, use),
        worth=worth,
        default=default,
        inference_id=InferenceId(related.inference.inference_id) if related else None,
        saves_time=saves_time,
        wild_card=wild_card,
    )

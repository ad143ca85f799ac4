"""A specification -> who is asked."""

from myscholar.domain.interaction import User, UserKind, UserSpec
from myscholar.gateways.llm.llm import LLM
from myscholar.interactive.users.intents import IntentsUser
from myscholar.interactive.users.live import LiveUser, NobodyUser
from myscholar.interactive.users.persona import PersonaUser
from myscholar.interactive.users.reference import ReferenceUser
from myscholar.interactive.users.scripted import ScriptedUser
from myscholar.runs.run import Run
from myscholar.text.likeness import LEXICAL, Likeness


def user_of(
    spec: UserSpec, *, run: Run, llm: LLM | None = None, likeness: Likeness = LEXICAL
) -> User:
    """`llm` speaks for simulated users; without one they reply by rules. Only a live user waits."""
    match spec.kind:
        case UserKind.LIVE:
            return LiveUser(run)
        case UserKind.NOBODY:
            return NobodyUser()
        case UserKind.SCRIPTED:
            return ScriptedUser(spec, run)
        case UserKind.PERSONA:
            return PersonaUser(spec, run, llm, likeness)
        case UserKind.INTENTS:
            return IntentsUser(spec, run, llm, likeness)
        case UserKind.REFERENCE:
            return ReferenceUser(spec, run, llm, likeness)

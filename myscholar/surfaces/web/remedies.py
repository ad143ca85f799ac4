"""An error in words of the app: what happened, and the page or the field that helps."""

from myscholar.errors import MyScholarError, Remedy

WORDS = {
    Remedy.ASK_A_QUESTION: "Write one, for example: How are citations of generated answers "
    "verified?",
    Remedy.CHANGE_YEARS: "Change the years under “Sources and filters”.",
    Remedy.CHANGE_CITATIONS: "Change the number under “Sources and filters”.",
    Remedy.REBUILD_CORPUS: "Whoever runs this server has to rebuild it.",
    Remedy.REBUILD_OR_SAME_EMBEDDER: "Choose that one under Settings.",
    Remedy.SET_UP_MODEL: "Set up a language model under Settings.",
    Remedy.GIVE_KEY: "Give it under Settings, or in {place} before the app starts.",
    Remedy.OTHER_KEY_OR_MODEL: "Check the key, or choose another model, under Settings.",
    Remedy.RAISE_BUDGET: "What is finished is kept: raise the budget under Settings, then resume.",
    Remedy.RESUME_RUN: "What is finished is kept: resume it on the page Runs.",
    Remedy.RESUME_LATER: "What is finished is kept: resume it later on the page Runs.",
    Remedy.RECORD_A_RUN: "Choose a file that is one.",
    Remedy.SET_SCHOLAR_KEY: "Wait a little. A key makes it faster: Settings says where it goes.",
    Remedy.CHECK_SCHOLAR_KEY: "Its key is wrong: Settings says where it comes from.",
    Remedy.INSTALL_EXTRA: "Whoever runs this server can install it: the extra {extra}.",
}


def explain(error: MyScholarError) -> str:
    return error.with_remedy(WORDS[error.remedy] if error.remedy else "")

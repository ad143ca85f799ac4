"""An error in one line, with the command or the option that helps."""

import errno

from myscholar.errors import LLMError, MyScholarError, Remedy, StorageError

_REFUSALS = "EACCES EPERM EROFS ENOSPC EDQUOT EFBIG EIO ENOTDIR EISDIR EEXIST"
_TO_MEND = frozenset(getattr(errno, name) for name in _REFUSALS.split())

WORDS = {
    Remedy.ASK_A_QUESTION: 'Ask something, for example: myscholar report "How are ... evaluated?"',
    Remedy.CHANGE_YEARS: "See --year-min and --year-max.",
    Remedy.CHANGE_CITATIONS: "See --min-citations.",
    Remedy.REBUILD_CORPUS: "Rebuild it: myscholar corpus build SOURCE... --name {name} --rebuild",
    Remedy.REBUILD_OR_SAME_EMBEDDER: "Use that one, or add --rebuild.",
    Remedy.SET_UP_MODEL: "Set up a language model: `myscholar setup`.",
    Remedy.GIVE_KEY: "Run `myscholar setup`, or set it in {place}.",
    Remedy.OTHER_KEY_OR_MODEL: "Check the key, or choose another model: myscholar setup",
    Remedy.RAISE_BUDGET: "What is finished is kept; raise the budget (myscholar setup --budget, "
    "or MYSCHOLAR_BUDGET_USD) and resume.",
    Remedy.RESUME_RUN: "What is finished is kept: myscholar runs resume {run_id}",
    Remedy.RESUME_LATER: Remedy.RESUME_LATER.value,
    Remedy.RECORD_A_RUN: "One is made by: myscholar runs record RUN FILE",
    Remedy.SET_SCHOLAR_KEY: Remedy.SET_SCHOLAR_KEY.value,
    Remedy.CHECK_SCHOLAR_KEY: Remedy.CHECK_SCHOLAR_KEY.value,
    Remedy.INSTALL_EXTRA: "Install it with: pip install 'myscholar[{extra}]'",
}


def explain(error: MyScholarError) -> str:
    """Also how to go on with the run that a model ended."""
    said = error.with_remedy(WORDS[error.remedy] if error.remedy else "")
    if isinstance(error, LLMError) and error.run_id:
        said = f"{said} To go on: myscholar runs resume {error.run_id}"
    return " ".join(said.split())


def refused_by_system(error: OSError) -> StorageError | None:
    """What the system says against the use of a file, where the person who runs this can mend it:
    rights, room, a file in a folder's place. None for any other error."""
    if not error.filename or error.errno not in _TO_MEND:
        return None
    return StorageError(
        f"{error.filename} can't be used ({error.strerror}). See whose it is and whether there is "
        "room on its disk; MYSCHOLAR_HOME names another folder for all that is stored."
    )

"""What people think of inferences, actions, sections and spans. Source: MySQA §4.2, Table 9."""

import json
from collections.abc import Mapping

from myscholar.domain.feedback import Feedback, Subject
from myscholar.domain.text import writable
from myscholar.errors import InputError
from myscholar.workflows.services import Services

COMMENT_LIMIT = 2000
"""Characters of a comment."""
_WORDS_LIMIT, _ABOUT_LIMIT, _ITEM_LIMIT = 2000, 100, 500


def give_feedback(services: Services, feedback: Feedback) -> None:
    """Keeps it, in the place of what was said about the item before. Without a time it gets the
    present one.

    Raises InputError for error types that do not fit the subject, and for a comment that is too
    long; StorageError.
    """
    strange = [e for e in feedback.errors if e not in feedback.subject.error_types]
    if strange:
        raise InputError(f"{strange[0].value} is no error of this kind of item.")
    if len(feedback.comment) > COMMENT_LIMIT:
        raise InputError(
            f"The comment has {len(feedback.comment):,} characters; the limit is "
            f"{COMMENT_LIMIT:,}. Shorten it."
        )
    if not _is_id(feedback.about, _ABOUT_LIMIT) or not _is_id(feedback.item, _ITEM_LIMIT):
        raise InputError("Feedback needs to say what it is about.")
    comment, words = writable(feedback.comment), writable(feedback.words[:_WORDS_LIMIT])
    kept = {"comment": comment, "words": words, "at": feedback.at or services.now()}
    services.store.feedback.give(feedback.model_copy(update=kept))


def take_back(services: Services, subject: Subject, about: str, item: str) -> None:
    """Nothing happens if nothing was said. Raises StorageError."""
    services.store.feedback.take_back(subject, about, item)


def feedback_on(services: Services, about: str) -> Mapping[str, Feedback]:
    """What was last said of each item of a profile, inquiry or report, by `subject:item`. Raises
    StorageError."""
    return {feedback_key(f.subject, f.item): f for f in services.store.feedback.on(about)}


def feedback_key(subject: Subject, item: str) -> str:
    return f"{subject.value}:{item}"


def feedback_rows(services: Services) -> tuple[Feedback, ...]:
    """All of it, the oldest first. Raises StorageError."""
    return services.store.feedback.all()


def feedback_lines(services: Services) -> str:
    """All of it as JSON lines, for those who study what readers think of deep research."""
    return "".join(
        f"{json.dumps(f.model_dump(mode='json'), ensure_ascii=False)}\n"
        for f in feedback_rows(services)
    )


def _is_id(text: str, limit: int) -> bool:
    return 0 < len(text) <= limit and text.isprintable()

"""Replies given beforehand, for tests and demonstrations. It ships with the product."""

from myscholar.domain.dialogue import Answer, Question
from myscholar.errors import UnfitAnswer
from myscholar.interactive.users.live import left_to_the_tool
from myscholar.interactive.users.remembering import RememberingUser

BY = "the script"


class ScriptedUser(RememberingUser):
    """One reply a question, read as what a person types is; one that the question does not take,
    and every question after the last reply, is left to the tool."""

    async def _reply(self, question: Question) -> Answer:
        left = self.spec.items[len(self.said) :]
        try:
            return question.read(left[0], by=BY) if left else left_to_the_tool(question)
        except UnfitAnswer:
            return left_to_the_tool(question)

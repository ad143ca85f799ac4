"""Figures without a model come with words about how far they go."""

import re
from pathlib import Path

import eval.judges.local as room
from eval.domain.metric import FACTS
from eval.judges.local.caveats import CAVEATS, WHY_UNSCORED


def test_every_metric_that_needs_a_judge_has_a_caveat():
    assert set(CAVEATS) == {m for m, facts in FACTS.items() if "a judge" in facts.needs}


def test_every_name_of_something_unscored_is_put_in_words():
    code = "".join(
        p.read_text(encoding="utf-8") for p in sorted(Path(room.__file__).parent.glob("*.py"))
    )
    assert set(re.findall(r'reason=f?"([A-Z]\w+):', code.replace("reason=\n", "reason="))) <= set(
        WHY_UNSCORED
    )
    assert "NoneListed" in WHY_UNSCORED

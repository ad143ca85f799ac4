import pytest

from eval.studies.ablations import Ablation, variants
from eval.systems.names import EXTRACTIVE
from myscholar.domain.orders import Visibility
from myscholar.errors import InputError


def test_where_actions_are_shown_varies_as_in_table_6_with_the_products_own_way_first():
    assert [v.where for _, v in variants(Ablation.WHERE)] == [
        Visibility.ALL,
        Visibility.INCREMENTAL,
        Visibility.RELEVANT,
        Visibility.ONE_PROMPT,
    ]


def test_the_number_of_actions_varies_as_in_table_8_and_nothing_else_does():
    found = variants(Ablation.ACTIONS, engine=EXTRACTIVE)
    assert [(name, v.n_actions) for name, v in found] == [
        (f"{n} actions", n) for n in (4, 8, 12, 24, 30)
    ]
    assert len({v.model_copy(update={"n_actions": 0}) for _, v in found}) == 1


def test_models_vary_as_they_are_named_each_once():
    found = variants(Ablation.MODELS, models=["a:one", "b:two", "a:one"])
    assert [v.model for _, v in found] == ["a:one", "b:two"]
    assert {v.n_actions for _, v in found} == {4}
    with pytest.raises(InputError, match="two models or more"):
        variants(Ablation.MODELS, models=["a:one"])


@pytest.mark.parametrize("ablation", [Ablation.WHERE, Ablation.MODELS])
def test_the_extractive_engine_says_what_it_can_vary(ablation):
    with pytest.raises(
        InputError,
        match=rf"only vary the number of actions .* For --of {ablation} use --system myscholar:llm",
    ):
        variants(ablation, engine=EXTRACTIVE)

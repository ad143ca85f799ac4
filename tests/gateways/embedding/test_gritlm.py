"""GRIT-LM: the adapter with a stand-in for the library, and the library itself on tiny random
weights where it is installed."""

import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from myscholar.errors import EngineUnavailable, ExtraNotInstalled
from myscholar.gateways.embedding.gritlm import GritLmEmbedder
from myscholar.gateways.embedding.names import embedder_by_name


class StandIn:
    """Behaves as gritlm 1.0.2 does: talks while it loads, and an empty text has no mean."""

    def __init__(self, path: str, **options: str) -> None:
        if path == "nowhere":
            raise OSError("no such weights")
        print("Created GritLM")
        self.asked: list[tuple[str, ...]] = []

    def encode(self, texts, *, instruction, batch_size, max_length):
        self.asked.append((instruction, *texts))
        has_mean = [text not in ("", "overflows") for text in texts]
        return np.array(
            [
                [len(t), 1.0] if n else [np.nan, np.nan]
                for t, n in zip(texts, has_mean, strict=True)
            ],
            dtype=np.float32,
        )


@pytest.fixture
def library(monkeypatch):
    module = ModuleType("gritlm")
    module.GritLM = StandIn
    monkeypatch.setitem(sys.modules, "gritlm", module)


def test_questions_are_asked_with_a_task_and_documents_without(library):
    embedder = GritLmEmbedder("folder")
    embedder.embed(["a paper"])
    embedder.embed_query("a question")
    documents, question = embedder._model.asked
    assert documents == ("<|embed|>\n", "a paper")
    assert question[0].startswith("<|user|>\n")
    assert question[0].endswith("\n<|embed|>\n")


def test_a_text_without_words_has_a_zero_row(library):
    rows = GritLmEmbedder("folder").embed(["robots", ""])
    assert np.linalg.norm(rows, axis=1).round(6).tolist() == [1, 0]


def test_a_text_whose_vector_is_no_number_is_an_error_and_not_far_from_everything(library):
    with pytest.raises(EngineUnavailable, match="no numbers"):
        GritLmEmbedder("folder").embed(["robots", "overflows"])


def test_loading_leaves_standard_output_alone(library, capsys):
    GritLmEmbedder("folder").embed(["robots"])
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", "Created GritLM\n")


def test_weights_that_cannot_be_loaded_are_named(library):
    with pytest.raises(EngineUnavailable, match=r"gritlm:nowhere.*no such weights"):
        GritLmEmbedder("nowhere").embed(["robots"])


def test_without_the_library_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "gritlm", None)
    with pytest.raises(ExtraNotInstalled, match="its extra gritlm"):
        GritLmEmbedder("folder").embed(["robots"])


@pytest.fixture
def tiny_weights(tmp_path: Path) -> Path:
    """Two random layers and a tokenizer that learns its words on the spot."""
    pytest.importorskip("torch", reason="needs the extra gritlm, with torch")
    pytest.importorskip("gritlm", reason="needs the extra gritlm")
    import torch
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers
    from transformers import MistralConfig, MistralModel, PreTrainedTokenizerFast

    words = Tokenizer(models.BPE(unk_token="<unk>"))
    words.pre_tokenizer = pre_tokenizers.ByteLevel()
    letters = pre_tokenizers.ByteLevel.alphabet()
    special = ["<unk>", "<s>", "</s>"]
    words.train_from_iterator(
        ["robots plan paths", "models answer questions"],
        trainers.BpeTrainer(
            vocab_size=300, special_tokens=special, initial_alphabet=letters, show_progress=False
        ),
    )
    fast = PreTrainedTokenizerFast(
        tokenizer_object=words, unk_token="<unk>", bos_token="<s>", eos_token="</s>"
    )
    fast.save_pretrained(tmp_path)
    torch.manual_seed(0)
    config = MistralConfig(
        vocab_size=300,
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
    )
    MistralModel(config).save_pretrained(tmp_path)
    return tmp_path


def test_the_library_embeds_with_weights_of_a_folder(tiny_weights):
    embedder = embedder_by_name(f"gritlm:{tiny_weights}")
    rows = embedder.embed(["robots plan paths", "", "models answer questions " * 300])
    assert rows.shape == (3, embedder.dimension) == (3, 32)
    assert np.linalg.norm(rows, axis=1).round(5).tolist() == [1, 0, 1]
    assert np.allclose(embedder.embed(["robots plan paths"])[0], rows[0], atol=1e-5)
    asked = embedder.embed_query("robots plan paths")
    assert abs(float(np.linalg.norm(asked)) - 1) < 1e-5
    assert not np.allclose(asked, rows[0], atol=1e-3), "a question is read with its task in mind"

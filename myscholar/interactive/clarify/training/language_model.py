"""A language model in a folder: made from nothing, loaded, writing. The one file that loads models;
needs the extra `train`."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from myscholar.errors import ExtraNotInstalled, UnreadableFile

EXTRA = "train"
Messages = Sequence[dict[str, str]]
_END, _PAD = "<|end|>", "<|pad|>"
_ROLES = ("<|system|>", "<|user|>", "<|assistant|>")
_TEMPLATE = (
    "{% for m in messages %}{{ '<|' + m['role'] + '|>' + m['content'] + '<|end|>' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|assistant|>' }}{% endif %}"
)
MOST_NAMED = 64
"""Numbers of directions that are one token each; by hand."""


@contextmanager
def installed() -> Iterator[None]:
    """Raises ExtraNotInstalled for a library that is missing."""
    try:
        yield
    except ImportError as missing:
        raise ExtraNotInstalled(EXTRA) from missing


def check_installed() -> None:
    """Without loading anything. Raises ExtraNotInstalled."""
    if any(sys.modules.get(n, n) is None or not find_spec(n) for n in ("torch", "transformers")):
        raise ExtraNotInstalled(EXTRA)


def make_tokenizer(texts: Sequence[str], vocabulary: int) -> Any:
    """Byte pairs of the texts; a direction's number is one token."""
    with installed():
        from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
        from transformers import PreTrainedTokenizerFast
    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    numbers = [f"[{n}]" for n in range(1, MOST_NAMED + 1)]
    kept = trainers.BpeTrainer(
        vocab_size=vocabulary - len(numbers),
        special_tokens=[_PAD, _END, *_ROLES],
        initial_alphabet=alphabet,
        show_progress=False,
    )
    made.train_from_iterator(texts, kept)
    made.add_tokens(numbers)
    wrapped = PreTrainedTokenizerFast(tokenizer_object=made, eos_token=_END, pad_token=_PAD)
    wrapped.chat_template = _TEMPLATE
    wrapped.padding_side = "left"
    return wrapped


def make_model(
    tokenizer: Any, *, hidden: int, layers: int, heads: int, most_tokens: int, seed: int
) -> Any:
    """Of Qwen2's architecture, with random numbers."""
    with installed():
        from transformers import Qwen2Config, Qwen2ForCausalLM, set_seed
    set_seed(seed)
    config = Qwen2Config(
        vocab_size=len(tokenizer),
        hidden_size=hidden,
        intermediate_size=4 * hidden,
        num_hidden_layers=layers,
        num_attention_heads=heads,
        num_key_value_heads=heads,
        max_position_embeddings=most_tokens,
        tie_word_embeddings=True,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
        bos_token_id=None,
    )
    return Qwen2ForCausalLM(config)


def load(name: str | Path) -> tuple[Any, Any]:
    """Model and tokenizer, of a folder or by name; no code of theirs is run. Raises
    ExtraNotInstalled, UnreadableFile."""
    with installed():
        from transformers import AutoModelForCausalLM, AutoTokenizer
        from transformers.utils import logging
    logging.disable_progress_bar()
    try:
        tokenizer = AutoTokenizer.from_pretrained(str(name), trust_remote_code=False)
        model = AutoModelForCausalLM.from_pretrained(str(name), trust_remote_code=False)
    except Exception as failed:  # damaged weights raise whatever their library raises
        reason = f"no language model can be read there ({' '.join(str(failed).split())[:200]})"
        raise UnreadableFile(Path(name), reason) from failed
    tokenizer.padding_side = "left"
    return model, tokenizer


def fitted(messages: Messages, tokenizer: Any, most_tokens: int) -> Messages:
    """Without the oldest exchanges where all would be too long. The query always stays."""
    begun = 2 if messages[0]["role"] == "system" else 1
    kept = list(messages)
    while len(kept) > begun and _length(kept, tokenizer) > most_tokens:
        del kept[begun : begun + 2]
    return kept


def _length(messages: Messages, tokenizer: Any) -> int:
    text = tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)
    return len(tokenizer(text, add_special_tokens=False)["input_ids"])


class Writer:
    """Writes the next message of chats, several at once."""

    def __init__(self, model: Any, tokenizer: Any, *, most_tokens: int) -> None:
        import torch

        device = "cuda" if torch.cuda.is_available() else "cpu"
        self._model, self._tokenizer = model.to(device).eval(), tokenizer
        self._most = most_tokens

    def write(
        self, chats: Sequence[Messages], *, temperature: float = 0.0, seed: int = 0
    ) -> list[str]:
        """Temperature 0: the likeliest word each time."""
        import torch

        texts = [
            self._tokenizer.apply_chat_template(c, tokenize=False, add_generation_prompt=True)
            for c in chats
        ]
        read = self._tokenizer(
            texts, return_tensors="pt", padding=True, add_special_tokens=False
        ).to(self._model.device)
        chosen = {"do_sample": True, "temperature": temperature} if temperature else {}
        torch.manual_seed(seed)
        with torch.inference_mode():
            made = self._model.generate(
                input_ids=read["input_ids"],
                attention_mask=read["attention_mask"],
                max_new_tokens=self._most,
                pad_token_id=self._tokenizer.pad_token_id,
                eos_token_id=self._tokenizer.eos_token_id,
                **(chosen or {"do_sample": False}),
            )
        new = made[:, read["input_ids"].shape[1] :]
        said = self._tokenizer.batch_decode(new, skip_special_tokens=True)
        return [text.strip() for text in said]

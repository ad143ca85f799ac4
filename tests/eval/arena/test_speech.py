"""What a speech recognizer hears becomes segments."""

from types import SimpleNamespace

import pytest

from eval.arena.speech import Recognizer, transcribe
from myscholar.errors import UnreadableFile


class Ear:
    """Hears two sentences one after the other, as faster-whisper's model does: each when it is
    asked for."""

    def __init__(self, fault: Exception | None = None) -> None:
        self.fault, self.heard = fault, list[str]()

    def transcribe(self, audio: str, **options: object):
        self.heard.append(audio)
        assert options == {"vad_filter": True}
        return self._segments(), SimpleNamespace(language="de", language_probability=0.9)

    def _segments(self):
        yield SimpleNamespace(text=" Guten Tag.", start=0.0, end=1.5)
        if self.fault:
            raise self.fault
        yield SimpleNamespace(text=" Wir zählen.", start=1.5, end=3.0)


def test_a_recording_gives_segments_with_times_and_its_language(tmp_path):
    path = tmp_path / "talk.mp3"
    path.write_bytes(b"sound")
    ear: Recognizer = Ear()
    heard = transcribe(path, ear)
    assert [(s.text, s.start_s, s.end_s) for s in heard.segments] == [
        ("Guten Tag.", 0.0, 1.5),
        ("Wir zählen.", 1.5, 3.0),
    ]
    assert heard.language == "de"


def test_what_cannot_be_decoded_is_told_with_the_file(tmp_path):
    path = tmp_path / "talk.mp3"
    path.write_bytes(b"no sound")
    with pytest.raises(UnreadableFile, match=r"talk\.mp3: nothing could be heard in it \(bad\)"):
        transcribe(path, Ear(ValueError("bad")))
    with pytest.raises(UnreadableFile, match="no such file"):
        transcribe(tmp_path / "none.mp3", Ear())

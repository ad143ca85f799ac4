import pytest

from myscholar.domain.text import file_name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("How do readers check?", "How do readers check"),
        ('TCP/IP: <a> "b" | c* d\\', "TCP-IP- -a- -b- - c- d"),
        ("../../etc/passwd", "etc-passwd"),
        ("..", "file"),
        (" a title. . ", "a title"),
        ("a\r\nb\x00c\x7f", "a b c"),
        ("invoice\u202efdp.exe\u200b", "invoicefdp.exe"),
        ("\ud800", "file"),
        ("e\u0301tude", "\u00e9tude"),
        ("CON", "_CON"),
        ("aux.v1", "_aux.v1"),
        ("nul .v1", "_nul .v1"),
        ("Lpt9", "_Lpt9"),
        ("com\u00b9", "_com\u00b9"),
        ("conin$", "_conin$"),
        ("nul.", "_nul"),
        ("Console", "Console"),
        ("com10", "com10"),
        ("", "file"),
    ],
)  # fmt: skip
def test_what_somebody_wrote_becomes_a_name_that_every_system_takes(text: str, name: str) -> None:
    assert file_name(text) == name


def test_a_long_name_is_cut_between_characters_with_room_for_an_ending() -> None:
    # 3 bytes a character: 66 of them are 198 of the 200 bytes
    assert file_name("引" * 300) == "引" * 66
    assert len(f"{file_name('é' * 300)}-2.html".encode()) <= 255

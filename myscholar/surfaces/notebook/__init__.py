"""Scripts and notebooks: how what MyScholar returns is saved and shown there, and what is seen
while a call works. `prepare` is called when the class is first asked for.

looks       reports, profiles and actions as files and as HTML below a cell
progress    one line while a call works; nothing where nobody looks
"""

from myscholar.domain.model import Document
from myscholar.surfaces.notebook import progress
from myscholar.surfaces.notebook.looks import NotebookLook
from myscholar.workflows.my_scholar import MyScholar


def prepare() -> None:
    Document.look, MyScholar.listener = NotebookLook(), progress

"""The story beside a list: shown when it comes, unless the cursor went on meanwhile."""

from collections.abc import Callable

from ragtriage.errors import RagtriageError
from ragtriage.tui.messages import StoryReady
from ragtriage.tui.parts.background import Background
from ragtriage.tui.widgets.row_list import RowList
from ragtriage.tui.widgets.story_view import StoryView
from ragtriage.views.story import Line, Section, Span, Story
from ragtriage.workspace import Workspace


class StoryPane:
    """What is told of the row under the cursor."""

    def __init__(self, listed: RowList, view: StoryView, background: Background) -> None:
        self._list, self._view, self._background = listed, view, background

    def show(self, key: str, story: Story | None) -> None:
        """The story of a row; None: there is nothing to tell."""
        if key == self._list.cursor_key:
            self._view.show(story)

    def failed(self, key: str, error: RagtriageError) -> None:
        """Why it cannot be told: in its place, where there is room for long words."""
        self.show(key, of_error(key, error))

    def told(self, news: StoryReady) -> None:
        """A case's story came, or why it cannot be told."""
        if news.error is not None:
            self.failed(news.case_id, news.error)
        else:
            self.show(news.case_id, news.story)

    def read(self, key: str, tell: Callable[[Workspace], Story | None]) -> None:
        """Work it out behind the screen, on the workspace kept for reading."""
        self._background.read("story", tell, lambda story: self.show(key, story), lambda error: self.failed(key, error))


def of_error(key: str, error: RagtriageError) -> Story:
    """An error as a story: long ones are read there, the status line is short."""
    lines = [Line((Span("✗ ", "bad"), Span(error.title, "strong")), hang=2)]
    if error.next_step:
        lines += [Line((Span(part),), indent=2) for part in error.next_step.split("\n")]
    if error.where is not None:
        lines.append(Line((Span(str(error.where), "dim"),), indent=2))
    return Story(key, (Section("error", "It cannot be shown", tuple(lines)),))

"""The palette's commands. Names of configurations come from outside, and Textual's own provider reads names as markup:
a bracket in one would end the program."""

from rich.text import Text
from textual.command import DiscoveryHit, Hit, Hits, Provider

from ragtriage.text import one_line


class Commands(Provider):
    """What `App.get_system_commands` offers, as plain text."""

    async def discover(self) -> Hits:
        """All of them, in the app's order."""
        for title, about, act, _ in self.app.get_system_commands(self.screen):
            yield DiscoveryHit(Text(one_line(title)), act, help=about)

    async def search(self, query: str) -> Hits:
        """Those whose title matches."""
        matcher = self.matcher(query)
        for title, about, act, _ in self.app.get_system_commands(self.screen):
            if (score := matcher.match(title)) > 0:
                yield Hit(score, Text(one_line(title)), act, help=about)

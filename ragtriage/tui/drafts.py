"""Drafts of case files, under the name by which the screens know them."""

from ragtriage.authoring.kept_files import DIFF_LINES, Draft

__all__ = ["DIFF_LINES", "Draft"]

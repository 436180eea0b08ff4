"""ragtriage: keep the golden set of a RAG system true, and turn its failures into decisions.

`ragtriage.workspace.Workspace` is the front door of the library. Importing the package loads nothing heavy.
"""

__version__ = "0.1.0"

"""Who says so? Claims of an answer, held against what it was given, and how far to believe whoever judges them."""

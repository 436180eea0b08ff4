"""How good was it? Pure functions over one case and one output, one family a file; no I/O, clock or setting."""

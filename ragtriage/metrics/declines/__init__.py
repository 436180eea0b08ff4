"""How answers decline, language by language: tables of words, and one rule over them."""

"""How do bytes reach the disk, and come back unharmed?

`files` writes whole files or none, and undoes; `yaml_io` reads YAML as the text that stands there; `yaml_edit` changes
one field and no other byte; `schema` says what a file may hold; `database` keeps what can be computed again.
"""

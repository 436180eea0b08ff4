"""The one door to Git: nothing of a repository runs, fetches or writes unless a person commits.

Programs are started in `process` alone, on GitPython's process layer, which is first loaded when Git is asked.
"""

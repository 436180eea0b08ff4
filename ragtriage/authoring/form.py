"""A form and all that can be done to it, as one import: a screen needs little else."""

from ragtriage.authoring.fields import typed_in, with_field, without_part
from ragtriage.authoring.pieces import (
    confirm,
    moved,
    refuse,
    replace_quote,
    split_nugget,
    suggested_nuggets,
    toggled,
    with_nugget,
    with_quote,
)
from ragtriage.authoring.rows import FieldRow, RowKind, attribute_text, quote_text, rows_of_form
from ragtriage.authoring.values import Form, Looking, Origin, OriginKind, Typing

__all__ = [
    "FieldRow",
    "Form",
    "Looking",
    "Origin",
    "OriginKind",
    "RowKind",
    "Typing",
    "attribute_text",
    "confirm",
    "moved",
    "quote_text",
    "refuse",
    "replace_quote",
    "rows_of_form",
    "split_nugget",
    "suggested_nuggets",
    "toggled",
    "typed_in",
    "with_field",
    "with_nugget",
    "with_quote",
    "without_part",
]

"""A fast test of whether data is valid under a JSON Schema.

jsonschema explains what is wrong with a file, but it takes 0.07 s to import and 40 times longer to
validate a ruleset. Valid files, the common case, are therefore accepted here; jsonschema is called
for the others only. Both use the same schemas, and tests compare their answers. Only the keywords
that occur in these schemas are implemented.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, TypeAlias

Schema: TypeAlias = "dict[str, Any]"

REMARKS: Final = frozenset(
    "title description examples enumDescriptions x-bare doNotSuggest $schema $id then else".split()
)
"""Keywords that are not checked by themselves; `if` reads `then` and `else`.

`x-bare` names the keys that a value alone is probably meant for, in place of a mapping, the
likeliest first.
"""


def is_valid(value: object, schema: Schema) -> bool:
    """Return whether data is valid under a schema.

    Args:
        value: plain data: mappings, lists and scalars.
        schema: a JSON Schema (draft 2020-12) without references.

    Raises:
        KeyError: the schema has a keyword that is not implemented.

    >>> is_valid({"size": 3}, {"properties": {"size": {"type": "integer", "minimum": 1}}})
    True
    >>> is_valid([True], {"items": {"type": "integer"}})
    False
    """
    for keyword, limit in schema.items():
        if keyword not in REMARKS and not _CHECKS[keyword](value, limit, schema):
            return False
    return True


def _is(value: object, kind: str) -> bool:
    # 2.0 is an integer in JSON Schema but not in YAML.
    if kind == "integer" or (kind == "number" and type(value) is int):
        return type(value) is int
    return isinstance(value, _TYPES[kind])


_TYPES: Final[dict[str, type]] = {
    "object": dict,
    "array": list,
    "string": str,
    "number": float,
    "boolean": bool,
    "null": type(None),
}


def _type(value: object, limit: str | list[str], _: Schema) -> bool:
    return _is(value, limit) if isinstance(limit, str) else any(_is(value, each) for each in limit)


def _properties(value: Any, limit: dict[str, Schema], _: Schema) -> bool:
    if not _is(value, "object"):
        return True
    return all(is_valid(value[key], part) for key, part in limit.items() if key in value)


def _additional(value: Any, limit: bool | Schema, schema: Schema) -> bool:
    if not _is(value, "object") or limit is True:
        return True
    others = value.keys() - schema.get("properties", {}).keys()
    if limit is False:
        return not others
    return all(is_valid(value[key], limit) for key in others)


def _if(value: object, limit: Schema, schema: Schema) -> bool:
    branch = schema.get("then" if is_valid(value, limit) else "else")
    return branch is None or is_valid(value, branch)


def _dependent_required(value: Any, limit: dict[str, list[str]], _: Schema) -> bool:
    if not _is(value, "object"):
        return True
    return all(need in value for key, needs in limit.items() if key in value for need in needs)


def _dependent_schemas(value: Any, limit: dict[str, Schema], _: Schema) -> bool:
    if not _is(value, "object"):
        return True
    return all(is_valid(value, part) for key, part in limit.items() if key in value)


def _unique(value: Any, limit: bool, _: Schema) -> bool:
    if not _is(value, "array") or not limit:
        return True
    return not any(each in value[:index] for index, each in enumerate(value))


def _same(value: object, other: object) -> bool:
    return value == other and (type(value) is bool) == (type(other) is bool)


def _number(value: object) -> bool:
    return isinstance(value, int | float) and type(value) is not bool


_Check: TypeAlias = Callable[[Any, Any, Schema], bool]
_CHECKS: Final[dict[str, _Check]] = {
    "type": _type,
    "properties": _properties,
    "additionalProperties": _additional,
    "if": _if,
    "dependentRequired": _dependent_required,
    "dependentSchemas": _dependent_schemas,
    "uniqueItems": _unique,
    "required": lambda v, limit, _: not _is(v, "object") or all(key in v for key in limit),
    "propertyNames": lambda v, limit, _: not _is(v, "object") or all(is_valid(key, limit) for key in v),
    "items": lambda v, limit, _: not _is(v, "array") or all(is_valid(e, limit) for e in v),
    "enum": lambda v, limit, _: any(_same(v, each) for each in limit),
    "const": lambda v, limit, _: _same(v, limit),
    "pattern": lambda v, limit, _: not _is(v, "string") or re.search(limit, v) is not None,
    "maxLength": lambda v, limit, _: not _is(v, "string") or len(v) <= limit,
    "minimum": lambda v, limit, _: not _number(v) or v >= limit,
    "maximum": lambda v, limit, _: not _number(v) or v <= limit,
    "minItems": lambda v, limit, _: not _is(v, "array") or len(v) >= limit,
    "minProperties": lambda v, limit, _: not _is(v, "object") or len(v) >= limit,
    "maxProperties": lambda v, limit, _: not _is(v, "object") or len(v) <= limit,
    "not": lambda v, limit, _: not is_valid(v, limit),
    "anyOf": lambda v, limit, _: any(is_valid(v, part) for part in limit),
    "allOf": lambda v, limit, _: all(is_valid(v, part) for part in limit),
}

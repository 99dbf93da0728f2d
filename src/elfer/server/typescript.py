"""TypeScript types from JSON schemas, as far as our messages need them."""

from __future__ import annotations

import json
from typing import Any

_HEAD = """// Written by `python -m elfer.server.schema` from elfer/server/messages.py: change it there.
"""
_PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def typescript(components: dict[str, Any]) -> str:
    """A module with one exported type for each component."""
    return _HEAD + "".join(_exported(name, schema) for name, schema in sorted(components.items()))


def _exported(name: str, schema: dict[str, Any]) -> str:
    about = schema.get("description", "")
    comment = f"\n/** {' '.join(about.split())} */" if about else ""
    if schema.get("type") == "object" and "properties" in schema:
        return f"{comment}\nexport interface {name} {_object(schema, '')}\n"
    return f"{comment}\nexport type {name} = {_type(schema, '')};\n"


def _object(schema: dict[str, Any], indent: str) -> str:
    required, inner = set(schema.get("required", ())), indent + "  "
    lines = []
    for field, kind in schema["properties"].items():
        # What has a default may be left out by whoever writes it, and is left out by the server.
        lines.append(f"{inner}{field}{'' if field in required else '?'}: {_type(kind, inner)};\n")
    return "{\n" + "".join(lines) + indent + "}"


def _type(schema: dict[str, Any], indent: str) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(_type(one, indent) for one in schema["anyOf"])
    match schema.get("type"):
        case "array":
            return _array(schema, indent)
        case "object" if "properties" in schema:
            return _object(schema, indent)
        case "object":
            return f"Record<string, {_type(schema.get('additionalProperties') or {}, indent)}>"
        case str(plain):
            return _PLAIN[plain]
    return "unknown"


def _array(schema: dict[str, Any], indent: str) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(_type(item, indent) for item in schema['prefixItems'])}]"
    item = _type(schema.get("items") or {}, indent)
    return f"({item})[]" if "|" in item else f"{item}[]"

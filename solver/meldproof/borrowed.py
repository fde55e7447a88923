"""What the system and the readers of JSON and TOML say of a fault, in the user's language."""

from __future__ import annotations

import re

from meldproof.messages import language

SYSTEM = {
    "No such file or directory": "no existe el archivo o la carpeta",
    "Permission denied": "no hay permiso",
    "Operation not permitted": "no está permitido",
    "Is a directory": "es una carpeta",
    "Not a directory": "no es una carpeta",
    "File exists": "ya existe",
    "No space left on device": "no queda lugar en el disco",
    "Read-only file system": "el disco es de solo lectura",
    "File name too long": "el nombre es demasiado largo",
    "Too many levels of symbolic links": "los enlaces dan vueltas en círculo",
    "Input/output error": "falló la lectura o la escritura",
    "Device or resource busy": "está ocupado",
    "Too many open files": "hay demasiados archivos abiertos",
    "Exec format error": "no es un programa que se pueda ejecutar",
    "Broken pipe": "nadie lee la salida",
    "embedded null byte": "hay un carácter nulo en el nombre",
    "Input data was truncated": "se corta antes de terminar",
    "There is no nest behind this key": "no hay una tabla con esa clave",
}
"""Whole texts."""
READERS = (
    (r"Object missing required field `(.*?)`", r"falta el campo `\1`"),
    (r"Object contains unknown field `(.*?)`", r"no se conoce el campo `\1`"),
    (r"Expected `(.*?)`, got `(.*?)`", r"se espera `\1`, no `\2`"),
    (r"Expected `(.*?)` of length ([<>]?=? ?\d+)", r"se espera `\1` de largo \2"),
    (r"Expected `(.*?)` ([<>]=? ?\S+)", r"se espera `\1` \2"),
    (r"Expected `(.*?)`", r"se espera `\1`"),
    (r"Invalid (?:enum )?value ('.*?'|\S+)(?= - at |$)", r"no vale \1"),
    (r"Integer value out of range", "el número es demasiado grande"),
    (r"JSON is malformed: .*? \(byte (\d+)\)", r"no es JSON bien escrito (byte \1)"),
    (r"Invalid UTF-8 encoded string", "no es texto UTF-8"),
    (r" - at `(.*?)`", r", en `\1`"),
    (r"\(at line (\d+), column (\d+)\)", r"(línea \1, columna \2)"),
    (r"\(at end of document\)", "(al final)"),
    (r"Invalid statement", "no se entiende"),
    (r"Expected newline or end of document after a statement", "sobra algo después de un dato"),
    (r"Expected '=' after a key in a key/value pair", "falta '=' después de una clave"),
    (r"Expected ('.*?') at the end of (?:a table|an array) declaration", r"falta \1 al final del encabezado"),
    (r"Expected ('.*?')(?= \()", r"falta \1"),
    (r"Found invalid character ('.*?')", r"no puede haber \1"),
    (r"Illegal character ('.*?')", r"no puede haber \1"),
    (r"Cannot declare (\(.*?\)) twice", r"\1 está dos veces"),
    (r"Cannot overwrite a value", "un dato está dos veces"),
    (r"Cannot mutate immutable namespace (\(.*?\))", r"\1 ya está escrito entero"),
    (r"Cannot redefine namespace (\(.*?\))", r"\1 ya está escrito"),
    (r"Duplicate inline table key ('.*?')", r"\1 está dos veces"),
    (r"Invalid initial character for a key part", "una clave no puede empezar así"),
    (r"Unclosed array", "falta cerrar una lista"),
    (r"Unclosed inline table", "falta cerrar una tabla"),
    (r"Unterminated string", "falta cerrar un texto"),
    (r"Unescaped '\\+' in a string", r"en un texto, la barra '\\' se escribe dos veces"),
    (r"Invalid hex value", "el código de un carácter está mal escrito"),
    (r"Escaped character is not a Unicode scalar value", "ese código no es de ningún carácter"),
    (r"Invalid date or datetime", "la fecha no existe"),
    (r"Invalid value", "el valor está mal escrito"),
)
"""Parts of texts, the longer before the shorter, with what they become."""


def borrowed(fault: Exception | str) -> str:
    """What a fault of another program says; as it stands in English, or where its words aren't known."""
    text = getattr(fault, "strerror", None) or " ".join(str(fault).split())
    if language() == "en":
        return text
    if text in SYSTEM:
        return SYSTEM[text]
    for pattern, spanish in READERS:
        text = re.sub(pattern, spanish, text)
    return text

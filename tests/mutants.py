"""Mutants: a module's source with one small thing changed, as a slip of the pen would change it."""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
EXCHANGED = {"min": "max", "max": "min", "any": "all", "all": "any", "all_of": "any_of", "any_of": "all_of"}
SHORT = 100


class Mutant(NamedTuple):
    """A changed module. `name` says what was changed so that it outlives other changes of the file."""

    path: Path
    name: str
    first_line: int
    last_line: int
    tree: ast.Module


def mutants(path: Path, shown: str) -> Iterator[Mutant]:
    """Every mutant of a file, whose name begins with `shown`."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    count: Counter[str] = Counter()
    for function, node in _changeable(tree, ""):
        for changed in _changes(node):
            said = f"{shown} {function}: {_short(node)} → {_short(changed)}"
            count[said] += 1
            name = said if count[said] == 1 else f"{said} ({count[said]})"
            whole = copy.deepcopy(tree, {id(node): changed})
            last = getattr(node, "end_lineno", node.lineno) if not isinstance(node, ast.stmt) else node.lineno
            yield Mutant(path, name, node.lineno, last, ast.fix_missing_locations(whole))


def _short(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= SHORT else f"{text[:SHORT]}…"


def _changeable(node: ast.AST, function: str) -> Iterator[tuple[str, ast.expr | ast.stmt]]:
    """Every expression and statement that does something, with the function it is in; no types, no wording of errors."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or _is_idle(child) or isinstance(node, ast.Raise | ast.JoinedStr):
                continue
            inside = child.name if isinstance(child, ast.FunctionDef | ast.ClassDef) else function
            if isinstance(child, ast.expr | ast.stmt):
                yield inside, child
            yield from _changeable(child, inside)


def _is_idle(node: ast.AST) -> bool:
    text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return text or isinstance(node, ast.Import | ast.ImportFrom)


def _changes(node: ast.expr | ast.stmt) -> Iterator[ast.AST]:
    match node:
        case ast.Compare(left, ops, comparators):
            for number, op in enumerate(ops):
                if type(op) in SWAPPED:
                    swapped = SWAPPED[type(op)]()
                    yield _at(node, ast.Compare(left, [*ops[:number], swapped, *ops[number + 1 :]], comparators))  # type: ignore[list-item]
        case ast.BinOp(left, op, right) if type(op) in SWAPPED:
            yield _at(node, ast.BinOp(left, SWAPPED[type(op)](), right))  # type: ignore[arg-type]
        case ast.BoolOp(op, values):
            yield _at(node, ast.BoolOp(SWAPPED[type(op)](), values))  # type: ignore[arg-type]
            for number in range(len(values)):
                rest = [*values[:number], *values[number + 1 :]]
                yield rest[0] if len(rest) == 1 else _at(node, ast.BoolOp(op, rest))
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield operand
        case ast.IfExp(test, body, orelse):
            yield body
            yield orelse
        case ast.Constant(bool() as value):
            yield _at(node, ast.Constant(not value))
        case ast.Constant(int() as value):
            yield _at(node, ast.Constant(value + 1))
            if value:
                yield _at(node, ast.Constant(value - 1))
        case ast.Call(ast.Name(name), arguments, keywords) if name in EXCHANGED:
            yield _at(node, ast.Call(ast.Name(EXCHANGED[name], ast.Load()), arguments, keywords))
        case ast.comprehension(ifs=[_]):
            pass
        case ast.If(test, body, orelse):
            yield _at(node, ast.If(ast.UnaryOp(ast.Not(), test), body, orelse))
            yield _at(node, ast.If(ast.Constant(False), body, orelse))
        case ast.While(_, body, orelse):
            yield _at(node, ast.While(ast.Constant(False), body, orelse))
        case ast.Expr() | ast.Assign() | ast.AugAssign() | ast.Raise() | ast.Return() | ast.Continue() | ast.Break():
            yield _at(node, ast.Pass())


def _at(old: ast.AST, new: ast.AST) -> ast.AST:
    return ast.copy_location(new, old)

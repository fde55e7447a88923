"""The certificate checker's guards, and copies of the checker in which one of them is left out.

A guard is what makes the checker refuse: each alternative of a condition under which it raises, says that prices have a
flaw, or finds a reason in a table of reasons. They are found in the source, so that none can be forgotten.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

PARTS = tuple(
    f"meldproof.checking.certificate_{part}" for part in ("settings", "question", "columns", "claim", "checker")
)
"""The checker's modules, each after those that it imports."""


class Copy(NamedTuple):
    """A copy of the checker: its modules by their short names."""

    modules: dict[str, ModuleType]

    def check(self, text: str | bytes) -> tuple[int, str]:
        outcome: tuple[int, str] = self.modules["checker"].check_certificate(text)
        return outcome


class Guard(NamedTuple):
    """One alternative of a condition: the module's short name, the function, the condition as Python writes it."""

    module: str
    function: str
    condition: str

    def __str__(self) -> str:
        return f"{self.module}.{self.function}: {self.condition}"


@cache
def source(module: str) -> str:
    spec = find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).read_text(encoding="utf-8")


def guards() -> list[Guard]:
    """Every guard of the checker, in the order of the source."""
    return [guard for module in PARTS for guard, *_ in _guards(module, ast.parse(source(module)))]


def without(guard: Guard) -> Copy:
    """The checker with a guard left out."""
    module = next(part for part in PARTS if part.endswith(f"_{guard.module}"))
    tree = ast.parse(source(module))
    ((node, value),) = [(node, value) for found, node, value in _guards(module, tree) if found == guard]
    return copy_of({module: ast.fix_missing_locations(_Replaced(node, value).visit(tree))})


def copy_of(changed: Mapping[str, ast.Module]) -> Copy:
    """A copy of the checker in which some modules have other sources."""
    kept = {name: sys.modules.get(name) for name in PARTS}
    try:
        for name in PARTS:
            module = sys.modules[name] = ModuleType(name)
            exec(compile(changed.get(name) or source(name), f"<copy of {name}>", "exec"), module.__dict__)
        return Copy({name.rpartition("_")[2]: sys.modules[name] for name in PARTS})
    finally:
        for name, old in kept.items():
            if old is None:
                del sys.modules[name]
            else:
                sys.modules[name] = old


def _guards(module: str, tree: ast.Module) -> Iterator[tuple[Guard, ast.expr, bool]]:
    """Each guard with its expression, and what to put there so that nothing is refused."""
    short = module.rpartition("_")[2]
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for condition, whole in _refusing(function):
                for part in _alternatives(condition, ast.And if whole else ast.Or):
                    yield Guard(short, function.name, ast.unparse(part)), part, whole


def _refusing(function: ast.FunctionDef) -> Iterator[tuple[ast.expr, bool]]:
    """The conditions of a function under which it refuses, and (True) those that all have to hold."""
    for node in ast.walk(function):
        match node:
            case ast.If(body=[*_, ast.Raise()], orelse=[]):
                yield node.test, False
            case ast.If(body=[*_, ast.Return()]) if function.name == "flaw_of":
                yield node.test, False
            case ast.If(body=[ast.Expr(ast.Call(ast.Attribute(ast.Name("wrong"), "append")))]):
                yield node.test, False
            case ast.Assign(targets=[ast.Name("reasons")], value=ast.Dict(values=reasons)):
                yield from ((reason, False) for reason in reasons)
            case ast.Return(value=ast.BoolOp(op=ast.And()) as value) if function.name in ("_is", "_is_fraction"):
                yield value, True


def _alternatives(condition: ast.expr, of: type[ast.boolop]) -> Iterator[ast.expr]:
    if isinstance(condition, ast.BoolOp) and isinstance(condition.op, of):
        for part in condition.values:
            yield from _alternatives(part, of)
    else:
        yield condition


class _Replaced(ast.NodeTransformer):
    """A tree in which one expression is evaluated, but is always false, or always true."""

    def __init__(self, node: ast.expr, value: bool) -> None:
        self.node, self.value = node, value

    def visit(self, node: ast.AST) -> ast.AST:
        if node is not self.node:
            return super().visit(node)
        return ast.BoolOp(ast.Or() if self.value else ast.And(), [self.node, ast.Constant(value=self.value)])

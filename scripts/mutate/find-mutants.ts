import { stripTypeScriptTypes } from "node:module";
import * as ts from "typescript/unstable/ast";
import { dropSqlConditions } from "./drop-sql-conditions.ts";
import { parseSources } from "./parse-sources.ts";

export type Rule =
  | "flip comparison"
  | "negate condition"
  | "drop call"
  | "change number"
  | "swap and/or"
  | "return early"
  | "drop sql condition"
  | "swap default"
  | "drop spread"
  | "flip boolean";

/** One small change to one file: the characters from start to end become `text`. */
export type Edit = { start: number; end: number; text: string; rule: Rule };
type PlacedEdit = Edit & { isTopLevel: boolean };
/** `isTopLevel`: the code runs when the file is loaded, not when a function is called. */
export type Mutant = Edit & { file: string; line: number; before: string; after: string; isTopLevel: boolean };

/** Every one-line change to these sources (by path) that is still valid code, in text order. */
export function findMutants(sources: Record<string, string>): Mutant[] {
  return parseSources(sources).flatMap(({ file, text, tree }) =>
    findEdits(text, tree)
      .toSorted((one, other) => one.start - other.start || one.end - other.end)
      .filter((edit) => isOtherProgram(text, applyEdit(text, edit)))
      .map((edit) => describe(file, text, edit)),
  );
}

export function applyEdit(text: string, { start, end, text: replacement }: Edit): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

function findEdits(text: string, tree: ts.SourceFile): PlacedEdit[] {
  const edits: PlacedEdit[] = [];
  const visit = (node: ts.Node, isTopLevel: boolean): void => {
    // Types and import declarations do not exist at run time.
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    edits.push(...editNode(node, text, tree).map((edit) => ({ ...edit, isTopLevel })));
    const isInside = isTopLevel && !ts.isFunctionLikeDeclaration(node) && !ts.isArrowFunction(node);
    node.forEachChild((child) => visit(child, isInside));
  };
  tree.forEachChild((node) => visit(node, true));
  return edits;
}

function editNode(node: ts.Node, text: string, tree: ts.SourceFile): Edit[] {
  const replace = (part: ts.Node, rule: Rule, to: (was: string) => string): Edit[] => {
    const [start, end] = [part.getStart(tree), part.getEnd()];
    return [{ start, end, rule, text: to(text.slice(start, end)) }];
  };
  // A single comparison is flipped by another rule.
  const negate = (condition: ts.Node) =>
    isComparison(condition) ? [] : replace(condition, "negate condition", (was) => `!(${was})`);

  if (ts.isBinaryExpression(node)) return editBinary(node, replace);
  if (ts.isIfStatement(node) || ts.isWhileStatement(node)) return negate(node.expression);
  if (ts.isConditionalExpression(node)) return negate(node.condition);
  if (ts.isExpressionStatement(node) && isCall(node.expression)) return replace(node, "drop call", () => ";");
  if (ts.isNumericLiteral(node))
    return isUnreached(node) ? [] : replace(node, "change number", (was) => changeNumber(was));
  if (isUnreached(node)) return [];
  if (node.kind === ts.SyntaxKind.TrueKeyword) return replace(node, "flip boolean", () => "false");
  if (node.kind === ts.SyntaxKind.FalseKeyword) return replace(node, "flip boolean", () => "true");
  if (ts.isSpreadAssignment(node)) return replace(node, "drop spread", () => "...{}");
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node)) {
    const start = node.getStart(tree);
    return dropSqlConditions(text.slice(start, node.getEnd())).map((edit) => ({
      start: edit.start + start,
      end: edit.end + start,
      text: "",
      rule: "drop sql condition",
    }));
  }
  return ts.isBlock(node) ? returnEarly(node, tree) : [];
}

const otherOperators: Record<string, [Rule, string]> = {
  "===": ["flip comparison", "!=="],
  "!==": ["flip comparison", "==="],
  "<": ["flip comparison", ">="],
  ">=": ["flip comparison", "<"],
  ">": ["flip comparison", "<="],
  "<=": ["flip comparison", ">"],
  "&&": ["swap and/or", "||"],
  "||": ["swap and/or", "&&"],
};

function isComparison(node: ts.Node): boolean {
  return ts.isBinaryExpression(node) && otherOperators[node.operatorToken.getText()]?.[0] === "flip comparison";
}

type Replace = (part: ts.Node, rule: Rule, to: (was: string) => string) => Edit[];

function editBinary(node: ts.BinaryExpression, replace: Replace): Edit[] {
  const operator = node.operatorToken.getText();
  const other = otherOperators[operator];
  if (other !== undefined) return replace(node.operatorToken, other[0], () => other[1]);
  if (operator !== "??") return [];
  const [left, right] = [node.left.getText(), node.right.getText()];
  // With null or undefined as the default, swapping would change nothing, so the value itself is dropped.
  const isNothing = right === "null" || right === "undefined";
  return replace(node, "swap default", () => (isNothing ? `(${right})` : `((${right}) ?? (${left}))`));
}

function isCall(expression: ts.Node): boolean {
  if (ts.isAwaitExpression(expression) || ts.isVoidExpression(expression)) return isCall(expression.expression);
  // Without its super() call a class is not valid code.
  return ts.isCallExpression(expression) && expression.expression.kind !== ts.SyntaxKind.SuperKeyword;
}

// The default after `rowCount ??` or `rows[0]?.count ??`, or of a value destructured from `rows[0]`, only satisfies the
// compiler: the database always answers.
function isUnreached({ parent }: ts.Node): boolean {
  if (ts.isBindingElement(parent)) {
    const declared = parent.parent.parent;
    return ts.isVariableDeclaration(declared) && /\brows\[0\] \?\?/.test(declared.initializer?.getText() ?? "");
  }
  if (!ts.isBinaryExpression(parent) || parent.operatorToken.getText() !== "??") return false;
  return /\browCount$|\brows\[0\]/.test(parent.left.getText());
}

// Doubling is more than a rounding error, but not so much that everything breaks.
function changeNumber(was: string): string {
  const number = Number(was.replaceAll("_", ""));
  return number === 0 ? "1" : String(number * 2);
}

function returnEarly(block: ts.Block, tree: ts.SourceFile): Edit[] {
  if (!ts.isFunctionLikeDeclaration(block.parent) || block.statements.length === 0) return [];
  if (ts.isConstructorDeclaration(block.parent)) return [];
  const at = block.getStart(tree) + 1;
  return [{ start: at, end: at, text: " return;", rule: "return early" }];
}

function isOtherProgram(text: string, mutated: string): boolean {
  try {
    return stripTypeScriptTypes(mutated) !== stripTypeScriptTypes(text);
  } catch {
    return false;
  }
}

function describe(file: string, text: string, edit: PlacedEdit): Mutant {
  const lineStart = text.lastIndexOf("\n", edit.start - 1) + 1;
  const end = text.indexOf("\n", edit.start);
  const lineEnd = end === -1 ? text.length : end;
  const rest = edit.end >= lineEnd ? "" : text.slice(edit.end, lineEnd);
  return {
    ...edit,
    file,
    line: text.slice(0, edit.start).split("\n").length,
    before: text.slice(lineStart, lineEnd).trim(),
    after: (text.slice(lineStart, edit.start) + edit.text + rest).trim(),
  };
}

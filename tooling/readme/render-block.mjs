// Turns one block of README code into the body of a test: imports are taken out, and what a comment claims
// (`expression; // → value`) becomes an assertion.
import { Visitor } from "oxc-parser";
import { parseSource } from "../source-file.mjs";

const arrow = /^ *→ */;
const throwsWord = /^throws +/;

/** The body of the test, and the import statements that were taken out of it. */
export function renderBlock({ code, run }, where) {
  const parsed = parseSource(where.replace(/:\d+$/, ".ts"), code);
  const edits = parsed.module.staticImports.map(({ start, end }) => ({ start, end, text: "" }));
  for (const statement of parsed.program.body)
    if (statement.type === "ExportNamedDeclaration" && statement.declaration)
      edits.push({ start: statement.start, end: statement.declaration.start, text: "" });
  if (run) edits.push(...assertions(code, parsed, where));
  return { body: applyEdits(code, edits), imports: parsed.module.staticImports };
}

function assertions(code, { program, comments }, where) {
  const statements = claimingStatements(program);
  return comments
    .filter(({ type, value }) => type === "Line" && arrow.test(value))
    .map((comment) => {
      const claim = comment.value.replace(arrow, "").trim();
      const found = statements.find(
        ({ node }) => node.end <= comment.start && /^[ \t]*$/.test(code.slice(node.end, comment.start)),
      );
      if (found === undefined)
        throw new Error(
          `${where}: "→ ${claim}" stands behind no expression or constant, so nothing would check it`,
        );
      return { start: found.node.start, end: comment.end, text: assertion(code, found, claim) };
    });
}

/** Every statement that can carry a claim, and whether `await` may be written in its place. */
function claimingStatements(program) {
  const statements = [];
  let depth = 0;
  const enter = () => {
    depth += 1;
  };
  const leave = () => {
    depth -= 1;
  };
  const note = (node) => statements.push({ node, topLevel: depth === 0 });
  const functions = ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"];
  const scopes = functions.flatMap((type) => [
    [type, enter],
    [`${type}:exit`, leave],
  ]);
  new Visitor({ ...Object.fromEntries(scopes), ExpressionStatement: note, VariableDeclaration: note }).visit(
    program,
  );
  return statements;
}

function assertion(code, { node, topLevel }, claim) {
  const source = code.slice(node.start, node.end);
  if (node.type === "VariableDeclaration")
    return `${source} expect(${code.slice(node.declarations[0].id.start, nameEnd(node))}).toEqual(${claim});`;
  const subject = shownValue(node.expression);
  const expression = code.slice(subject.start, subject.end);
  if (throwsWord.test(claim))
    return `await expect((async () => (${expression}))()).rejects.toMatchObject(${claim.replace(throwsWord, "")});`;
  return `expect(${topLevel ? "await " : ""}(${expression})).toEqual(${claim});`;
}

/** Where the name of a declared constant ends: before its type, if it has one. */
function nameEnd({ declarations: [{ id }] }) {
  return id.typeAnnotation ? id.typeAnnotation.start : id.end;
}

/** `console.log(x); // → 1` claims something about x. */
function shownValue(expression) {
  const { type, callee, arguments: args } = expression;
  const logs =
    type === "CallExpression" && callee.type === "MemberExpression" && callee.object.name === "console";
  return logs && args.length === 1 ? args[0] : expression;
}

function applyEdits(code, edits) {
  let text = code;
  for (const { start, end, text: replacement } of edits.toSorted((a, b) => b.start - a.start))
    text = text.slice(0, start) + replacement + text.slice(end);
  return text.trim();
}

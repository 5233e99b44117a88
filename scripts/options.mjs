// Options that nobody sets: optional members of types named Options, Props or Settings, if no object and no element of the tree has a
// value with that name. It compares names alone, which takes seconds where types would take a minute; tests count as setters.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { root } from './processes.mjs';

const named = /(Options|Props|Settings)$/;

function* nodesOf(node) {
  yield node;
  const children = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* nodesOf(child);
}

const isOptions = (node) =>
  (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) && named.test(node.name.text);

/** @param sources texts by file; returns `file:line name` for each option that nothing sets */
export function unsetOptions(sources) {
  const options = [];
  const written = new Set(['children']);
  for (const [file, text] of sources) {
    const tree = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
    for (const node of nodesOf(tree)) {
      if (isOptions(node)) options.push(...[...nodesOf(node)].filter((one) => ts.isPropertySignature(one)));
      else if (ts.isObjectLiteralElementLike(node) || ts.isJsxAttribute(node))
        written.add(node.name?.text ?? node.name?.getText());
      else if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken)
        written.add(node.left.name?.text);
    }
  }
  return options
    .filter(({ questionToken, name }) => questionToken && !written.has(name.getText()))
    .map((option) => {
      const file = option.getSourceFile();
      return `${file.fileName}:${file.getLineAndCharacterOfPosition(option.getStart()).line + 1} ${option.name.getText()}`;
    });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = ts.sys.readDirectory(root, ['.ts', '.tsx'], ['**/node_modules', 'dist', '.cache'], ['apps', 'libs']);
  const unset = unsetOptions(files.map((file) => [relative(root, file), readFileSync(file, 'utf8')]));
  for (const line of unset) process.stdout.write(`nobody sets ${line}\n`);
  process.exit(unset.length > 0 ? 1 : 0);
}

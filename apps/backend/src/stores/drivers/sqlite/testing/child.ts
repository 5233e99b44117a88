import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { transformFileSync } from '@swc/core';

const sources = resolve(import.meta.dirname, '../../../..');

/**
 * Starts a JavaScript program in its own process, so that a test can kill it. The program may `require` the given files
 * of the back end (paths below `src`, without extension), whose imports must stay below `src`.
 */
export function startChild(folder: string, files: readonly string[], program: string): ChildProcess {
  mkdirSync(folder, { recursive: true });
  const wanted = new Set(files);
  for (const file of wanted) {
    const { code } = transformFileSync(join(sources, `${file}.ts`), {
      swcrc: false,
      module: { type: 'commonjs' },
      jsc: { target: 'es2022', parser: { syntax: 'typescript', decorators: true } },
    });
    for (const [, path] of code.matchAll(/require\("(\.{1,2}\/[^"]+)"\)/g)) wanted.add(join(dirname(file), path!));
    const target = join(folder, `${file}.js`);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, code);
  }
  symlinkSync(resolve(sources, '../../../node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}');
  writeFileSync(join(folder, 'child.js'), program);
  return spawn(process.execPath, [join(folder, 'child.js')], { stdio: ['ignore', 'pipe', 'inherit'] });
}

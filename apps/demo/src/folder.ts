import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

const marker = 'demo.json';

/** The marker in the demo's data folder: written when the filling begins, and again when it is done. */
export interface Marker {
  readonly filledAt: string | null;
  /** The process that fills it. */
  readonly pid: number;
}

export type FolderState = 'empty' | 'filled' | 'being-filled' | 'half-filled' | 'of-others';

export function demoFolder(given: string | undefined): string {
  return resolve(given || './data-demo');
}

export function stateOf(folder: string): FolderState {
  if (folder === resolve('./data') || basename(folder) === 'data') return 'of-others';
  if (!existsSync(folder)) return 'empty';
  if (existsSync(join(folder, marker))) {
    const { filledAt, pid } = JSON.parse(readFileSync(join(folder, marker), 'utf8')) as Marker;
    if (filledAt !== null) return 'filled';
    return isAlive(pid) ? 'being-filled' : 'half-filled';
  }
  // A start that failed early leaves nothing but the secret.
  return readdirSync(folder).some((name) => name !== 'secret') ? 'of-others' : 'empty';
}

/** Removes the files of an interrupted filling; only in a folder with our marker. */
export function clear(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name !== marker) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

export function mark(folder: string, filledAt: string | null): void {
  writeFileSync(join(folder, marker), JSON.stringify({ filledAt, pid: process.pid } satisfies Marker));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The product's version: that of the nearest package.json above this file, in sources and in the build. */
function findVersion(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (!existsSync(file)) continue;
    const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as { name?: string; version?: string };
    if (name === 'gos' || name === '@gos/backend') return version ?? 'unknown';
  }
  return 'unknown';
}

export const version = findVersion();

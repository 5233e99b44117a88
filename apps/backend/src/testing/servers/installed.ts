import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** False with TEST_SERVERS=none: then tests run as if no server were installed. */
export const areServersAllowed = process.env.TEST_SERVERS !== 'none';

const place = '.cache/test-servers/venv';

/** The virtual environment of the servers that `node scripts/test-servers.mjs` installs, from the sources and from what is built. */
export const installedServers = found(import.meta.dirname);

function found(folder: string): string {
  const above = dirname(folder);
  if (above === folder || existsSync(join(folder, place))) return join(folder, place);
  return found(above);
}

import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../kernel/config';
import { replaceSecret, secretMin } from '../kernel/secret-file';
import { importFrom } from '../operator/ops/importing';
import { OperationRefused, type ReportLine } from '../operator/ops/operation-report';
import { assertNobodyRuns, assertStopped } from '../operator/ops/preconditions';
import { inStandaloneApp, withStores } from './standalone';

/**
 * Imports an export into this stopped installation and builds its read models.
 * @throws OperationRefused
 */
export async function importHere(config: Config, file: string, report: ReportLine): Promise<boolean> {
  await assertStopped(config);
  let { secret } = config;
  await withStores(config, async (stores) => {
    await assertNobodyRuns(config, stores);
    await importFrom(file, stores, report, {
      founding: (id) => stores.parts.name(id),
      header(header) {
        secret = secretAfter(config, header.secret, report);
      },
    });
  });
  report('building the read models');
  await inStandaloneApp({ ...config, secret }, (operations) => operations.run('lag', [], report));
  report('imported: Gos can be started. It then reads the log once more, for what follows in other streams.');
  return true;
}

/**
 * Imports an export that comes on the standard input, as into a container, whose user cannot read the files of others.
 * @throws OperationRefused
 */
export async function importFromStdin(config: Config, report: ReportLine): Promise<boolean> {
  if (process.stdin.isTTY) throw new OperationRefused('"import -" reads an export: npm run ops -- import - < FILE');
  await assertStopped(config);
  // It is read to its end before anything is written, and then once more.
  const file = join(config.dataDir, 'import.part');
  try {
    await pipeline(process.stdin, createWriteStream(file, { mode: 0o600 }));
    return await importHere(config, file, report);
  } finally {
    await rm(file, { force: true });
  }
}

/** Takes over the key of the old installation, so that its sessions stay valid. */
function secretAfter(config: Config, old: string, report: ReportLine): string {
  if (config.secret === old) return old;
  if (process.env.GOS_SECRET || old.length < secretMin) {
    report(
      'GOS_SECRET is not that of the old installation: everybody will have to sign in again. With the old one, sessions stay valid.',
    );
    return config.secret;
  }
  replaceSecret(config.dataDir, old);
  return old;
}

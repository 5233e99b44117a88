import 'reflect-metadata';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closeToOthers, makeForOwnerOnly } from './kernel/closed-folder';
import { readConfig } from './kernel/config';
import { assertKinds } from './kernel/data-folder';
import { announceRunning, withdrawRunning } from './operator/ops/running';
import { sentenceOf } from './operator/ops/start-failure';

const here = fileURLToPath(import.meta.url);
/** The built front end: in `dist`, whether this is the bundle in `dist/apps` or a module in `dist/modules`. */
const pages = join(here.slice(0, here.lastIndexOf(`${sep}dist${sep}`)), 'dist/frontend');

makeForOwnerOnly();
try {
  const config = readConfig(process.env);
  assertKinds(config.dataDir);
  const open = closeToOthers(config.dataDir);
  // Loading the application takes a second, and an error in the settings should appear before that.
  const { createApp } = await import('./app');
  const { PinoLogger } = await import('./observability/logger');
  const { FirstPerson } = await import('./operator/admin/first-person');
  const { Lifecycle } = await import('./operator/lifecycle');
  const logger = new PinoLogger(config.logLevel);
  if (open !== null) logger.warn(open);
  const app = await createApp(config, { logger, pages });
  const lifecycle = app.get(Lifecycle, { strict: false });
  await lifecycle.begin(async () => {
    await app.listen(config.port, config.host);
    const address = (await app.getUrl())
      .replace('[::1]', 'localhost')
      .replace('0.0.0.0', 'localhost')
      .replace('127.0.0.1', 'localhost');
    announceRunning(config, Number(new URL(address).port || 80));
    process.on('exit', () => withdrawRunning(config));
    await lifecycle.standing();
    process.stdout.write(`\n  Gos is running at ${config.publicUrl ?? address}\n  Data: ${config.dataDir}\n\n`);
    await lifecycle.started();
    if (config.role === 'all' || config.role === 'api') {
      const invitation = await app.get(FirstPerson, { strict: false }).invitation(config.publicUrl ?? address);
      if (invitation !== null) {
        process.stdout.write(`  Nobody has registered yet. The first person becomes the admin:\n  ${invitation}\n\n`);
      }
    }
  });
} catch (error) {
  process.stderr.write(`Gos cannot start: ${sentenceOf(error)}\n`);
  process.exit(1);
}

import 'reflect-metadata';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApp } from './app';
import { ConfigError, readConfig } from './config';
import { PinoLogger } from './logger';
import { announceRunning, withdrawRunning } from './ops/running';

const pages = join(fileURLToPath(new URL('.', import.meta.url)), '../../../frontend');

try {
  const config = readConfig(process.env);
  const logger = new PinoLogger(config.logLevel);
  const app = await createApp(config, { logger, pages });
  await app.listen(config.port, config.host);
  const address = (await app.getUrl())
    .replace('[::1]', 'localhost')
    .replace('0.0.0.0', 'localhost')
    .replace('127.0.0.1', 'localhost');
  announceRunning(config, Number(new URL(address).port || 80));
  process.on('exit', () => withdrawRunning(config));
  process.stdout.write(`\n  Gos is running at ${config.publicUrl ?? address}\n  Data: ${config.dataDir}\n\n`);
} catch (error) {
  const known = error instanceof ConfigError || (error as { code?: string }).code === 'EADDRINUSE';
  process.stderr.write(`Gos cannot start: ${known ? (error as Error).message : ((error as Error).stack ?? error)}\n`);
  process.exit(1);
}

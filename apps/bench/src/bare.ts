import 'reflect-metadata';
import { execFile } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';

@Module({})
class EmptyModule {}

/** Measures the framework alone: an application without a route, listening. */
export async function emptyNest(_: null): Promise<{ rss: number }> {
  const app = await NestFactory.create<NestFastifyApplication>(EmptyModule, new FastifyAdapter(), { logger: false });
  await app.listen(0, '127.0.0.1');
  await fetch(await app.getUrl());
  const { rss } = process.memoryUsage();
  await app.close();
  return { rss };
}

const run = promisify(execFile);

/** Measures Node alone, opening the SQLite file of the log and reading its end. */
export async function bareStart(file: string): Promise<number> {
  const driver = new URL('../../backend/src/stores/drivers/sqlite/driver.js', import.meta.url).href;
  const program = `import { Sqlite } from ${JSON.stringify(driver)};
    const log = new Sqlite(${JSON.stringify(file)}, { readonly: true });
    log.prepare('SELECT max(position) FROM events').get();
    log.close();`;
  const started = performance.now();
  await run(process.execPath, ['--input-type=module', '-e', program]);
  return performance.now() - started;
}

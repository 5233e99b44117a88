import 'reflect-metadata';
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';

@Module({})
class EmptyModule {}

/** What the framework alone takes: an application without a route, listening. */
export async function emptyNest(_: null): Promise<{ rss: number }> {
  const app = await NestFactory.create<NestFastifyApplication>(EmptyModule, new FastifyAdapter(), { logger: false });
  await app.listen(0, '127.0.0.1');
  await fetch(await app.getUrl());
  const { rss } = process.memoryUsage();
  await app.close();
  return { rss };
}

const run = promisify(execFile);

/** Node alone, opening the SQLite file of the log and reading its end. */
export async function bareStart(file: string): Promise<number> {
  const sqlite = createRequire(import.meta.url).resolve('better-sqlite3');
  const program = `const D = require(${JSON.stringify(sqlite)}); const d = new D(${JSON.stringify(file)}, { readonly: true }); d.prepare('SELECT max(position) FROM events').get(); d.close()`;
  const started = performance.now();
  await run(process.execPath, ['-e', program]);
  return performance.now() - started;
}

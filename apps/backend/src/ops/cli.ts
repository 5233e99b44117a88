import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../app.module';
import { type Config, ConfigError, readConfig } from '../config';
import { Projections } from '../cqrs/projections';
import { EVENT_LOG, type EventLog } from '../event-log/event-log';
import { type Operation, operate, operations } from './operations';
import { opsToken, runningOf } from './running';

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function ask(config: Config, port: number, operation: Operation, argument: string | null): Promise<boolean> {
  const query = argument === null ? '' : `?argument=${encodeURIComponent(argument)}`;
  const response = await fetch(`http://127.0.0.1:${port}/api/ops/${operation}${query}`, {
    method: 'POST',
    headers: { authorization: `Ops ${opsToken(config)}` },
  });
  if (!response.ok || !response.body) throw new Error(`The running installation answered ${response.status}.`);
  let last = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    process.stdout.write(chunk);
    last = chunk.trimEnd().split('\n').at(-1) ?? last;
  }
  return last === 'done';
}

async function alone(config: Config, operation: Operation, argument: string | null): Promise<boolean> {
  const app = await NestFactory.createApplicationContext(AppModule.with(config), {
    logger: ['error'],
    abortOnError: false,
  });
  try {
    const projections = app.get(Projections, { strict: false });
    const log = app.get<EventLog>(EVENT_LOG, { strict: false });
    return await operate(operation, argument, { projections, log }, say);
  } finally {
    await app.close();
  }
}

try {
  const [operation, argument = null] = process.argv.slice(2);
  if (!operations.includes(operation as Operation)) {
    process.stderr.write(`npm run ops -- COMMAND, one of: ${operations.join(', ')}\n`);
    process.exit(2);
  }
  const config = readConfig(process.env);
  const running = runningOf(config);
  const fine = running
    ? await ask(config, running.port, operation as Operation, argument)
    : await alone(config, operation as Operation, argument);
  process.exit(fine ? 0 : 1);
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : ((error as Error).stack ?? error)}\n`);
  process.exit(1);
}

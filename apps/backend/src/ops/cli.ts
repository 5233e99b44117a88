import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../app.module';
import { type Config, readConfig } from '../config';
import { Projections } from '../cqrs/projections';
import { EVENT_LOG, type EventLog } from '../event-log/event-log';
import { type Operation, operate, operations } from './operations';
import { opsToken, runningOf } from './running';
import { sentenceOf } from './start-failure';

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Null when nobody answers there: the process is gone and another one has its number. */
async function ask(
  config: Config,
  { host, port }: NonNullable<ReturnType<typeof runningOf>>,
  operation: Operation,
  argument: string | null,
): Promise<boolean | null> {
  const query = argument === null ? '' : `?argument=${encodeURIComponent(argument)}`;
  const at = host.includes(':') ? `[${host}]` : host;
  const response = await fetch(`http://${at}:${port}/api/ops/${operation}${query}`, {
    method: 'POST',
    headers: { authorization: `Ops ${opsToken(config)}` },
  }).catch(() => null);
  if (response === null) return null;
  if (!response.ok || !response.body) throw new Error(`The running installation answered ${response.status}.`);
  let last = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    process.stdout.write(chunk);
    last = chunk.trimEnd().split('\n').at(-1) || last;
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
  const asked = running && (await ask(config, running, operation as Operation, argument));
  const fine = asked ?? (await alone(config, operation as Operation, argument));
  process.exit(fine ? 0 : 1);
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exit(1);
}

// The test server in a process of its own: prints `{"port":…,"url":…}`, and does each fault whose name comes in as a line. With
// --attached it ends with whoever started it, when its input does.
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { EventStoreDbServer, type EventStoreDbServerOptions, faults } from './eventstoredb.server';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      file: { type: 'string' },
      version: { type: 'string' },
      attached: { type: 'boolean' },
    },
  });
  const server = await EventStoreDbServer.start({
    file: values.file,
    port: values.port === undefined ? undefined : Number(values.port),
    version: values.version as EventStoreDbServerOptions['version'],
  });
  const { url } = server;
  process.stdout.write(`${JSON.stringify({ port: Number(new URL(url).port), url })}\n`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void server.stop().then(() => process.exit()));
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    const fault = faults.find((name) => name === line.trim());
    if (fault) void Promise.resolve(server[fault]()).then(() => process.stdout.write(`${fault}\n`));
    else process.stderr.write(`Not one of ${faults.join(', ')}: ${line}\n`);
  });
  if (values.attached) lines.on('close', () => process.exit());
}

void main();

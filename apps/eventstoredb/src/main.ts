// The test server in its own process: prints `{"port":…,"url":…}`, and injects each fault named on a line of its input.
// With --attached it exits when its input closes, and so together with its parent.
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { EventStoreDbServer, type EventStoreDbServerOptions, faults } from './server';

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

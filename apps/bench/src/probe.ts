import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { Profiler } from './profiler';

/**
 * Loaded into the product's process before it starts (`node --import`): answers questions about the process from inside, so that
 * the measured program is the one that is shipped.
 */
const profiler = { running: null as Profiler | null };

const answers = {
  memory: async () => process.memoryUsage(),
  /** Processor time so far, microseconds. */
  processor: async () => process.cpuUsage(),
  profile: async () => {
    profiler.running = new Profiler();
    await profiler.running.start();
  },
  profiled: async (of: string) => profiler.running!.stop(of),
  /** Opens a socket server in the product's process that only echoes; returns its port. */
  echo: async () => {
    const http = createServer().listen(0, '127.0.0.1');
    const server = new Server(http, { transports: ['websocket'], serveClient: false });
    server.on('connection', (socket) => socket.on('echo', (message) => socket.emit('echo', message)));
    await new Promise((resolve) => http.once('listening', resolve));
    return (http.address() as AddressInfo).port;
  },
};

export type Answers = typeof answers;

process.on('message', async ({ ask, argument }: { ask: keyof Answers; argument: string }) => {
  const answer = await (answers[ask] as (argument: string) => Promise<unknown>)(argument);
  process.send!({ ask, answer });
});
process.channel!.unref();

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from './figures';

interface Load {
  readonly origin: string;
  readonly cookie: string;
  /** Events, and so deliveries to each target. */
  readonly count: number;
  readonly perSecond: number;
  /** Whether a second webhook's target answers only after a while. */
  readonly withSlow: boolean;
}

interface Arrivals {
  /** From the event to its arrival at the fast target, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Number of requests to the slow target meanwhile. */
  readonly slowSent: number;
}

const slowMs = 5_000;

/** Creates tasks of a project at an even pace; its webhooks send each to a fast target, and optionally to a slow one too. */
export async function webhookLoad({ origin, cookie, count, perSecond, withSlow }: Load): Promise<Arrivals> {
  const headers = { cookie, 'content-type': 'application/json', 'x-requested-with': 'gos' };
  const post = async (path: string, body: object): Promise<number> => {
    const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (answer.status !== 201) throw new Error(`${path} was answered ${answer.status}`);
    return ((await answer.json()) as { readonly id: number }).id;
  };
  const latencies: number[] = [];
  let slowSent = 0;
  const fast = await target((body) => {
    const { type, timestamp } = JSON.parse(body) as { readonly type: string; readonly timestamp: string };
    if (type === 'task.created') latencies.push(Date.now() - Date.parse(timestamp));
    return 0;
  });
  const slow = await target(() => {
    slowSent++;
    return slowMs;
  });
  try {
    const projectId = await post('/api/projects', { name: withSlow ? 'With a slow target' : 'Alone' });
    const hook = (name: string, server: Server) =>
      post(`/api/projects/${projectId}/webhooks`, { name, active: true, targetUrl: addressOf(server) });
    await hook('fast', fast);
    if (withSlow) await hook('slow', slow);
    const started = Date.now();
    const sent: Promise<number>[] = [];
    for (let n = 0; n < count; n++) {
      await sleep(started + (n * 1_000) / perSecond - Date.now());
      sent.push(post('/api/tasks', { name: `Task ${n}`, projectId }));
    }
    await Promise.all(sent);
    while (latencies.length < count) await sleep(20);
    return { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99), slowSent };
  } finally {
    for (const server of [fast, slow]) {
      server.closeAllConnections();
      server.close();
    }
  }
}

/** A target that accepts everything, after the milliseconds that it returns. */
async function target(take: (body: string) => number): Promise<Server> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => setTimeout(() => response.end(), take(Buffer.concat(chunks).toString())));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

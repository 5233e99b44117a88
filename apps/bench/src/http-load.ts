import { Agent, type IncomingMessage, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { percentile } from './figures';

export interface Request {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  readonly path: string;
  readonly cookie?: string;
  readonly body?: string;
  /** client address that a proxy reports */
  readonly address?: string;
}

export interface Load {
  readonly origin: string;
  readonly atOnce: number;
  /** Measured time; a tenth of it before that is a warm-up. */
  readonly milliseconds: number;
  /** Requests that are sent in turn, repeatedly. */
  readonly requests: readonly Request[];
  /** Sends each request once, however long it takes, and measures all of them. */
  readonly once?: boolean;
}

export interface Latencies {
  readonly count: number;
  /** Number of requests, including the warm-up. */
  readonly sent: number;
  /** Answers in the measured time, including those to earlier requests: slow ones count too. */
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Answers other than 200 and 201. */
  readonly failed: number;
  readonly bytes: number;
}

/** Sends `atOnce` requests at a time, each as soon as another is answered. */
export async function httpLoad({ origin, atOnce, milliseconds, requests, once = false }: Load): Promise<Latencies> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const { hostname, port } = new URL(origin);
  const latencies: number[] = [];
  let failed = 0;
  let bytes = 0;
  let next = 0;
  let answered = 0;
  const send = (one: Request) =>
    new Promise<{ status: number; length: number }>((resolve, reject) => {
      const headers: Record<string, string> = { 'x-requested-with': 'gos' };
      if (one.cookie !== undefined) headers.cookie = one.cookie;
      if (one.address !== undefined) headers['x-forwarded-for'] = one.address;
      if (one.body !== undefined) {
        headers['content-type'] = 'application/json';
        headers['content-length'] = String(Buffer.byteLength(one.body));
      }
      const sent = request(
        { agent, hostname, port, method: one.method, path: one.path, headers },
        (answer: IncomingMessage) => {
          let length = 0;
          answer.on('data', (part: Buffer) => {
            length += part.length;
          });
          answer.on('end', () => resolve({ status: answer.statusCode!, length }));
          answer.on('error', reject);
        },
      );
      sent.on('error', reject);
      sent.end(one.body);
    });
  const counting = performance.now() + (once ? 0 : milliseconds / 10);
  const end = once ? Number.POSITIVE_INFINITY : counting + milliseconds;
  const sender = async () => {
    for (;;) {
      const started = performance.now();
      if (started > end || (once && next >= requests.length)) return;
      const { status, length } = await send(requests[next++ % requests.length]!);
      if (status > 201) failed++;
      if (performance.now() >= counting) answered++;
      if (started < counting) continue;
      latencies.push(performance.now() - started);
      bytes += length;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sender));
  const seconds = (performance.now() - counting) / 1_000;
  agent.destroy();
  const count = latencies.length;
  return {
    count,
    sent: next,
    perSecond: answered / seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    failed,
    bytes: bytes / Math.max(1, count),
  };
}

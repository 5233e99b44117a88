import { type Socket as Connection, connect as openConnection } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { editedRepeatedTask, headersOf, hookedProject, repeatedTask } from './neighbour-webhooks';
import type { Neighbourhood } from './seed-neighbours';

/** The ways in which one person could slow down others; each as hard as the limits allow. */
export const ways = [
  'types',
  'feed',
  'said',
  'rejected',
  'reads',
  'bodies',
  'sockets',
  'webhooks',
  'preferences',
  'repeated',
  'replays',
] as const;
export type Way = (typeof ways)[number];

export interface Worst {
  readonly origin: string;
  readonly way: Way;
  /** cookie of the person who causes the load */
  readonly cookie: string;
  /** cookie of the collaborator with many tasks, whose screen is open meanwhile */
  readonly watching: string;
  readonly has: Neighbourhood;
  readonly milliseconds: number;
}

/** Number of answers by status; for other actions their number. */
export type Answered = Readonly<Record<string, number>>;

const atOnce = 10;
const headers = { 'x-requested-with': 'gos' };
const json = { ...headers, 'content-type': 'application/json' };

interface Doing extends Worst {
  readonly until: number;
  readonly count: (what: string | number) => void;
}
type Send = (n: number) => Promise<Response>;

/** Sends so many at a time until the time is over; after a refusal it waits for `Retry-After`, a moment at most. */
async function keepSending({ until, count }: Doing, send: Send, most = atOnce): Promise<void> {
  let next = 0;
  const sender = async () => {
    while (performance.now() < until) {
      const { status } = await send(next++).then(
        async (answer) => {
          await answer.arrayBuffer();
          return answer;
        },
        () => ({ status: 0 }),
      );
      count(status);
      if (status === 0 || status === 429) await sleep(50);
    }
  };
  await Promise.all(Array.from({ length: most }, sender));
}

function upload(
  content: Uint8Array<ArrayBuffer>,
  type: string,
  name: string,
): { body: Uint8Array<ArrayBuffer>; type: string } {
  const boundary = 'gos-bench';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { body: new Uint8Array(body), type: `multipart/form-data; boundary=${boundary}` };
}

const of = <T>(all: readonly T[], n: number) => all[n % all.length]!;

const doing: Readonly<Record<Way, (way: Doing) => Promise<void>>> = {
  types: (way) => {
    const { body, type } = upload(new Uint8Array([65]), `text/${'x'.repeat(80_000)}`, 'a.txt');
    const send = (n: number) =>
      fetch(`${way.origin}/api/tasks/${of(way.has.long, n)}/files`, {
        method: 'POST',
        headers: { ...headers, cookie: way.cookie, 'content-type': type },
        body,
      });
    return keepSending(way, send);
  },
  async feed(way) {
    const asked = await fetch(`${way.origin}/api/calendar/subscription`, {
      method: 'POST',
      headers: { ...headers, cookie: way.cookie },
    });
    const { pathname } = new URL(((await asked.json()) as { calendarUrl: string }).calendarUrl);
    await keepSending(way, () => fetch(`${way.origin}${pathname}`));
  },
  said: (way) => {
    const task = `${way.origin}/api/tasks/${way.has.said}`;
    const mine = { ...json, cookie: way.cookie };
    const each: readonly Send[] = [
      (n) => fetch(task, { method: 'PATCH', headers: mine, body: JSON.stringify({ name: `Debata ${n}` }) }),
      (n) => fetch(`${task}/comments`, { method: 'POST', headers: mine, body: JSON.stringify({ text: `Znovu ${n}` }) }),
      (n) => fetch(`${task}/comments?q=slovo${n % 100}`, { headers: mine }),
      (n) => fetch(`${task}/activity?q=slovo${n % 100}`, { headers: mine }),
    ];
    return keepSending(way, (n) => of(each, n)(n));
  },
  rejected: (way) => {
    const { body, type } = upload(new Uint8Array(20 * 1_024 * 1_024), 'image/png', 'a.png');
    const send = () =>
      fetch(`${way.origin}/api/files`, {
        method: 'POST',
        headers: { ...headers, cookie: way.cookie, 'content-type': type },
        body,
      });
    return keepSending(way, send, 3);
  },
  async reads(way) {
    const screen = await opened(way.origin, way.watching);
    const mine = { ...json, cookie: way.cookie };
    const today = new Date().toISOString().slice(0, 10);
    const month = new Date(Date.now() + 31 * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);
    const get = (path: string) => fetch(`${way.origin}/api/${path}`, { headers: mine });
    const description = '<'.repeat(1_000_000);
    const each: readonly Send[] = [
      (n) => get(`search?q=slovo${n % 100}&pageSize=100`),
      () => get(`calendar?from=${today}&to=${month}&pageSize=100`),
      () => get('tasks?list=all&sort=budget&pageSize=100'),
      (n) =>
        fetch(`${way.origin}/api/tasks/${of(way.has.long, n)}`, {
          method: 'PATCH',
          headers: mine,
          body: JSON.stringify({ description }),
        }),
    ];
    await keepSending(way, (n) => of(each, n)(n));
    screen?.close();
  },
  async bodies({ origin, until, count }) {
    const { hostname, port } = new URL(origin);
    const open: Connection[] = [];
    while (performance.now() < until) {
      while (open.length < 500) {
        const connection = openConnection(Number(port), hostname);
        connection.on('error', () => {});
        connection.on('close', () => open.splice(open.indexOf(connection), 1));
        connection.write(
          `POST /api/auth/login HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{`,
        );
        open.push(connection);
        count('opened');
      }
      await sleep(20);
    }
    for (const connection of [...open]) connection.destroy();
  },
  async sockets({ origin, cookie, has, until, count }) {
    const open = new Set<Socket>();
    while (performance.now() < until) {
      while (open.size < 400) {
        const socket = io(origin, {
          transports: ['websocket'],
          extraHeaders: { cookie },
          forceNew: true,
          reconnection: false,
        });
        open.add(socket);
        socket.on('hello', () => {
          count('opened');
          socket.emit('watch', { model: 'task', id: has.long[0]! });
        });
        const gone = () => {
          socket.close();
          open.delete(socket);
          count('refused');
        };
        socket.on('disconnect', gone);
        socket.on('connect_error', gone);
      }
      await sleep(50);
    }
    for (const socket of open) {
      socket.off('disconnect');
      socket.close();
    }
  },
  async webhooks(way) {
    const hooked = await hookedProject(way, way.has.projectId);
    while (performance.now() < way.until) {
      const answer = await fetch(`${way.origin}/api/tasks/${way.has.edited}`, {
        method: 'PATCH',
        headers: headersOf(way),
        body: JSON.stringify({ priority: 1 + (Math.floor(performance.now()) % 9) }),
      });
      way.count(answer.status);
      await sleep(200);
    }
    await hooked.close();
  },
  preferences: (way) => {
    const body = JSON.stringify({ value: 'x'.repeat(64 * 1_024 - 2) });
    const send = (n: number) =>
      fetch(`${way.origin}/api/me/preferences/bench.${n % 397}`, { method: 'PUT', headers: headersOf(way), body });
    return keepSending(way, send);
  },
  async repeated(way) {
    const id = await editedRepeatedTask(way, 40, 80_000);
    const old = JSON.stringify(repeatedTask('1990-01-01T08:00:00.000Z'));
    const each: readonly Send[] = [
      () => fetch(`${way.origin}/api/repeated-tasks/${id}/activity?pageSize=1`, { headers: headersOf(way) }),
      () => fetch(`${way.origin}/api/repeated-tasks/preview`, { method: 'POST', headers: headersOf(way), body: old }),
    ];
    await keepSending(way, (n) => of(each, n)(n));
  },
  async replays(way) {
    const hooked = await hookedProject(way, way.has.projectId);
    const send = (n: number) =>
      fetch(`${way.origin}/api/webhooks/${of(hooked.ids, n)}/replay`, {
        method: 'POST',
        headers: headersOf(way),
        body: '{}',
      });
    await keepSending(way, send, 2);
    await hooked.close();
  },
};

async function opened(origin: string, cookie: string): Promise<Socket | null> {
  const socket = io(origin, { transports: ['websocket'], extraHeaders: { cookie }, forceNew: true });
  await Promise.race([new Promise<void>((resolve) => socket.once('hello', () => resolve())), sleep(2_000)]);
  return socket;
}

/** Causes the greatest load in one way for a time. */
export async function worstOfOne(worst: Worst): Promise<Answered> {
  const answered: Record<string, number> = {};
  const count = (what: string | number) => {
    answered[what] = (answered[what] ?? 0) + 1;
  };
  await doing[worst.way]({ ...worst, until: performance.now() + worst.milliseconds, count });
  return answered;
}

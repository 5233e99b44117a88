import { performance } from 'node:perf_hooks';
import type { Socket } from 'socket.io-client';
import { percentile } from './figures';
import { connect } from './socket-load';

export interface PresenceLoad {
  readonly origin: string;
  readonly cookies: ReadonlyMap<number, string>;
  /** A task of each person who starts and stops. */
  readonly taskOf: ReadonlyMap<number, number>;
  readonly rounds: number;
}

export interface PresenceHeard {
  readonly connected: number;
  /** All of them connected and greeted, milliseconds. */
  readonly connecting: number;
  /** Milliseconds from a start of work until half of the others have it, and until all do. */
  readonly half: number;
  readonly all: number;
  readonly missing: number;
}

const timeoutMs = 10_000;

/** Everybody is connected; one person after another starts and stops working, and all screens are awaited. */
export async function presenceLoad({ origin, cookies, taskOf, rounds }: PresenceLoad): Promise<PresenceHeard> {
  const started = performance.now();
  const sockets: Socket[] = [];
  const waiting = [...cookies.values()];
  const connecting = async () => {
    for (let cookie = waiting.pop(); cookie !== undefined; cookie = waiting.pop()) {
      sockets.push(await connect(origin, cookie));
    }
  };
  await Promise.all(Array.from({ length: 16 }, connecting));
  const connectedIn = performance.now() - started;
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  const halves: number[] = [];
  const alls: number[] = [];
  let missing = 0;
  const workers = [...taskOf];
  for (let round = 0; round < rounds; round++) {
    const [userId, taskId] = workers[round % workers.length]!;
    const post = (path: string, body: object) =>
      fetch(`${origin}/api/work/${path}`, {
        method: 'POST',
        headers: { cookie: cookies.get(userId)!, 'content-type': 'application/json', 'x-requested-with': 'gos' },
        body: JSON.stringify(body),
      });
    const at: number[] = [];
    const told = Promise.all(sockets.map((socket) => heard(socket, userId).then((when) => when && at.push(when))));
    const sent = performance.now();
    const { status } = await post('start', { taskId });
    if (status !== 201) throw new Error(`A start was answered with ${status}`);
    await told;
    missing += sockets.length - at.length;
    at.sort((a, b) => a - b);
    halves.push(percentile(at, 0.5) - sent);
    alls.push((at.at(-1) ?? sent) - sent);
    await post('stop', {});
    await new Promise((resolve) => setTimeout(resolve, 1_500));
  }
  for (const socket of sockets) socket.close();
  return {
    connected: sockets.length,
    connecting: connectedIn,
    half: percentile(halves, 0.5),
    all: percentile(alls, 0.5),
    missing,
  };
}

/** The time at which this screen got the start of the person's work; null if it did not. */
function heard(socket: Socket, userId: number): Promise<number | null> {
  return new Promise((resolve) => {
    const settle = (at: number | null) => {
      clearTimeout(timer);
      socket.off('online', listener);
      resolve(at);
    };
    const listener = ({ items }: { items: readonly { user: { id: number }; state: string }[] }) => {
      if (items.some(({ user, state }) => user.id === userId && state === 'working')) settle(performance.now());
    };
    const timer = setTimeout(() => settle(null), timeoutMs);
    socket.on('online', listener);
  });
}

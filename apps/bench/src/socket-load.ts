import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { io, type Socket } from 'socket.io-client';
import { percentile } from './figures';
import type { OpenTask } from './seed';

export interface SocketLoad {
  readonly origin: string;
  /** Origin for commands if it is another process. */
  readonly commandsAt?: string;
  /** null: no echo is measured */
  readonly echoPort: number | null;
  /** Cookie headers of the connected people, by their number. */
  readonly cookies: ReadonlyMap<number, string>;
  /** Tasks whose contractor and solver are two of them. */
  readonly tasks: readonly OpenTask[];
  readonly rounds: number;
}

export interface SocketLatencies {
  readonly connected: number;
  readonly change: { readonly p50: number; readonly p99: number };
  readonly echo: { readonly p50: number; readonly p99: number } | null;
  readonly lost: number;
}

const timeoutMs = 2_000;

/** Many open screens; one person after another comments a task, and the other's screen is awaited. */
export async function socketLoad(load: SocketLoad): Promise<SocketLatencies> {
  const { origin, commandsAt = origin, echoPort, cookies, tasks, rounds } = load;
  const sockets = new Map<number, Socket>();
  for (const [id, cookie] of cookies) sockets.set(id, await connect(origin, cookie));
  const changes: number[] = [];
  let lost = 0;
  for (let round = -20; round < rounds; round++) {
    const { taskId, contractorId, solverId } = tasks[(round + 20) % tasks.length]!;
    const screen = heard(sockets.get(contractorId)!, taskId);
    const started = performance.now();
    const sent = comment(commandsAt, taskId, cookies.get(solverId)!, round);
    const arrived = await screen;
    const status = await sent;
    if (status > 201) throw new Error(`A comment was answered with ${status}`);
    if (arrived === null) lost++;
    else if (round >= 0) changes.push(arrived - started);
  }
  for (const socket of sockets.values()) socket.close();
  const echoes = echoPort === null ? null : await echoed(`http://127.0.0.1:${echoPort}`, sockets.size, rounds);
  return { connected: sockets.size, change: ends(changes), echo: echoes && ends(echoes), lost };
}

const ends = (values: number[]) => ({ p50: percentile(values, 0.5), p99: percentile(values, 0.99) });

export async function connect(origin: string, cookie: string): Promise<Socket> {
  const socket = io(origin, {
    transports: ['websocket'],
    extraHeaders: { cookie },
    forceNew: true,
    reconnection: false,
  });
  await once(socket as unknown as NodeJS.EventEmitter, 'connect');
  return socket;
}

/** The time at which a change of the task arrived; null if it did not. */
export function heard(socket: Socket, taskId: number): Promise<number | null> {
  return new Promise((resolve) => {
    const settle = (at: number | null) => {
      clearTimeout(timer);
      socket.off('changed', listener);
      resolve(at);
    };
    const listener = (changes: readonly { model: string; id: number }[]) => {
      if (changes.some(({ model, id }) => model === 'task' && id === taskId)) settle(performance.now());
    };
    const timer = setTimeout(() => settle(null), timeoutMs);
    socket.on('changed', listener);
  });
}

export async function comment(origin: string, taskId: number, cookie: string, round: number): Promise<number> {
  const answer = await fetch(`${origin}/api/tasks/${taskId}/comments`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', 'x-requested-with': 'gos' },
    body: JSON.stringify({ text: `Kolo ${round}` }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

async function echoed(origin: string, connected: number, rounds: number): Promise<number[]> {
  const sockets: Socket[] = [];
  for (let n = 0; n < connected; n++) sockets.push(await connect(origin, ''));
  const latencies: number[] = [];
  for (let round = -20; round < rounds; round++) {
    const socket = sockets[(round + 20) % connected]!;
    const back = new Promise((resolve) => socket.once('echo', resolve));
    const started = performance.now();
    socket.emit('echo', { round });
    await back;
    if (round >= 0) latencies.push(performance.now() - started);
  }
  for (const socket of sockets) socket.close();
  return latencies;
}

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from './api';
import { live } from './live';

type Heard = (message: unknown) => void;

/** What a screen asks of the connection, and a way to let the server speak. */
const connection = vi.hoisted(() => {
  const heard = new Map<string, Heard>();
  let handshake: (give: (auth: object) => void) => void = () => {};
  const socket = { connected: false, emit() {}, disconnect: vi.fn(), connect: vi.fn() };
  return {
    socket,
    io: (options: { auth: typeof handshake }) => {
      handshake = options.auth;
      return Object.assign(socket, { on: (event: string, listener: Heard) => heard.set(event, listener) });
    },
    says: (event: string, message: unknown) => heard.get(event)?.(message),
    handshake: () => new Promise((resolve) => handshake(resolve)),
  };
});
/** How often the library cannot be loaded. */
const missing = vi.hoisted(() => ({ times: 0 }));
vi.mock('socket.io-client', () => ({
  get io() {
    if (missing.times-- > 0) throw new TypeError('Failed to fetch dynamically imported module');
    return connection.io;
  },
}));

describe('one connection', () => {
  const changed = vi.fn();
  let deaf: () => void;
  beforeEach(() => {
    deaf = live.hear(changed);
    return live.start({ resync() {}, refused: async () => true });
  });
  afterEach(() => {
    deaf();
    live.stop();
    vi.unstubAllGlobals();
  });

  it('says at its return up to where it was told everything', async () => {
    expect(await connection.handshake()).toEqual({ position: null });
    connection.says('hello', { position: '99' });
    connection.says('changed', [{ model: 'task', id: 7, revision: 2, position: '100' }]);
    expect(changed).toHaveBeenCalledOnce();
    expect(await connection.handshake()).toEqual({ position: '100' });
  });

  it('is tried again as soon as the net is back, whatever attempt is under way', () => {
    const { socket } = connection;
    window.dispatchEvent(new Event('online'));
    expect(socket.disconnect.mock.invocationCallOrder[0]).toBeLessThan(socket.connect.mock.invocationCallOrder[0]!);
    socket.connected = true;
    window.dispatchEvent(new Event('online'));
    expect(socket.connect).toHaveBeenCalledOnce();
    live.stop();
    socket.connected = false;
    window.dispatchEvent(new Event('online'));
    expect(socket.connect).toHaveBeenCalledOnce();
  });

  it('does not skip what others did while it was away by the answer to an own command', async () => {
    connection.says('hello', { position: '100' });
    connection.says('disconnect', 'transport close');
    const answer = Response.json({ id: 8, revision: 3, position: '102' });
    vi.stubGlobal('fetch', async () => answer);
    await api.send('PATCH', '/tasks/8', { priority: 9 });
    expect(await connection.handshake()).toEqual({ position: '100' });
  });
});

it('begins once it can, where the line was cut just then, and says so meanwhile', async () => {
  vi.useFakeTimers();
  missing.times = 1;
  const begun = live.start({ resync() {}, refused: async () => true });
  await vi.waitFor(() => expect(live.connected).toBe(false));
  await vi.advanceTimersByTimeAsync(2_000);
  await begun;
  connection.says('hello', { position: '100' });
  expect(live.connected).toBe(true);
  live.stop();
  vi.useRealTimers();
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from './api';
import { live } from './live';
import { allowReading, runSignOutHandlers } from './sign-out';

type Heard = (message: unknown) => void;

/** Requests of a screen to the connection, and a way to send server messages. */
const connection = vi.hoisted(() => {
  const heard = new Map<string, Heard>();
  let handshake: (give: (auth: object) => void) => void = () => {};
  const socket = { connected: false, emit() {}, disconnect: vi.fn(), connect: vi.fn() };
  return {
    socket,
    handshaken: false,
    io(options: { auth: typeof handshake }) {
      connection.handshaken = true;
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

it('is lost until its greeting where what follows the changes could not be loaded', async () => {
  live.lose();
  expect(live.connected).toBe(false);
  await live.start({ resync() {}, refused: async () => true });
  live.lose();
  expect(live.connected).toBe(false);
  connection.says('hello', { position: '100' });
  live.lose();
  expect(live.connected).toBe(true);
  live.stop();
  connection.says('connect_error', new Error('late'));
  expect(live.connected).toBe(true);
});

it('does not begin for somebody who is signing out', async () => {
  runSignOutHandlers();
  connection.handshaken = false;
  await live.start({ resync() {}, refused: async () => true });
  expect(connection.handshaken).toBe(false);
  allowReading();
  await live.start({ resync() {}, refused: async () => true });
  expect(connection.handshaken).toBe(true);
  live.stop();
});

it('is not tried again for somebody who is gone', async () => {
  vi.useFakeTimers();
  const { socket } = connection;
  socket.connect.mockClear();
  await live.start({ resync() {}, refused: () => Promise.reject(new Error('nobody')) });
  connection.says('problem', { code: 'auth.required' });
  connection.says('disconnect', 'io server disconnect');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(socket.connect).not.toHaveBeenCalled();
  live.stop();
  vi.useRealTimers();
});

it('asks anew where too many tabs are connected, tries again ever later, and is live again by itself', async () => {
  vi.useFakeTimers();
  const { socket } = connection;
  socket.connect.mockClear();
  const resync = vi.fn();
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  await live.start({ resync, refused: async () => true });
  const refuse = () => {
    connection.says('problem', { code: 'limit.sockets' });
    connection.says('disconnect', 'io server disconnect');
  };
  refuse();
  expect([live.connected, live.paused, resync.mock.calls.length]).toEqual([false, true, 1]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(socket.connect).toHaveBeenCalledTimes(1);
  refuse();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(socket.connect).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(socket.connect).toHaveBeenCalledTimes(2);
  refuse();
  await vi.advanceTimersByTimeAsync(15_001);
  expect([resync.mock.calls.length, socket.connect.mock.calls.length]).toEqual([2, 3]);
  refuse();

  seen.mockReturnValue('hidden');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(resync).toHaveBeenCalledTimes(2);
  seen.mockReturnValue('visible');
  window.dispatchEvent(new Event('focus'));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(resync).toHaveBeenCalledTimes(3);

  connection.says('hello', { position: '100' });
  expect([live.connected, live.paused]).toEqual([true, false]);
  const asked = resync.mock.calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(resync).toHaveBeenCalledTimes(asked);
  live.stop();
  vi.useRealTimers();
});

it('comes back later where it said too much, without asking anew meanwhile', async () => {
  vi.useFakeTimers();
  const { socket } = connection;
  socket.connect.mockClear();
  const resync = vi.fn();
  await live.start({ resync, refused: async () => true });
  connection.says('problem', { code: 'request.rate-limited' });
  connection.says('disconnect', 'io server disconnect');
  expect([live.connected, live.paused]).toEqual([false, false]);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(socket.connect).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(socket.connect).toHaveBeenCalledOnce();
  expect(resync).not.toHaveBeenCalled();
  live.stop();
  vi.useRealTimers();
});

import { afterEach, expect, it, jest } from '@jest/globals';
import { Connections, NotCompared } from '../../kernel/connections';
import { InstallationMismatch, StoreUnavailable } from '../../kernel/store-errors';
import { guarded } from './guarded';
import { GuardedStore } from './guarded-store';

const mismatch = new InstallationMismatch({ part: 'event-log', kind: 'another', missing: null }, 'It is another one.');

class Store extends Connections {
  asked = 0;
  /** Runs during a call of the store. */
  during: () => void = () => {};
  async ask(answer: string): Promise<string> {
    this.asked++;
    this.during();
    return answer;
  }
}

function watched(compare: () => Promise<void> = async () => {}) {
  const store = new Store();
  const comparing = jest.fn(compare);
  const part = new GuardedStore(store, comparing);
  return { store, comparing, part, port: guarded(store, part) };
}

afterEach(() => {
  jest.restoreAllMocks();
});

it('is compared once for each connection, by all who call together', async () => {
  const { store, comparing, port } = watched();
  await port.ask('before any');
  expect(comparing).toHaveBeenCalledTimes(0);
  store.made();
  await Promise.all([port.ask('a'), port.ask('b'), port.ask('c')]);
  await port.ask('d');
  expect(comparing).toHaveBeenCalledTimes(1);
  store.made();
  await port.ask('e');
  expect(comparing).toHaveBeenCalledTimes(2);
});

it('is compared again when a connection was made meanwhile', async () => {
  const { store, comparing, part } = watched();
  comparing.mockImplementationOnce(async () => store.made());
  store.made();
  await part.fits();
  expect(comparing).toHaveBeenCalledTimes(2);
});

it('is not asked anything while it does not fit, and is looked at again once a second at most', async () => {
  const now = jest.spyOn(performance, 'now').mockReturnValue(0);
  const { store, comparing, part, port } = watched();
  comparing.mockRejectedValue(mismatch);
  store.made();
  for (let n = 0; n < 3; n++) await expect(port.ask('a')).rejects.toMatchObject({ misfit: mismatch.misfit });
  expect([store.asked, comparing.mock.calls.length]).toEqual([0, 1]);
  expect(part.mismatch?.misfit).toEqual(mismatch.misfit);
  comparing.mockResolvedValue(undefined);
  now.mockReturnValue(1_001);
  expect(await port.ask('b')).toBe('b');
  expect(part.mismatch).toBeNull();
});

it('does not fit for longer than it is away: what cannot be compared is unavailable, and compared with the next call', async () => {
  const { store, comparing, part, port } = watched();
  comparing.mockRejectedValueOnce(new StoreUnavailable('away', 'not-written'));
  store.made();
  await expect(port.ask('a')).rejects.toThrow('away');
  expect(part.mismatch).toBeNull();
  expect(await port.ask('b')).toBe('b');
});

it('leaves the outcome unknown of what was answered over a connection that turns out to be a wrong one', async () => {
  const { store, comparing, port } = watched();
  store.during = () => store.made();
  comparing.mockRejectedValue(mismatch);
  await expect(port.ask('a')).rejects.toMatchObject({ name: 'InstallationMismatch', outcome: 'unknown' });
  expect(store.asked).toBe(1);
});

it('does again what its adapter held back, once it was compared, together with what comes before it', async () => {
  const { store, comparing, part } = watched();
  const before = jest.fn(async () => {});
  const port = guarded(store, part, { before: { ask: before } });
  store.during = () => {
    if (comparing.mock.calls.length < 2) throw new NotCompared();
  };
  expect(await port.ask('a')).toBe('a');
  expect([store.asked, before.mock.calls.length]).toEqual([3, 3]);
});

it('says of what its adapter held back from another one that it was not written', async () => {
  const { store, comparing, port } = watched();
  store.during = () => {
    throw new NotCompared();
  };
  comparing.mockRejectedValue(mismatch);
  await expect(port.ask('a')).rejects.toMatchObject({ name: 'InstallationMismatch', outcome: 'not-written' });
});

it('gives up on connections that cannot be compared', async () => {
  const { store, port } = watched();
  store.during = () => {
    throw new NotCompared();
  };
  await expect(port.ask('a')).rejects.toBeInstanceOf(NotCompared);
  expect(store.asked).toBeLessThan(1_000);
});

it('is asked by the method that took the place of its own, until that is taken back', async () => {
  const { store, port } = watched();
  const spy = jest.spyOn(port, 'ask').mockResolvedValueOnce('another answer');
  expect([await port.ask('a'), await port.ask('b'), store.asked]).toEqual(['another answer', 'b', 1]);
  spy.mockRestore();
  expect([await port.ask('c'), store.asked]).toEqual(['c', 2]);
});

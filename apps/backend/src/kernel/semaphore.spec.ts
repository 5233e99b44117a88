import { expect, it } from '@jest/globals';
import { Room } from './semaphore';

it('lets in what fits, and the rest in time or not at all', async () => {
  const room = new Room(10);
  expect(await room.enter(6, 0)).toBe(true);
  expect(await room.enter(4, 0)).toBe(true);
  expect(await room.enter(1, 10)).toBe(false);
  const waiting = room.enter(5, 60_000);
  room.leave(4);
  room.leave(6);
  expect(await waiting).toBe(true);
  room.leave(5);
  expect(await room.enter(100, 0)).toBe(true);
  expect(await room.enter(1, 0)).toBe(false);
});

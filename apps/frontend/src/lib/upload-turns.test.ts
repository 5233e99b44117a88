import { expect, it } from 'vitest';
import { runSignOutHandlers } from './sign-out';
import { inUploadTurn } from './upload-turns';

const settled = () => new Promise((resolve) => setTimeout(resolve));

function uploads(count: number) {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const done = Array.from({ length: count }, (_, n) =>
    inUploadTurn(() => {
      begun.push(n);
      return new Promise<number>((resolve, reject) => {
        ends[n] = () => (n === 1 ? reject(new Error('refused')) : resolve(n));
      });
    }).catch(() => -1),
  );
  return { begun, ends, done };
}

it('sends three at once, the others in their order, whether one is refused or not', async () => {
  const { begun, ends, done } = uploads(6);
  expect(begun).toEqual([0, 1, 2]);
  ends[1]!();
  await settled();
  expect(begun).toEqual([0, 1, 2, 3]);
  for (const n of [0, 2, 3]) ends[n]!();
  await settled();
  expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  for (const n of [4, 5]) ends[n]!();
  expect(await Promise.all(done)).toEqual([0, -1, 2, 3, 4, 5]);
});

it('begins anew for whoever signs in next', async () => {
  const before = uploads(5);
  runSignOutHandlers();
  const after = uploads(3);
  expect(after.begun).toEqual([0, 1, 2]);
  for (const n of [0, 1, 2]) before.ends[n]!();
  await settled();
  expect(before.begun).toEqual([0, 1, 2]);
  for (const n of [0, 1, 2]) after.ends[n]!();
  await Promise.all(after.done);
});

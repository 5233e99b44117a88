import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { limits } from '@gos/domain';
import { expect, test } from '@jest/globals';
import { RequestTurns } from './request-turns';

const { atOnce, waiting } = limits.requests;
const answer = () => Object.assign(new EventEmitter(), { closed: false }) as unknown as ServerResponse;
const over = (one: ServerResponse) => one.emit('close');
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Requests of one person, with the numbers of those that have begun. */
function requests(turns: RequestTurns, count: number, personId = 1) {
  const begun: number[] = [];
  const refused: number[] = [];
  const answers = Array.from({ length: count }, answer);
  answers.forEach((one, n) => {
    turns.take(personId, one).then(
      () => begun.push(n),
      () => refused.push(n),
    );
  });
  return { begun, refused, answers };
}
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);

test('so many run at once, the others wait in their order, and one too many is refused', async () => {
  const { begun, refused, answers } = requests(new RequestTurns(), atOnce + waiting + 1);
  await turn();
  expect([begun, refused]).toEqual([numbers(0, atOnce), [atOnce + waiting]]);
  over(answers[3]!);
  await turn();
  expect(begun.at(-1)).toBe(atOnce);
  for (let n = 0; n < begun.length; n++) {
    over(answers[begun[n]!]!);
    await turn();
  }
  expect(begun).toEqual(numbers(0, atOnce + waiting));
});

test('others are not kept waiting', async () => {
  const turns = new RequestTurns();
  requests(turns, atOnce + waiting);
  const other = requests(turns, 1, 2);
  await turn();
  expect(other.begun).toEqual([0]);
});

test('whoever leaves gives their place back, in line too', async () => {
  const turns = new RequestTurns();
  const { begun, refused, answers } = requests(turns, atOnce + 2);
  await turn();
  over(answers[atOnce]!);
  await turn();
  expect(refused).toEqual([atOnce]);
  over(answers[0]!);
  await turn();
  expect(begun.at(-1)).toBe(atOnce + 1);
});

test('a turn that has ended early is not given back twice', async () => {
  const turns = new RequestTurns();
  const first = answer();
  const end = await turns.take(1, first);
  const others = requests(turns, atOnce);
  await turn();
  expect(others.begun).toHaveLength(atOnce - 1);
  end();
  end();
  over(first);
  await turn();
  expect(others.begun).toHaveLength(atOnce);
  const { begun } = requests(turns, 1);
  await turn();
  expect(begun).toEqual([]);
});

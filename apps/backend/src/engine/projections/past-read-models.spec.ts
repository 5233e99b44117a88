import { taskModel } from '@gos/projections';
import { beforeEach, expect, it } from '@jest/globals';
import type { Filter } from '../../stores/read-models/read-models';
import { type ModelReader, PastCounts, PastReadModels } from './past-read-models';

const dayMs = 24 * 60 * 60 * 1_000;
const now = Date.parse('2026-11-29T08:00:00.000Z');
const daysAgo = (days: number) => new Date(now - days * dayMs).toISOString();
const ofProject = (projectId: number): Filter => ({ projectId });

let counted = 0;
let build = 1;
let counts: PastCounts;
const present = {
  count: async () => ++counted,
  tally: async () => new Map([['created', ++counted]]),
} as unknown as ModelReader;
const at = (moment: string) => new PastReadModels(present, moment, counts);

beforeEach(() => {
  [counted, build] = [0, 1];
  counts = new PastCounts({ now: () => now }, () => build);
});

it('counts the states of a moment long ago once for each filter, moment and build of the states', async () => {
  for (let n = 0; n < 3; n++) expect(await at(daysAgo(2)).count(taskModel, ofProject(1))).toBe(1);
  expect(await at(daysAgo(2)).count(taskModel, ofProject(2))).toBe(2);
  expect(await at(daysAgo(3)).count(taskModel, ofProject(1))).toBe(3);
  for (let n = 0; n < 2; n++) {
    expect(await at(daysAgo(2)).tally(taskModel, ofProject(1), 'task.state')).toEqual(new Map([['created', 4]]));
  }
  expect(await at(daysAgo(2)).tally(taskModel, ofProject(1), 'task.priority')).toEqual(new Map([['created', 5]]));
  build = 2;
  expect(await at(daysAgo(2)).count(taskModel, ofProject(1))).toBe(6);
  counts.clear();
  expect(await at(daysAgo(2)).count(taskModel, ofProject(1))).toBe(7);
});

it.each([0.5, 0, -5])('counts the states of %d days ago each time: some may still come', async (days) => {
  expect(await at(daysAgo(days)).count(taskModel, ofProject(1))).toBe(1);
  expect(await at(daysAgo(days)).count(taskModel, ofProject(1))).toBe(2);
});

it('keeps no count of a filter that names many ids', async () => {
  const many: Filter = { id: { $in: Array.from({ length: 500 }, (_, index) => String(index)) } };
  expect(await at(daysAgo(2)).count(taskModel, many)).toBe(1);
  expect(await at(daysAgo(2)).count(taskModel, many)).toBe(2);
});

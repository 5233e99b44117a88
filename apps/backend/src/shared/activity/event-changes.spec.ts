import { planSamples } from '@gos/domain/plans/plans.samples';
import { positionSamples } from '@gos/domain/position/position.samples';
import { repeatedTaskSamples } from '@gos/domain/repeated-task/repeated-task.samples';
import { expect, it } from '@jest/globals';
import { everySample } from '../../testing/recorded';
import { changesIn } from './event-changes';

const isShown = (value: unknown): boolean =>
  value === null ||
  typeof value !== 'object' ||
  (Array.isArray(value) ? value.every(isShown) : 'amount' in value && 'currency' in value);

it('tells every event outside the histories of tasks in values that a person can read', () => {
  const others = everySample.filter(({ stream }) => !stream.startsWith('task-')).flatMap(({ events }) => events);
  const events = [planSamples, positionSamples, repeatedTaskSamples].flatMap((samples) => Object.values(samples));
  const found = [...others, ...events].flatMap(({ type, data }) =>
    changesIn(type, data, true)
      .filter(({ from, to }) => !isShown(from) || !isShown(to))
      .map((change) => ({ type, ...change })),
  );
  expect(found).toEqual([]);
});

it.each([
  ['SettingsChanged', 'areas', 'invoices https://ucetnictvi.firma.example frame'],
  ['ProjectCreated', 'contracts', '2026/114 Rámcová smlouva Novákovy závody'],
  ['PartsHandedOver', 'heirs', 3],
])('tells the objects in %s as text or number', (type, field, expected) => {
  const { data } = everySample.flatMap(({ events }) => events).find((sample) => sample.type === type)!;
  const { to } = changesIn(type, data, true).find((change) => change.field === field)!;
  expect((to as unknown[])[0]).toBe(expected);
});

it('leaves out money for whom it is hidden', () => {
  const { type, data } = repeatedTaskSamples.RepeatedTaskCreated;
  const fieldsFor = (seesMoney: boolean) => changesIn(type, data, seesMoney).map(({ field }) => field);
  expect(fieldsFor(true)).toContain('budget');
  expect(fieldsFor(false)).not.toContain('budget');
});

import { describe, expect, test } from '@jest/globals';
import { taskDecider } from '../testing/flat-commands';
import { given } from '../testing/given-when-then';
import { crowns, factsOf, historyTo, people } from '../testing/task-scene';
import type { TaskCreatedData } from './task';
import type { TaskEvent } from './task.events';

import { type TaskFields, taskFieldChecks } from './task.fields';

const { contractor, solver } = people;

describe('limits, at both edges', () => {
  const family = '👨‍👩‍👧';
  const accented = 'e\u0301';
  const unprecomposed = 'x\u0301';

  test.each([
    ['too short', 'ab', 'task.name.too-short'],
    ['just long enough', 'abc', null],
    ['padded', '  ab\u00a0\n', 'task.name.too-short'],
    ['unseen', '\u200b\u2060\0\u200b', 'task.name.too-short'],
    ['two emoji of two code units', '😀😀', 'task.name.too-short'],
    ['three emoji', '😀😀😀', null],
    ['one emoji of five code points', family, null],
    ['combining marks that compose', accented.repeat(2), 'task.name.too-short'],
    ['combining marks that compose, up to the limit', accented.repeat(100), null],
    ['combining marks that compose, beyond it', accented.repeat(101), 'task.name.too-long'],
    ['combining marks that stay', unprecomposed.repeat(50), null],
    ['combining marks that stay, beyond the limit', `${unprecomposed.repeat(50)}x`, 'task.name.too-long'],
    ['a hundred emoji', '😀'.repeat(100), null],
    ['a hundred and one', '😀'.repeat(101), 'task.name.too-long'],
    ['a hundred letters and spaces around', ` ${'ž'.repeat(100)} `, null],
  ])('a name: %s', (_, name, code) => {
    expect(taskFieldChecks.name(name)?.code ?? null).toBe(code);
  });

  test.each([
    ['priority', 1, null],
    ['priority', 10, null],
    ['priority', 0, 'task.priority.range'],
    ['priority', 11, 'task.priority.range'],
    ['priority', 5.5, 'task.priority.range'],
    ['priority', Number.NaN, 'task.priority.range'],
    ['rating', 1, null],
    ['rating', 5, null],
    ['rating', 0, 'task.rating.range'],
    ['rating', 6, 'task.rating.range'],
    ['estimateMinutes', 1, null],
    ['estimateMinutes', 10_000_000, null],
    ['estimateMinutes', 0, 'validation.too-small'],
    ['estimateMinutes', 10_000_001, 'validation.too-large'],
    ['estimateMinutes', 1.5, 'validation.integer'],
    ['estimateMinutes', Number.POSITIVE_INFINITY, 'validation.integer'],
  ] as const)('%s %d', (field, value, code) => {
    expect(taskFieldChecks[field](value as never)?.code ?? null).toBe(code);
  });

  test.each([
    ['description of 100,000', 'description', 'ž'.repeat(100_000), null],
    ['description of 100,001', 'description', 'z'.repeat(100_001), 'task.description.too-long'],
    ['description of 256 KiB', 'description', '😀'.repeat(65_536), null],
    ['description of more bytes', 'description', '😀'.repeat(65_537), 'task.description.too-large'],
    ['name with turned writing', 'name', 'a\u202ebc', 'validation.characters'],
    ['text of 20,000', 'text', '😀'.repeat(20_000), null],
    ['text of 20,000 and a line break', 'text', `${'x'.repeat(20_000)}\n`, null],
    ['text of 20,001', 'text', 'x'.repeat(20_001), 'validation.too-long'],
    ['branch of 255', 'gitBranch', 'x'.repeat(255), null],
    ['branch of 256', 'gitBranch', 'x'.repeat(256), 'validation.too-long'],
    ['address of 2,000', 'externalUrl', `https://x.cz/${'x'.repeat(1_987)}`, null],
    ['address of 2,001', 'externalUrl', `https://x.cz/${'x'.repeat(1_988)}`, 'validation.too-long'],
    ['address that runs', 'externalUrl', 'javascript:alert(1)', 'validation.url'],
    ['address without a host', 'externalUrl', 'https:///x', 'validation.url'],
    ['address in capitals', 'externalUrl', 'HTTP://X.CZ', null],
    ['a moment without a zone', 'deadline', '2026-11-21T12:00:00', 'validation.instant'],
    ['a moment beyond all years', 'deadline', '9999-12-31T23:59:59-12:00', 'validation.year'],
    ['a moment before the first year', 'deadline', '2000-01-01T00:00:00+01:00', 'validation.year'],
    ['a day that a month lacks', 'shownDate', '2027-02-29', 'validation.day'],
    ['a leap day', 'shownDate', '2028-02-29', null],
    ['the first day', 'shownDate', '2000-01-01', null],
    ['the last day', 'shownDate', '2199-12-31', null],
    ['a day before the first', 'shownDate', '1999-12-31', 'validation.year'],
    ['a day after the last', 'shownDate', '2200-01-01', 'validation.year'],
  ] as const)('%s', (_, field, value, code) => {
    expect(taskFieldChecks[field](value as never)?.code ?? null).toBe(code);
  });

  test('tags: fifty different ones of fifty', () => {
    const tags = Array.from({ length: 50 }, (_, index) => `tag ${index}`);
    expect(taskFieldChecks.tags([...tags, ' tag 0 '])).toBeNull();
    expect(taskFieldChecks.tags([...tags, 'one more'])).toMatchObject({
      code: 'task.tags.too-many',
      params: { max: 50 },
    });
    expect(taskFieldChecks.tags(['ok', '😀'.repeat(50)])).toBeNull();
    expect(taskFieldChecks.tags(['ok', 'x'.repeat(51)])).toMatchObject({ path: 'tags.1', code: 'task.tag.length' });
    expect(taskFieldChecks.tags([' '])).toMatchObject({ path: 'tags.0', code: 'task.tag.length' });
  });
});

const assigned = (over: Partial<TaskCreatedData> = {}) => given(taskDecider, historyTo('assigned', over));
const edit = (fields: Partial<TaskFields>) => ({ type: 'edit', fields }) as const;

describe('edit', () => {
  test('names each field that changed with its old value, save that of the long one', () => {
    assigned()
      .when(
        edit({
          name: ' Nabídka ',
          description: '<p>Jinak</p>',
          tags: ['b', 'a', 'b'],
          priority: 6,
          type: 'graph',
          gitBranch: ' main ',
          externalUrl: 'https://example.org',
        }),
        factsOf(contractor),
      )
      .thenEvents({
        type: 'TaskEdited',
        data: {
          changes: [
            { field: 'name', from: 'Připravit nabídku', to: 'Nabídka' },
            { field: 'description', to: '<p>Jinak</p>' },
            { field: 'tags', from: [], to: ['b', 'a'] },
            { field: 'priority', from: 5, to: 6 },
            { field: 'type', from: 'normal', to: 'graph' },
            { field: 'gitBranch', from: null, to: 'main' },
            { field: 'externalUrl', from: null, to: 'https://example.org' },
          ],
        },
      });
  });

  test('the files that a new description shows become those of the task, once', () => {
    const image = { fileId: 77, name: 'schéma.png', size: 9, mime: 'image/png', sha256: 'f'.repeat(64) };
    const description = '<p><img src="/api/files/77"></p>';
    const shown = { ...edit({ description }), images: [image] };
    const edited: TaskEvent = { type: 'TaskEdited', data: { changes: [{ field: 'description', to: description }] } };
    assigned().when(shown, factsOf(contractor)).thenEvents(edited, { type: 'DocumentAdded', data: image });
    assigned({ files: [image] })
      .when(shown, factsOf(contractor))
      .thenEvents(edited);
    assigned({ description }).when(shown, factsOf(contractor)).thenNothing();
  });

  test('what stays as it is makes no event', () => {
    assigned().when(edit({}), factsOf(contractor)).thenNothing();
    assigned()
      .when(edit({ name: 'Připravit nabídku ', tags: [], gitBranch: ' ', externalUrl: null }), factsOf(contractor))
      .thenNothing();
    assigned()
      .when(edit({ name: 'Připravit nabídku', priority: 6 }), factsOf(contractor))
      .thenEvents({ type: 'TaskEdited', data: { changes: [{ field: 'priority', from: 5, to: 6 }] } });
  });

  test('a branch and an address are taken away by null, a branch by nothing too', () => {
    const linked = assigned({ gitBranch: 'main', externalUrl: 'https://example.org' });
    for (const none of [null, '']) {
      linked.when(edit({ gitBranch: none, externalUrl: null }), factsOf(contractor)).thenEvents({
        type: 'TaskEdited',
        data: {
          changes: [
            { field: 'gitBranch', from: 'main', to: null },
            { field: 'externalUrl', from: 'https://example.org', to: null },
          ],
        },
      });
    }
  });

  test('the solver edits description, branch and tags, and nothing beside them', () => {
    assigned()
      .when(edit({ description: 'x', gitBranch: 'x', tags: ['x'] }), factsOf(solver))
      .thenEvents({
        type: 'TaskEdited',
        data: {
          changes: [
            { field: 'description', to: 'x' },
            { field: 'tags', from: [], to: ['x'] },
            { field: 'gitBranch', from: null, to: 'x' },
          ],
        },
      });
    const theirs: Partial<TaskFields>[] = [
      { name: 'Jinak' },
      { priority: 6 },
      { type: 'graph' },
      { externalUrl: 'https://x.cz' },
      { description: 'x', priority: 6 },
    ];
    for (const fields of theirs) assigned().when(edit(fields), factsOf(solver)).thenRefused('task.forbidden');
  });

  test('the missing right comes before the wrong state', () => {
    given(taskDecider, historyTo('solved'))
      .when(edit({ name: 'Jinak' }), factsOf(solver))
      .thenRefused('task.forbidden');
    given(taskDecider, historyTo('solved'))
      .when(edit({ tags: [] }), factsOf(solver))
      .thenRefused('task.already-solved');
  });

  test('wrong values are refused at their place', () => {
    assigned()
      .when(edit({ name: 'x'.repeat(101), tags: ['a', 'a', ''] }), factsOf(contractor))
      .thenRefused('validation.failed', {
        errors: [
          { path: 'name', code: 'task.name.too-long', params: { max: 100 } },
          { path: 'tags.2', code: 'task.tag.length', params: { max: 50 } },
        ],
      });
  });

  test('what becomes a meeting needs a start and a length', () => {
    assigned({ estimateMinutes: null })
      .when(edit({ type: 'meeting' }), factsOf(contractor))
      .thenRefused('validation.failed');
    assigned({ deadline: '2026-12-01T12:00:00.000Z' })
      .when(edit({ type: 'meeting' }), factsOf(contractor))
      .thenEvents({ type: 'TaskEdited', data: { changes: [{ field: 'type', from: 'normal', to: 'meeting' }] } });
  });
});

describe('estimate', () => {
  const estimate = (estimateMinutes: number) => ({ type: 'estimate', estimateMinutes }) as const;

  test('goes up and down, the first one by the solver too', () => {
    assigned({ estimateMinutes: null })
      .when(estimate(30), factsOf(solver))
      .thenEvents({ type: 'EstimateIncreased', data: { from: null, to: 30 } });
    assigned()
      .when(estimate(61), factsOf(contractor))
      .thenEvents({ type: 'EstimateIncreased', data: { from: 60, to: 61 } });
    assigned()
      .when(estimate(59), factsOf(contractor))
      .thenEvents({ type: 'EstimateReduced', data: { from: 60, to: 59 } });
  });

  test('is refused to the solver once it is set, and when it is none', () => {
    assigned().when(estimate(30), factsOf(solver)).thenRefused('task.estimate.set');
    assigned()
      .when(estimate(0), factsOf(contractor))
      .thenRefused('validation.too-small', { params: { min: 1 } });
  });

  test('the same changes nothing', () => {
    assigned().when(estimate(60), factsOf(contractor)).thenNothing();
  });
});

describe('budget', () => {
  const budget = (amount: string, currency = 'CZK') => ({ type: 'budget', budget: { amount, currency } }) as const;
  const funded = assigned({ budget: crowns('900.00') });

  test('goes up and down, compared as a number', () => {
    assigned()
      .when(budget('0.00'), factsOf(contractor))
      .thenEvents({ type: 'BudgetAdded', data: { from: null, to: crowns('0.00') } });
    funded
      .when(budget('1000.00'), factsOf(contractor))
      .thenEvents({ type: 'BudgetAdded', data: { from: crowns('900.00'), to: crowns('1000.00') } });
    funded
      .when(budget('899.99'), factsOf(contractor))
      .thenEvents({ type: 'BudgetReduced', data: { from: crowns('900.00'), to: crowns('899.99') } });
  });

  test('the same changes nothing', () => {
    funded.when(budget('900.00'), factsOf(contractor)).thenNothing();
  });

  test.each(['-1.00', '1.505', '1000000000000.00', 'x'])('%s is no amount', (amount) => {
    funded.when(budget(amount), factsOf(contractor)).thenRefused('validation.money');
  });

  test.each(['900', '900.0', '0900.00'])('%s is the same amount', (amount) => {
    funded.when(budget(amount), factsOf(contractor)).thenNothing();
  });

  test('an installation has one currency', () => {
    const refused = { errors: [{ path: 'budget', code: 'validation.money', params: { currency: 'CZK' } }] } as const;
    funded.when(budget('1.00', 'EUR'), factsOf(contractor)).thenRefused('validation.money', refused);
  });
});

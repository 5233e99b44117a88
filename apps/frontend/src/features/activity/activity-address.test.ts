import { activityClasses, vias } from '@gos/domain';
import { createMemoryHistory } from '@tanstack/react-router';
import { createQueryClient } from '../../lib/query-client';
import { createAppRouter } from '../../router';
import { keepRouter } from '../../testing/open-routers';
import { type ActivityAddress, filtersOf, isFiltered, noFilters, validateActivityAddress } from './activity-address';

const everything: ActivityAddress = {
  by: 3,
  class: ['comment', 'planned'],
  kind: ['task', 'board'],
  task: 12,
  project: 4,
  via: ['web', 'job'],
  from: '2026-03-28',
  to: '2026-03-29',
  q: '12',
  page: 3,
};

const given = (address: ActivityAddress) => JSON.parse(JSON.stringify(address)) as ActivityAddress;

it('keeps every filter in the address', () => {
  const router = createAppRouter(createQueryClient(), createMemoryHistory({ initialEntries: ['/audit'] }));
  keepRouter(router);
  const { searchStr } = router.buildLocation({ to: '/audit', search: everything });
  expect(given(validateActivityAddress(router.options.parseSearch!(searchStr)))).toEqual(given(everything));
});

it('ignores what is no filter', () => {
  const wrong = {
    by: 'x',
    class: 'none',
    kind: ['nothing'],
    task: -1,
    project: 0,
    via: 3,
    from: '2026-02-30',
    to: 1,
    q: '  ',
  };
  const address = validateActivityAddress(wrong);
  expect(isFiltered(address)).toBe(false);
  expect(filtersOf(address)).toEqual({});
});

it('takes one value as well as several', () => {
  expect(validateActivityAddress({ via: 'api' }).via).toEqual(['api']);
  expect(validateActivityAddress({ class: [...activityClasses] }).class).toEqual([...activityClasses]);
  expect(validateActivityAddress({ via: [...vias].reverse() }).via).toEqual([...vias]);
});

it('asks for whole days of the installation, over a change of daylight saving', () => {
  expect(filtersOf(everything)).toEqual({
    by: 3,
    class: ['comment', 'planned'],
    kind: ['task', 'board'],
    taskId: 12,
    projectId: 4,
    via: ['web', 'job'],
    from: '2026-03-27T23:00:00.000Z',
    to: '2026-03-29T21:59:59.999Z',
    q: '12',
  });
});

it('clears every filter', () => {
  expect(isFiltered({ ...everything, ...noFilters })).toBe(false);
});

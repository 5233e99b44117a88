import { calendarFeed, calendarOperations, presenceOperations, searchOperations } from '@gos/contract';
import type { Person } from '../harness';
import { type Asked, rightsOf, row, signedIn } from './rights';

const everybody = (status: number) => ({
  ...signedIn(status, status, status, status),
  stranger: status,
  deactivated: status,
});

/** The address is enough for everybody. */
async function feedOf(of: Person): Promise<Asked> {
  const { calendarUrl } = (await of.post('/api/calendar/subscription')).body;
  return { path: { token: /([^/]+)\.ics/.exec(calendarUrl)![1]! } };
}

export const readingRights = [
  ...rightsOf(calendarOperations, {
    items: [row('of one’s own', signedIn(200, 200, 200, 200), () => ({ query: '?from=2026-11-01&to=2026-11-30' }))],
    renew: [row('one’s own', signedIn(200, 200, 200, 200))],
    turnOff: [row('one’s own', signedIn(204, 204, 204, 204))],
  }),
  ...rightsOf(
    { feed: calendarFeed },
    {
      feed: [
        row('by its address', everybody(200), ({ other }) => feedOf(other)),
        row('by an address that leads nowhere any more', everybody(404), async ({ other }) => {
          const old = await feedOf(other);
          await feedOf(other);
          return old;
        }),
        row('of who was deactivated', everybody(404), async ({ gos, admin }) => {
          const left = await gos.person('Cizí odešlý');
          const asked = await feedOf(left);
          await admin.patch(`/api/users/${left.id}`, { active: false });
          return asked;
        }),
        row('by no address', everybody(404), () => ({ path: { token: 'none' } })),
      ],
    },
  ),
  ...rightsOf(presenceOperations, { list: [row('of whom one sees', signedIn(200, 200, 200, 200))] }),
  ...rightsOf(searchOperations, {
    find: [row('what one sees', signedIn(200, 200, 200, 200), () => ({ query: '?q=ukol' }))],
  }),
];

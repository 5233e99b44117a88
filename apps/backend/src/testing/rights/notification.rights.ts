import { notificationOperations, unsubscribePages } from '@gos/contract';
import type { Person } from '../harness';
import { type Asked, rightsOf, row, type Scene, signedIn } from './rights';

async function foreign({ other }: Scene): Promise<Asked> {
  return { path: { id: await other.task({ name: 'Cizí úkol' }) } };
}
/** A task of somebody else, in which everybody takes part who may. */
async function common({ other, people }: Scene, me: Person): Promise<Asked> {
  const passive = me.id > 0 && me !== people.auditor && me !== people.deactivated ? [me.id] : [];
  return { path: { id: await other.task({ name: 'Společný úkol', passive }) } };
}
const none = (): Asked => ({ path: { id: 9_999 } });

/** One's own wish, of any task that one sees. */
const ofTask = [
  row('of a common task', signedIn(200, 200, 200, 200), common),
  row('foreign', signedIn(404, 404, 200, 200), foreign),
  row('none', signedIn(404, 404, 404, 404), none),
];

/** The address of a mail is enough without a session; a wrong address opens nothing. */
const unknownToken = row('a wrong token', { ...signedIn(404, 404, 404, 404), stranger: 404, deactivated: 404 }, () => ({
  path: { token: 'none' },
}));

export const unsubscribeRights = rightsOf(unsubscribePages, { ask: [unknownToken], confirm: [unknownToken] });

export const notificationRights = rightsOf(notificationOperations, {
  list: [row('own', signedIn(200, 200, 200, 200))],
  read: [
    row('all of own', signedIn(200, 200, 200, 200), () => ({ body: { all: true } })),
    row('one that is not there', signedIn(200, 200, 200, 200), () => ({ body: { ids: ['none'] } })),
  ],
  muted: ofTask,
  mute: ofTask,
  unmute: ofTask,
});

import { deletedOperations, undoOperations, undoRangeOperations } from '@gos/contract';
import { type Asked, rightsOf, row, type Scene, signedIn } from './rights';

/** The last action of somebody else, in a task that only admins and auditors see as well. */
async function ofAnother({ other }: Scene): Promise<Asked> {
  const id = await other.task({ name: 'Cizí úkol' });
  const { body } = await other.patch(`/api/tasks/${id}`, { name: 'Cizí úkol jinak' });
  return { body: { eventId: body.eventId } };
}

const unknown = (): Asked => ({ body: { eventId: '00000000-0000-4000-8000-000000000000' } });

export const undoRights = rightsOf(undoOperations, {
  list: [row('own', signedIn(200, 200, 200, 200))],
  undo: [
    row('of another person', signedIn(404, 404, 403, 403), ofAnother),
    row('unknown', signedIn(404, 404, 404, 404), unknown),
  ],
});

/** A task that somebody else created and deleted. */
async function deletedByAnother({ other }: Scene): Promise<Asked> {
  const id = await other.task({ name: 'Cizí úkol' });
  const { body } = await other.delete(`/api/tasks/${id}`);
  return { body: { eventId: body.eventId } };
}

export const deletedRights = rightsOf(deletedOperations, {
  list: [row('own', signedIn(200, 200, 200, 200))],
  restore: [
    row('of another person', signedIn(404, 404, 403, 200), deletedByAnother),
    row('unknown', signedIn(404, 404, 404, 404), unknown),
  ],
});

const nothing = { from: '2020-01-01T00:00:00.000Z', to: '2020-01-02T00:00:00.000Z' };

export const undoRangeRights = rightsOf(undoRangeOperations, {
  preview: [row('nothing', signedIn(403, 403, 403, 200), () => ({ query: `?${new URLSearchParams(nothing)}` }))],
  last: [row('all', signedIn(403, 403, 403, 200))],
  start: [row('nothing', signedIn(403, 403, 403, 409), () => ({ body: { filters: {}, ...nothing } }))],
  stop: [row('all', signedIn(403, 403, 403, 200))],
});

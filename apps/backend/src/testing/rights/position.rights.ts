import { positionOperations } from '@gos/contract';
import { type Asked, rightsOf, row, type Scene, signedIn } from './rights';

const body = { name: 'Účetní' };

/** One that nobody holds, or the other person. */
async function position({ admin, other }: Scene, held = false): Promise<Asked> {
  const { id } = (await admin.post('/api/positions', body)).body;
  if (held) await admin.patch(`/api/users/${other.id}`, { positionIds: [id] });
  return { path: { id } };
}
const missing = (): Asked => ({ path: { id: 9_999 } });

export const positionRights = rightsOf(positionOperations, {
  list: [row('all', signedIn(200, 200, 200, 200))],
  detail: [
    row('one', signedIn(200, 200, 200, 200), (scene) => position(scene)),
    row('none', signedIn(404, 404, 404, 404), missing),
  ],
  create: [row('one', signedIn(403, 403, 403, 201), () => ({ body }))],
  edit: [
    row('one', signedIn(403, 403, 403, 200), async (scene) => ({
      ...(await position(scene)),
      body: { name: 'Řidič' },
    })),
    row('grant of attendance', signedIn(403, 403, 403, 200), async (scene) => ({
      ...(await position(scene)),
      body: { attendance: true },
    })),
    row('none', signedIn(404, 404, 404, 404), () => ({ ...missing(), body })),
  ],
  delete: [
    row('one', signedIn(403, 403, 403, 200), (scene) => position(scene)),
    row('one that somebody holds', signedIn(403, 403, 403, 409), (scene) => position(scene, true)),
    row('none', signedIn(404, 404, 404, 404), missing),
  ],
});

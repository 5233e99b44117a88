import { availabilityOperations, planOperations } from '@gos/contract';
import type { Person } from '../harness';
import { type Asked, rightsOf, row, type Scene, signedIn } from './rights';

/** A plan of type available collides with no other plan. */
const body = { type: 'available', date: '2099-11-24', from: '08:00', to: '16:30', location: 'Brno' };
const change = { body: { location: 'Praha' } };

async function planOf(owner: Person, removed: boolean): Promise<Asked> {
  const made = await owner.post('/api/plans', body);
  const id = made.status === 201 ? made.body.id : 9_999;
  if (removed) await owner.delete(`/api/plans/${id}`);
  return { path: { id } };
}
const own = (_: Scene, me: Person) => planOf(me, false);
const foreign = async ({ gos }: Scene) => planOf(await gos.person('Cizí osoba'), false);
const ownRemoved = (_: Scene, me: Person) => planOf(me, true);
const foreignRemoved = async ({ gos }: Scene) => planOf(await gos.person('Cizí osoba'), true);
/** Nobody requested it: a person who may decide gets 409. */
const decided = { body: { reason: 'Nelze' } };
const missing = (): Asked => ({ path: { id: 9_999 } });
const nowhere = signedIn(404, 404, 404, 404);

/** An auditor has no plans of their own. */
export const planRights = rightsOf(planOperations, {
  list: [row('all that one sees', signedIn(200, 200, 200, 200))],
  detail: [
    row('own', signedIn(200, 200, 404, 200), own),
    row('foreign', signedIn(404, 200, 200, 200), foreign),
    row('own removed', signedIn(200, 200, 404, 200), async (scene, me) => ({
      ...(await ownRemoved(scene, me)),
      query: '?deleted=true',
    })),
    row('foreign removed', signedIn(404, 404, 200, 200, 200), async (scene) => ({
      ...(await foreignRemoved(scene)),
      query: '?deleted=true',
    })),
    row('none', nowhere, missing),
  ],
  add: [
    row('own', signedIn(201, 201, 403, 201), () => ({ body })),
    row('foreign', signedIn(403, 403, 403, 201, 201), async ({ gos }) => ({
      body: { ...body, userId: (await gos.person('Cizí osoba')).id },
    })),
    row('of nobody', signedIn(403, 403, 403, 422, 422), () => ({ body: { ...body, userId: 9_999 } })),
  ],
  change: [
    row('own', signedIn(200, 200, 404, 200), async (scene, me) => ({ ...(await own(scene, me)), ...change })),
    row('foreign', signedIn(404, 403, 403, 200, 200), async (scene) => ({ ...(await foreign(scene)), ...change })),
    row('foreign removed', nowhere, async (scene) => ({ ...(await foreignRemoved(scene)), ...change })),
    row('none', nowhere, () => ({ ...missing(), ...change })),
  ],
  remove: [
    row('own', signedIn(200, 200, 404, 200), own),
    row('foreign', signedIn(404, 403, 403, 200, 200), foreign),
    row('own removed', nowhere, ownRemoved),
    row('none', nowhere, missing),
  ],
  approve: [
    row('own', signedIn(403, 403, 404, 409, 409), own),
    row('foreign', signedIn(404, 403, 403, 409, 409), foreign),
    row('none', nowhere, missing),
  ],
  decline: [
    row('own', signedIn(403, 403, 404, 409, 409), async (scene, me) => ({ ...(await own(scene, me)), ...decided })),
    row('foreign', signedIn(404, 403, 403, 409, 409), async (scene) => ({ ...(await foreign(scene)), ...decided })),
    row('none', nowhere, () => ({ ...missing(), ...decided })),
  ],
  withdraw: [
    row('own', signedIn(409, 409, 404, 409), own),
    row('foreign', signedIn(404, 403, 403, 409, 409), foreign),
    row('none', nowhere, missing),
  ],
  undelete: [
    row('own removed', signedIn(200, 200, 404, 200), ownRemoved),
    row('foreign removed', signedIn(404, 404, 403, 200, 200), foreignRemoved),
    row('foreign', signedIn(404, 403, 403, 409, 409), foreign),
    row('none', nowhere, missing),
  ],
});

export const availabilityRights = rightsOf(availabilityOperations, {
  week: [row('of whom one sees', signedIn(200, 200, 200, 200))],
  month: [row('of whom one sees', signedIn(200, 200, 200, 200))],
  holidays: [row('of a year', signedIn(200, 200, 200, 200))],
});

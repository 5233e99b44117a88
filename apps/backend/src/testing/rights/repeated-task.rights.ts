import { repeatedTaskOperations } from '@gos/contract';
import type { Person } from '../harness';
import { type Asked, rightsOf, row, type Scene, signedIn } from './rights';

const body = { name: 'Kontrola zásob', firstDeadline: '2099-11-24T08:00:00.000Z', repeat: 'weekly' };
const coming = { deadline: '2099-12-08T08:00:00.000Z' };

/** Once its first occurrence is a task, so that nothing happens to it by itself any more. */
async function madeBy(owner: Person): Promise<Asked> {
  const made = await owner.post('/api/repeated-tasks', body);
  if (made.status !== 201) return missing();
  const { id } = made.body;
  while ((await owner.get(`/api/repeated-tasks/${id}`)).body.generated.length === 0);
  return { path: { id } };
}
const own = (_: Scene, me: Person) => madeBy(me);
const foreign = async ({ gos }: Scene) => madeBy(await gos.person('Cizí osoba'));
const missing = (): Asked => ({ path: { id: 9_999 } });
const nowhere = signedIn(404, 404, 404, 404);

/** An auditor makes none. */
const reading = [
  row('own', signedIn(200, 200, 404, 200), own),
  row('foreign', signedIn(404, 404, 200, 200), foreign),
  row('none', nowhere, missing),
];
const changing = (asked: Asked = {}, done = 200) => [
  row('own', signedIn(done, done, 404, done), async (scene, me) => ({ ...(await own(scene, me)), ...asked })),
  row('foreign', signedIn(404, 404, 403, done), async (scene) => ({ ...(await foreign(scene)), ...asked })),
  row('none', nowhere, () => ({ ...missing(), ...asked })),
];

export const repeatedTaskRights = rightsOf(repeatedTaskOperations, {
  list: [row('all that one sees', signedIn(200, 200, 200, 200))],
  detail: reading,
  activity: reading,
  preview: [row('of nobody', signedIn(200, 200, 200, 200), () => ({ body }))],
  create: [row('own', signedIn(201, 201, 403, 201), () => ({ body: { ...body, active: false } }))],
  edit: changing({ body: { name: 'Zásoby' } }),
  activate: changing(),
  deactivate: changing(),
  skip: changing({ body: coming }),
  generateEarly: changing({ body: coming }, 201),
});

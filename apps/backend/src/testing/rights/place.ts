import type { Person } from '../harness';
import { foreignWord, type Row, type Scene } from './rights';

/** A person's relation to a project: a permission in it, a party to a task of it, nothing, or a removed member. */
export type PlaceStanding = 'view' | 'edit' | 'manage' | 'party' | 'none' | 'left';

/** How the rows of a standing are called. */
const standingNames = {
  contractor: 'as its contractor',
  solver: 'as its solver',
  acknowledged: 'on notice of it',
  passive: 'passive in it',
  party: 'as a party to a task of it',
  view: 'with view of its project',
  edit: 'with edit of its project',
  manage: 'with manage of its project',
  none: 'none of it',
  left: 'taken out of it',
} as const;
export type Standing = keyof typeof standingNames;

export async function projectFor({ other, admin }: Scene, me: Person, standing: PlaceStanding): Promise<number> {
  const { id } = (await other.post('/api/projects', { name: `${foreignWord} projekt` })).body;
  const permission = standing === 'left' ? 'manage' : standing;
  if (standing === 'party') await other.task({ name: `${foreignWord} úkol v něm`, projectId: id, passive: [me.id] });
  else if (permission !== 'none') {
    await other.post(`/api/projects/${id}/members`, { userId: me.id, permission, notification: 'none' });
  }
  if (standing === 'left') await admin.delete(`/api/projects/${id}/members/${me.id}`);
  return id;
}

const kept = new WeakMap<Scene, Map<string, Promise<unknown>>>();

/** Creates a thing once a scene, for refused requests and reads, which do not change it. */
export function once<T>(scene: Scene, key: string, make: () => Promise<T>): Promise<T> {
  const made = kept.get(scene) ?? new Map<string, Promise<unknown>>();
  kept.set(scene, made);
  if (!made.has(key)) made.set(key, make());
  return made.get(key) as Promise<T>;
}

/** The project for a standing; the same one where it is not changed. */
export const keptProject = (scene: Scene, me: Person, standing: PlaceStanding): Promise<number> =>
  once(scene, `project ${standing} ${me.id}`, () => projectFor(scene, me, standing));

/**
 * Returns a row for each standing of collaborators and members, who do not differ here. The row without a standing is
 * for all other roles too: they have no standing of their own.
 */
export function byStanding<S extends Standing>(
  statuses: Readonly<Record<S, number>>,
  { auditor, admin }: { readonly auditor: number; readonly admin: number },
  ask: (scene: Scene, me: Person, standing: S, isRefused: boolean) => ReturnType<Row['ask']>,
  what = '',
): Row[] {
  return (Object.entries(statuses) as [S, number][]).map(([standing, status]) => ({
    of: what === '' ? standingNames[standing] : `${what}, ${standingNames[standing]}`,
    statuses: {
      collaborator: status,
      member: status,
      ...(standing === 'none' && { stranger: 401, deactivated: 401, auditor, admin }),
    },
    ask: (scene, me) => ask(scene, me, standing, status >= 400 && me !== scene.admin),
  }));
}

import { type Actor, hasPermission, keepsAttendance } from '@gos/domain';

/** The fields of a document that decide who may see it. */
export interface Guarded {
  readonly parties: readonly number[];
  readonly projectId: number | null;
  /** Its holders see the document, too. Queries of such documents filter by `visibleToHolders`. */
  readonly positionId?: number | null;
  /** A part of people's attendance: people with the attendance of others see it, too. Not applied to filters. */
  readonly ofAttendance?: boolean;
  /** Default `view`. The same in all documents of a model that are found by a filter. */
  readonly least?: Least;
}

/**
 * The least permission that shows a document to people who are not its parties; `everyone` is all but collaborators.
 */
export type Least = 'view' | 'manage' | 'everyone';

export type VisibilityFilter =
  | Record<string, never>
  | { readonly parties: number }
  | {
      readonly $or: readonly [
        { readonly parties: number },
        { readonly projectId: { readonly $in: readonly number[] } },
      ];
    };

export const seesAll = (actor: Actor) => actor.role === 'admin' || actor.role === 'auditor' || actor.role === 'system';

const isInside = (actor: Actor) => actor.role !== 'collaborator';

/** The projects whose documents the actor sees. */
function projectsOf(actor: Actor, least: Least): number[] {
  if (least === 'everyone') return [];
  const mine = Object.keys(actor.projects).map(Number);
  return mine.filter((projectId) => hasPermission(actor, projectId, least));
}

/**
 * Returns the only rule of visibility of guarded documents, as a filter for queries, search, counts and exports. Its
 * parties, admins and auditors see a document. So do the members of its project, or only the project's managers, or all
 * but collaborators, as the document requires.
 */
export function visibleTo(actor: Actor, least: Least = 'view'): VisibilityFilter {
  if (seesAll(actor) || (least === 'everyone' && isInside(actor))) return {};
  const mine = projectsOf(actor, least);
  if (mine.length === 0) return { parties: actor.id! };
  return { $or: [{ parties: actor.id! }, { projectId: { $in: mine } }] };
}

/** For documents that the holders of a position see, too. */
export function visibleToHolders(actor: Actor) {
  const filter = visibleTo(actor);
  const { positions = [] } = actor;
  if (seesAll(actor) || positions.length === 0) return filter;
  return { $or: [filter, { positionId: { $in: positions } }] };
}

/** The same rule for a single document. */
export function isVisibleTo(
  { parties, projectId, positionId, ofAttendance = false, least = 'view' }: Guarded,
  actor: Actor,
): boolean {
  if (seesAll(actor) || parties.includes(actor.id!)) return true;
  if (ofAttendance && keepsAttendance(actor)) return true;
  if (positionId && actor.positions?.includes(positionId)) return true;
  if (least === 'everyone') return isInside(actor);
  return projectId !== null && hasPermission(actor, projectId, least);
}

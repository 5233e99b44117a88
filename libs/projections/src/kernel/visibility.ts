import type { Actor } from '@gos/domain';

/** The fields of a document that decide who may see it. */
export interface Guarded {
  readonly parties: readonly number[];
  readonly projectId: number | null;
}

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

/**
 * The only rule of who may see a guarded document: its parties, members of its project, admins and auditors. As a filter for
 * queries, search, counts and exports.
 */
export function visibleTo(actor: Actor): VisibilityFilter {
  if (seesAll(actor)) return {};
  const mine = Object.keys(actor.projects).map(Number);
  if (mine.length === 0) return { parties: actor.id! };
  return { $or: [{ parties: actor.id! }, { projectId: { $in: mine } }] };
}

/** The same rule for a single document. */
export function isVisibleTo(document: Guarded, actor: Actor): boolean {
  if (seesAll(actor)) return true;
  if (document.parties.includes(actor.id!)) return true;
  return document.projectId !== null && actor.projects[document.projectId] !== undefined;
}

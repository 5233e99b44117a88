import type { ProjectEvent, ProjectPermission } from '@gos/domain';
import type { ReadModel } from '../kernel/read-model';

/** Which projects a person is a member of, and what they may there: one small document, whatever the projects hold. */
export interface AccessDocument {
  readonly id: string;
  readonly projects: Readonly<Record<number, ProjectPermission>>;
}

type MemberEvent = Extract<ProjectEvent, { type: 'MemberAdded' | 'MemberChanged' | 'MemberRemoved' }>;
const types: ReadonlySet<string> = new Set(['MemberAdded', 'MemberChanged', 'MemberRemoved']);

export const accessModel: ReadModel<AccessDocument> = {
  name: 'access',
  version: 1,
  indexes: [],
  ids: (event) => (types.has(event.type) ? [String((event.data as MemberEvent['data']).userId)] : []),
  apply(document, event, id) {
    const happened = event as unknown as MemberEvent;
    const { projectId } = happened.data;
    const { [projectId]: _, ...others } = document?.projects ?? {};
    if (happened.type === 'MemberRemoved') return { id, projects: others };
    const permission = happened.type === 'MemberAdded' ? happened.data.permission : happened.data.to.permission;
    return { id, projects: { ...others, [projectId]: permission } };
  },
};

import type { ProjectPermission } from '@gos/domain';
import type { ReadModel } from '../kernel/read-model';
import { versions } from '../kernel/versions';

/** The project permissions of one person, in one small document that does not grow with the projects' contents. */
export interface AccessDocument {
  readonly id: string;
  readonly projects: Readonly<Record<number, ProjectPermission>>;
}

function withPermission(
  document: AccessDocument | undefined,
  id: string,
  projectId: number,
  permission: ProjectPermission | null,
): AccessDocument {
  const { [projectId]: _, ...others } = document?.projects ?? {};
  return { id, projects: permission === null ? others : { ...others, [projectId]: permission } };
}

export const accessModel: ReadModel<AccessDocument> = {
  name: 'access',
  version: versions.access,
  indexes: [],
  others: {
    ids: ({ data }) => ('userId' in data ? [String(data.userId)] : []),
    on: {
      MemberAdded: (document, { data }, id) => withPermission(document, id, data.projectId, data.permission),
      MemberChanged: (document, { data }, id) => withPermission(document, id, data.projectId, data.to.permission),
      MemberRemoved: (document, { data }, id) => withPermission(document, id, data.projectId, null),
    },
  },
};

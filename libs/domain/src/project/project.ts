import type { ProjectPermission } from '../kernel/actor';
import { type EventTable, revisionedEvolveOf } from '../kernel/events';
import type { Day, Message } from '../kernel/message';
import type { ActionUndone } from '../kernel/undo';

export const notificationLevels = ['all', 'mine', 'none'] as const;
export type NotificationLevel = (typeof notificationLevels)[number];

export interface Contract {
  readonly contractId: string;
  readonly name: string;
  readonly client: string;
}

export interface ProjectFields {
  readonly name: string;
  /** sanitised HTML */
  readonly description: string;
  readonly externalTicketSystemUrl: string | null;
  readonly finishDate: Day | null;
  readonly active: boolean;
  readonly contracts: readonly Contract[];
}
export const projectFields = [
  'name',
  'description',
  'externalTicketSystemUrl',
  'finishDate',
  'active',
  'contracts',
] as const satisfies readonly (keyof ProjectFields)[];
export type ProjectField = (typeof projectFields)[number];

export type ProjectEdit = {
  [F in ProjectField]: { readonly field: F; readonly from?: ProjectFields[F]; readonly to: ProjectFields[F] };
}[ProjectField];

export interface Membership {
  readonly permission: ProjectPermission;
  readonly notification: NotificationLevel;
}
export interface Member extends Membership {
  readonly userId: number;
}

/** Events of `project-N`. */
export type ProjectEvent =
  | Message<'ProjectCreated', ProjectFields & { readonly projectId: number }>
  | Message<'ProjectEdited', { readonly changes: readonly ProjectEdit[] }>
  | Message<'MemberAdded', Member & { readonly projectId: number }>
  | Message<
      'MemberChanged',
      { readonly projectId: number; readonly userId: number; readonly from: Membership; readonly to: Membership }
    >
  | Message<'MemberRemoved', { readonly projectId: number; readonly userId: number }>
  | ActionUndone;

export interface Project extends ProjectFields {
  readonly id: number;
  /** The number of events so far. */
  readonly revision: number;
  /** In the order in which they joined. */
  readonly members: readonly Member[];
}

export function projectStream(id: number): string {
  return `project-${id}`;
}

const projectEvents: EventTable<Project, ProjectEvent> = {
  ProjectCreated: {
    begins: ({ data: { projectId, ...fields } }) => ({ id: projectId, revision: 1, ...fields, members: [] }),
  },
  ProjectEdited: {
    fold: (project, { data }) => ({
      ...project,
      ...Object.fromEntries(data.changes.map(({ field, to }) => [field, to])),
    }),
  },
  MemberAdded: {
    fold: (project, { data: { userId, permission, notification } }) => ({
      ...project,
      members: [...project.members, { userId, permission, notification }],
    }),
  },
  MemberChanged: {
    fold: (project, { data: { userId, to } }) => ({
      ...project,
      members: project.members.map((member) => (member.userId === userId ? { userId, ...to } : member)),
    }),
  },
  MemberRemoved: {
    fold: (project, { data }) => ({
      ...project,
      members: project.members.filter(({ userId }) => userId !== data.userId),
    }),
  },
  ActionUndone: { fold: (project) => project },
};

export const evolveProject = revisionedEvolveOf(projectEvents);

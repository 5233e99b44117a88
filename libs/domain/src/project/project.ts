import type { Decider } from '../kernel/decider';
import { limits } from '../kernel/limits';
import type { Day, Message } from '../kernel/message';
import { type Refusal, type RefusalCode, refuse, refuseField, refuseFields } from '../kernel/refusal';
import { tidy } from '../kernel/text';
import type { Actor, ProjectPermission } from '../task/task.rights';
import { tidyOrNull } from '../task/task.rules';
import { projectFieldErrors } from './project.fields';
import { projectRefusalOf } from './project.rights';

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
  | Message<'MemberRemoved', { readonly projectId: number; readonly userId: number }>;

export interface Project extends ProjectFields {
  readonly id: number;
  /** Counts the events, from 1. */
  readonly revision: number;
  /** In the order in which they came. */
  readonly members: readonly Member[];
}

export type NewProject = Pick<ProjectFields, 'name'> & Partial<ProjectFields>;

export type ProjectCommand =
  | { readonly type: 'create'; readonly projectId: number; readonly project: NewProject }
  | { readonly type: 'edit'; readonly fields: Partial<ProjectFields> }
  | ({ readonly type: 'addMember' } & Member)
  | ({ readonly type: 'changeMember'; readonly userId: number } & Partial<Membership>)
  | { readonly type: 'removeMember'; readonly userId: number };

export interface ProjectFacts {
  readonly actor: Actor;
  /** Of the people that the command names, those whom the actor may name: known, active, no auditors, seen by a collaborator. */
  readonly nameable: readonly number[];
}

export function projectStream(id: number): string {
  return `project-${id}`;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function tidied(given: Partial<ProjectFields>): Partial<ProjectFields> {
  return {
    ...given,
    ...(given.name !== undefined && { name: tidy(given.name) }),
    ...(given.externalTicketSystemUrl !== undefined && {
      externalTicketSystemUrl: tidyOrNull(given.externalTicketSystemUrl),
    }),
    ...(given.contracts !== undefined && {
      contracts: given.contracts.map(({ contractId, name, client }) => ({
        contractId: tidy(contractId),
        name: tidy(name),
        client: tidy(client),
      })),
    }),
  };
}

/** The creator manages it. */
function create(projectId: number, given: NewProject, { actor }: ProjectFacts): readonly ProjectEvent[] | Refusal {
  if (actor.role === 'auditor') return refuse('task.auditor');
  if (actor.id === null || (actor.role !== 'member' && actor.role !== 'admin'))
    return refuse('project.create-forbidden');
  const fields: ProjectFields = {
    name: '',
    description: '',
    externalTicketSystemUrl: null,
    finishDate: null,
    active: true,
    contracts: [],
    ...tidied(given),
  };
  const refused = refuseFields(projectFieldErrors(fields));
  if (refused) return refused;
  return [
    { type: 'ProjectCreated', data: { projectId, ...fields } },
    { type: 'MemberAdded', data: { projectId, userId: actor.id, permission: 'manage', notification: 'all' } },
  ];
}

function edit(project: Project, given: Partial<ProjectFields>): readonly ProjectEvent[] | Refusal {
  const fields = tidied(given);
  const refused = refuseFields(projectFieldErrors(fields));
  if (refused) return refused;
  const changes = projectFields
    .filter((field) => fields[field] !== undefined && !same(project[field], fields[field]))
    .map(
      (field) =>
        ({ field, ...(field !== 'description' && { from: project[field] }), to: fields[field] }) as ProjectEdit,
    );
  return changes.length === 0 ? [] : [{ type: 'ProjectEdited', data: { changes } }];
}

function addMember(
  project: Project,
  { userId, permission, notification }: Member,
  facts: ProjectFacts,
): readonly ProjectEvent[] | Refusal {
  if (project.members.some((member) => member.userId === userId)) return refuse('project.member.exists');
  if (userId !== facts.actor.id && !facts.nameable.includes(userId))
    return refuseField('userId', 'project.member.unknown');
  const { max } = limits.members;
  if (project.members.length >= max) return refuseField('userId', 'validation.too-many', { max });
  return [{ type: 'MemberAdded', data: { projectId: project.id, userId, permission, notification } }];
}

const othersManage = (project: Project, userId: number) =>
  project.members.some((member) => member.userId !== userId && member.permission === 'manage');

function changeMember(
  project: Project,
  member: Member,
  { permission = member.permission, notification = member.notification }: Partial<Membership>,
): readonly ProjectEvent[] | Refusal {
  const { userId } = member;
  const from = { permission: member.permission, notification: member.notification };
  const to = { permission, notification };
  if (same(from, to)) return [];
  if (member.permission === 'manage' && permission !== 'manage' && !othersManage(project, userId)) {
    return refuse('project.last-manage');
  }
  return [{ type: 'MemberChanged', data: { projectId: project.id, userId, from, to } }];
}

function removeMember(project: Project, { userId, permission }: Member): readonly ProjectEvent[] | Refusal {
  if (permission === 'manage' && !othersManage(project, userId)) return refuse('project.last-manage');
  return [{ type: 'MemberRemoved', data: { projectId: project.id, userId } }];
}

/** The action whose right a command needs; a member may take themselves out and choose what they are told. */
function forbidden(
  project: Project,
  command: Exclude<ProjectCommand, { type: 'create' }>,
  actor: Actor,
): RefusalCode | null {
  if (command.type === 'edit') return projectRefusalOf('edit', project, actor);
  const own = command.userId === actor.id && project.members.some(({ userId }) => userId === actor.id);
  const leaves = command.type === 'removeMember';
  const listens = command.type === 'changeMember' && command.permission === undefined;
  return projectRefusalOf(own && (leaves || listens) ? 'leave' : 'members', project, actor);
}

export const projectDecider: Decider<Project | null, ProjectCommand, ProjectEvent, ProjectFacts> = {
  initial: null,
  evolve(project, event) {
    if (project === null) {
      if (event.type !== 'ProjectCreated') return null;
      const { projectId, ...fields } = event.data;
      return { id: projectId, revision: 1, ...fields, members: [] };
    }
    const next = { ...project, revision: project.revision + 1 };
    switch (event.type) {
      case 'ProjectEdited':
        return { ...next, ...Object.fromEntries(event.data.changes.map(({ field, to }) => [field, to])) };
      case 'MemberAdded': {
        const { userId, permission, notification } = event.data;
        return { ...next, members: [...project.members, { userId, permission, notification }] };
      }
      case 'MemberChanged': {
        const { userId, to } = event.data;
        return {
          ...next,
          members: project.members.map((member) => (member.userId === userId ? { userId, ...to } : member)),
        };
      }
      case 'MemberRemoved':
        return { ...next, members: project.members.filter(({ userId }) => userId !== event.data.userId) };
      default:
        return next;
    }
  },
  decide(project, command, facts): readonly ProjectEvent[] | Refusal {
    if (command.type === 'create') return project === null ? create(command.projectId, command.project, facts) : [];
    if (project === null) return refuse('project.not-found');
    const refused = forbidden(project, command, facts.actor);
    if (command.type === 'edit') return refused ? refuse(refused) : edit(project, command.fields);
    if (command.type === 'addMember') return refused ? refuse(refused) : addMember(project, command, facts);
    const member = project.members.find(({ userId }) => userId === command.userId);
    if (member === undefined) return refuse('project.member.not-there');
    if (refused) return refuse(refused);
    return command.type === 'changeMember' ? changeMember(project, member, command) : removeMember(project, member);
  },
};

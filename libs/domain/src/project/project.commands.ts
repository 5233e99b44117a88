import { aggregate, type CommandTable } from '../kernel/aggregate';
import { limits } from '../kernel/limits';
import { type FieldError, type Refusal, type RefusalCode, refuse, refuseField, refuseFields } from '../kernel/refusal';
import { normalizedOrNull, normalizeText } from '../kernel/text';
import { tooMany } from '../kernel/too-many';
import { decideUndo } from '../kernel/undo';
import { same } from '../kernel/values';
import {
  type Contract,
  evolveProject,
  type Member,
  type Project,
  type ProjectEdit,
  type ProjectEvent,
  type ProjectFields,
  projectFields,
} from './project';
import { type ProjectBodies, wholeContract } from './project.bodies';
import type { ProjectFacts } from './project.facts';
import { mayCreateProjects, type ProjectAction, projectRefusalOf } from './project.rights';
import { projectUndoing } from './project.undo';

const projectsError = (of = 0, path: string): FieldError | null =>
  of >= limits.projects.max ? tooMany(path, 'projects', limits.projects.max) : null;

/** One manager alone cannot fill somebody's list of projects. */
function sharedProjectsError({ actor, sharedProjects = 0 }: ProjectFacts, path: string): FieldError | null {
  const { max } = limits.sharedProjects;
  return actor.role !== 'admin' && sharedProjects >= max ? tooMany(path, 'shared-projects', max) : null;
}

const tidyContracts = (contracts: NonNullable<ProjectBodies['edit']['contracts']>): Contract[] =>
  contracts.map(wholeContract).map(({ contractId, name, client }) => ({
    contractId: normalizeText(contractId),
    name: normalizeText(name),
    client: normalizeText(client),
  }));

function tidied({ contracts, ...given }: ProjectBodies['edit']): Partial<ProjectFields> {
  return {
    ...given,
    ...(given.name !== undefined && { name: normalizeText(given.name) }),
    ...(given.externalTicketSystemUrl !== undefined && {
      externalTicketSystemUrl: normalizedOrNull(given.externalTicketSystemUrl),
    }),
    ...(contracts !== undefined && { contracts: tidyContracts(contracts) }),
  };
}

/** The creator becomes a member with `manage`. */
function create(
  projectId: number,
  given: ProjectBodies['create'],
  { actor, projectsOf }: ProjectFacts,
): readonly ProjectEvent[] | Refusal {
  if (actor.role === 'auditor') return refuse('task.auditor');
  if (actor.id === null || !mayCreateProjects(actor.role)) return refuse('project.create-forbidden');
  const refused = refuseFields([projectsError(projectsOf, '')]);
  if (refused) return refused;
  const fields: ProjectFields = {
    name: normalizeText(given.name),
    description: given.description ?? '',
    externalTicketSystemUrl: normalizedOrNull(given.externalTicketSystemUrl),
    finishDate: given.finishDate ?? null,
    active: given.active ?? true,
    contracts: tidyContracts(given.contracts ?? []),
  };
  return [
    { type: 'ProjectCreated', data: { projectId, ...fields } },
    { type: 'MemberAdded', data: { projectId, userId: actor.id, permission: 'manage', notification: 'all' } },
  ];
}

function edit(project: Project, given: ProjectBodies['edit']): readonly ProjectEvent[] | Refusal {
  const fields = tidied(given);
  const changes = projectFields
    .filter((field) => fields[field] !== undefined && !same(project[field], fields[field]))
    .map(
      (field) =>
        ({ field, ...(field !== 'description' && { from: project[field] }), to: fields[field] }) as ProjectEdit,
    );
  return changes.length === 0 ? [] : [{ type: 'ProjectEdited', data: { changes } }];
}

const memberOf = (project: Project, id: number) => project.members.find(({ userId }) => userId === id);

function addMember(
  project: Project,
  { userId, permission, notification }: Member,
  facts: ProjectFacts,
): readonly ProjectEvent[] | Refusal {
  if (memberOf(project, userId)) return refuse('project.member.exists');
  if (userId !== facts.actor.id && !facts.nameable.includes(userId))
    return refuseField('userId', 'project.member.unknown');
  const refused = refuseFields([
    project.members.length >= limits.members.max ? tooMany('userId', 'members', limits.members.max) : null,
    projectsError(facts.projectsOf, 'userId'),
    sharedProjectsError(facts, 'userId'),
  ]);
  if (refused) return refused;
  return [{ type: 'MemberAdded', data: { projectId: project.id, userId, permission, notification } }];
}

const othersManage = (project: Project, userId: number, { unable }: ProjectFacts) =>
  project.members.some(
    (member) => member.userId !== userId && member.permission === 'manage' && !unable.includes(member.userId),
  );

function changeMember(
  project: Project,
  { userId, ...wanted }: ProjectBodies['changeMember'],
  facts: ProjectFacts,
): readonly ProjectEvent[] | Refusal {
  const member = memberOf(project, userId)!;
  const { permission = member.permission, notification = member.notification } = wanted;
  const from = { permission: member.permission, notification: member.notification };
  const to = { permission, notification };
  if (same(from, to)) return [];
  if (member.permission === 'manage' && permission !== 'manage' && !othersManage(project, userId, facts)) {
    return refuse('project.last-manage');
  }
  return [{ type: 'MemberChanged', data: { projectId: project.id, userId, from, to } }];
}

function removeMember(
  project: Project,
  { userId }: ProjectBodies['removeMember'],
  facts: ProjectFacts,
): readonly ProjectEvent[] | Refusal {
  if (memberOf(project, userId)!.permission === 'manage' && !othersManage(project, userId, facts))
    return refuse('project.last-manage');
  return [{ type: 'MemberRemoved', data: { projectId: project.id, userId } }];
}

const memberNotFound = (project: Project, { userId }: Pick<Member, 'userId'>): RefusalCode | null =>
  memberOf(project, userId) ? null : 'project.member.not-there';

/** Members may leave and set their own notification without `manage`. */
const mayLeave = (project: Project, userId: number, { actor }: ProjectFacts) =>
  userId === actor.id && projectRefusalOf('leave', project, actor) === null;

function fieldsOf(project: Project) {
  return { ...Object.fromEntries(projectFields.map((field) => [field, project[field]])), members: project.members };
}

const projectCommands: CommandTable<ProjectBodies, Project, ProjectEvent, ProjectFacts, ProjectAction | 'undo'> = {
  create: { begins: create },
  edit: { right: 'edit', edits: fieldsOf, decide: edit },
  addMember: { right: 'members', decide: addMember },
  changeMember: {
    right: 'members',
    notFound: memberNotFound,
    lifts: {
      refusals: ['project.forbidden'],
      when: (project, { userId, permission }, facts) => permission === undefined && mayLeave(project, userId, facts),
    },
    edits(project, { userId }) {
      const { permission, notification } = memberOf(project, userId) ?? {};
      return { permission, notification };
    },
    decide: changeMember,
  },
  removeMember: {
    right: 'members',
    notFound: memberNotFound,
    lifts: {
      refusals: ['project.forbidden'],
      when: (project, { userId }, facts) => mayLeave(project, userId, facts),
    },
    decide: removeMember,
  },
  undo: { right: 'undo', decide: (project, body, facts) => decideUndo(projectUndoing, project, body, facts) },
};

export const projectAggregate = aggregate({
  name: 'project',
  initial: null,
  evolve: evolveProject,
  commands: projectCommands,
  missing: 'project.not-found',
  // An undo checks the right to the action.
  rightRefusalOf: (right, project, { actor }) => (right === 'undo' ? null : projectRefusalOf(right, project, actor)),
  revisionOf: ({ revision }) => revision,
  fields: fieldsOf,
});

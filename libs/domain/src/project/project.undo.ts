import { limits } from '../kernel/limits';
import { type RefusalCode, refuse, refuseFields } from '../kernel/refusal';
import { keysOf } from '../kernel/tables';
import { tooMany } from '../kernel/too-many';
import { editsBack, type Undoing } from '../kernel/undo';
import { same } from '../kernel/values';
import { evolveProject, type Member, type Project, type ProjectEdit, type ProjectEvent } from './project';
import type { ProjectFacts } from './project.facts';
import { projectRefusalOf } from './project.rights';

interface OfMember {
  readonly data: { readonly userId: number };
}
type MemberEvent = Extract<ProjectEvent, OfMember>;

const memberIn = ({ members }: Project, id: number) => members.find(({ userId }) => userId === id);

const membershipOf = ({ permission, notification }: Member) => ({ permission, notification });

const memberBack = {
  opposite({ data: { userId } }: OfMember, before: Project, now: Project): readonly ProjectEvent[] {
    const [was, is] = [memberIn(before, userId), memberIn(now, userId)];
    const projectId = now.id;
    if (same(was, is)) return [];
    if (!was) return [{ type: 'MemberRemoved', data: { projectId, userId } }];
    if (!is) return [{ type: 'MemberAdded', data: { projectId, ...was } }];
    return [{ type: 'MemberChanged', data: { projectId, userId, from: membershipOf(is), to: membershipOf(was) } }];
  },
};

const byItself = { opposite: () => [] };
const manages = ({ permission }: Member) => permission === 'manage';

function changedMembers(before: Project, after: Project): string[] {
  if (before.members === after.members) return [];
  const ids = new Set([...before.members, ...after.members].map(({ userId }) => userId));
  return [...ids].filter((id) => !same(memberIn(before, id), memberIn(after, id))).map((id) => `member.${id}`);
}

/** Members set their own notification without the right to members. */
function isOwnNotification(event: MemberEvent, { actor }: ProjectFacts): boolean {
  if (event.type !== 'MemberChanged' || event.data.userId !== actor.id) return false;
  return event.data.from.permission === event.data.to.permission;
}

function rightRefusalOf(event: ProjectEvent, _: Project, project: Project, facts: ProjectFacts): RefusalCode | null {
  if (event.type === 'ActionUndone') return null;
  if (event.type === 'ProjectCreated' || event.type === 'ProjectEdited')
    return projectRefusalOf('edit', project, facts.actor);
  return projectRefusalOf(isOwnNotification(event, facts) ? 'leave' : 'members', project, facts.actor);
}

/** How actions on a project are undone. A project cannot be deleted, so its creation has no opposite. */
export const projectUndoing: Undoing<Project, ProjectEvent, ProjectFacts> = {
  initial: null,
  evolve: evolveProject,
  table: {
    ProjectCreated: { none: 'undo.none' },
    ProjectEdited: {
      opposite: ({ data }, before, now) => [
        { type: 'ProjectEdited', data: { changes: editsBack(data.changes, before, now) as ProjectEdit[] } },
      ],
    },
    MemberAdded: memberBack,
    MemberChanged: memberBack,
    MemberRemoved: memberBack,
    ActionUndone: byItself,
  },
  changedBy: (_, before, after) => [
    ...keysOf(after).filter(
      (field) => field !== 'revision' && field !== 'members' && !same(before[field], after[field]),
    ),
    ...changedMembers(before, after),
  ],
  rightRefusalOf,
  refusalOf(undone, opposites, project, { nameable, unable, projectsOf = 0, actor }) {
    const joining = opposites.flatMap((event) => (event.type === 'MemberAdded' ? event.data.userId : []));
    if (joining.some((id) => id !== actor.id && !nameable.includes(id))) return refuse('undo.person-gone');
    const canManage = (members: readonly Member[]) =>
      members.some((member) => manages(member) && !unable.includes(member.userId));
    const isLess = opposites.some(({ type }) => type === 'MemberRemoved' || type === 'MemberChanged');
    if (isLess && canManage(project.members) && !canManage(undone.members)) return refuse('project.last-manage');
    if (joining.length === 0) return null;
    return refuseFields([
      undone.members.length > limits.members.max ? tooMany('', 'members', limits.members.max) : null,
      projectsOf >= limits.projects.max ? tooMany('', 'projects', limits.projects.max) : null,
    ]);
  },
};

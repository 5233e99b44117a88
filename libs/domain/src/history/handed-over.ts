import { type BoardEvent, boardStream } from '../board/board';
import { boardAggregate } from '../board/board.commands';
import type { RecordedEvent } from '../kernel/message';
import { type ProjectEvent, projectStream } from '../project/project';
import { projectAggregate } from '../project/project.commands';
import { type RepeatedTaskEvent, repeatedTaskStream } from '../repeated-task/repeated-task';
import { repeatedTaskAggregate } from '../repeated-task/repeated-task.commands';
import { isOpenTask, taskStream } from '../task/task';
import { taskAggregate } from '../task/task.commands';
import type { TaskEvent } from '../task/task.events';
import { type Heir, isNameable, type UserEvent, userStream } from '../user/user';
import { userAggregate } from '../user/user.commands';
import { type WebhookEvent, webhookStream } from '../webhook/webhook';
import { webhookAggregate } from '../webhook/webhook.commands';
import type { LateFollowUp, Load } from './follow-ups';

/** The person who leaves and the person who takes over. */
interface Change {
  readonly from: number;
  readonly to: number;
}

const heirOf = ({ projectId, userId }: Heir): LateFollowUp => ({
  stream: projectStream(projectId),
  index: 0,
  async decide(load): Promise<ProjectEvent | null> {
    const project = await load(projectStream(projectId), projectAggregate);
    if (project === null) return null;
    const member = project.members.find((one) => one.userId === userId);
    if (member === undefined) {
      return { type: 'MemberAdded', data: { projectId, userId, permission: 'manage', notification: 'all' } };
    }
    const { permission, notification } = member;
    if (permission === 'manage') return null;
    const [from, to] = [{ permission, notification }, { permission: 'manage', notification } as const];
    return { type: 'MemberChanged', data: { projectId, userId, from, to } };
  },
});

async function openTask(id: number, load: Load) {
  const task = await load(taskStream(id), taskAggregate);
  return task !== null && isOpenTask(task) ? task : null;
}

const contractorOf =
  ({ from, to }: Change) =>
  (id: number): LateFollowUp => ({
    stream: taskStream(id),
    index: 0,
    async decide(load): Promise<TaskEvent | null> {
      const task = await openTask(id, load);
      return task?.contractorId === from ? { type: 'ContractorChanged', data: { from, to } } : null;
    },
  });

/** A task that waits for acceptance keeps its solver, because the work is done. */
const solverOf =
  ({ from, to }: Change) =>
  (id: number): LateFollowUp => ({
    stream: taskStream(id),
    index: 1,
    async decide(load): Promise<TaskEvent | null> {
      const task = await openTask(id, load);
      const isToDo = task !== null && task.state !== 'fulfilled';
      return isToDo && task.solverId === from ? { type: 'TaskAssigned', data: { from, to } } : null;
    },
  });

const repeatedTaskOf =
  ({ from, to }: Change) =>
  (id: number): LateFollowUp => ({
    stream: repeatedTaskStream(id),
    index: 0,
    async decide(load): Promise<RepeatedTaskEvent | null> {
      const one = await load(repeatedTaskStream(id), repeatedTaskAggregate);
      const changes = [
        ...(one?.solverId === from ? [{ field: 'solverId', from, to } as const] : []),
        ...(one?.template.contractorId === from ? [{ field: 'template.contractorId', from, to } as const] : []),
      ];
      if (changes.length === 0) return null;
      return { type: 'RepeatedTaskEdited', data: { changes, updateGenerated: false, rearranged: null } };
    },
  });

const boardOf =
  ({ from, to }: Change) =>
  (id: number): LateFollowUp => ({
    stream: boardStream(id),
    index: 0,
    async decide(load): Promise<BoardEvent | null> {
      const board = await load(boardStream(id), boardAggregate);
      if (board === null || board.deleted || board.assignedUserId !== from) return null;
      return { type: 'BoardEdited', data: { changes: [{ field: 'assignedUserId', from, to }] } };
    },
  });

const webhookOf =
  ({ from, to }: Change) =>
  (id: number): LateFollowUp => ({
    stream: webhookStream(id),
    index: 0,
    async decide(load): Promise<WebhookEvent | null> {
      const webhook = await load(webhookStream(id), webhookAggregate);
      if (webhook === null || webhook.deleted || webhook.autoContractorId !== from) return null;
      return { type: 'WebhookEdited', data: { changes: [{ field: 'autoContractorId', from, to }] } };
    },
  });

/** A person who is active again keeps their parts: the event may be followed again long after. */
const whileAway = (leaver: number, { stream, index, decide }: LateFollowUp): LateFollowUp => ({
  stream,
  index,
  async decide(load) {
    const user = await load(userStream(leaver), userAggregate);
    return user !== null && isNameable(user) ? null : decide(load);
  },
});

/** Hands over each part of a leaving person in its own stream, unless it belongs to somebody else by then. */
export function handedOver(recorded: RecordedEvent): readonly LateFollowUp[] {
  const event = recorded as RecordedEvent & UserEvent;
  if (event.type !== 'PartsHandedOver') return [];
  const { to, heirs, ...parts } = event.data;
  const from = Number(event.stream.slice(event.stream.indexOf('-') + 1));
  const projects = heirs.map((heir) => whileAway(from, heirOf(heir)));
  if (to === null) return projects;
  const change = { from, to };
  const others = [
    ...parts.contractorOf.map(contractorOf(change)),
    ...parts.solverOf.map(solverOf(change)),
    ...parts.repeatedTasks.map(repeatedTaskOf(change)),
    ...parts.boards.map(boardOf(change)),
    ...parts.webhooks.map(webhookOf(change)),
  ];
  return [...projects, ...others.map((one) => whileAway(from, one))];
}

import { type BoardBodies, boardBodies } from '../board/board.bodies';
import { boardAggregate } from '../board/board.commands';
import { type DependencyBodies, dependenciesAggregate } from '../dependencies/dependencies.commands';
import { type InboxBodies, inboxBodies } from '../inbox/inbox.bodies';
import { inboxAggregate } from '../inbox/inbox.commands';
import { type InstallationBodies, installationAggregate } from '../installation/installation';
import { installationBodies } from '../installation/settings';
import type { GlobalRole } from '../kernel/actor';
import type { Aggregate, CommandOf } from '../kernel/aggregate';
import type { Message } from '../kernel/message';
import { isRefusal, type Refusal, refuseFields } from '../kernel/refusal';
import { fieldErrors, type ObjectShape } from '../kernel/shape';
import { type PlanBodies, planBodies } from '../plans/plans.bodies';
import { plansAggregate } from '../plans/plans.commands';
import { type PositionBodies, positionBodies } from '../position/position.bodies';
import { positionAggregate } from '../position/position.commands';
import { type ProjectBodies, projectBodies } from '../project/project.bodies';
import { projectAggregate } from '../project/project.commands';
import { type RepeatedTaskBodies, repeatedTaskBodies } from '../repeated-task/repeated-task.bodies';
import { repeatedTaskAggregate } from '../repeated-task/repeated-task.commands';
import type { FileReference } from '../task/task';
import { type NewTask, type TaskBodies, taskBodies } from '../task/task.bodies';
import { taskAggregate } from '../task/task.commands';
import type { TaskFacts } from '../task/task.rules';
import { type UserBodies, userBodies } from '../user/user.bodies';
import { userAggregate } from '../user/user.commands';
import { type WebhookBodies, webhookBodies } from '../webhook/webhook.bodies';
import { webhookAggregate } from '../webhook/webhook.commands';
import { type WorklogBodies, worklogBodies } from '../worklog/worklog.bodies';
import { worklogAggregate } from '../worklog/worklog.commands';

/** Commands as the specs write them: type, body fields and the id for a creation in one object. */
type Flat<Bodies> = { [N in keyof Bodies]: { readonly type: N } & Bodies[N] }[keyof Bodies];

interface Parts<Facts> {
  readonly id?: number;
  readonly body: object;
  readonly facts?: Partial<Facts>;
}

/** The body as a command gets it over the wire: checked by its shape and normalised. */
function received(shape: ObjectShape | undefined, body: Readonly<Record<string, unknown>>): object | Refusal {
  const fields = Object.entries(shape?.fields ?? {});
  const refused = refuseFields(fields.flatMap(([name, field]) => fieldErrors(field, body[name], name, body)));
  if (refused) return refused;
  const given = fields.filter(([name]) => name in body);
  const normalized = given.map(([name, field]) => [name, field.normalize(body[name])]);
  return { ...body, ...Object.fromEntries(normalized) };
}

function flat<Command extends { readonly type: string }, Bodies, State, E extends Message, Facts>(
  { initial, evolve, decide }: Aggregate<Bodies, State, E, Facts>,
  shapes: Readonly<Record<string, ObjectShape>>,
  partsOf: (command: Command) => Parts<Facts>,
) {
  return {
    initial,
    evolve,
    decide(state: State | null, command: Command, given: Facts) {
      const { id = 0, body, facts } = partsOf(command);
      const kept = received(shapes[command.type], { ...body });
      if (isRefusal(kept)) return kept;
      const named = { type: command.type, body: kept } as unknown as CommandOf<Bodies>;
      return decide(state, named, { ...given, ...facts }, id);
    },
  };
}

type Edit<Body> = { readonly type: 'edit'; readonly fields: Body };

export type BoardCommand =
  | {
      readonly type: 'create';
      readonly boardId: number;
      readonly projectId: number;
      readonly board: Omit<BoardBodies['create'], 'projectId'>;
    }
  | Edit<BoardBodies['edit']>
  | Flat<Pick<BoardBodies, 'move'>>
  | { readonly type: 'delete' | 'undelete' };

export const boardDecider = flat(boardAggregate, boardBodies, (command: BoardCommand) => {
  if (command.type === 'edit') return { body: command.fields };
  if (command.type !== 'create') return { body: bodyOf(command) };
  return { id: command.boardId, body: { projectId: command.projectId, ...command.board } };
});

export type ProjectCommand =
  | { readonly type: 'create'; readonly projectId: number; readonly project: ProjectBodies['create'] }
  | Edit<ProjectBodies['edit']>
  | Flat<Omit<ProjectBodies, 'create' | 'edit'>>;

export const projectDecider = flat(projectAggregate, projectBodies, (command: ProjectCommand) => {
  if (command.type === 'edit') return { body: command.fields };
  return command.type === 'create' ? { id: command.projectId, body: command.project } : { body: bodyOf(command) };
});

export type UserCommand =
  | { readonly type: 'register'; readonly userId: number; readonly role: GlobalRole }
  | Flat<Pick<UserBodies, 'change'>>
  | { readonly type: 'rename' }
  | ({ readonly type: 'setVacation' } & UserBodies['setVacation'])
  | ({ readonly type: 'setOvertime' } & UserBodies['setOvertime'])
  | ({ readonly type: 'changeEmail' } & UserBodies['changeEmail']);

export const userDecider = flat(
  userAggregate,
  { change: userBodies.change, setVacation: userBodies.setVacation, setOvertime: userBodies.setOvertime },
  (command: UserCommand) =>
    command.type === 'register' ? { id: command.userId, body: { role: command.role } } : { body: bodyOf(command) },
);

export type PlanCommand =
  | { readonly type: 'add'; readonly plan: PlanBodies['add'] }
  | { readonly type: 'change'; readonly planId: number; readonly fields: Omit<PlanBodies['change'], 'planId'> }
  | Flat<Pick<PlanBodies, 'remove' | 'undelete' | 'approve' | 'decline' | 'withdraw'>>;

export const plansDecider = flat(plansAggregate, planBodies, (command: PlanCommand) => {
  if (command.type === 'add') return { body: command.plan };
  return { body: command.type === 'change' ? { planId: command.planId, ...command.fields } : bodyOf(command) };
});

export const inboxDecider = flat(inboxAggregate, inboxBodies, (command: Flat<InboxBodies>) => ({
  body: bodyOf(command),
}));

export const dependenciesDecider = flat(dependenciesAggregate, {}, (command: Flat<DependencyBodies>) => ({
  body: bodyOf(command),
}));

export type InstallationCommand =
  | Flat<Pick<InstallationBodies, 'found'>>
  | { readonly type: 'changeSettings'; readonly settings: object };

export const installationDecider = flat(installationAggregate, installationBodies, (command: InstallationCommand) => ({
  body: command.type === 'found' ? bodyOf(command) : command.settings,
}));

export type PositionCommand =
  | { readonly type: 'create'; readonly positionId: number; readonly position: PositionBodies['create'] }
  | Edit<PositionBodies['edit']>
  | { readonly type: 'delete' };

export const positionDecider = flat(positionAggregate, positionBodies, (command: PositionCommand) => {
  if (command.type === 'edit') return { body: command.fields };
  return command.type === 'create' ? { id: command.positionId, body: command.position } : { body: {} };
});

export type WebhookCommand =
  | {
      readonly type: 'create';
      readonly webhookId: number;
      readonly projectId: number;
      readonly webhook: Omit<WebhookBodies['create'], 'projectId'>;
    }
  | Edit<WebhookBodies['edit']>
  | Flat<Pick<WebhookBodies, 'switchOff'>>
  | { readonly type: 'remove' | 'rotateSecret' };

export const webhookDecider = flat(webhookAggregate, webhookBodies, (command: WebhookCommand) => {
  if (command.type === 'edit') return { body: command.fields };
  if (command.type !== 'create') return { body: bodyOf(command) };
  return { id: command.webhookId, body: { projectId: command.projectId, ...command.webhook } };
});

export type RepeatedTaskCommand =
  | {
      readonly type: 'create';
      readonly repeatedTaskId: number;
      readonly repeatedTask: RepeatedTaskBodies['create'];
    }
  | Edit<RepeatedTaskBodies['edit']>
  | Flat<Pick<RepeatedTaskBodies, 'skip' | 'generateEarly'>>
  | { readonly type: 'activate' | 'deactivate' | 'generate' };

export const repeatedTaskDecider = flat(repeatedTaskAggregate, repeatedTaskBodies, (command: RepeatedTaskCommand) => {
  if (command.type === 'edit') return { body: command.fields };
  if (command.type !== 'create') return { body: bodyOf(command) };
  return { id: command.repeatedTaskId, body: command.repeatedTask };
});

type WorklogFlat =
  | Flat<{ readonly [N in Exclude<keyof WorklogBodies, 'stop'>]: Omit<WorklogBodies[N], 'userId'> }>
  | { readonly type: 'stop' };

export const worklogDecider = flat(worklogAggregate, worklogBodies, (command: WorklogFlat) => ({
  body: { userId: 2, ...bodyOf(command) },
}));

export type TaskToCreate = Omit<NewTask, 'files'> & {
  readonly taskId: number;
  readonly files?: readonly FileReference[];
};

type Bare = 'delete' | 'undelete' | 'endAutomatically' | 'remind';

export type TaskCommand =
  | { readonly type: 'create'; readonly task: TaskToCreate }
  | (Edit<TaskBodies['edit']> & { readonly images?: readonly FileReference[] })
  | Flat<Omit<TaskBodies, 'create' | 'createSubtask' | 'edit' | Bare>>
  | { readonly type: Bare };

export const taskDecider = flat(taskAggregate, taskBodies, (command: TaskCommand): Parts<TaskFacts> => {
  if (command.type === 'edit') return { body: command.fields, facts: { shown: command.images } };
  if (command.type !== 'create') return { body: bodyOf(command) };
  const { taskId, files, ...task } = command.task;
  return { id: taskId, body: { ...task, files: files?.map(({ fileId }) => fileId) }, facts: { files } };
});
export const decideTask = taskDecider.decide;

function bodyOf({ type, ...body }: { readonly type: string }): object {
  return body;
}

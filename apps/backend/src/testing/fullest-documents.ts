import { areas, limits, type Message, plainFields, type RecordedEvent, type TaskCreatedData, years } from '@gos/domain';
import { boardSamples } from '@gos/domain/board/board.samples';
import { installationSamples } from '@gos/domain/installation/installation.samples';
import type { FieldEntry } from '@gos/domain/kernel/fields';
import { planSamples } from '@gos/domain/plans/plans.samples';
import { positionSamples } from '@gos/domain/position/position.samples';
import { projectSamples } from '@gos/domain/project/project.samples';
import { repeatedTaskSamples } from '@gos/domain/repeated-task/repeated-task.samples';
import { taskSamples } from '@gos/domain/task/task.samples';
import { userSamples } from '@gos/domain/user/user.samples';
import { webhookSamples } from '@gos/domain/webhook/webhook.samples';
import { worklogSamples } from '@gos/domain/worklog/worklog.samples';
import { readModels } from '@gos/projections';
import { recorded } from '@gos/projections/testing/fed';

/** Events that fill the largest document of each read model to every limit that it has. */

type ModelName = (typeof readModels)[number]['name'];

const many = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));
/** Numbers as long as those of large installations. */
const ids = (count: number, from: number) => many(count, (n) => 900_000_000 + from + n);
const of = (stream: string, events: readonly Message[], actor = 1) =>
  events.map((event) => recorded(stream, event, actor, '2026-11-20T08:00:00.000Z'));

/** Texts of as many code points, each of four bytes; of words, each of one letter and all different. */
const signs = (count: number) => '😀'.repeat(count);
const letter = (n: number) => String.fromCodePoint(0x20000 + n);
const words = (count: number) => many(Math.ceil(count / 2), (n) => letter(n)).join(' ');

const description = words((limits.description.maxBytes / 5) * 2);
const name = signs(limits.name.max);
const day = '2026-11-20T12:00:00.000Z';
const file = (n: number) => ({
  fileId: 900_000_000 + n,
  name: `${letter(n)}${signs(limits.fileName.max - 1)}`,
  size: limits.file.max,
  mime: `application/${'x'.repeat(88)}`,
  sha256: 'f'.repeat(64),
});
const money = { amount: '9999999999.99', currency: 'CZK' };
const half = limits.participants.max / 2;

const longestLines = Object.fromEntries(
  Object.entries<FieldEntry>(plainFields).flatMap(([field, entry]) =>
    entry.kind === 'line' ? [[field, (entry.url ? 'https://' : '').padEnd(entry.max, 'ž')]] : [],
  ),
);

const content = {
  name,
  description,
  tags: many(limits.tags.max, (n) => `${letter(n)}${signs(limits.tags.length - 1)}`),
  acknowledged: ids(half, 10_000),
  passive: ids(half, 20_000),
  files: many(limits.files.max, file),
  budget: money,
  ...longestLines,
};
const task: TaskCreatedData = {
  ...taskSamples.TaskCreated.data,
  ...content,
  predecessors: ids(limits.predecessors.max, 40_000),
  contractorId: 900_000_001,
  solverId: 900_000_002,
  deadline: day,
};
const other = (taskId: number, parentId: number | null): Message => ({
  type: 'TaskCreated',
  data: { ...taskSamples.TaskCreated.data, taskId, parentId, predecessors: [], solverId: null },
});
const comment = (commentId: number, text: string): Message => ({
  type: 'CommentAdded',
  data: { commentId, text, mentions: [] },
});

const wholeTask = (): RecordedEvent[] => [
  ...of('task-12', [{ type: 'TaskCreated', data: task }]),
  ...task.predecessors.flatMap((predecessorId) => [
    ...of(`task-${predecessorId}`, [other(predecessorId, null)]),
    ...of('dependencies', [{ type: 'PredecessorAdded', data: { taskId: 12, predecessorId } }]),
  ]),
  ...ids(limits.subtasks.max, 50_000).flatMap((taskId) => [
    ...of(`task-${taskId}`, [other(taskId, 12)]),
    ...of('task-12', [{ type: 'SubtaskAdded', data: { taskId } }]),
  ]),
  ...of('task-12', [
    ...many(limits.comments.max, (n) => comment(n + 1, 'x')),
    ...many(limits.comments.max, (n): Message => ({ type: 'CommentRemoved', data: { commentId: n + 1 } })),
    { type: 'TaskCompleted', data: { result: words(limits.text.max) } },
    { ...taskSamples.TaskAccepted, data: { ...taskSamples.TaskAccepted.data, reservation: signs(limits.text.max) } },
  ]),
];

const members = (projectId: number) =>
  ids(limits.members.max, 1_000).map((userId) => ({
    ...projectSamples.MemberAdded,
    data: { ...projectSamples.MemberAdded.data, projectId, userId },
  }));
const contracts = many(limits.contracts.max, (n) => ({
  contractId: `${letter(n)}${signs(limits.contracts.length - 1)}`,
  name: signs(limits.contracts.length),
  client: signs(limits.contracts.length),
}));
const project = {
  ...projectSamples.ProjectCreated.data,
  name,
  description,
  externalTicketSystemUrl: task.externalUrl,
  contracts,
};

const template = { ...repeatedTaskSamples.RepeatedTaskCreated.data.template, ...content };
const dayAfter = (n: number) => new Date(Date.UTC(2026, 10, 20 + n)).toISOString();
const repeatedTask: readonly Message[] = [
  { type: 'RepeatedTaskCreated', data: { ...repeatedTaskSamples.RepeatedTaskCreated.data, name, template } },
  ...many(limits.generateAhead.max, (n) => ({
    ...repeatedTaskSamples.OccurrenceGenerated,
    data: {
      ...repeatedTaskSamples.OccurrenceGenerated.data,
      number: n + 1,
      early: true,
      day: dayAfter(n).slice(0, 10),
      deadline: dayAfter(n),
    },
  })),
];

const returned = many(5_000, (n): Message[] => [
  { type: 'TaskReturned', data: { reason: 'x' } },
  { type: 'TaskAssigned', data: { from: 900_000_000 + n, to: 900_000_001 + n } },
]).flat();

const monthStart = (n: number) => new Date(Date.UTC(1926, n, 1)).toISOString();
const inLastMonth = { from: monthStart(limits.closedMonths.max - 1), to: monthStart(limits.closedMonths.max) };
const changed = {
  ...worklogSamples.TimeChanged,
  data: {
    ...worklogSamples.TimeChanged.data,
    ...inLastMonth,
    was: {
      ...worklogSamples.TimeChanged.data.was,
      from: monthStart(limits.closedMonths.max - 2),
      to: inLastMonth.from,
    },
  },
};
const worklog: readonly Message[] = [
  ...many(
    limits.closedMonths.max,
    (n): Message => ({
      type: 'MonthClosed',
      data: { month: monthStart(n).slice(0, 7), start: monthStart(n), end: monthStart(n + 1) },
    }),
  ),
  ...many(limits.closedMonths.corrections.max, () => changed),
];

const entry = { ...worklogSamples.TimeAdded.data, taskId: 12, note: signs(limits.workNote.max) };
const { ParticipantAdded } = taskSamples;

const present = {
  user: () =>
    of('user-2', [
      userSamples.UserRegistered,
      userSamples.HourlyRateChanged,
      { type: 'UserPositionsChanged', data: { from: [], to: ids(limits.userPositions.max, 0) } },
      userSamples.OvertimeStartSet,
      ...many(years.business.last - years.business.first + 1, (n) => ({
        ...userSamples.VacationAllowanceSet,
        data: { ...userSamples.VacationAllowanceSet.data, year: years.business.first + n },
      })),
    ]),
  position: () =>
    of('position-4', [{ type: 'PositionCreated', data: { ...positionSamples.PositionCreated.data, name } }]),
  installation: () =>
    of('installation', [
      installationSamples.InstallationFounded,
      {
        type: 'SettingsChanged',
        data: {
          changes: [
            ...installationSamples.SettingsChanged.data.changes.filter((change) => change.name !== 'areas'),
            {
              name: 'areas',
              from: [],
              to: areas.map((area) => ({ area, url: `https://${'ž'.repeat(1_992)}`, frame: true, hidden: true })),
            },
          ],
        },
      },
    ]),
  access: () =>
    ids(limits.projects.max, 0).flatMap((projectId) =>
      of(`project-${projectId}`, [
        {
          ...projectSamples.MemberAdded,
          data: { ...projectSamples.MemberAdded.data, projectId, permission: 'manage' },
        },
      ]),
    ),
  project: () => of('project-5', [{ type: 'ProjectCreated', data: project }, ...members(5)]),
  board: () =>
    of('board-8', [
      {
        ...boardSamples.BoardCreated,
        data: { ...boardSamples.BoardCreated.data, name, description: words(limits.text.max) },
      },
    ]),
  plan: () =>
    of('plans-2', [
      { ...planSamples.PlanAdded, data: { ...planSamples.PlanAdded.data, location: signs(limits.planLocation.max) } },
      ...many(
        limits.planRepeat.maxDays,
        (n): Message => ({
          type: 'PlanDayRemoved',
          data: { planId: 31, day: dayAfter(n).slice(0, 10) },
        }),
      ),
    ]),
  webhook: () =>
    of('webhook-7', [
      {
        ...webhookSamples.WebhookCreated,
        data: {
          ...webhookSamples.WebhookCreated.data,
          name,
          backlogBoardName: name,
          doneBoardName: name,
          targetUrl: `https://${'ž'.repeat(limits.targetUrl.max - 8)}`,
        },
      },
    ]),
  'repeated-task': () => of('repeatedTask-6', repeatedTask),
  'repeated-task-activity': () => of('repeatedTask-6', repeatedTask),
  'highest-number': () => of('task-12', [{ type: 'TaskCreated', data: task }]),
  task: wholeTask,
  comment: () => of('task-12', [comment(limits.comments.max, words(limits.text.max))]),
  'task-activity': () => of('task-12', [comment(1, words(limits.text.max))]),
  milestone: () => of('task-12', [{ type: 'TaskCreated', data: task }, ...returned]),
  work: () => [
    ...of('task-12', [{ type: 'TaskCreated', data: task }]),
    ...of('worklog-2', [{ ...worklogSamples.TimeAdded, data: entry }]),
  ],
  worklog: () => of('worklog-2', worklog),
  notification: () => [
    ...of('task-12', [
      { type: 'TaskCreated', data: task },
      { ...ParticipantAdded, data: { ...ParticipantAdded.data, userId: 10_000 } },
    ]),
    // Everybody who sees a task may mute it: its parties, the members of its project, admins and auditors.
    ...ids(limits.participants.max + limits.members.max + 1_000, 70_000).flatMap((userId) =>
      of(`inbox-${userId}`, [{ type: 'TaskMuted', data: { taskId: 12 } }]),
    ),
  ],
} satisfies Readonly<Record<string, () => readonly RecordedEvent[]>>;

/** A present state of the past is the largest: earlier ones lack its long texts. */
export const fullest: Readonly<Record<ModelName, () => readonly RecordedEvent[]>> = {
  ...present,
  'user-past': present.user,
  'position-past': present.position,
  'project-past': present.project,
  'board-past': present.board,
  'task-past': present.task,
  'plan-past': present.plan,
  'work-past': present.work,
  'closed-month-past': present.worklog,
};

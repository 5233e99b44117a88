import type { Actor } from '../kernel/actor';
import { aggregate, type CommandTable } from '../kernel/aggregate';
import { localDay } from '../kernel/calendar';
import { limits } from '../kernel/limits';
import type { Instant } from '../kernel/message';
import { type Refusal, type RefusalCode, refuse, refuseField, refuseFields } from '../kernel/refusal';
import { normalizedOrNull, normalizeText } from '../kernel/text';
import { tooMany } from '../kernel/too-many';
import { decideUndo } from '../kernel/undo';
import { same } from '../kernel/values';
import { noBlockers, taskRefusalOf, taskRolesOf } from '../task/task.rights';
import { keepsAttendance } from './attendance.rights';
import {
  entryIn,
  lastBefore,
  noWorklog,
  runningIn,
  type WorkEntry,
  type Worklog,
  type WorklogEvent,
  type WorkPlace,
  type WorkSpan,
  worklogStream,
} from './worklog';
import { spanRefusalOf, type WorklogBodies } from './worklog.bodies';
import { evolveWorklog } from './worklog.evolve';
import { correctionNoticeOf, noticeOf, remind, remindOfDays } from './worklog.notices';
import {
  closedRefusalOf,
  overlapRefusalOf,
  placeIn,
  reasonOf,
  reasonRefusalOf,
  removal,
  type WorkedTask,
  type WorkFacts,
} from './worklog.rules';
import { isFlagged, lastClosedDayOf, monthSpan, monthSpanTo } from './worklog.times';
import { worklogUndoing } from './worklog.undo';

type Right = 'own' | 'months' | 'remind';

const rateAt = (at: Instant, { rates }: WorkFacts) => rates.findLast(({ since }) => since <= at)?.rate ?? null;
const farAhead = '9999-12-31T23:59:59.999Z';
const laterOf = (a: Instant, b: Instant) => (a > b ? a : b);

/** Why the worker may not work on the task now, or null; it is their part that counts, also where an admin acts for them. */
function workRefusalOf(task: WorkedTask, { userId }: WorkFacts): RefusalCode | null {
  const worker: Actor = { id: userId, role: 'member', projects: {} };
  return taskRefusalOf('work', task, taskRolesOf(task, worker), noBlockers);
}

/** A solved task still takes time from before it was solved. */
function addedRefusalOf(task: WorkedTask, to: Instant | null, facts: WorkFacts): Refusal | null {
  const before = task.solvedAt !== null && to !== null && to <= task.solvedAt;
  const refused = workRefusalOf(before ? { ...task, state: 'assigned' } : task, facts);
  return refused && refuse(refused);
}

/** The chosen contract, or the only one that the project has. */
function placeOf(task: WorkedTask, chosen: string | null | undefined): WorkPlace | Refusal {
  const { projectId, contracts } = task;
  if (chosen === null || chosen === undefined) {
    return { projectId, contractId: contracts.length === 1 ? contracts[0]! : null };
  }
  return contracts.includes(chosen)
    ? { projectId, contractId: chosen }
    : refuseField('contractId', 'work.contract.unknown');
}

/** Returns the event that ends running work, whatever the cause. */
export function endOfEntry(
  { entryId, taskId, projectId, contractId, from, rate }: WorkEntry,
  at: Instant,
): WorklogEvent {
  return { type: 'WorkEnded', data: { entryId, taskId, projectId, contractId, from, to: laterOf(from, at), rate } };
}

function start(
  worklog: Worklog,
  { contractId }: WorklogBodies['start'],
  facts: WorkFacts,
): readonly WorklogEvent[] | Refusal {
  const task = facts.task!;
  const running = runningIn(worklog);
  if (running?.taskId === task.id) return [];
  const refused = workRefusalOf(task, facts);
  if (refused) return refuse(refused);
  const place = placeOf(task, contractId);
  if ('refused' in place) return place;
  // Clocks of two processes may differ: work never begins before the last one ended.
  const last = lastBefore(worklog, farAhead);
  const from = laterOf(facts.at, last?.to ?? last?.from ?? '');
  const closed = closedRefusalOf(worklog, [{ from, to: null }], facts);
  if (closed) return closed;
  const { entryId } = facts;
  return [
    ...(running ? [endOfEntry(running, from)] : []),
    { type: 'WorkStarted', data: { entryId, taskId: task.id, ...place, from, rate: rateAt(from, facts) } },
  ];
}

function add(
  worklog: Worklog,
  { from, to, note, contractId, reason }: WorklogBodies['add'],
  facts: WorkFacts,
): readonly WorklogEvent[] | Refusal {
  const task = facts.task!;
  const place = placeOf(task, contractId);
  const refused =
    addedRefusalOf(task, to, facts) ??
    spanRefusalOf(from, to, facts.at) ??
    closedRefusalOf(worklog, [{ from, to }], facts) ??
    overlapRefusalOf(worklog, { from, to }, null) ??
    ('refused' in place ? place : null) ??
    reasonRefusalOf(worklog, [{ from, to }], reason, facts);
  if (refused || 'refused' in place) return refused as Refusal;
  const { entryId } = facts;
  const rate = rateAt(from, facts);
  const data = {
    entryId,
    taskId: task.id,
    ...place,
    from,
    to,
    rate,
    note: normalizedOrNull(note),
    ...reasonOf(reason),
  };
  return [{ type: 'TimeAdded', data }, ...correctionNoticeOf(facts, data)];
}

/** Moves the entry to another task, under the same number. */
function toOther(
  was: WorkEntry,
  next: WorkEntry & { readonly to: Instant },
  place: WorkPlace,
  reason: string | undefined,
  facts: WorkFacts,
): WorklogEvent[] {
  const { entryId, taskId, from, to, rate, note } = next;
  const data = { entryId, taskId, ...place, from, to, rate, note, ...reasonOf(reason) };
  return [removal(was, 'TimeRemoved', reason), { type: 'TimeAdded', data }, ...correctionNoticeOf(facts, data)];
}

function change(
  worklog: Worklog,
  { entryId, userId, ...given }: WorklogBodies['change'],
  facts: WorkFacts,
): readonly WorklogEvent[] | Refusal {
  const entry = entryIn(worklog, entryId)!;
  const { task } = facts;
  const span = { from: given.from ?? entry.from, to: given.to ?? entry.to };
  const other = given.taskId !== undefined && given.taskId !== entry.taskId;
  const refused =
    (other && task ? addedRefusalOf(task, span.to, facts) : solvedRefusalOf(span, task)) ??
    spanRefusalOf(span.from, span.to, facts.at) ??
    closedRefusalOf(worklog, [entry, span], facts) ??
    overlapRefusalOf(worklog, span, entryId);
  if (refused) return refused;
  const place = other || given.contractId !== undefined ? placeOf(task!, given.contractId) : placeIn(entry);
  if ('refused' in place) return place;
  const note = given.note === undefined ? entry.note : normalizedOrNull(given.note);
  const rate = span.from === entry.from ? entry.rate : rateAt(span.from, facts);
  const unexplained = reasonRefusalOf(worklog, [entry, span], given.reason, facts);
  if (other) {
    if (span.to === null) return refuse('work.running');
    const next = { ...entry, taskId: task!.id, from: span.from, to: span.to, rate, note };
    return unexplained ?? toOther(entry, next, place, given.reason, facts);
  }
  const isAnswer = given.to !== undefined && isFlagged(entry, facts.at, facts.zone);
  const was = { from: entry.from, to: entry.to, rate: entry.rate, ...placeIn(entry) };
  const unchanged = same({ ...was, note: entry.note }, { ...span, rate, ...placeIn(place), note });
  if (unchanged && !isAnswer) return [];
  const data = { entryId, taskId: entry.taskId, ...place, ...span, rate, note, was, ...reasonOf(given.reason) };
  return unexplained ?? [{ type: 'TimeChanged', data }, ...correctionNoticeOf(facts, data)];
}

/** Time on a solved task lies before it was solved. */
function solvedRefusalOf({ to }: WorkSpan, task: WorkedTask | null): Refusal | null {
  const late = task?.solvedAt && to !== null && to > task.solvedAt;
  return late ? refuse('task.already-solved') : null;
}

function corrected(
  entry: WorkEntry,
  type: 'TimeRemoved' | 'TimeRestored',
  reason: string | undefined,
  facts: WorkFacts,
): readonly WorklogEvent[] {
  const event = removal(entry, type, reason);
  return [event, ...correctionNoticeOf(facts, { ...entry, ...reasonOf(reason) })];
}

function remove(
  worklog: Worklog,
  { entryId, reason }: WorklogBodies['remove'],
  facts: WorkFacts,
): readonly WorklogEvent[] | Refusal {
  const entry = entryIn(worklog, entryId)!;
  if (entry.to === null) return refuse('work.running');
  return (
    closedRefusalOf(worklog, [entry], facts) ??
    reasonRefusalOf(worklog, [entry], reason, facts) ??
    corrected(entry, 'TimeRemoved', reason, facts)
  );
}

function restore(
  worklog: Worklog,
  { entryId, reason }: WorklogBodies['restore'],
  facts: WorkFacts,
): readonly WorklogEvent[] | Refusal {
  const entry = entryIn(worklog, entryId)!;
  return (
    closedRefusalOf(worklog, [entry], facts) ??
    overlapRefusalOf(worklog, entry, entryId) ??
    reasonRefusalOf(worklog, [entry], reason, facts) ??
    corrected(entry, 'TimeRestored', reason, facts)
  );
}

function closeMonth(
  worklog: Worklog,
  { year, month, upTo }: WorklogBodies['closeMonth'],
  facts: WorkFacts,
): readonly WorklogEvent[] | Refusal {
  const { at, zone } = facts;
  const whole = monthSpan(year, month, zone);
  if (whole.start > at) return refuse('work.month-ahead');
  if (upTo !== undefined && !upTo.startsWith(whole.month)) return refuseField('upTo', 'work.month-up-to');
  const last = upTo ?? lastClosedDayOf(whole, zone);
  if (last >= localDay(at, zone)) {
    return upTo === undefined ? refuse('work.month-runs') : refuseField('upTo', 'work.month-runs');
  }
  const span = monthSpanTo(year, month, last, zone);
  const closed = worklog.closed.find((one) => one.month === span.month);
  if (closed && closed.end >= span.end) return [];
  const { max } = limits.closedMonths;
  const isFull = !closed && worklog.closed.length >= max;
  return (
    refuseFields([isFull ? tooMany('month', 'closed-months', max) : null]) ?? [
      { type: 'MonthClosed', data: span },
      ...noticeOf(facts, { kind: 'month-closed', month: span.month, closedTo: last }),
    ]
  );
}

const entryThere =
  (removed: boolean) =>
  (worklog: Worklog, { entryId }: { readonly entryId: number }) => {
    const entry = entryIn(worklog, entryId);
    if (entry === null) return 'work.not-found' as const;
    if (entry.removed === removed) return null;
    return removed ? ('work.not-removed' as const) : ('work.not-found' as const);
  };

const worklogCommands: CommandTable<WorklogBodies, Worklog, WorklogEvent, WorkFacts, Right> = {
  start: { right: 'own', decide: start },
  stop: {
    right: 'own',
    decide(worklog, _, { at }) {
      const running = runningIn(worklog);
      return running ? [endOfEntry(running, at)] : refuse('work.not-running');
    },
  },
  remind: { right: 'remind', decide: remind },
  remindOfDays: { right: 'months', decide: remindOfDays },
  add: { right: 'own', decide: add },
  change: { right: 'own', notFound: entryThere(false), decide: change },
  remove: { right: 'own', notFound: entryThere(false), decide: remove },
  restore: { right: 'own', notFound: entryThere(true), decide: restore },
  closeMonth: { right: 'months', decide: closeMonth },
  reopenMonth: {
    right: 'months',
    decide(worklog, { year, month: number, reason: given }, facts) {
      const { month } = monthSpan(year, number, facts.zone);
      if (!worklog.closed.some((one) => one.month === month)) return [];
      const data = { month, reason: normalizeText(given) };
      return [{ type: 'MonthReopened', data }, ...noticeOf(facts, { kind: 'month-reopened', ...data })];
    },
  },
  undo: {
    right: 'own',
    decide: (worklog, body, facts) => decideUndo(worklogUndoing, worklog ?? noWorklog, body, facts),
  },
};

/** Everybody keeps their own work times. People with the attendance of others keep everybody's and close months. */
export const worklogAggregate = aggregate({
  name: 'worklog',
  initial: noWorklog,
  evolve: (worklog: Worklog | null, event: WorklogEvent) => evolveWorklog(worklog ?? noWorklog, event),
  streamOf: worklogStream,
  commands: worklogCommands,
  rightRefusalOf(right, _, { actor, userId }): RefusalCode | null {
    if (actor.role === 'auditor') return 'task.auditor';
    if (right === 'remind') return actor.role === 'system' ? null : 'user.forbidden';
    if (keepsAttendance(actor)) return null;
    if (right === 'months') return 'user.forbidden';
    return actor.id === userId ? null : 'work.forbidden';
  },
});

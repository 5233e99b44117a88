import type { Message, RecordedEvent } from '../kernel/message';
import { same } from '../kernel/values';
import { taskStream } from '../task/task';
import { taskAggregate } from '../task/task.commands';
import { noBlockers, partiesOf, taskRefusalOf, taskRolesOf } from '../task/task.rights';
import { isNameable, userStream } from '../user/user';
import { userAggregate } from '../user/user.commands';
import { noWorklog, runningIn, type WorkEntry, worklogStream } from '../worklog/worklog';
import { endOfEntry, worklogAggregate } from '../worklog/worklog.commands';
import type { FollowUp, Load } from './follow-ups';

const numberIn = (kind: string, stream: string) =>
  stream.startsWith(`${kind}-`) ? Number(stream.slice(kind.length + 1)) : null;

/** Whether this person may work on the task, by the log. */
async function mayWork(userId: number, taskId: number, load: Load): Promise<boolean> {
  const user = await load(userStream(userId), userAggregate);
  const task = await load(taskStream(taskId), taskAggregate);
  if (user === null || task === null || !isNameable(user)) return false;
  const worker = { id: userId, role: user.role, projects: {} };
  return taskRefusalOf('work', task, taskRolesOf(task, worker), noBlockers) === null;
}

/** A person, and the entries of theirs whose work an event may end; `always` where the right itself does not matter. */
interface Candidate {
  readonly userId: number;
  readonly always?: true;
  isMeant(running: WorkEntry): boolean;
}

/** Returns the people whose right to work an event may take away. */
async function candidatesOf(event: RecordedEvent, load: Load): Promise<readonly Candidate[]> {
  const { type, data, stream, metadata } = event as RecordedEvent<
    Message<string, Record<string, number | string | null>>
  >;
  const taskId = numberIn('task', stream);
  const userId = numberIn('user', stream);
  const begun = ({ from }: WorkEntry) => from <= metadata.at;
  const onTask = (id: number, always?: true): Candidate => ({
    userId: id,
    ...(always && { always }),
    isMeant: (running) => running.taskId === taskId && begun(running),
  });
  switch (type) {
    case 'TaskCompleted': {
      // The system completes for the solver.
      const worker = metadata.actor ?? (await load(stream, taskAggregate))?.solverId ?? null;
      return worker === null ? [] : [onTask(worker, true)];
    }
    case 'TaskAccepted':
    case 'TaskEndedByContractor':
    case 'TaskEndedAutomatically':
    case 'TaskDeleted':
    case 'ActionUndone': {
      const task = numberIn('task', stream) === null ? null : await load(stream, taskAggregate);
      return task === null ? [] : partiesOf(task).map((id) => onTask(id));
    }
    case 'TaskAssigned':
      return data.from === null ? [] : [onTask(data.from as number)];
    case 'ParticipantRemoved':
      return [onTask(data.userId as number)];
    case 'UserDeactivated':
    case 'UserRoleChanged':
      return userId === null ? [] : [{ userId, isMeant: begun }];
    case 'WorkStarted': {
      // The right may have ended between the decision and the append.
      const worker = numberIn('worklog', stream);
      return worker === null ? [] : [{ userId: worker, isMeant: ({ entryId }) => entryId === data.entryId }];
    }
    default:
      return [];
  }
}

async function endOf({ userId, always, isMeant }: Candidate, event: RecordedEvent, load: Load): Promise<FollowUp[]> {
  const stream = worklogStream(userId);
  const runs = async (again: Load) => runningIn((await again(stream, worklogAggregate)) ?? noWorklog);
  const running = await runs(load);
  if (running === null || !isMeant(running)) return [];
  return [
    {
      stream,
      event: endOfEntry(running, event.metadata.at),
      async allowed(again) {
        if (!same(await runs(again), running)) return false;
        return always === true || !(await mayWork(userId, running.taskId, again));
      },
    },
  ];
}

/** Whatever ends a person's right to work on a task ends their running work on it at that instant. */
export async function endedWork(event: RecordedEvent, load: Load): Promise<readonly FollowUp[]> {
  const candidates = await candidatesOf(event, load);
  return (await Promise.all(candidates.map((candidate) => endOf(candidate, event, load)))).flat();
}

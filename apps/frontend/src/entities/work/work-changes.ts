import { type CommandAnswer, type PersonRef, type TaskAnswer, type WorkEntryAnswer, workRoutes } from '@gos/contract';
import type { MessageId } from '../../i18n';
import type { ChangeOptions } from '../../lib/api';
import { type BodyOf, type PreparedRequest, request } from '../../lib/request';

/** The fields of a task that work times need. */
export type WorkableTask = Pick<TaskAnswer, 'id' | 'name' | 'project'>;

export type TimeBody = Omit<BodyOf<typeof workRoutes.add>, 'taskId' | 'userId'>;

interface OnEntry {
  readonly entry: WorkEntryAnswer;
}

/** A change of work times, with the data to show it before the server answers. */
export type WorkChange =
  | { readonly type: 'start'; readonly task: WorkableTask; readonly contractId: string | null }
  | { readonly type: 'stop' }
  | {
      readonly type: 'add';
      readonly task: WorkableTask;
      readonly body: TimeBody;
      /** The person who worked; the reader when absent. */
      readonly user?: PersonRef;
    }
  | ({ readonly type: 'change'; readonly body: BodyOf<typeof workRoutes.change> } & OnEntry)
  | ({ readonly type: 'remove' | 'restore'; readonly reason?: string } & OnEntry);

/** The correction with its reason. */
export function forReason(change: WorkChange, reason: string): WorkChange {
  switch (change.type) {
    case 'add':
      return { ...change, body: { ...change.body, reason } };
    case 'change':
      return { ...change, body: { ...change.body, reason } };
    case 'remove':
    case 'restore':
      return { ...change, reason };
    default:
      return change;
  }
}

/** Messages of success; starting and stopping have several. */
export const workSuccesses = {
  add: 'work.added',
  change: 'work.changed',
  remove: 'work.removed',
  restore: 'work.restored',
} as const satisfies Record<Exclude<WorkChange['type'], 'start' | 'stop'>, MessageId>;

const asked = ({ reason }: { readonly reason?: string }) => (reason === undefined ? {} : { query: { reason } });

function sendingOf(change: WorkChange): (options: ChangeOptions) => Promise<CommandAnswer> {
  switch (change.type) {
    case 'start': {
      const { task, contractId } = change;
      const body = { taskId: task.id, ...(contractId !== null && { contractId }) };
      return (options) => request(workRoutes.start, { body, ...options });
    }
    case 'stop':
      return (options) => request(workRoutes.stop, options);
    case 'add': {
      const { user, task } = change;
      const body = { ...change.body, taskId: task.id, ...(user && { userId: user.id }) };
      return (options) => request(workRoutes.add, { body, ...options });
    }
    case 'change': {
      const { id, revision: ifMatch } = change.entry;
      return (options) => request(workRoutes.change, { id, body: change.body, ifMatch, ...options });
    }
    case 'remove':
      return (options) => request(workRoutes.remove, { id: change.entry.id, ...asked(change), ...options });
    case 'restore':
      return (options) => request(workRoutes.restore, { id: change.entry.id, ...asked(change), ...options });
  }
}

/** The request of a change; equal changes have equal names. */
export function workRequestOf(change: WorkChange): PreparedRequest<CommandAnswer> {
  const { type } = change;
  const about = 'task' in change ? change.task.id : 'entry' in change ? change.entry.id : null;
  const body = 'body' in change ? change.body : 'contractId' in change ? change.contractId : null;
  const reason = 'reason' in change ? change.reason : null;
  const user = 'user' in change ? change.user?.id : null;
  return { name: JSON.stringify([type, about, body, reason, user]), send: sendingOf(change) };
}

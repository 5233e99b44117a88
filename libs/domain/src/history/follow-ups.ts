import { dependenciesStream, edgesOf, leadsTo } from '../dependencies/dependencies';
import { dependenciesAggregate } from '../dependencies/dependencies.commands';
import type { Decider } from '../kernel/decider';
import type { Message, RecordedEvent } from '../kernel/message';
import { type TaskCreatedData, taskStream } from '../task/task';

/**
 * An event that another event entails in a different stream. Its id derives from that event's id, so appending it is idempotent.
 */
export interface FollowUp {
  readonly stream: string;
  readonly event: Message;
  /** Checks against the log whether the follow-up is still valid; without it, it always is. */
  readonly allowed?: (load: Load) => Promise<boolean>;
}

/**
 * A follow-up that is decided when its stream is loaded; null: nothing is left to do. `index` distinguishes the
 * follow-ups of one stream.
 */
export interface LateFollowUp {
  readonly stream: string;
  readonly index: number;
  decide(load: Load): Promise<Message | null>;
}

/** @param upTo the revision of the last event that counts; without it, all do */
export type Load = <State, E extends Message>(
  stream: string,
  folding: Pick<Decider<State, never, E, never>, 'initial' | 'evolve'>,
  upTo?: number,
) => Promise<State>;

/** A created task appends to its parent's stream and to the stream of dependencies. */
export function followUpsOf(event: RecordedEvent): FollowUp[] {
  if (event.type !== 'TaskCreated' && event.type !== 'TaskCreatedForContractor') return [];
  const { taskId, parentId, predecessors } = event.data as TaskCreatedData;
  return [
    ...(parentId === null ? [] : [{ stream: taskStream(parentId), event: { type: 'SubtaskAdded', data: { taskId } } }]),
    ...predecessors.map((predecessorId) => ({
      stream: dependenciesStream,
      event: { type: 'PredecessorAdded', data: { taskId, predecessorId } },
      // Dropped when the edge would close a circle: somebody has just made the new task a predecessor of its own predecessor.
      allowed: async (load: Load) =>
        !leadsTo(edgesOf(await load(dependenciesStream, dependenciesAggregate)), predecessorId, taskId),
    })),
  ];
}

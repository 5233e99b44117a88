import { dependenciesStream, edgesOf, leadsTo } from '../dependencies/dependencies';
import { dependenciesAggregate } from '../dependencies/dependencies.commands';
import type { Decider } from '../kernel/decider';
import type { Message, RecordedEvent } from '../kernel/message';
import { type TaskCreatedData, taskStream } from '../task/task';

/** What one event entails in another stream. Their ids are made from the event's, so that doing it twice does it once. */
export interface FollowUp {
  readonly stream: string;
  readonly event: Message;
  /** Whether it may still be, by what the log says now; it may unless this says no. */
  readonly allowed?: (load: Load) => Promise<boolean>;
}

type Load = <State, E extends Message>(
  stream: string,
  folding: Pick<Decider<State, never, E, never>, 'initial' | 'evolve'>,
) => Promise<State>;

/** A created task shows in its parent's history and in the network of predecessors. */
export function followUpsOf(event: RecordedEvent): FollowUp[] {
  if (event.type !== 'TaskCreated' && event.type !== 'TaskCreatedForContractor') return [];
  const { taskId, parentId, predecessors } = event.data as TaskCreatedData;
  return [
    ...(parentId === null ? [] : [{ stream: taskStream(parentId), event: { type: 'SubtaskAdded', data: { taskId } } }]),
    ...predecessors.map((predecessorId) => ({
      stream: dependenciesStream,
      event: { type: 'PredecessorAdded', data: { taskId, predecessorId } },
      // Left out when somebody has just made the new task a predecessor of its own predecessor.
      allowed: async (load: Load) =>
        !leadsTo(edgesOf(await load(dependenciesStream, dependenciesAggregate)), predecessorId, taskId),
    })),
  ];
}

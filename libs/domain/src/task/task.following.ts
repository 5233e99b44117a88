import { dependenciesStream } from '../dependencies/dependencies';
import type { Message, RecordedEvent } from '../kernel/message';
import { type TaskCreatedData, taskStream } from './task';

/** What one event entails in another stream. Their ids are made from the event's, so that doing it twice does it once. */
export interface Following {
  readonly stream: string;
  readonly event: Message;
}

/** A created task shows in its parent's history and in the network of predecessors. */
export function followingOf(event: RecordedEvent): Following[] {
  if (event.type !== 'TaskCreated' && event.type !== 'TaskCreatedForContractor') return [];
  const { taskId, parentId, predecessors } = event.data as TaskCreatedData;
  return [
    ...(parentId === null ? [] : [{ stream: taskStream(parentId), event: { type: 'SubtaskAdded', data: { taskId } } }]),
    ...predecessors.map((predecessorId) => ({
      stream: dependenciesStream,
      event: { type: 'PredecessorAdded', data: { taskId, predecessorId } },
    })),
  ];
}

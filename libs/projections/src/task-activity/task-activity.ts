import {
  type ActivityClass,
  type ActivityEvent,
  activityClassOf,
  type Happened,
  type RecordedEvent,
  type Via,
} from '@gos/domain';
import type { ReadModel } from '../kernel/read-model';

/** One event in the history of one task, whichever stream it comes from. */
export interface TaskActivityDocument {
  readonly id: string;
  readonly taskId: number;
  readonly stream: string;
  /** Zero-padded, so that it sorts as text. */
  readonly order: string;
  readonly via: Via;
  readonly class: ActivityClass;
  readonly event: Happened<ActivityEvent>;
  readonly hash: string;
}

const taskOf = (event: RecordedEvent): number | null => {
  if (event.stream.startsWith('task-')) return Number(event.stream.slice(5));
  const { taskId } = event.data as { taskId?: number };
  return taskId ?? null;
};

export const taskActivityModel: ReadModel<TaskActivityDocument> = {
  name: 'task-activity',
  version: 3,
  indexes: [{ fields: ['taskId', 'order'] }],
  ids: (event) => (event.type in activityClassOf && taskOf(event) !== null ? [event.id] : []),
  apply(_document, event, id) {
    const { at, actor, via, hash } = event.metadata;
    const type = event.type as ActivityEvent['type'];
    return {
      id,
      taskId: taskOf(event)!,
      stream: event.stream,
      order: event.position.padStart(20, '0'),
      via,
      class: activityClassOf[type],
      event: { type, data: event.data, metadata: { at, actor } } as Happened<ActivityEvent>,
      hash,
    };
  },
};

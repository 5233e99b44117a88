import {
  type ActivityClass,
  type ActivityEvent,
  activityClassOf,
  type EventWithTime,
  type RecordedEvent,
  type Via,
} from '@gos/domain';
import { eventOf, type Recorded, streamIdIn } from '../kernel/event';
import type { ReadModel } from '../kernel/read-model';
import { versions } from '../kernel/versions';

/** One event in the history of a task, from the task's own or another stream. */
export interface TaskActivityDocument {
  readonly id: string;
  readonly taskId: number;
  readonly stream: string;
  /** Zero-padded log position, so that it sorts as text. */
  readonly order: string;
  readonly via: Via;
  readonly class: ActivityClass;
  readonly event: EventWithTime<ActivityEvent>;
  readonly hash: string;
}

type RecordedActivity = Recorded<ActivityEvent['type']>;
const isActivity = (event: Recorded): event is RecordedActivity => event.type in activityClassOf;

function happenedOf({ type, data, metadata: { at, actor } }: RecordedActivity): EventWithTime<ActivityEvent> {
  return { type, data, metadata: { at, actor } } as EventWithTime<ActivityEvent>;
}

function taskOf(event: RecordedActivity): number | null {
  const own = streamIdIn('task', event);
  if (own !== null) return Number(own);
  return 'taskId' in event.data ? event.data.taskId : null;
}

/** The task in whose history the event is shown, or null. */
export function historyTaskOf(recorded: RecordedEvent): number | null {
  const event = eventOf(recorded);
  return isActivity(event) ? taskOf(event) : null;
}

/** Whether a task's history holds the event. */
export const isInHistory = (event: Recorded) => isActivity(event) && taskOf(event) !== null;

export const taskActivityModel: ReadModel<TaskActivityDocument> = {
  name: 'task-activity',
  version: versions['task-activity'],
  indexes: [{ fields: ['taskId', 'order'] }, { fields: ['event.metadata.actor', 'event.metadata.at'] }],
  others: {
    ids: (event) => (isInHistory(event) ? [event.id] : []),
    otherwise(_document, event, id) {
      const taskId = isActivity(event) ? taskOf(event) : null;
      if (!isActivity(event) || taskId === null) return undefined;
      const { via, hash } = event.metadata;
      return {
        id,
        taskId,
        stream: event.stream,
        order: event.position.padStart(20, '0'),
        via,
        class: activityClassOf[event.type],
        event: happenedOf(event),
        hash,
      };
    },
  },
};

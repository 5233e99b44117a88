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

type Happened = EventWithTime<ActivityEvent>;

/**
 * An entry of the index of a task's history: one event of the task's own or another stream. Long data are not stored
 * twice: they are null here and read from the log.
 */
export interface TaskActivityDocument {
  readonly id: string;
  readonly taskId: number;
  readonly stream: string;
  /** in the stream */
  readonly revision: number;
  /** Zero-padded log position, so that it sorts as text. */
  readonly order: string;
  readonly via: Via;
  readonly class: ActivityClass;
  readonly event: Pick<Happened, 'type' | 'metadata'> & { readonly data: Happened['data'] | null };
  readonly hash: string;
}

/** An entry with its data. */
export type TaskActivity = TaskActivityDocument & { readonly event: Happened };

/** Characters of JSON. */
const mostData = 2_000;

type RecordedActivity = Recorded<ActivityEvent['type']>;
const isActivity = (event: Recorded): event is RecordedActivity => Object.hasOwn(activityClassOf, event.type);

function happenedOf({ type, data, metadata: { at, actor } }: RecordedActivity): TaskActivityDocument['event'] {
  return { type, data: JSON.stringify(data).length > mostData ? null : data, metadata: { at, actor } };
}

function taskOf(event: RecordedActivity): number | null {
  const own = streamIdIn('task', event);
  if (own !== null) return Number(own);
  return 'taskId' in event.data ? event.data.taskId : null;
}

/** Returns the task whose history shows the event, or null. */
export function historyTaskOf(recorded: RecordedEvent): number | null {
  const event = eventOf(recorded);
  return isActivity(event) ? taskOf(event) : null;
}

/** The event as histories show it. One of a task that this version does not know is shown as unreadable, so that it is not hidden. */
function shownOf(event: Recorded): RecordedActivity | null {
  if (isActivity(event)) return event;
  if (streamIdIn('task', event) === null) return null;
  const { type } = event as RecordedEvent;
  return { ...(event as RecordedEvent), type: 'Unreadable', data: { type } };
}

/** Whether a task's history holds the event. */
export function isInHistory(event: Recorded): boolean {
  const shown = shownOf(event);
  return shown !== null && taskOf(shown) !== null;
}

export const taskActivityModel: ReadModel<TaskActivityDocument> = {
  name: 'task-activity',
  version: versions['task-activity'],
  indexes: [
    { fields: ['taskId', 'order'] },
    { fields: ['event.metadata.actor', 'event.metadata.at'] },
    { fields: ['taskId', 'event.metadata.at'] },
  ],
  unindexedFields: ['event.type'],
  others: {
    ids: (event) => (isInHistory(event) ? [event.id] : []),
    otherwise(_document, given, id) {
      const event = shownOf(given);
      const taskId = event && taskOf(event);
      if (event === null || taskId === null) return undefined;
      const { via, hash } = event.metadata;
      return {
        id,
        taskId,
        stream: event.stream,
        revision: event.revision,
        order: event.position.padStart(20, '0'),
        via,
        class: activityClassOf[event.type],
        event: happenedOf(event),
        hash,
      };
    },
  },
};

import { dependencyEvents, type EdgeEvent } from '../dependencies/dependencies';
import type { ActivityClass, WithActivityClass } from '../kernel/activity';
import { mapTable } from '../kernel/tables';
import type { TaskEvent } from '../task/task.events';
import { taskEvents } from '../task/task.events';
import { type WorkEvent, workEvents } from '../worklog/worklog';
import { type Unreadable, unreadableEvents } from './unreadable';

/** The events that a task's history may show. */
export type ActivityEvent = TaskEvent | EdgeEvent | WorkEvent | Unreadable;

const shown: { readonly [T in ActivityEvent['type']]: WithActivityClass } = {
  ...taskEvents,
  ...dependencyEvents,
  ...workEvents,
  ...unreadableEvents,
};

/** The activity class of each event type in a task's history. */
export const activityClassOf: Readonly<Record<ActivityEvent['type'], ActivityClass>> = mapTable(
  shown,
  (_, { activity }) => activity,
);

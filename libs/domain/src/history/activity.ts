import { type DependencyEvent, dependencyEvents } from '../dependencies/dependencies';
import type { ActivityClass, ActivityShown } from '../kernel/activity';
import { mapTable } from '../kernel/tables';
import type { TaskEvent } from '../task/task';
import { taskEvents } from '../task/task.events';
import { type WorklogEvent, worklogEvents } from '../worklog/worklog';

/** Everything that may stand in a task's history. */
export type ActivityEvent = TaskEvent | DependencyEvent | WorklogEvent;

const shown: { readonly [T in ActivityEvent['type']]: ActivityShown } = {
  ...taskEvents,
  ...dependencyEvents,
  ...worklogEvents,
};

/** The class under which each event shows. */
export const activityClassOf: Readonly<Record<ActivityEvent['type'], ActivityClass>> = mapTable(
  shown,
  (_, { activity }) => activity,
);

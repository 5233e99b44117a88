import type { RecordedEvent } from '../kernel/message';
import type { RepeatedTaskEvent } from '../repeated-task/repeated-task';
import { repeatedTaskAggregate } from '../repeated-task/repeated-task.commands';
import { taskOfOccurrence } from '../repeated-task/repeated-task.generation';
import { taskStream } from '../task/task';
import { taskAggregate } from '../task/task.commands';
import type { FollowUp, Load } from './follow-ups';

/** The open tasks of an occurrence that a person skips go with it. */
const deletionOf = (taskId: number): FollowUp => ({
  stream: taskStream(taskId),
  event: { type: 'TaskDeleted', data: {} },
  async allowed(load) {
    const task = await load(taskStream(taskId), taskAggregate);
    return task !== null && !task.deleted && task.state !== 'solved';
  },
});

/** A generated occurrence becomes its tasks, as the definition was at that moment. */
export async function occurrenceTasks(recorded: RecordedEvent, load: Load): Promise<readonly FollowUp[]> {
  const event = recorded as RecordedEvent & RepeatedTaskEvent;
  if (event.type === 'OccurrenceSkipped') return event.data.taskIds.map(deletionOf);
  if (event.type !== 'OccurrenceGenerated') return [];
  const one = await load(event.stream, repeatedTaskAggregate, event.revision);
  if (one === null) return [];
  return event.data.tasks.map((task) => ({
    stream: taskStream(task.taskId),
    event: { type: 'TaskCreated', data: taskOfOccurrence(one, event.data, task) },
  }));
}

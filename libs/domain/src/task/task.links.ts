import type { Refusal } from '../kernel/refusal';
import { same } from '../kernel/values';
import type { Task } from './task';
import type { TaskBodies } from './task.bodies';
import { createTask } from './task.create';
import type { TaskEvent } from './task.events';
import type { TaskFacts } from './task.rules';

/** Creates a task; one that a webhook creates remembers its issue at the host. */
export function createLinkedTask(
  taskId: number,
  { hostLink, ...given }: TaskBodies['create'],
  facts: TaskFacts,
): readonly TaskEvent[] | Refusal {
  const decided = createTask(taskId, given, facts);
  if ('refused' in decided || hostLink === undefined) return decided;
  return decided.map((event) =>
    event.type === 'TaskCreated' || event.type === 'TaskCreatedForContractor'
      ? { ...event, data: { ...event.data, hostLink } }
      : event,
  );
}

/** Links a task with what it belongs to at a git host. An external link that a person has changed meanwhile stays. */
export function link(task: Task, { hostLink, replaces }: TaskBodies['link']): readonly TaskEvent[] {
  const { externalUrl } = task;
  const takes = replaces === externalUrl && hostLink.url !== externalUrl;
  return [
    ...(takes
      ? [
          {
            type: 'TaskEdited' as const,
            data: { changes: [{ field: 'externalUrl' as const, from: externalUrl, to: hostLink.url }] },
          },
        ]
      : []),
    ...(same(task.hostLink, hostLink) ? [] : [{ type: 'TaskLinked' as const, data: hostLink }]),
  ];
}

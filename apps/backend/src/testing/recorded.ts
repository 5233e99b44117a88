import { type Message, taskStream } from '@gos/domain';
import { auditSamples } from '@gos/domain/audit/audit.samples';
import { boardSamples } from '@gos/domain/board/board.samples';
import { dependencySamples } from '@gos/domain/dependencies/dependencies.samples';
import { inboxSamples } from '@gos/domain/inbox/inbox.samples';
import { installationSamples } from '@gos/domain/installation/installation.samples';
import { projectSamples } from '@gos/domain/project/project.samples';
import { taskSamples } from '@gos/domain/task/task.samples';
import { userSamples } from '@gos/domain/user/user.samples';
import { webhookSamples } from '@gos/domain/webhook/webhook.samples';
import { worklogSamples } from '@gos/domain/worklog/worklog.samples';

/** Every event type of the product in some stream of its own, in an order that could have happened. */
export const everySample: readonly { readonly stream: string; readonly events: readonly Message[] }[] = [
  { stream: 'installation', events: Object.values(installationSamples) },
  { stream: 'user-2', events: Object.values(userSamples) },
  { stream: 'project-5', events: Object.values(projectSamples) },
  { stream: 'board-8', events: Object.values(boardSamples) },
  { stream: taskStream(11), events: [created(11)] },
  { stream: taskStream(10), events: [created(10)] },
  { stream: taskStream(12), events: Object.values(taskSamples) },
  { stream: 'dependencies', events: Object.values(dependencySamples) },
  { stream: 'worklog-2', events: Object.values(worklogSamples) },
  { stream: 'webhook-7', events: Object.values(webhookSamples) },
  { stream: 'inbox-2', events: Object.values(inboxSamples) },
  { stream: 'audit-2', events: Object.values(auditSamples) },
];

function created(taskId: number): Message {
  return { type: 'TaskCreated', data: { ...taskSamples.TaskCreated.data, taskId, predecessors: [], parentId: null } };
}

import { type Message, type RecordedEvent, taskStream } from '@gos/domain';
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
import { record } from '../engine/commands/stream-cache';
import { type EventLog, NO_STREAM } from '../stores/event-log/event-log';

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

/** An append takes 1 MiB. */
const atOnce = 100;

/** Appends events with whole metadata, continuing the stream; answers the position of the last one. */
export async function append(
  log: EventLog,
  stream: string,
  events: readonly Message[],
  at = '2026-11-20T08:00:00.000Z',
): Promise<string> {
  const last = (await log.readStream(stream)).at(-1) as RecordedEvent | undefined;
  const loaded = { revision: last?.revision ?? NO_STREAM, lastHash: last?.metadata.hash ?? null };
  const metadata = { actor: 1, at, via: 'web', correlationId: 'test', causationId: 'test', schemaVersion: 1 } as const;
  const recorded = record(stream, loaded, events, () => ({ id: crypto.randomUUID(), metadata }));
  let position = '';
  for (let at = 0; at < recorded.length; at += atOnce) {
    ({ position } = await log.append(stream, loaded.revision + at, recorded.slice(at, at + atOnce)));
  }
  return position;
}

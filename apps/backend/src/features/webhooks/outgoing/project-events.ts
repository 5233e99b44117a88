import {
  boardAggregate,
  boardStream,
  isUnreadable,
  type RecordedEvent,
  taskAggregate,
  taskStream,
  tellsOnlyMoney,
} from '@gos/domain';
import { historyTaskOf, streamIdIn } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { CommandRunner } from '../../../engine/commands/command-runner';
import { deliveryIdOf } from '../../../shared/webhook/deliveries';
import type { Delivery } from '../../../shared/webhook/delivery';

/** The item of a project that an event is about. */
export interface Subject {
  readonly kind: 'task' | 'board' | 'project';
  readonly id: number;
}

/**
 * Returns null for an event outside projects, or one that concerns money alone: a member who may only view does not see
 * it.
 */
export function subjectOf(event: RecordedEvent): Subject | null {
  if (tellsOnlyMoney(event.type) || isUnreadable(event)) return null;
  const taskId = historyTaskOf(event);
  if (taskId !== null) return { kind: 'task', id: taskId };
  for (const kind of ['board', 'project'] as const) {
    const id = streamIdIn(kind, event);
    if (id !== null) return { kind, id: Number(id) };
  }
  return null;
}

/** Returns the type in bodies: `task.ended-by-contractor` for `TaskEndedByContractor`. */
function typeOfEvent(event: string): string {
  const [first = '', ...rest] = event.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
  return `${first}.${rest.join('-')}`;
}

/** Returns the delivery of an event to a webhook; the same for each call. */
export function deliveryOf(webhookId: number, event: RecordedEvent, subject: Subject, now: number): Delivery {
  const at = Date.parse(event.metadata.at);
  return {
    webhookId,
    id: deliveryIdOf(at, webhookId, event.id),
    direction: 'out',
    type: typeOfEvent(event.type),
    at,
    status: 'pending',
    attempts: [],
    effect: null,
    round: 0,
    sending: {
      lane: `${subject.kind}-${subject.id}`,
      position: event.position,
      stream: event.stream,
      eventId: event.id,
      tries: 0,
      nextAt: now,
      byHand: false,
    },
    hostKey: null,
    issueKey: null,
  };
}

/** Finds the present project of an event: people who may no longer see the item there are not notified. */
@Injectable()
export class ProjectEvents {
  constructor(private readonly runner: CommandRunner) {}

  async projectOf({ kind, id }: Subject): Promise<number | null> {
    if (kind === 'project') return id;
    const stated =
      kind === 'task'
        ? await this.runner.load(taskStream(id), taskAggregate)
        : await this.runner.load(boardStream(id), boardAggregate);
    return stated?.projectId ?? null;
  }
}

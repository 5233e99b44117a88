import type { DeliveryDeed } from '@gos/contract';
import { type TaskEvent, taskStream } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { EVENT_LOG, type EventLog } from '../../../stores/event-log/event-log';
import { inPieces } from '../../../stores/event-log/read-in-pieces';
import { type Acting, correlationOf } from './acting';

const deeds: Partial<Record<TaskEvent['type'], DeliveryDeed>> = {
  TaskCreated: 'created',
  TaskCreatedForContractor: 'created',
  TaskEdited: 'edited',
  TaskLinked: 'linked',
  CommentAdded: 'commented',
  TaskMoved: 'moved',
  TaskCompleted: 'completed',
  TaskReturned: 'returned',
  TaskRestored: 'restored',
};

/** Finds the effects of a delivery in the log, where the process ended before it recorded them. */
@Injectable()
export class WrittenDeeds {
  constructor(@Inject(EVENT_LOG) private readonly log: EventLog) {}

  /** Adds the deeds that an earlier attempt of the delivery has written to the task's stream. */
  async recover({ task, did, delivery: { webhookId, id } }: Acting): Promise<void> {
    if (task === null) return;
    const correlationId = correlationOf(webhookId, id);
    for await (const events of inPieces(this.log, taskStream(task.id))) {
      for (const { type, metadata } of events) {
        const deed = metadata.correlationId === correlationId ? deeds[type as TaskEvent['type']] : undefined;
        if (deed !== undefined && !did.includes(deed)) did.push(deed);
      }
    }
  }
}

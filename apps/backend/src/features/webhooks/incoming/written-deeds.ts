import { type DeliveryDeed, deliveryDeeds } from '@gos/contract';
import { type TaskEvent, taskStream } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { EVENT_LOG, type EventLog } from '../../../stores/event-log/event-log';
import { inPieces } from '../../../stores/event-log/read-in-pieces';
import { type Acting, correlationOf } from './acting';

/** The events that prove a deed. */
const proofs: Readonly<Record<DeliveryDeed, readonly TaskEvent['type'][]>> = {
  created: ['TaskCreated', 'TaskCreatedForContractor'],
  edited: ['TaskEdited'],
  linked: ['TaskLinked'],
  commented: ['CommentAdded'],
  moved: ['TaskMoved'],
  completed: ['TaskCompleted'],
  returned: ['TaskReturned'],
  restored: ['TaskRestored'],
};
const deedOf = (type: string) => deliveryDeeds.find((deed) => proofs[deed].some((one) => one === type));

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
        const deed = metadata.correlationId === correlationId ? deedOf(type) : undefined;
        if (deed !== undefined && !did.includes(deed)) did.push(deed);
      }
    }
  }
}

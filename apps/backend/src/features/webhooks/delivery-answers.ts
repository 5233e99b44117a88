import type { DeliveryAnswer, DeliveryDetail } from '@gos/contract';
import { type Actor, instantAt } from '@gos/domain';
import { isVisibleTo, type TaskDocument, taskModel } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import type { Delivery, Payload } from '../../shared/webhook/delivery';

/** Deliveries with the names of their tasks, as far as the reader sees them. */
@Injectable()
export class DeliveryAnswers {
  constructor(private readonly readModels: ActiveReadModels) {}

  async answers(deliveries: readonly Delivery[], reader: Actor): Promise<DeliveryAnswer[]> {
    const ids = deliveries.flatMap(({ effect }) => effect?.taskId ?? []);
    const tasks = ids.length === 0 ? new Map() : await this.readModels.getMany<TaskDocument>(taskModel, ids);
    const nameOf = (id: number) => {
      const task: TaskDocument | undefined = tasks.get(String(id));
      return task && !task.deleted && isVisibleTo(task, reader) ? task.task.name : null;
    };
    return deliveries.map(({ id, direction, type, at, status, attempts, effect, sending }) => ({
      id,
      direction,
      type,
      at: instantAt(at),
      status,
      attempts: attempts.map((attempt) => ({ ...attempt, at: instantAt(attempt.at) })),
      nextAttemptAt: sending && status === 'pending' ? instantAt(sending.nextAt) : null,
      effect: effect && {
        did: effect.did,
        task: effect.taskId === null ? null : { id: effect.taskId, name: nameOf(effect.taskId) },
        notes: effect.notes,
      },
    }));
  }

  async detail(delivery: Delivery, payload: Payload | undefined, reader: Actor): Promise<DeliveryDetail> {
    const [answer] = await this.answers([delivery], reader);
    const { headers = {}, body = null, answer: said = null } = payload ?? {};
    return { ...answer!, headers, payload: body, answer: said };
  }
}

import { eventOf } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { Worker } from '../../engine/jobs/worker';
import { Erasure } from './erasure';

const queue = 'erased-people';

/** Empties what is known of erased people, also where the process that erased them died before it had done so. */
@Injectable()
export class ErasedPeople {
  constructor(worker: Worker, erasure: Erasure) {
    const backoff = { delayMs: 1_000, mostMs: 60_000 };
    worker.handle<{ readonly userId: number }>(queue, { attempts: 10, backoff }, ({ data }) =>
      erasure.empty(data.userId),
    );
    worker.follow(queue, (recorded) => {
      const { id, stream } = recorded;
      if (eventOf(recorded).type !== 'UserErased') return [];
      return [{ queue, id, data: { userId: Number(stream.split('-')[1]) } }];
    });
    worker.every('maintenance', 'finish-erasures', { everyMs: 60 * 60 * 1_000 }, () => erasure.finish());
  }
}

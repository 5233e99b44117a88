import { Injectable } from '@nestjs/common';
import { Worker } from '../engine/work/worker';
import { Uploads } from '../entities/file/uploads';
import { ApiTokens } from '../entities/session/api-tokens';
import { Sessions } from '../entities/session/sessions';
import { LastSeen } from '../entities/user/last-seen';
import { SecondSteps } from '../entities/user/second-steps';
import { Deliveries } from '../entities/webhook/deliveries';
import { WorkAddresses } from '../entities/work/work-addresses';

const hourMs = 60 * 60 * 1_000;

/** Periodic cleaning, each by one process at a time. */
@Injectable()
export class Maintenance {
  constructor(
    worker: Worker,
    uploads: Uploads,
    sessions: Sessions,
    tokens: ApiTokens,
    secondSteps: SecondSteps,
    addresses: WorkAddresses,
    seen: LastSeen,
    deliveries: Deliveries,
  ) {
    const sweeps = {
      'sweep-uploads': () => uploads.sweep(),
      'sweep-sessions': () => sessions.sweep(),
      'sweep-tokens': () => tokens.sweep(),
      'sweep-second-steps': () => secondSteps.sweep(),
      'sweep-addresses': () => addresses.sweep(),
      'sweep-seen': () => seen.sweep(),
      'sweep-deliveries': () => deliveries.sweep(),
    };
    for (const [id, sweep] of Object.entries(sweeps)) worker.every('maintenance', id, { everyMs: hourMs }, sweep);
  }
}

import { Injectable } from '@nestjs/common';
import { Worker } from '../engine/jobs/worker';
import { Uploads } from '../entities/file/uploads';
import { ApiTokens } from '../entities/session/api-tokens';
import { KnownDevices } from '../entities/session/known-devices';
import { Sessions } from '../entities/session/sessions';
import { Identities } from '../entities/user/identities';
import { Invitations } from '../entities/user/invitations';
import { LastSeen } from '../entities/user/last-seen';
import { Recoveries } from '../entities/user/recoveries';
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
    devices: KnownDevices,
    secondSteps: SecondSteps,
    identities: Identities,
    addresses: WorkAddresses,
    seen: LastSeen,
    invitations: Invitations,
    recoveries: Recoveries,
    deliveries: Deliveries,
  ) {
    const sweeps = {
      'sweep-uploads': () => uploads.sweep(),
      'sweep-sessions': () => sessions.sweep(),
      'sweep-tokens': () => tokens.sweep(),
      'sweep-devices': () => devices.sweep(),
      'sweep-second-steps': () => secondSteps.sweep(),
      'sweep-sso-returns': () => identities.sweep(),
      'sweep-addresses': () => addresses.sweep(),
      'sweep-invitations': () => invitations.sweep(),
      'sweep-recoveries': () => recoveries.sweep(),
      'sweep-seen': () => seen.sweep(),
      'sweep-deliveries': () => deliveries.sweep(),
    };
    for (const [id, sweep] of Object.entries(sweeps)) worker.every('maintenance', id, { everyMs: hourMs }, sweep);
  }
}

import { Injectable } from '@nestjs/common';
import { Worker } from '../engine/jobs/worker';
import { Checkpoints } from '../engine/proof/checkpoints';
import { inBackground, LogTree } from '../engine/proof/log-tree';
import { Uploads } from '../shared/file/uploads';
import { ApiTokens } from '../shared/session/api-tokens';
import { KnownDevices } from '../shared/session/known-devices';
import { Sessions } from '../shared/session/sessions';
import { Identities } from '../shared/user/identities';
import { Invitations } from '../shared/user/invitations';
import { LastSeen } from '../shared/user/last-seen';
import { Recoveries } from '../shared/user/recoveries';
import { SecondSteps } from '../shared/user/second-steps';
import { Deliveries } from '../shared/webhook/deliveries';
import { WorkAddresses } from '../shared/work/work-addresses';

const hourMs = 60 * 60 * 1_000;

/** Periodic work, each by one process at a time: cleaning, and the proof of the log. */
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
    tree: LogTree,
    checkpoints: Checkpoints,
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
      checkpoint: () => checkpoints.makeDue(),
    };
    for (const [id, sweep] of Object.entries(sweeps)) worker.every('maintenance', id, { everyMs: hourMs }, sweep);
    worker.tick('log-tree', () => tree.catchUp(inBackground));
  }
}

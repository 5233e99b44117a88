import { Module } from '@nestjs/common';
import { WebhooksModule } from '../../features/webhooks/webhooks.module';
import { UntrustedProxies } from '../../http/untrusted-proxies';
import { SharedModule } from '../../shared/shared.module';
import { OpsModule } from '../ops/ops.module';
import { CheckpointCopies } from '../proof/checkpoint-copies';
import { CheckpointCopiesController } from '../proof/checkpoint-copies.controller';
import { LogExcerpts } from '../proof/log-excerpts';
import { LogProofController } from '../proof/log-proof.controller';
import { LogVerifications } from '../proof/log-verifications';
import { AdminController } from './admin.controller';
import { FirstPerson } from './first-person';
import { Overview } from './overview';
import { Processes } from './processes';
import { QueuedJobs } from './queued-jobs';
import { Rebuilds } from './rebuilds';
import { SetAsideActions } from './set-aside-actions';

@Module({
  imports: [SharedModule, OpsModule, WebhooksModule],
  controllers: [AdminController, LogProofController, CheckpointCopiesController],
  providers: [
    LogExcerpts,
    LogVerifications,
    CheckpointCopies,
    FirstPerson,
    UntrustedProxies,
    Overview,
    Processes,
    QueuedJobs,
    Rebuilds,
    SetAsideActions,
  ],
})
export class AdminModule {}

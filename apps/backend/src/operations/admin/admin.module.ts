import { Module } from '@nestjs/common';
import { EntitiesModule } from '../../entities/entities.module';
import { UntrustedProxies } from '../../http/untrusted-proxies';
import { OpsModule } from '../ops/ops.module';
import { AdminController } from './admin.controller';
import { FirstPerson } from './first-person';
import { Overview } from './overview';
import { Processes } from './processes';
import { QueuedJobs } from './queued-jobs';
import { Rebuilds } from './rebuilds';
import { SetAsideActions } from './set-aside-actions';

@Module({
  imports: [EntitiesModule, OpsModule],
  controllers: [AdminController],
  providers: [FirstPerson, UntrustedProxies, Overview, Processes, QueuedJobs, Rebuilds, SetAsideActions],
})
export class AdminModule {}

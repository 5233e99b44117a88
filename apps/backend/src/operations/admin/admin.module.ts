import { Module } from '@nestjs/common';
import { UntrustedProxies } from '../../http/untrusted-proxies';
import { OpsModule } from '../ops/ops.module';
import { AdminController } from './admin.controller';
import { DeadJobs } from './dead-jobs';
import { Overview } from './overview';
import { Processes } from './processes';
import { Rebuilds } from './rebuilds';

@Module({
  imports: [OpsModule],
  controllers: [AdminController],
  providers: [UntrustedProxies, Overview, Processes, DeadJobs, Rebuilds],
})
export class AdminModule {}

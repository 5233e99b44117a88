import { Module } from '@nestjs/common';
import { SharedModule } from '../../shared/shared.module';
import { PlanCommandContext } from './plan-command-context';
import { PlanList } from './plan-list';
import { PlansController } from './plans.controller';

@Module({
  imports: [SharedModule],
  controllers: [PlansController],
  providers: [PlanCommandContext, PlanList],
})
export class PlansModule {}

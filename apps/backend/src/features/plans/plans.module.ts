import { Module } from '@nestjs/common';
import { EntitiesModule } from '../../entities/entities.module';
import { PlanCommandContext } from './plan-command-context';
import { PlanList } from './plan-list';
import { PlansController } from './plans.controller';

@Module({
  imports: [EntitiesModule],
  controllers: [PlansController],
  providers: [PlanCommandContext, PlanList],
})
export class PlansModule {}

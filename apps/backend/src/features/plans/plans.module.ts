import { Module } from '@nestjs/common';
import { EntitiesModule } from '../../entities/entities.module';
import { PlanList } from './plan-list';
import { PlanSurroundings } from './plan-surroundings';
import { PlansController } from './plans.controller';

@Module({
  imports: [EntitiesModule],
  controllers: [PlansController],
  providers: [PlanSurroundings, PlanList],
})
export class PlansModule {}

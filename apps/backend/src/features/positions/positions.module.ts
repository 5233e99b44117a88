import { Module } from '@nestjs/common';
import { EntitiesModule } from '../../entities/entities.module';
import { PositionSurroundings } from './position-surroundings';
import { PositionsController } from './positions.controller';

@Module({
  imports: [EntitiesModule],
  controllers: [PositionsController],
  providers: [PositionSurroundings],
})
export class PositionsModule {}

import { Module } from '@nestjs/common';
import { EntitiesModule } from '../../entities/entities.module';
import { PositionCommandContext } from './position-command-context';
import { PositionsController } from './positions.controller';

@Module({
  imports: [EntitiesModule],
  controllers: [PositionsController],
  providers: [PositionCommandContext],
})
export class PositionsModule {}

import { Module } from '@nestjs/common';
import { SharedModule } from '../../shared/shared.module';
import { PositionCommandContext } from './position-command-context';
import { PositionsController } from './positions.controller';

@Module({
  imports: [SharedModule],
  controllers: [PositionsController],
  providers: [PositionCommandContext],
})
export class PositionsModule {}

import { Module } from '@nestjs/common';
import { SharedModule } from '../../shared/shared.module';
import { ReadOwnActionsHandler } from './own-actions.query';
import { UndoController } from './undo.controller';
import { UndoDecisions } from './undo-decisions';
import { UndoTargets } from './undo-targets';

@Module({
  imports: [SharedModule],
  controllers: [UndoController],
  providers: [ReadOwnActionsHandler, UndoDecisions, UndoTargets],
})
export class UndoModule {}

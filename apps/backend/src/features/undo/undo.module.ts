import { Module } from '@nestjs/common';
import { SharedModule } from '../../shared/shared.module';
import { DeletedThings } from './deleted-things';
import { ReadOwnActionsHandler } from './own-actions.query';
import { RangeActions } from './range-actions';
import { RangePreviews } from './range-previews';
import { UndoController } from './undo.controller';
import { UndoDecisions } from './undo-decisions';
import { UndoRangeController } from './undo-range.controller';
import { UndoRanges } from './undo-ranges';
import { UndoTargets } from './undo-targets';

@Module({
  imports: [SharedModule],
  controllers: [UndoController, UndoRangeController],
  providers: [
    DeletedThings,
    RangeActions,
    RangePreviews,
    ReadOwnActionsHandler,
    UndoDecisions,
    UndoRanges,
    UndoTargets,
  ],
})
export class UndoModule {}

import { Module } from '@nestjs/common';
import { SharedModule } from '../../shared/shared.module';
import { ReadOwnActionsHandler } from './own-actions.query';
import { UndoController } from './undo.controller';

@Module({ imports: [SharedModule], controllers: [UndoController], providers: [ReadOwnActionsHandler] })
export class UndoModule {}

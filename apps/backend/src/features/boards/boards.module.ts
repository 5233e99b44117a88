import { Module } from '@nestjs/common';
import { SharedModule } from '../../shared/shared.module';
import { AcceptBoardHandler } from './accept-board';
import { BoardCommandContext } from './board-command-context';
import { BoardsController } from './boards.controller';
import { ReadBoardsHandler } from './boards.queries';

@Module({
  imports: [SharedModule],
  controllers: [BoardsController],
  providers: [BoardCommandContext, AcceptBoardHandler, ReadBoardsHandler],
})
export class BoardsModule {}

import { Module } from '@nestjs/common';
import { EntitiesModule } from '../../entities/entities.module';
import { AcceptBoardHandler } from './accept-board';
import { BoardCommandContext } from './board-command-context';
import { BoardsController } from './boards.controller';
import { ReadBoardsHandler } from './boards.queries';

@Module({
  imports: [EntitiesModule],
  controllers: [BoardsController],
  providers: [BoardCommandContext, AcceptBoardHandler, ReadBoardsHandler],
})
export class BoardsModule {}

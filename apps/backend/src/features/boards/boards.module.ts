import { Module } from '@nestjs/common';
import { EntitiesModule } from '../../entities/entities.module';
import { AcceptBoardHandler } from './accept-board';
import { BoardSurroundings } from './board-surroundings';
import { BoardsController } from './boards.controller';
import { ReadBoardsHandler } from './boards.queries';

@Module({
  imports: [EntitiesModule],
  controllers: [BoardsController],
  providers: [BoardSurroundings, AcceptBoardHandler, ReadBoardsHandler],
})
export class BoardsModule {}

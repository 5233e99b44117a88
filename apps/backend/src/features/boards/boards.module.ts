import { Module } from '@nestjs/common';
import { EntitiesModule } from '../../entities/entities.module';
import { AcceptBoardHandler } from './accept-board';
import { ChangeBoardHandler } from './boards.commands';
import { BoardsController } from './boards.controller';
import { ReadBoardsHandler } from './boards.queries';

@Module({
  imports: [EntitiesModule],
  controllers: [BoardsController],
  providers: [ChangeBoardHandler, AcceptBoardHandler, ReadBoardsHandler],
})
export class BoardsModule {}

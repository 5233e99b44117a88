import { Module } from '@nestjs/common';
import { BoardAnswers } from '../../entities/board/board-answers';
import { ProjectMembers } from '../../entities/project/project-members';
import { VisibleProjects } from '../../entities/project/visible-projects';
import { AcceptBoardHandler } from '../boards/accept-board';
import { ChangeBoardHandler } from '../boards/boards.commands';
import { BoardsController } from '../boards/boards.controller';
import { ReadBoardsHandler } from '../boards/boards.queries';
import { TasksModule } from '../tasks/tasks.module';
import { UsersModule } from '../users/users.module';
import { ProjectAnswers } from './project-answers';
import { ChangeProjectHandler } from './projects.commands';
import { ProjectsController } from './projects.controller';
import { ReadProjectsHandler } from './projects.queries';

@Module({
  imports: [UsersModule, TasksModule],
  controllers: [ProjectsController, BoardsController],
  providers: [
    ProjectAnswers,
    ProjectMembers,
    BoardAnswers,
    VisibleProjects,
    ChangeProjectHandler,
    ChangeBoardHandler,
    AcceptBoardHandler,
    ReadProjectsHandler,
    ReadBoardsHandler,
  ],
  exports: [BoardAnswers, VisibleProjects],
})
export class ProjectsModule {}

import { Module } from '@nestjs/common';
import { TasksModule } from '../tasks/tasks.module';
import { UsersModule } from '../users/users.module';
import { AcceptBoardHandler } from './accept-board';
import { BoardAnswers } from './board-answers';
import { ChangeBoardHandler } from './boards.commands';
import { BoardsController } from './boards.controller';
import { ReadBoardsHandler } from './boards.queries';
import { ProjectAnswers } from './project-answers';
import { ProjectMembers } from './project-members';
import { ChangeProjectHandler } from './projects.commands';
import { ProjectsController } from './projects.controller';
import { ReadProjectsHandler } from './projects.queries';
import { VisibleProjects } from './visible-projects';

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

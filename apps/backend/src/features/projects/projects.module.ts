import { Module } from '@nestjs/common';
import { EntitiesModule } from '../../entities/entities.module';
import { ProjectAnswers } from './project-answers';
import { ChangeProjectHandler } from './projects.commands';
import { ProjectsController } from './projects.controller';
import { ReadProjectsHandler } from './projects.queries';

@Module({
  imports: [EntitiesModule],
  controllers: [ProjectsController],
  providers: [ProjectAnswers, ChangeProjectHandler, ReadProjectsHandler],
})
export class ProjectsModule {}

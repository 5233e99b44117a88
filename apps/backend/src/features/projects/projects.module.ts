import { Module } from '@nestjs/common';
import { EntitiesModule } from '../../entities/entities.module';
import { ProjectAnswers } from './project-answers';
import { ProjectSurroundings } from './project-surroundings';
import { ProjectsController } from './projects.controller';
import { ReadProjectsHandler } from './projects.queries';

@Module({
  imports: [EntitiesModule],
  controllers: [ProjectsController],
  providers: [ProjectAnswers, ProjectSurroundings, ReadProjectsHandler],
})
export class ProjectsModule {}

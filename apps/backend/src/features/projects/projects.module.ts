import { Module } from '@nestjs/common';
import { EntitiesModule } from '../../entities/entities.module';
import { ProjectSurroundings } from './project-surroundings';
import { ProjectsController } from './projects.controller';
import { ReadProjectsHandler } from './projects.queries';

@Module({
  imports: [EntitiesModule],
  controllers: [ProjectsController],
  providers: [ProjectSurroundings, ReadProjectsHandler],
})
export class ProjectsModule {}

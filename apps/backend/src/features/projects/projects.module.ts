import { Module } from '@nestjs/common';
import { EntitiesModule } from '../../entities/entities.module';
import { ProjectCommandContext } from './project-command-context';
import { ProjectsController } from './projects.controller';
import { ReadProjectsHandler } from './projects.queries';

@Module({
  imports: [EntitiesModule],
  controllers: [ProjectsController],
  providers: [ProjectCommandContext, ReadProjectsHandler],
})
export class ProjectsModule {}

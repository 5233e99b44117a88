import { Module } from '@nestjs/common';
import { SharedModule } from '../../shared/shared.module';
import { ProjectCommandContext } from './project-command-context';
import { ProjectsController } from './projects.controller';
import { ReadProjectsHandler } from './projects.queries';

@Module({
  imports: [SharedModule],
  controllers: [ProjectsController],
  providers: [ProjectCommandContext, ReadProjectsHandler],
})
export class ProjectsModule {}

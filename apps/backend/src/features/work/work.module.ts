import { Module } from '@nestjs/common';
import { SharedModule } from '../../shared/shared.module';
import { WorkController } from './work.controller';
import { ReadWorkHandler } from './work.queries';
import { WorkCommandContext } from './work-command-context';

@Module({
  imports: [SharedModule],
  controllers: [WorkController],
  providers: [WorkCommandContext, ReadWorkHandler],
})
export class WorkModule {}

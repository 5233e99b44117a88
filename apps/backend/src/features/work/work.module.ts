import { Module } from '@nestjs/common';
import { EntitiesModule } from '../../entities/entities.module';
import { WorkController } from './work.controller';
import { ReadWorkHandler } from './work.queries';
import { WorkSurroundings } from './work-surroundings';

@Module({
  imports: [EntitiesModule],
  controllers: [WorkController],
  providers: [WorkSurroundings, ReadWorkHandler],
})
export class WorkModule {}

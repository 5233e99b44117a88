import { Module } from '@nestjs/common';
import { EntitiesModule } from '../../entities/entities.module';
import { FilesController } from './files.controller';

@Module({ imports: [EntitiesModule], controllers: [FilesController] })
export class FilesModule {}

import { Module } from '@nestjs/common';
import { SharedModule } from '../../shared/shared.module';
import { FilesController } from './files.controller';

@Module({ imports: [SharedModule], controllers: [FilesController] })
export class FilesModule {}

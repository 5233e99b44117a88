import { Module } from '@nestjs/common';
import { EntitiesModule } from '../../entities/entities.module';
import { Availability } from './availability';
import { AvailabilityController } from './availability.controller';

@Module({ imports: [EntitiesModule], controllers: [AvailabilityController], providers: [Availability] })
export class AvailabilityModule {}

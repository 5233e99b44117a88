import { Module } from '@nestjs/common';
import { SharedModule } from '../../shared/shared.module';
import { Availability } from './availability';
import { AvailabilityController } from './availability.controller';

@Module({ imports: [SharedModule], controllers: [AvailabilityController], providers: [Availability] })
export class AvailabilityModule {}

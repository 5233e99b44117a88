import { Module } from '@nestjs/common';
import { EntitiesModule } from '../../entities/entities.module';
import { AttendanceController } from './attendance.controller';
import { Days } from './days';
import { Months } from './months';
import { Written } from './written';

@Module({
  imports: [EntitiesModule],
  controllers: [AttendanceController],
  providers: [Months, Days, Written],
})
export class AttendanceModule {}

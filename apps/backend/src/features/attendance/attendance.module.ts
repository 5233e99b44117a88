import { Module } from '@nestjs/common';
import { SharedModule } from '../../shared/shared.module';
import { AttendanceController } from './attendance.controller';
import { ClosedMonths } from './closed-months';
import { ComparedMonths } from './compared-months';
import { Days } from './days';
import { Months } from './months';
import { Written } from './written';

@Module({
  imports: [SharedModule],
  controllers: [AttendanceController],
  providers: [Months, Days, Written, ClosedMonths, ComparedMonths],
})
export class AttendanceModule {}

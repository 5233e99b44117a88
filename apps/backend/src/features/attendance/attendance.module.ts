import { Module } from '@nestjs/common';
import { SharedModule } from '../../shared/shared.module';
import { AttendanceController } from './attendance.controller';
import { ClosedMonths } from './closed-months';
import { ComparedMonths } from './compared-months';
import { Days } from './days';
import { KeptMonths } from './kept-months';
import { MissingDayReminders } from './missing-day-reminders';
import { MonthDays } from './month-days';
import { MonthWork } from './month-work';
import { Months } from './months';
import { Overtime } from './overtime';
import { TeamMonths } from './team-months';
import { VacationBalances } from './vacation-balances';
import { Written } from './written';

@Module({
  imports: [SharedModule],
  controllers: [AttendanceController],
  providers: [
    MonthDays,
    MonthWork,
    KeptMonths,
    Overtime,
    Months,
    TeamMonths,
    MissingDayReminders,
    Days,
    Written,
    ClosedMonths,
    ComparedMonths,
    VacationBalances,
  ],
})
export class AttendanceModule {}

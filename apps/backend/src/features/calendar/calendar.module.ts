import { Module } from '@nestjs/common';
import { CalendarAddressesModule } from '../../entities/user/calendar-addresses.module';
import { TasksModule } from '../tasks/tasks.module';
import { UsersModule } from '../users/users.module';
import { Calendar } from './calendar';
import { CalendarController } from './calendar.controller';

@Module({
  imports: [UsersModule, TasksModule, CalendarAddressesModule],
  controllers: [CalendarController],
  providers: [Calendar],
})
export class CalendarModule {}

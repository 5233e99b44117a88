import { Module } from '@nestjs/common';
import { TasksModule } from '../tasks/tasks.module';
import { UsersModule } from '../users/users.module';
import { Calendar } from './calendar';
import { CalendarController } from './calendar.controller';
import { CalendarAddressesModule } from './calendar-addresses.module';

@Module({
  imports: [UsersModule, TasksModule, CalendarAddressesModule],
  controllers: [CalendarController],
  providers: [Calendar],
})
export class CalendarModule {}

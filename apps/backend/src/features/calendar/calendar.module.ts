import { Module } from '@nestjs/common';
import { SharedModule } from '../../shared/shared.module';
import { Calendar } from './calendar';
import { CalendarController } from './calendar.controller';
import { FeedCopies } from './feed-copies';

@Module({
  imports: [SharedModule],
  controllers: [CalendarController],
  providers: [Calendar, FeedCopies],
})
export class CalendarModule {}

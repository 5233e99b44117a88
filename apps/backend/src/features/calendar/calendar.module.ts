import { Module } from '@nestjs/common';
import { EntitiesModule } from '../../entities/entities.module';
import { Calendar } from './calendar';
import { CalendarController } from './calendar.controller';
import { FeedCopies } from './feed-copies';

@Module({
  imports: [EntitiesModule],
  controllers: [CalendarController],
  providers: [Calendar, FeedCopies],
})
export class CalendarModule {}

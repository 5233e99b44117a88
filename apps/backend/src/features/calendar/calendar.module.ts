import { Module } from '@nestjs/common';
import { EntitiesModule } from '../../entities/entities.module';
import { Calendar } from './calendar';
import { CalendarController } from './calendar.controller';

@Module({
  imports: [EntitiesModule],
  controllers: [CalendarController],
  providers: [Calendar],
})
export class CalendarModule {}

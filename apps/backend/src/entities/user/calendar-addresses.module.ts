import { Module } from '@nestjs/common';
import { CalendarAddresses } from './calendar-addresses';

/** Apart from `CalendarModule`, because a person's own answer names the address. */
@Module({ providers: [CalendarAddresses], exports: [CalendarAddresses] })
export class CalendarAddressesModule {}

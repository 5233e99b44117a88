import {
  type AvailabilityAnswer,
  availabilityOperations,
  type HolidaysAnswer,
  type MonthOfAvailabilityAnswer,
} from '@gos/contract';
import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { parseQuery } from '../../http/list-query';
import { Me, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { Availability } from './availability';

@ApiTags('attendance')
@Controller()
export class AvailabilityController {
  constructor(private readonly availability: Availability) {}

  @Serves(availabilityOperations.week, 'People and their plans of a week; a collaborator sees themselves only')
  week(@Query() raw: Record<string, unknown>, @Me() me: SignedIn['actor']): Promise<AvailabilityAnswer> {
    return this.availability.week(parseQuery(raw, availabilityOperations.week.query), me);
  }

  @Serves(availabilityOperations.month, 'People and their plans of a month; a collaborator sees themselves only')
  month(@Query() raw: Record<string, unknown>, @Me() me: SignedIn['actor']): Promise<MonthOfAvailabilityAnswer> {
    return this.availability.month(parseQuery(raw, availabilityOperations.month.query), me);
  }

  @Serves(availabilityOperations.holidays, 'The public holidays of a year, in the language of the reader')
  holidays(@Query() raw: Record<string, unknown>, @Me() me: SignedIn['actor']): Promise<HolidaysAnswer> {
    return this.availability.holidaysOf(parseQuery(raw, availabilityOperations.holidays.query), me);
  }
}

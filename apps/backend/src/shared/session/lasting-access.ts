import { Injectable } from '@nestjs/common';
import { CalendarAddresses } from '../user/calendar-addresses';
import { ApiTokens } from './api-tokens';
import { KnownDevices } from './known-devices';
import { Sessions } from './sessions';

/** Everything that lets somebody in, or shows their data, without their password. */
@Injectable()
export class LastingAccess {
  constructor(
    private readonly sessions: Sessions,
    private readonly tokens: ApiTokens,
    private readonly devices: KnownDevices,
    private readonly calendars: CalendarAddresses,
  ) {}

  /** Ends all of it: sessions and sign-ins under way, API tokens, known devices, and the address of the calendar. */
  async endAll(userId: number): Promise<void> {
    await this.sessions.endAll(userId);
    await this.tokens.revokeAll(userId);
    await this.devices.removeAll(userId);
    await this.calendars.replaceToken(userId);
  }
}

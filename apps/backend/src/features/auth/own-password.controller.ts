import { accountOperations } from '@gos/contract';
import { normalPassword, refuseField } from '@gos/domain';
import { Body, Controller, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { GosRequest } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { Refused } from '../../kernel/refused';
import { SecurityLog } from '../../observability/security-log';
import { Sessions } from '../../shared/session/sessions';
import { CalendarAddresses } from '../../shared/user/calendar-addresses';
import { People } from '../../shared/user/people';
import { withPassword } from '../../shared/user/person';
import { ChangePasswordDto } from './common/auth.bodies';
import { PasswordConfirmation } from './common/password-confirmation';
import { Passwords } from './common/passwords';

/** The change of one's own password. */
@ApiTags('me')
@Controller()
export class OwnPasswordController {
  constructor(
    private readonly people: People,
    private readonly passwords: Passwords,
    private readonly confirmation: PasswordConfirmation,
    private readonly sessions: Sessions,
    private readonly log: SecurityLog,
    private readonly calendars: CalendarAddresses,
  ) {}

  @Serves(accountOperations.changePassword, "Change one's own password; all other sessions end")
  async change(
    @Body() { current, password, renewCalendar }: ChangePasswordDto,
    @Req() request: GosRequest,
  ): Promise<void> {
    const { actor, sessionId } = request.signedIn!;
    const { data } = await this.confirmation.confirm(current, { field: 'current', request });
    if (normalPassword(current) === normalPassword(password)) {
      throw new Refused(refuseField('password', 'auth.password.same'));
    }
    const passwordHash = await this.passwords.hashChosen(password);
    // Before the change too, so that a crash in between leaves no session that the person wanted to end.
    await this.sessions.endOthers(actor.id, sessionId);
    const changed = await this.people.change(actor.id, (now) =>
      now.passwordHash === data.passwordHash ? withPassword(now, passwordHash) : now,
    );
    // Somebody else changed it meanwhile: what was given is not the present one any more.
    if (changed?.passwordHash !== passwordHash) throw new Refused(refuseField('current', 'auth.password.wrong'));
    await this.sessions.endOthers(actor.id, sessionId);
    if (renewCalendar) await this.calendars.replaceToken(actor.id);
    this.log.write('password.changed', { person: actor.id });
  }
}

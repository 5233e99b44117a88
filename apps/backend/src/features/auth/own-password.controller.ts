import { accountOperations } from '@gos/contract';
import { refuse, refuseField } from '@gos/domain';
import { Body, Controller, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Sessions } from '../../entities/session/sessions';
import { People } from '../../entities/user/people';
import { comparedEmail, withPassword } from '../../entities/user/person';
import type { GosRequest } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { Refused } from '../../kernel/refused';
import { ChangePasswordDto } from './auth.bodies';
import { Passwords } from './passwords';
import { RateLimits } from './rate-limits';

/** The change of one's own password. */
@ApiTags('me')
@Controller()
export class OwnPasswordController {
  constructor(
    private readonly people: People,
    private readonly passwords: Passwords,
    private readonly limits: RateLimits,
    private readonly sessions: Sessions,
  ) {}

  @Serves(accountOperations.changePassword, "Change one's own password; all other sessions end")
  async change(@Body() { current, password }: ChangePasswordDto, @Req() request: GosRequest): Promise<void> {
    const { actor, sessionId } = request.signedIn!;
    const data = (await this.people.record(actor.id))?.value;
    if (!data) throw new Refused(refuse('user.not-found'));
    if (data.passwordHash === null) throw new Refused(refuse('auth.password.none'));
    await this.mustBeRight(data.passwordHash, current, { address: request.ip, email: comparedEmail(data.email) });
    if (current.normalize('NFC') === password.normalize('NFC')) {
      throw new Refused(refuseField('password', 'auth.password.same'));
    }
    const passwordHash = await this.passwords.hash(password);
    // Before the change too, so that a crash in between leaves no session that the person wanted to end.
    await this.sessions.endOthers(actor.id, sessionId);
    const changed = await this.people.change(actor.id, (now) =>
      now.passwordHash === data.passwordHash ? withPassword(now, passwordHash) : now,
    );
    // Somebody else changed it meanwhile: what was given is not the present one any more.
    if (changed?.passwordHash !== passwordHash) throw new Refused(refuseField('current', 'auth.password.wrong'));
    await this.sessions.endOthers(actor.id, sessionId);
  }

  /** A wrong one counts as a failed sign-in: whoever found an open browser may not guess here either. */
  private async mustBeRight(
    hash: string,
    password: string,
    { address, email }: { readonly address: string; readonly email: string },
  ): Promise<void> {
    this.limits.checkSignIn(address, email);
    const right = await this.passwords.verify(hash, password, () => this.limits.checkSignIn(address, email));
    if (right) return;
    this.limits.signInFailed(address, email);
    throw new Refused(refuseField('current', 'auth.password.wrong'));
  }
}

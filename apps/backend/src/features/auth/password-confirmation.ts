import { refuse, refuseField } from '@gos/domain';
import { Injectable } from '@nestjs/common';
import { People } from '../../entities/user/people';
import { comparedEmail, type PersonData } from '../../entities/user/person';
import { Refused } from '../../kernel/refused';
import { Passwords } from './passwords';
import { RateLimits } from './rate-limits';

/** Asks for the password once more, before something that whoever finds an open browser must not do. */
@Injectable()
export class PasswordConfirmation {
  constructor(
    private readonly people: People,
    private readonly passwords: Passwords,
    private readonly limits: RateLimits,
  ) {}

  /**
   * The person's data, once the password is right. A wrong one counts as a failed sign-in: nobody may guess here either.
   * @param field where the password stands in the body
   * @throws Refused
   */
  async confirm(
    userId: number,
    password: string,
    { field, address }: { readonly field: string; readonly address: string },
  ): Promise<PersonData & { readonly passwordHash: string }> {
    const data = (await this.people.record(userId))?.value;
    if (!data) throw new Refused(refuse('user.not-found'));
    const { passwordHash } = data;
    if (passwordHash === null) throw new Refused(refuse('auth.password.none'));
    const email = comparedEmail(data.email);
    const check = () => this.limits.checkSignIn(address, email);
    check();
    if (await this.passwords.verify(passwordHash, password, check)) return { ...data, passwordHash };
    this.limits.signInFailed(address, email);
    throw new Refused(refuseField(field, 'auth.password.wrong'));
  }
}

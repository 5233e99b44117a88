import { refuse, refuseField } from '@gos/domain';
import { Injectable } from '@nestjs/common';
import { People } from '../../entities/user/people';
import type { PersonData } from '../../entities/user/person';
import { Refused } from '../../kernel/refused';
import { type AttemptRequest, Attempts } from './attempts';

/** Asks for the password once more, before something that whoever finds an open browser must not do. */
@Injectable()
export class PasswordConfirmation {
  constructor(
    private readonly people: People,
    private readonly attempts: Attempts,
  ) {}

  /**
   * The person's data, once the password is right. A wrong one counts as a failed sign-in: nobody may guess here either.
   * @param field where the password stands in the body
   * @throws Refused
   */
  async confirm(
    userId: number,
    password: string,
    { field, request }: { readonly field: string; readonly request: AttemptRequest },
  ): Promise<PersonData & { readonly passwordHash: string }> {
    const data = (await this.people.record(userId))?.value;
    if (!data) throw new Refused(refuse('user.not-found'));
    const { passwordHash } = data;
    if (passwordHash === null) throw new Refused(refuse('auth.password.none'));
    const attempt = await this.attempts.begin({ userId, email: data.email }, request);
    if (!(await attempt.verify(passwordHash, password))) throw new Refused(refuseField(field, 'auth.password.wrong'));
    attempt.succeeded();
    return { ...data, passwordHash };
  }
}

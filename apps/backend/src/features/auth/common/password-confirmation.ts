import { refuse, refuseField } from '@gos/domain';
import { Injectable } from '@nestjs/common';
import type { GosRequest } from '../../../http/request-context';
import { Refused } from '../../../kernel/refused';
import type { CheckedAccess } from '../../../shared/session/access-checks';
import { Sessions } from '../../../shared/session/sessions';
import { People } from '../../../shared/user/people';
import type { PersonData } from '../../../shared/user/person';
import { Attempts } from './attempts';

/** A person who confirmed their password, and the facts that the change relies on. */
export interface Confirmed {
  readonly access: CheckedAccess;
  readonly data: PersonData & { readonly passwordHash: string };
}

/** Requires the password again before changes that a stranger at an open browser must not make. */
@Injectable()
export class PasswordConfirmation {
  constructor(
    private readonly people: People,
    private readonly attempts: Attempts,
    private readonly sessions: Sessions,
  ) {}

  /**
   * Returns the person's data once the password is right. A wrong one counts as a failed sign-in, so that nobody can
   * guess here.
   * @param field the body's field with the password
   * @throws Refused
   */
  async confirm(
    password: string,
    { field, request }: { readonly field: string; readonly request: GosRequest },
  ): Promise<Confirmed> {
    const access = await this.sessions.checkedAccess(request.signedIn!);
    const { userId } = access;
    const data = (await this.people.record(userId))?.value;
    if (!data) throw new Refused(refuse('user.not-found'));
    const { passwordHash } = data;
    if (passwordHash === null) throw new Refused(refuse('auth.password.none'));
    const attempt = await this.attempts.begin({ userId, email: data.email }, request);
    if (!(await attempt.verify(passwordHash, password))) throw new Refused(refuseField(field, 'auth.password.wrong'));
    attempt.succeeded();
    return { access, data: { ...data, passwordHash } };
  }

  /**
   * Requires the password of people who have one; people with single sign-on alone have none.
   * @throws Refused
   */
  async confirmIfSet(password: string | undefined, request: GosRequest): Promise<CheckedAccess> {
    const { id } = request.signedIn!.actor;
    if (this.people.get(id)?.password === 'none') return this.sessions.checkedAccess(request.signedIn!);
    if (!password) throw new Refused(refuseField('password', 'validation.required'));
    return (await this.confirm(password, { field: 'password', request })).access;
  }
}

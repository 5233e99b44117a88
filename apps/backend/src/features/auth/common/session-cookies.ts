import type { SecondStepKind, SsoProviderId } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { deviceCookie, signInCookies, signOutCookies, type Tokens } from '../../../http/cookies';
import { CONFIG, type Config } from '../../../kernel/config';
import { SecurityLog } from '../../../observability/security-log';
import type { CheckedAccess } from '../../../shared/session/access-checks';
import { deviceSeconds, KnownDevices } from '../../../shared/session/known-devices';
import type { ProviderSession } from '../../../shared/session/session-record';
import { Sessions } from '../../../shared/session/sessions';
import { People } from '../../../shared/user/people';
import { Attempts } from './attempts';

/** The means of a sign-in. */
export type SignedInBy = 'password' | 'registration' | SecondStepKind | SsoProviderId;

/** Sets and removes the cookies of a browser's session. */
@Injectable()
export class SessionCookies {
  constructor(
    private readonly sessions: Sessions,
    private readonly devices: KnownDevices,
    private readonly attempts: Attempts,
    private readonly people: People,
    private readonly log: SecurityLog,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Starts a session of the person in this browser, which is known to them from now on, and ends its former session:
   * tokens from before the sign-in, also planted ones, open nothing after it. Earlier failures are forgotten only now,
   * so that the password alone does not allow endless guesses of codes.
   */
  async begin(
    access: CheckedAccess,
    by: SignedInBy,
    request: FastifyRequest,
    reply: FastifyReply,
    atProvider?: ProviderSession,
  ): Promise<void> {
    const { userId } = access;
    const { cookie } = request.headers;
    const attempt = await this.attempts.of({ userId, email: this.people.get(userId)?.email ?? '' }, request);
    const tokens = await this.sessions.start(access, request.headers['user-agent'], atProvider);
    const device = await this.devices.signedIn(userId, cookie);
    attempt.succeeded();
    this.log.write('sign-in.succeeded', { person: userId, what: by });
    await this.sessions.endByCookies(cookie);
    reply.header('set-cookie', deviceCookie(device, deviceSeconds, this.config, request.host));
    this.give(tokens, request, reply);
  }

  give(tokens: Tokens, request: FastifyRequest, reply: FastifyReply): void {
    reply.header('set-cookie', signInCookies(tokens, this.config, request.host));
  }

  take(request: FastifyRequest, reply: FastifyReply): void {
    reply.header('set-cookie', signOutCookies(this.config, request.host));
  }
}

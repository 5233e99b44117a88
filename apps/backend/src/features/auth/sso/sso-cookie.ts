import type { SsoProviderId } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieOf, ssoCookie } from '../../../http/cookies';
import { Clock } from '../../../kernel/clock';
import { CONFIG, type Config } from '../../../kernel/config';
import { keyFor } from '../../../kernel/keys';
import { Sealing } from '../../../kernel/sealing';
import type { Subject } from '../../../shared/user/identities';

/** A browser that was sent to a provider. */
export interface Attempt {
  readonly provider: SsoProviderId;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly redirectUri: string;
  readonly redirectTo: string;
  /** the code that the first person brings */
  readonly setup?: string;
  /** who connects an account at the provider; null of a sign-in */
  readonly userId: number | null;
  /** of the access that was checked when the person began to connect */
  readonly epoch?: number;
  /** milliseconds since 1970 */
  readonly until: number;
}

/** Who came back from a provider, and gives the password of the account with their e-mail next. */
export interface Linking {
  readonly subject: Subject;
  /** The session at the provider; null where it names none. */
  readonly sid?: string | null;
  /** When the provider issued its ID token, in seconds since 1970. */
  readonly issuedAt?: number;
  readonly email: string;
  readonly userId: number;
  readonly redirectTo: string;
  /** milliseconds since 1970 */
  readonly until: number;
}

interface Held {
  readonly attempts: readonly Attempt[];
  readonly linking: Linking | null;
}

export const ssoMs = 10 * 60_000;
/** Tabs that sign in at once. What more would hold does not fit into a cookie. */
const mostAttempts = 3;
const owner = 'browser';

/** What a browser holds between its steps: encrypted, so that it tells and takes nothing, and without a trace here. */
@Injectable()
export class SsoCookie {
  private readonly sealing: Sealing;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
  ) {
    this.sealing = new Sealing(keyFor(config, 'sso'));
  }

  add(attempt: Attempt, request: FastifyRequest, reply: FastifyReply): void {
    const { attempts, linking } = this.read(request);
    this.write({ attempts: [...attempts, attempt].slice(-mostAttempts), linking }, request, reply);
  }

  find(request: FastifyRequest, state: string): Attempt | undefined {
    return this.read(request).attempts.find((one) => one.state === state);
  }

  linking(request: FastifyRequest): Linking | null {
    return this.read(request).linking;
  }

  /** Takes the attempt of that state away; what is to be linked is replaced. */
  settle(state: string | null, linking: Linking | null, request: FastifyRequest, reply: FastifyReply): void {
    const attempts = this.read(request).attempts.filter((one) => one.state !== state);
    this.write({ attempts, linking }, request, reply);
  }

  private read(request: FastifyRequest): Held {
    const sealed = cookieOf(request.headers.cookie, 'oidcTempToken');
    const text = sealed ? this.sealing.open(sealed, owner) : null;
    const { attempts, linking } = (text === null ? { attempts: [], linking: null } : JSON.parse(text)) as Held;
    const now = this.clock.now();
    return {
      attempts: attempts.filter(({ until }) => until > now),
      linking: linking && linking.until > now ? linking : null,
    };
  }

  private write(held: Held, request: FastifyRequest, reply: FastifyReply): void {
    const isEmpty = held.attempts.length === 0 && !held.linking;
    const token = isEmpty ? null : this.sealing.seal(JSON.stringify(held), owner);
    reply.header('set-cookie', ssoCookie(token, ssoMs / 1_000, this.config, request.host));
  }
}

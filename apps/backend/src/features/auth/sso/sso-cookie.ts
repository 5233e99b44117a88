import type { SsoProviderId } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieOf, ssoCookie } from '../../../http/cookies';
import { Clock } from '../../../kernel/clock';
import { CONFIG, type Config } from '../../../kernel/config';
import { keyFor } from '../../../kernel/keys';
import { Sealing } from '../../../kernel/sealing';
import type { Subject } from '../../../shared/user/identities';

/** A sign-in for which the browser was sent to a provider. */
export interface Attempt {
  readonly provider: SsoProviderId;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly redirectUri: string;
  readonly redirectTo: string;
  /** The code of the first person. */
  readonly setup?: string;
  /** The person who connects an account at the provider; null for a sign-in. */
  readonly userId: number | null;
  /** The epoch that was checked when the person began to connect. */
  readonly epoch?: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** A person who came back from a provider and next gives the password of the account with their e-mail. */
export interface Linking {
  readonly subject: Subject;
  /** The session at the provider; null where it names none. */
  readonly sid?: string | null;
  /** When the provider issued its ID token, in seconds since 1970. */
  readonly issuedAt?: number;
  readonly email: string;
  readonly userId: number;
  readonly redirectTo: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

interface Held {
  readonly attempts: readonly Attempt[];
  readonly linking: Linking | null;
}

export const ssoMs = 10 * 60_000;
/** Limit of concurrent sign-ins in tabs: more do not fit into a cookie. */
const mostAttempts = 3;
const owner = 'browser';

/**
 * State of a browser between its steps. It is encrypted, so that nobody can read or change it, and is not stored on the
 * server.
 */
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

  /** Removes the attempt with that state, and replaces the pending link. */
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

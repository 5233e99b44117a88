import { createHmac } from 'node:crypto';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG } from '../kernel/config';
import { keyFor } from '../kernel/keys';
import { currentContext } from './correlation';
import { Metrics } from './metrics';

/**
 * The events of the security log, each with the level of its lines. The names are stable because detectors match them.
 * docs/operations.md explains each.
 */
export const securityEvents = {
  'sign-in.succeeded': 'log',
  'sign-in.failed': 'warn',
  'sign-in.attacked': 'warn',
  'limit.reached': 'warn',
  'access.refused': 'warn',
  'access.not-found': 'log',
  'request.forged': 'warn',
  'session.begun': 'log',
  'session.reused': 'warn',
  'session.ended': 'log',
  'session.all-ended': 'log',
  'token.made': 'log',
  'token.used': 'log',
  'token.refused': 'warn',
  'token.out-of-reach': 'warn',
  'token.revoked': 'log',
  'token.all-revoked': 'log',
  'recovery.asked': 'log',
  'recovery.used': 'warn',
  'recovery.refused': 'warn',
  'email.asked': 'log',
  'email.taken': 'warn',
  'password.changed': 'log',
  'password.given': 'warn',
  'second-step.totp-on': 'log',
  'second-step.totp-off': 'warn',
  'second-step.totp-lost': 'warn',
  'second-step.passkey-added': 'log',
  'second-step.passkey-removed': 'warn',
  'second-step.codes-made': 'log',
  'second-step.code-used': 'warn',
  'second-step.reset': 'warn',
  'identity.connected': 'warn',
  'identity.disconnected': 'warn',
  'invitation.made': 'log',
  'invitation.link-read': 'warn',
  'invitation.withdrawn': 'log',
  'invitation.used': 'log',
  'person.registered': 'log',
  'person.role-changed': 'warn',
  'person.email-changed': 'warn',
  'person.deactivated': 'warn',
  'person.activated': 'warn',
  'person.erased': 'warn',
  'person.exported': 'warn',
  'installation.founded': 'warn',
  'settings.changed': 'warn',
  'secret.rotated': 'log',
  'event.dismissed': 'warn',
  'queue.paused': 'warn',
  'queue.resumed': 'log',
  'queue.board-used': 'warn',
  'job.retried': 'log',
  'job.removed': 'warn',
  'operator.ran': 'warn',
} as const satisfies Record<string, 'log' | 'warn'>;

export type SecurityEvent = keyof typeof securityEvents;

/** The facts of a line besides its name. No names, no secrets, no user input: an e-mail becomes a fingerprint. */
export interface SecurityFacts {
  /** whom it is about */
  readonly person?: number | undefined;
  /** who did it, where that is not who is signed in */
  readonly by?: number | undefined;
  /** of somebody unknown, as it is compared */
  readonly email?: string | undefined;
  /** a code, a provider, an operation, a follower of the log with an event's id, a queue with a job's id or a number of jobs */
  readonly what?: string | undefined;
}

/** Lines a minute of one name about one source, and of one name in all; what is more is counted. */
const most = { ofSource: 20, ofName: 1_000 } as const;
const windowMs = 60_000;
const longest = 64;

interface Counted {
  readonly name: SecurityEvent;
  readonly address: string | undefined;
  written: number;
  more: number;
}

/**
 * Logs events of sign-ins, rights and secrets for operators and detectors, one line each, whatever the level of the
 * log. For a flood it logs the beginning, and once a minute the number of further lines.
 */
@Injectable()
export class SecurityLog implements OnApplicationShutdown {
  private readonly logger = new Logger('Security');
  private readonly key: Buffer;
  private readonly names = new Map<SecurityEvent, Counted>();
  private readonly sources = new Map<string, Counted>();
  private window: NodeJS.Timeout | undefined;

  constructor(
    private readonly metrics: Metrics,
    @Inject(CONFIG) config: Parameters<typeof keyFor>[0],
  ) {
    this.key = keyFor(config, 'security-log');
  }

  write(name: SecurityEvent, { person, by, email, what }: SecurityFacts = {}): void {
    this.metrics.security.inc({ name });
    const { address: whole, route, person: signedIn } = currentContext()?.from ?? {};
    const doer = by ?? signedIn;
    const address = whole?.slice(0, longest);
    // Failures are counted by address, or a sweep over many accounts would count as many sources.
    const source = securityEvents[name] === 'warn' && address !== undefined ? address : `${person} ${address}`;
    if (!this.isWritten(name, source, address)) return;
    this.tell(name, {
      ...(person !== undefined && { person }),
      ...(doer !== undefined && doer !== person && { by: doer }),
      ...(email !== undefined && { email: this.fingerprintOf(email) }),
      ...(what !== undefined && { what }),
      ...(address !== undefined && { address }),
      ...(route !== undefined && { route }),
    });
  }

  /** Logs how many lines were left out, and restarts the count. */
  endWindow(): void {
    clearTimeout(this.window);
    this.window = undefined;
    for (const { name, address, more } of [...this.sources.values(), ...this.names.values()]) {
      if (more > 0) this.tell(name, { more, ...(address !== undefined && { address }) }, `, and ${more} more`);
    }
    this.sources.clear();
    this.names.clear();
  }

  onApplicationShutdown(): void {
    this.endWindow();
  }

  private isWritten(name: SecurityEvent, source: string, address: string | undefined): boolean {
    this.window ??= setTimeout(() => this.endWindow(), windowMs).unref();
    const ofName = this.names.get(name) ?? { name, address: undefined, written: 0, more: 0 };
    this.names.set(name, ofName);
    // Sources are remembered only while there is room for their lines, so that there are never many of them.
    if (ofName.written >= most.ofName) {
      ofName.more++;
      return false;
    }
    const key = `${name} ${source}`;
    const ofSource = this.sources.get(key) ?? { name, address, written: 0, more: 0 };
    this.sources.set(key, ofSource);
    if (ofSource.written >= most.ofSource) {
      ofSource.more++;
      return false;
    }
    ofSource.written++;
    ofName.written++;
    return true;
  }

  private tell(name: SecurityEvent, facts: object, more = ''): void {
    this.logger[securityEvents[name]]({ message: `${name}${more}`, security: name, ...facts });
  }

  /** The same for the same e-mail in this installation; nobody gets from it to the e-mail without the installation's secret. */
  private fingerprintOf(email: string): string {
    return createHmac('sha256', this.key).update(email).digest('base64url').slice(0, 16);
  }
}

/** Writes nothing; for measurements. */
export const noSecurityLog: Pick<SecurityLog, 'write'> = { write: () => {} };

import type { SessionAnswer } from '@gos/contract';
import { refuse, type User, userAggregate, userStream } from '@gos/domain';
import { type AccessDocument, accessModel, type UserDocument, userModel } from '@gos/projections';
import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { CommandRunner } from '../../engine/commands/command-runner';
import { PermissionLock } from '../../engine/coordination/permission-lock';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { cookieOf, type Tokens } from '../../http/cookies';
import type { SignedIn } from '../../http/request-context';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { formerSessionKey, keyFor } from '../../kernel/keys';
import { ReadCache } from '../../kernel/read-cache';
import { Refused } from '../../kernel/refused';
import { SecurityLog } from '../../observability/security-log';
import { ACCOUNTS, type AccountRecord, type Accounts } from '../../stores/accounts/accounts';
import { Peers } from '../../stores/broadcast/peers';
import { grantedAttendance } from '../user/granted-attendance';
import { People } from '../user/people';
import { SecondSteps } from '../user/second-steps';
import { AccessChecks, type CheckedAccess } from './access-checks';
import { ProviderLogouts } from './provider-logouts';
import {
  expirations,
  expiriesAt,
  expiryOf,
  type Held,
  held,
  keysOf,
  type ProviderSession,
  person,
  providerRef,
  type Session,
  sessionTimes,
  successors,
} from './session-record';
import { type PresentedToken, SessionTokens, sameHash } from './session-tokens';

/** A session or an account at a provider; one of both is named. */
export type NamedAtProvider = Omit<ProviderSession, 'subject'> & { readonly subject: string | null };

const maxPerPerson = 500;
const maxUserAgent = 300;

type SessionRecord = AccountRecord<Session>;

/** One ended session; without `sessionId`, all sessions of the person. */
export interface EndedSession {
  readonly userId: number;
  readonly sessionId?: string;
}

/**
 * Sign-in sessions, stored in `Accounts` and cached in memory. Sessions are only ended through this class, which
 * notifies all processes, so that an ended session is refused at once.
 */
@Injectable()
export class Sessions implements OnModuleInit {
  private readonly logger = new Logger(Sessions.name);
  private readonly tokens: SessionTokens;
  /** Tokens with the key of sessions that older versions created; these sessions keep it until they end. */
  private readonly formerTokens: SessionTokens;
  private readonly cache = new ReadCache<string, SessionRecord>();
  private readonly listeners = new Set<(ended: EndedSession) => void>();

  constructor(
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    @Inject(CONFIG) config: Config,
    private readonly clock: Clock,
    private readonly readModels: ActiveReadModels,
    private readonly runner: CommandRunner,
    private readonly peers: Peers,
    private readonly people: People,
    private readonly secondSteps: SecondSteps,
    private readonly log: SecurityLog,
    private readonly lock: PermissionLock,
    private readonly checks: AccessChecks,
    private readonly logouts: ProviderLogouts,
  ) {
    this.tokens = new SessionTokens(keyFor(config, 'session'));
    this.formerTokens = new SessionTokens(formerSessionKey(config));
  }

  onModuleInit(): void {
    this.peers.subscribe<EndedSession>(
      'session-ended',
      (ended) => this.takeEnd(ended),
      () => this.cache.clear(),
    );
  }

  /**
   * Starts a new session, if what was checked still holds.
   * @throws Refused
   */
  async start(access: CheckedAccess, userAgent: string | undefined, by?: ProviderSession): Promise<Tokens> {
    const { userId } = access;
    await this.makeRoom(userId);
    const now = this.clock.now();
    const refreshToken = this.tokens.first();
    const accessToken = this.tokens.sibling(refreshToken);
    const session: Session = {
      userId,
      createdAt: now,
      refreshedAt: now,
      userAgent: userAgent?.slice(0, maxUserAgent) ?? null,
      ...held(this.tokens, { accessToken, refreshToken }),
      ...expiriesAt(now, now),
      previous: null,
      ...(by && { by }),
    };
    const id = this.tokens.sessionId(refreshToken);
    await this.cache.get(id, async () => {
      const record = await this.accounts.insert('session', id, session, keysOf(session));
      const undo = () => this.accounts.remove('session', id);
      await this.checks.confirm(access, undo);
      if (by) await this.logouts.confirm(by, undo);
      return record;
    });
    this.log.write('session.begun', { person: userId });
    return { accessToken, refreshToken, ...expirations(session) };
  }

  /**
   * Returns the person that the cookies sign in, or null. A person who first has to change their password or set up a
   * second step gets null too.
   */
  async authenticate(cookieHeader: string | undefined): Promise<SignedIn | null> {
    const signedIn = await this.identify(cookieHeader);
    if (!signedIn || this.people.mustChangePassword(signedIn.actor.id)) return null;
    return (await this.secondSteps.isOwed(signedIn.actor)) ? null : signedIn;
  }

  /** The person of the cookies, or null. Called for every request, so it reads from the cache. */
  async identify(cookieHeader: string | undefined): Promise<SignedIn | null> {
    for (const presented of this.readings(cookieOf(cookieHeader, 'accessToken'))) {
      const session = await this.opened(presented);
      if (!session) continue;
      const actor = await this.actorOf(session.userId);
      return actor && { actor, sessionId: presented.sessionId, via: 'web' };
    }
    return null;
  }

  /**
   * The facts that a change of the person's own ways in relies on.
   * @throws Refused when their session has ended
   */
  async checkedAccess({ actor, sessionId }: SignedIn): Promise<CheckedAccess> {
    const access = await this.checks.begin(actor.id);
    await this.assertStored(sessionId);
    return access;
  }

  /**
   * Reads the store, so that a session that has just ended is refused in every process.
   * @throws Refused
   */
  async assertStored(sessionId: string | null): Promise<Session> {
    const session = sessionId === null ? undefined : (await this.read(sessionId))?.value;
    if (!session) throw new Refused(refuse('auth.session-ended'));
    return session;
  }

  /** The person with their present rights; null for a deactivated one. */
  async actorOf(userId: number): Promise<SignedIn['actor'] | null> {
    const user = await this.standing(userId);
    if (!user?.active) return null;
    const [access, attendance] = await Promise.all([
      this.readModels.get<AccessDocument>(accessModel, userId),
      grantedAttendance(this.readModels, user),
    ]);
    return { id: userId, role: user.role, projects: access?.projects ?? {}, positions: user.positionIds, attendance };
  }

  /**
   * Exchanges the refresh token for new tokens. Within seconds a second exchange returns the same tokens, for two tabs. A later
   * reuse of a rotated token means that it or its successor was stolen, so the session ends.
   */
  async refresh(cookieHeader: string | undefined): Promise<{ userId: number; tokens: Tokens } | null> {
    for (const presented of this.readings(cookieOf(cookieHeader, 'refreshToken'))) {
      const record = await this.read(presented.sessionId);
      if (record) return this.refreshed(record, presented);
    }
    return null;
  }

  private async refreshed(
    found: SessionRecord,
    presented: PresentedToken,
  ): Promise<{ userId: number; tokens: Tokens } | null> {
    for (let record: SessionRecord | undefined = found; record; record = await this.read(found.id)) {
      const session = record.value;
      const now = this.clock.now();
      if (expiryOf(session) <= now || !(await this.standing(session.userId))?.active) {
        await this.end(record.id, session.userId);
        return null;
      }
      if (sameHash(session.refreshHash, presented.hash)) {
        const rotated = await this.rotate(record, presented, now);
        if (rotated) return { userId: session.userId, tokens: rotated };
        continue;
      }
      const { previous } = session;
      const inGrace = now - session.refreshedAt <= sessionTimes.graceMs;
      if (previous && inGrace && sameHash(previous.refreshHash, presented.hash)) {
        const tokens = { ...successors(presented, previous.salt), ...expirations(session) };
        return { userId: session.userId, tokens };
      }
      this.log.write('session.reused', { person: session.userId });
      this.logger.warn(
        `A refresh token of person ${session.userId} came back after its rotation; their session is ended`,
      );
      await this.end(record.id, session.userId);
      return null;
    }
    return null;
  }

  /** Ends the sessions of the cookies' tokens, expired or rotated ones too. */
  async endByCookies(cookieHeader: string | undefined): Promise<void> {
    const given = [cookieOf(cookieHeader, 'accessToken'), cookieOf(cookieHeader, 'refreshToken')];
    const ids = given.flatMap((token) => [...this.readings(token)].map(({ sessionId }) => sessionId));
    for (const id of new Set(ids)) {
      const session = (await this.read(id))?.value;
      if (session) await this.end(id, session.userId);
    }
  }

  /** Ends one session of a person; false when the person has no such session. */
  async endOne(userId: number, sessionId: string): Promise<boolean> {
    const record = await this.accounts.get<Session>('session', sessionId);
    if (record?.value.userId !== userId) return false;
    await this.checks.raise(userId);
    await this.end(sessionId, userId);
    return true;
  }

  /** Ends all sessions of the person but this one, and the sign-ins under way. */
  async endOthers(userId: number, keptId: string | null): Promise<void> {
    await this.checks.raise(userId);
    const records = await this.accounts.byRef<Session>('session', person(userId));
    for (const { id } of records) if (id !== keptId) await this.end(id, userId);
  }

  /** Ends all sessions of the person, and the sign-ins under way. */
  async endAll(userId: number): Promise<void> {
    await this.checks.raise(userId);
    await this.accounts.removeByRef('session', person(userId));
    this.log.write('session.all-ended', { person: userId });
    await this.tell({ userId });
  }

  /** Ends the sessions that began by one session at a provider or, where it names none, by one account there. */
  async endOfProvider({ subject, sid, ...provider }: NamedAtProvider): Promise<void> {
    const ref = sid === null ? providerRef(provider, 'subject', subject ?? '') : providerRef(provider, 'sid', sid);
    for (const { id, value } of await this.accounts.byRef<Session>('session', ref)) {
      if (subject === null || value.by?.subject === subject) await this.end(id, value.userId);
    }
  }

  /** The person's sessions, newest first. */
  async list(userId: number, currentId: string | null): Promise<SessionAnswer[]> {
    const now = this.clock.now();
    const records = await this.accounts.byRef<Session>('session', person(userId));
    return records
      .filter(({ value }) => expiryOf(value) > now)
      .sort((a, b) => b.value.refreshedAt - a.value.refreshedAt || (a.id < b.id ? -1 : 1))
      .map(({ id, value }) => ({
        id,
        createdAt: new Date(value.createdAt).toISOString(),
        lastSeenAt: new Date(value.refreshedAt).toISOString(),
        expiresAt: new Date(expiryOf(value)).toISOString(),
        userAgent: value.userAgent,
        current: id === currentId,
      }));
  }

  /** Whether the session goes on: it was not ended, and has not expired. */
  async goesOn(sessionId: string): Promise<boolean> {
    const session = await this.load(sessionId);
    return session !== undefined && expiryOf(session) > this.clock.now();
  }

  /**
   * Calls the listener for every ended session, in any process, so that open sockets close. Returns the function that
   * unsubscribes.
   */
  onEnded(listener: (ended: EndedSession) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Removes expired sessions. */
  async sweep(): Promise<void> {
    await this.accounts.sweep('session', this.clock.now());
  }

  /** The session that an access token opens now. */
  private async opened(presented: PresentedToken): Promise<Session | undefined> {
    const now = this.clock.now();
    const opens = (held: Held | null) =>
      held !== null && held.accessExpiresAt > now && sameHash(held.accessHash, presented.hash);
    const fits = (one: Session | undefined) => one !== undefined && (opens(one) || opens(one.previous));
    const session = await this.load(presented.sessionId);
    if (!session || fits(session)) return session;
    // Another process may have rotated the tokens since.
    this.cache.forget(presented.sessionId);
    const newest = await this.load(presented.sessionId);
    return fits(newest) ? newest : undefined;
  }

  /** The token under each key, the one whose session is at hand first; a session at hand needs no other reading. */
  private *readings(token: string | undefined): Iterable<PresentedToken> {
    const isAtHand = (one: PresentedToken | null) => one !== null && this.cache.has(one.sessionId);
    const present = this.tokens.read(token);
    const isFirst = isAtHand(present);
    if (present && isFirst) yield present;
    const former = this.formerTokens.read(token);
    const others = isFirst ? [former] : isAtHand(former) ? [former, present] : [present, former];
    for (const one of others) if (one) yield one;
  }

  private async rotate(
    { id, version, value }: SessionRecord,
    presented: PresentedToken,
    now: number,
  ): Promise<Tokens | null> {
    const salt = presented.by.salt();
    const next = successors(presented, salt);
    const { accessHash, accessExpiresAt, refreshHash } = value;
    const session: Session = {
      ...value,
      ...held(presented.by, next),
      ...expiriesAt(now, value.createdAt),
      refreshedAt: now,
      previous: { accessHash, accessExpiresAt, refreshHash, salt },
    };
    if (!(await this.accounts.replace('session', id, version, session, keysOf(session)))) return null;
    this.cache.forget(id);
    return { ...next, ...expirations(session) };
  }

  private async end(id: string, userId: number): Promise<void> {
    await this.accounts.remove('session', id);
    this.log.write('session.ended', { person: userId });
    await this.tell({ userId, sessionId: id });
  }

  private read(id: string): Promise<SessionRecord | undefined> {
    return this.accounts.get<Session>('session', id);
  }

  private async load(id: string): Promise<Session | undefined> {
    return (await this.cache.get(id, () => this.read(id)))?.value;
  }

  /** Role and status from the read model, or from the log while the projector has not caught up. */
  private async standing(userId: number): Promise<Pick<User, 'role' | 'active' | 'positionIds' | 'attendance'> | null> {
    const document = await this.readModels.get<UserDocument>(userModel, userId);
    return document?.user ?? this.runner.load(userStream(userId), userAggregate);
  }

  /** Keeps the number of sessions per person below the limit by ending the least recently used ones. */
  private async makeRoom(userId: number): Promise<void> {
    const records = await this.accounts.byRef<Session>('session', person(userId));
    if (records.length < maxPerPerson) return;
    const oldestFirst = records.sort((a, b) => a.value.refreshedAt - b.value.refreshedAt);
    for (const { id } of oldestFirst.slice(0, records.length - maxPerPerson + 1)) await this.end(id, userId);
  }

  /** Resolves once nothing that began with it is under way. */
  private async tell(ended: EndedSession): Promise<void> {
    this.takeEnd(ended);
    this.peers.publish('session-ended', ended);
    await this.lock.through([ended.userId]);
  }

  private takeEnd(ended: EndedSession): void {
    this.lock.note();
    if (ended.sessionId !== undefined) this.cache.forget(ended.sessionId);
    else this.cache.forgetWhere(({ value }) => value.userId === ended.userId);
    for (const listener of this.listeners) listener(ended);
  }
}

import { createHash, randomBytes } from 'node:crypto';
import type { CreatedTokenAnswer, TokenAnswer } from '@gos/contract';
import { type Instant, instantAt, limits, type TokenScope } from '@gos/domain';
import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { PermissionLock } from '../../engine/coordination/permission-lock';
import type { SignedIn } from '../../http/request-context';
import { Clock } from '../../kernel/clock';
import { ReadCache } from '../../kernel/read-cache';
import { SecurityLog } from '../../observability/security-log';
import { ACCOUNTS, type AccountRecord, type Accounts, insertUnlessTaken } from '../../stores/accounts/accounts';
import { Peers } from '../../stores/broadcast/peers';
import { AccessChecks, type CheckedAccess } from './access-checks';
import { Sessions } from './sessions';

interface Token {
  readonly userId: number;
  readonly name: string;
  readonly scope: TokenScope;
  readonly start: string;
  readonly hash: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  readonly lastUsedAt: Instant | null;
}
/** Name and owner of a token that was used. It is kept when the token has ended, because events name the token by its id. */
export interface UsedToken {
  readonly userId: number;
  readonly name: string;
}
type TokenRecord = AccountRecord<Token>;

export interface NewToken {
  readonly name: string;
  readonly scope: TokenScope;
  readonly expiresAt: Instant;
}

/** The person who acts by a token, and the token's scope. */
export interface TokenBearer extends SignedIn {
  readonly scope: TokenScope;
}

/** One revoked token; without `hash`, all tokens of the person. */
interface RevokedToken {
  readonly userId: number;
  readonly hash?: string;
}

const pattern = /^gos_[\w-]{43}$/;
/** `lastUsedAt` is written no more often. */
const notedEveryMs = 5 * 60_000;

const person = (userId: number) => `person:${userId}`;
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
const keysOf = ({ hash, userId, expiresAt }: Token) => ({
  unique: [`hash:${hash}`],
  refs: [person(userId)],
  expiresAt: Date.parse(expiresAt),
});
const answerOf = ({ id, value }: TokenRecord): TokenAnswer => {
  const { name, scope, start, createdAt, expiresAt, lastUsedAt } = value;
  return { id, name, scope, start, createdAt, expiresAt, lastUsedAt };
};

/**
 * Personal API tokens, stored as hashes in `Accounts` and cached in memory. They are only revoked through this class,
 * which notifies all processes, so that a revoked token is refused at once.
 */
@Injectable()
export class ApiTokens implements OnModuleInit {
  private readonly logger = new Logger(ApiTokens.name);
  /** By hash. */
  private readonly cache = new ReadCache<string, TokenRecord>();

  constructor(
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    private readonly clock: Clock,
    private readonly sessions: Sessions,
    private readonly peers: Peers,
    private readonly lock: PermissionLock,
    private readonly log: SecurityLog,
    private readonly checks: AccessChecks,
  ) {}

  onModuleInit(): void {
    this.peers.subscribe<RevokedToken>(
      'token-revoked',
      (revoked) => this.takeRevoked(revoked),
      () => this.cache.clear(),
    );
  }

  /**
   * The only answer that holds the token itself; null when the person has as many as allowed.
   * @throws Refused when what was checked no longer holds
   */
  async create(access: CheckedAccess, wanted: NewToken): Promise<CreatedTokenAnswer | null> {
    const { userId } = access;
    await this.sweep();
    if ((await this.accounts.countByRef('apiToken', person(userId))) >= limits.tokens.max) return null;
    const token = `gos_${randomBytes(32).toString('base64url')}`;
    const value: Token = {
      userId,
      ...wanted,
      start: token.slice(0, 10),
      hash: hashOf(token),
      createdAt: instantAt(this.clock.now()),
      lastUsedAt: null,
    };
    const id = randomBytes(12).toString('base64url');
    const record = await this.accounts.insert('apiToken', id, value, keysOf(value));
    await this.checks.confirm(access, () => this.accounts.remove('apiToken', id));
    this.log.write('token.made', { person: userId, what: wanted.scope });
    return { ...answerOf(record), token };
  }

  /** The person's tokens that have not expired, the newest first. */
  async list(userId: number): Promise<TokenAnswer[]> {
    const now = this.clock.now();
    const records = await this.accounts.byRef<Token>('apiToken', person(userId));
    return records
      .filter(({ value }) => Date.parse(value.expiresAt) > now)
      .sort((a, b) => (a.value.createdAt > b.value.createdAt ? -1 : 1))
      .map(answerOf);
  }

  /** The names of the person's tokens that were used, ended ones among them. */
  async usedBy(userId: number): Promise<{ readonly id: string; readonly name: string }[]> {
    const records = await this.accounts.byRef<UsedToken>('apiTokenName', person(userId));
    return records.map(({ id, value }) => ({ id, name: value.name }));
  }

  /** Revokes one token of a person; false when the person has no such token. */
  async revoke(userId: number, id: string): Promise<boolean> {
    const record = await this.accounts.get<Token>('apiToken', id);
    if (record?.value.userId !== userId) return false;
    await this.accounts.remove('apiToken', id);
    this.log.write('token.revoked', { person: userId });
    await this.tell({ userId, hash: record.value.hash });
    return true;
  }

  async revokeAll(userId: number): Promise<void> {
    await this.accounts.removeByRef('apiToken', person(userId));
    this.log.write('token.all-revoked', { person: userId });
    await this.tell({ userId });
  }

  /** Returns the bearer of the token, or null. Called for every request, so it reads from the cache. */
  async authenticate(token: string): Promise<TokenBearer | null> {
    if (!pattern.test(token)) return null;
    const hash = hashOf(token);
    const record = await this.cache.get(hash, () => this.accounts.byUnique<Token>('apiToken', `hash:${hash}`));
    if (!record || Date.parse(record.value.expiresAt) <= this.clock.now()) return null;
    const actor = await this.sessions.actorOf(record.value.userId);
    if (!actor) return null;
    await this.noteUse(record);
    return { actor, sessionId: null, via: 'api', source: `token-${record.id}`, scope: record.value.scope };
  }

  /** Removes expired tokens. */
  async sweep(): Promise<void> {
    await this.accounts.sweep('apiToken', this.clock.now());
  }

  /** One of several concurrent requests writes; a use that could not be written is noted by the next one. */
  private async noteUse({ id, version, value, kind }: TokenRecord): Promise<void> {
    const now = this.clock.now();
    if (value.lastUsedAt !== null && now - Date.parse(value.lastUsedAt) < notedEveryMs) return;
    this.log.write('token.used', { person: value.userId, what: value.scope });
    const used: Token = { ...value, lastUsedAt: instantAt(now) };
    this.cache.replace(value.hash, { kind, id, version: version + 1, value: used });
    const name: UsedToken = { userId: value.userId, name: value.name };
    const note = async () => {
      await insertUnlessTaken(this.accounts, 'apiTokenName', id, name, { refs: [person(value.userId)] });
      return this.accounts.replace('apiToken', id, version, used);
    };
    const written = await note().catch((error) => {
      this.logger.warn(`The use of an API token could not be noted: ${String(error)}`);
      return false;
    });
    if (!written) this.cache.forget(value.hash);
  }

  /** Resolves once nothing that began with it is under way. */
  private async tell(revoked: RevokedToken): Promise<void> {
    this.takeRevoked(revoked);
    this.peers.publish('token-revoked', revoked);
    await this.lock.through([revoked.userId]);
  }

  private takeRevoked({ userId, hash }: RevokedToken): void {
    this.lock.note();
    if (hash !== undefined) this.cache.forget(hash);
    else this.cache.forgetWhere(({ value }) => value.userId === userId);
  }
}

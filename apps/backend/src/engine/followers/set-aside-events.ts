import type { RecordedEvent } from '@gos/domain';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { version } from '../../kernel/version';
import { ACCOUNTS, type AccountRecord, type Accounts, putRecord } from '../../stores/accounts/accounts';
import { JOBS, type Jobs } from '../../stores/jobs/jobs';
import { reasonOf } from '../projections/set-aside';

const kind = 'setAside';
const everyRef = 'all';
const followerRef = (follower: string) => `follower:${follower}`;
/** Also of what was dismissed. */
const pastRef = (follower: string) => `past:${follower}`;

/** The queue whose jobs handle an event that was set aside again. */
export const setAsideQueue = 'set-aside';

/** An event that a follower of the log could not handle, and went past. */
export interface SetAsideEvent {
  readonly follower: string;
  /** The document on which its work failed, such as `task-5`; null where the work is on the event itself. */
  readonly subject: string | null;
  readonly eventId: string;
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: string;
  /** Type of the event, name of the error and place in the code; never the error's message, which may hold what people wrote. */
  readonly reason: string;
  /** Instants of the first and of the last failure. */
  readonly at: string;
  readonly triedAt: string;
  /** Number of failures, without the retries right after the first one. */
  readonly tries: number;
  /** Version of the product that failed last. */
  readonly version: string;
  /** Instant from which on nobody is reminded of it; it is never handled then. */
  readonly dismissedAt?: string;
}

export type NamedSetAsideEvent = SetAsideEvent & { readonly id: string };

const named = ({ id, value }: AccountRecord<SetAsideEvent>): NamedSetAsideEvent => ({ id, ...value });

/** Handles an event again. @throws Error when it still cannot be handled */
export type HandleAgain = (event: RecordedEvent, subject: string | null) => Promise<unknown>;

/**
 * Events that followers of the log went past because they could not be handled, one record per follower and event or document. They
 * are kept with the accounts, the part that no other part can be rebuilt without, so they survive a loss of jobs or documents.
 */
@Injectable()
export class SetAsideEvents {
  private readonly logger = new Logger('Followers');
  private readonly handlers = new Map<string, HandleAgain>();

  constructor(
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    @Inject(JOBS) private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /** Declares a follower and how it handles an event that was set aside. */
  declare(follower: string, again: HandleAgain): void {
    this.handlers.set(follower, again);
  }

  /** The names of all followers, sorted. */
  get followers(): readonly string[] {
    return [...this.handlers.keys()].sort();
  }

  handlerOf(follower: string): HandleAgain | undefined {
    return this.handlers.get(follower);
  }

  /** Records a failure and logs it. The record of an earlier failure keeps its first instant. */
  async add(follower: string, event: RecordedEvent, error: unknown, subject: string | null = null): Promise<void> {
    const { id: eventId, type, stream, revision, position } = event;
    const id = `${follower}.${subject ?? eventId}`;
    const known = (await this.accounts.get<SetAsideEvent>(kind, id))?.value;
    if (known?.dismissedAt !== undefined && known.eventId === eventId) return;
    const now = this.clock.instant();
    const value: SetAsideEvent = {
      ...{ follower, subject, eventId, type, stream, revision, position, version },
      reason: reasonOf(error, event, 'could not be handled'),
      at: known?.at ?? now,
      triedAt: now,
      tries: (known?.tries ?? 0) + 1,
    };
    await putRecord(this.accounts, kind, id, value, { refs: [everyRef, followerRef(follower), pastRef(follower)] });
    const { reason, tries } = value;
    this.logger.error({
      message: known ? 'An event could not be handled again' : 'An event is set aside',
      ...{ follower, subject, eventId, type, stream, revision, position, reason, tries },
      err: error,
    });
  }

  async get(id: string): Promise<NamedSetAsideEvent | null> {
    const record = await this.accounts.get<SetAsideEvent>(kind, id);
    return record && record.value.dismissedAt === undefined ? named(record) : null;
  }

  count(): Promise<number> {
    return this.accounts.countByRef(kind, everyRef);
  }

  /** The number of events per follower, without followers that have none. */
  async counts(): Promise<Map<string, number>> {
    const counted = await Promise.all(
      this.followers.map(async (name) => [name, await this.accounts.countByRef(kind, followerRef(name))] as const),
    );
    return new Map(counted.filter(([, count]) => count > 0));
  }

  /** Everything that a follower went past, dismissed events among it. */
  async passedBy(follower: string): Promise<readonly NamedSetAsideEvent[]> {
    return (await this.accounts.byRef<SetAsideEvent>(kind, pastRef(follower))).map(named);
  }

  /** Ordered by follower and event. */
  async page(skip: number, limit: number): Promise<readonly NamedSetAsideEvent[]> {
    return (await this.accounts.byRef<SetAsideEvent>(kind, everyRef, { skip, limit })).map(named);
  }

  /** Without dismissed ones. */
  async all(): Promise<readonly NamedSetAsideEvent[]> {
    return (await this.accounts.byRef<SetAsideEvent>(kind, everyRef)).map(named);
  }

  /** Has a worker handle the event again. */
  async retry({ id, triedAt }: NamedSetAsideEvent): Promise<void> {
    // A record that fails again gets another instant, and so its next retry another job.
    const job = `${id}.${Date.parse(triedAt)}.${version.replace(/[^\w.-]/g, '_')}`.slice(0, 200);
    await this.jobs.add(setAsideQueue, { id: job, data: { id } });
    await this.jobs.retry(setAsideQueue, job);
  }

  /** Nobody is reminded of the event any more, and it is never handled. False when it is not set aside. */
  async dismiss(id: string): Promise<boolean> {
    const record = await this.accounts.get<SetAsideEvent>(kind, id);
    if (!record || record.value.dismissedAt !== undefined) return false;
    const value = { ...record.value, dismissedAt: this.clock.instant() };
    return this.accounts.replace(kind, id, record.version, value, { refs: [pastRef(value.follower)] });
  }

  /** Removes the record of an event that was handled. False when there is none. */
  remove(id: string): Promise<boolean> {
    return this.accounts.remove(kind, id);
  }
}

import type { RecordedEvent } from '@gos/domain';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { version } from '../../kernel/version';
import { ACCOUNTS, type AccountRecord, type Accounts, putRecord } from '../../stores/accounts/accounts';
import { JOBS, type Jobs } from '../../stores/jobs/jobs';
import { reasonOf } from '../projections/set-aside';

const kind = 'setAside';
/** Jobs that are added at once. */
const batch = 200;
const writesAtOnce = 20;
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

/** A record that fails again gets another instant, and so its next retry another job. */
const retryJob = ({ id, triedAt }: NamedSetAsideEvent) =>
  `${id}.${Date.parse(triedAt)}.${version.replace(/[^\w.-]/g, '_')}`.slice(0, 200);

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

  /** Those of the ids that are set aside, null is all of them. One read, however many there are. */
  async among(ids: readonly string[] | null): Promise<readonly NamedSetAsideEvent[]> {
    return (await this.records(ids)).map(named);
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

  /** Has a worker handle the events again. */
  async retry(...events: readonly NamedSetAsideEvent[]): Promise<void> {
    const jobs = events.map((event) => ({ id: retryJob(event), data: { id: event.id } }));
    for (let from = 0; from < jobs.length; from += batch) {
      const some = jobs.slice(from, from + batch);
      await this.jobs.add(setAsideQueue, ...some);
      const { delayed, failed } = await this.jobs.counts(setAsideQueue);
      if (delayed + failed > 0) for (const { id } of some) await this.jobs.retry(setAsideQueue, id);
    }
  }

  /**
   * Nobody is reminded of the events any more, and they are never handled. Resolves with those that were set aside.
   * @param ids null is all of them
   */
  async dismiss(ids: readonly string[] | null): Promise<readonly NamedSetAsideEvent[]> {
    const records = await this.records(ids);
    const dismissed: NamedSetAsideEvent[] = [];
    for (let from = 0; from < records.length; from += writesAtOnce) {
      const some = records.slice(from, from + writesAtOnce);
      const done = await Promise.all(some.map((record) => this.dismissOne(record)));
      dismissed.push(...some.filter((_, index) => done[index]).map(named));
    }
    return dismissed;
  }

  /** Removes the record of an event that was handled. False when there is none. */
  remove(id: string): Promise<boolean> {
    return this.accounts.remove(kind, id);
  }

  private dismissOne({ id, version: read, value }: AccountRecord<SetAsideEvent>): Promise<boolean> {
    const changed = { ...value, dismissedAt: this.clock.instant() };
    return this.accounts.replace(kind, id, read, changed, { refs: [pastRef(value.follower)] });
  }

  private async records(ids: readonly string[] | null): Promise<readonly AccountRecord<SetAsideEvent>[]> {
    if (ids === null) return this.accounts.byRef(kind, everyRef);
    const records = await this.accounts.getMany<SetAsideEvent>(kind, [...new Set(ids)]);
    return records.filter(({ value }) => value.dismissedAt === undefined);
  }
}

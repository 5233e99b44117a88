import type { PresenceItem } from '@gos/contract';
import { type Instant, instantAt, isDayOf, localDay, type PlanType, spanOn } from '@gos/domain';
import {
  isVisibleTo,
  type PlanDocument,
  planModel,
  type TaskDocument,
  taskModel,
  type WorklogDocument,
  worklogModel,
} from '@gos/projections';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { type AppliedBatch, appliedChannel } from '../../engine/projections/applied';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { Plans } from '../../shared/plan/plans';
import { LastSeen } from '../../shared/user/last-seen';
import { People } from '../../shared/user/people';
import type { Reader } from '../../shared/user/user-answers';
import { BROADCAST, type Broadcast } from '../../stores/broadcast/broadcast';
import type { Filter } from '../../stores/read-models/read-models';
import { Presence } from './presence';

/** Changes within this time are sent together. */
const bundleMs = 1_000;
/** The most people in one message; further ones follow in the next. */
const maxTold = 200;
const minuteMs = 60_000;

type Running = Pick<NonNullable<WorklogDocument['running']>, 'taskId' | 'from'>;

/** The presence of a person, for any reader. */
interface Present {
  readonly id: number;
  readonly state: PresenceItem['state'];
  readonly since: Instant;
  readonly task: TaskDocument | number | null;
  readonly plan: PlanType | null;
}

const isSeen = (task: Present['task'], reader: Reader): task is TaskDocument =>
  typeof task === 'object' && task !== null && !task.deleted && isVisibleTo(task, reader);

/** Present people: connected, working, idle or lately seen, with their plan of today. */
@Injectable()
export class PeoplePresent implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(PeoplePresent.name);
  private readonly running = new Map<number, Running>();
  private readonly stops: (() => void)[] = [];
  private readonly listeners = new Set<(ids: readonly number[]) => void>();
  private readonly changed = new Set<number>();
  private timer: NodeJS.Timeout | null = null;
  private typesNow: { readonly minute: number; readonly of: Promise<ReadonlyMap<number, PlanType>> } | null = null;

  constructor(
    private readonly presence: Presence,
    private readonly readModels: ActiveReadModels,
    private readonly people: People,
    private readonly plans: Plans,
    private readonly lastSeen: LastSeen,
    private readonly clock: Clock,
    @Inject(BROADCAST) private readonly broadcast: Broadcast,
    @Inject(CONFIG) private readonly config: Pick<Config, 'timeZone'>,
  ) {}

  onApplicationBootstrap(): void {
    this.stops.push(
      this.broadcast.subscribe(
        appliedChannel,
        (message) => this.hear(message as AppliedBatch),
        () => this.readAgain(),
      ),
      this.presence.onChanged((ids) => this.change(ids)),
    );
    void this.readModels.opened.then(() => this.readAgain());
  }

  onModuleDestroy(): void {
    for (const stop of this.stops) stop();
    if (this.timer) clearTimeout(this.timer);
  }

  /** Ids of the people who are connected or working now. */
  here(): ReadonlySet<number> {
    return new Set([...this.presence.connected().keys(), ...this.running.keys()]);
  }

  /**
   * Returns the presence of these people, for all readers. People who are away are included only if they were seen
   * lately.
   */
  async of(ids: readonly number[], { away = false } = {}): Promise<readonly Present[]> {
    const connected = this.presence.connected();
    const [plans, seen] = await Promise.all([this.plansNow(), away ? this.lastSeen.all() : null]);
    const tasks = await this.readModels.getMany<TaskDocument>(taskModel, [
      ...new Set(ids.flatMap((id) => this.running.get(id)?.taskId ?? [])),
    ]);
    return ids.flatMap((id): Present[] => {
      const plan = plans.get(id) ?? null;
      const work = this.running.get(id);
      if (work) {
        const task = tasks.get(String(work.taskId)) ?? work.taskId;
        return [{ id, state: 'working', since: work.from, task, plan }];
      }
      const connection = connected.get(id);
      if (connection?.idleSince)
        return [{ id, state: 'idle', since: instantAt(connection.idleSince), task: null, plan }];
      if (connection) return [{ id, state: 'connected', since: instantAt(connection.since), task: null, plan }];
      const at = away ? seen?.get(id) : this.clock.now();
      return at === undefined ? [] : [{ id, state: 'away', since: instantAt(at), task: null, plan }];
    });
  }

  /** Ids of the people who were here in the last day, those who are here included. */
  async lately(): Promise<ReadonlySet<number>> {
    return new Set([...this.here(), ...(await this.lastSeen.all()).keys()]);
  }

  /** As one reader sees it. */
  answer({ id, state, since, task, plan }: Present, reader: Reader): PresenceItem {
    const named = isSeen(task, reader) ? { id: task.task.id, name: task.task.name } : { id: null, name: null };
    return { user: this.people.ref(id), state, since, task: task === null ? null : named, plan };
  }

  /** The same for all readers to whom the answers are the same. */
  keyOf(present: readonly Present[], reader: Reader): string {
    return present.map(({ id, task }) => `${id}${isSeen(task, reader) ? '+' : ''}`).join();
  }

  /** Calls the listener with the people whose presence changed, once a second at most. Returns the function that unsubscribes. */
  onChanged(listener: (ids: readonly number[]) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private hear({ applied }: AppliedBatch): void {
    if (applied === null) this.readAgain();
    for (const { model, after } of applied ?? []) {
      if (model === planModel.name) {
        this.typesNow = null;
        if (after) this.change([(after as unknown as PlanDocument).plan.userId]);
      }
      if (model === worklogModel.name && after) this.take(after as unknown as WorklogDocument);
    }
  }

  private take({ userId, running }: WorklogDocument): void {
    const known = this.running.get(userId);
    if (known?.taskId === running?.taskId && known?.from === running?.from) return;
    if (running) this.running.set(userId, running);
    else this.running.delete(userId);
    this.change([userId]);
  }

  private readAgain(): void {
    const filter: Filter = { 'running.entryId': { $gt: 0 } };
    this.readModels
      .find<WorklogDocument>(worklogModel, filter)
      .then((documents) => {
        const now = new Set(documents.map(({ userId }) => userId));
        for (const userId of [...this.running.keys()]) if (!now.has(userId)) this.running.delete(userId);
        for (const document of documents) this.take(document);
        this.change([...now]);
      })
      .catch((error) => this.logger.warn(`Running work could not be read: ${String(error)}`));
  }

  private change(ids: readonly number[]): void {
    for (const id of ids) this.changed.add(id);
    if (this.changed.size > 0) this.timer ??= setTimeout(() => this.tell(), bundleMs).unref();
  }

  private tell(): void {
    this.timer = null;
    const ids = [...this.changed].slice(0, maxTold);
    for (const id of ids) this.changed.delete(id);
    for (const listener of this.listeners) listener(ids);
    this.change([]);
  }

  /** The plan of each person for now, else the first that is still ahead today, else the last. */
  private plansNow(): Promise<ReadonlyMap<number, PlanType>> {
    const minute = Math.floor(this.clock.now() / minuteMs);
    if (this.typesNow?.minute !== minute) {
      const of = this.readPlans();
      this.typesNow = { minute, of };
      of.catch(() => {
        this.typesNow = null;
      });
    }
    return this.typesNow!.of;
  }

  private async readPlans(): Promise<ReadonlyMap<number, PlanType>> {
    const zone = this.config.timeZone;
    const now = this.clock.instant();
    const today = localDay(now, zone);
    const documents = await this.plans.within(today, today);
    const spans = documents
      .filter(({ plan }) => plan.approval !== 'requested' && isDayOf(plan, today))
      .map(({ plan }) => ({ ...plan, span: spanOn(today, plan, zone) }))
      .sort((a, b) => (a.span.from < b.span.from ? -1 : 1));
    const found = new Map<number, PlanType>();
    for (const { userId, type } of spans) found.set(userId, type);
    for (const { userId, type, span } of [...spans].reverse()) if (span.to > now) found.set(userId, type);
    return found;
  }
}

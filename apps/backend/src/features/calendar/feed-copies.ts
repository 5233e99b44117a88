import { limits, refuse } from '@gos/domain';
import {
  type ListedTaskDocument,
  type PlanDocument,
  planModel,
  type RepeatedTaskDocument,
  repeatedTaskModel,
  taskModel,
  type UserDocument,
  userModel,
} from '@gos/projections';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type AppliedBatch, appliedChannel } from '../../engine/projections/applied';
import type { DocumentChange } from '../../engine/projections/batch';
import { Clock } from '../../kernel/clock';
import { LeakyBuckets } from '../../kernel/leaky-buckets';
import { Refused } from '../../kernel/refused';
import { BROADCAST, type Broadcast } from '../../stores/broadcast/broadcast';

/** Characters of all copies together. */
const mostKept = 32 * 1024 * 1024;

interface Copy {
  readonly userId: number;
  readonly text: string;
}

interface Run {
  readonly userId: number;
  readonly made: Promise<string>;
  /** Something of it has changed since it began. */
  isOld: boolean;
}

/** Returns the people whose feeds a changed document may appear in; null: anybody's. */
function concerned({ model, before, after }: DocumentChange): readonly number[] | null {
  const both = [before, after].filter((one) => one !== null);
  switch (model) {
    case taskModel.name:
      return both.flatMap((one) => (one as unknown as ListedTaskDocument).parties);
    case planModel.name:
      return both.map((one) => (one as PlanDocument).plan.userId);
    case userModel.name:
      return both.map((one) => (one as UserDocument).user.id);
    case repeatedTaskModel.name:
      // Other documents list the holders of a position.
      return both.some((one) => (one as RepeatedTaskDocument).state.positionId !== null)
        ? null
        : both.flatMap((one) => (one as RepeatedTaskDocument).parties);
    case 'installation':
      return null;
    default:
      return [];
  }
}

function concernedBy(applied: readonly DocumentChange[]): ReadonlySet<number> | null {
  const users = new Set<number>();
  for (const change of applied) {
    const ids = concerned(change);
    if (ids === null) return null;
    for (const id of ids) users.add(id);
  }
  return users;
}

/**
 * Cache of calendar feeds. Each feed is generated once at a time, even for concurrent requests, and kept until a
 * document in it changes. Too frequent requests are refused.
 */
@Injectable()
export class FeedCopies implements OnModuleDestroy {
  private readonly copies = new Map<string, Copy>();
  private readonly runs = new Map<string, Run>();
  private readonly asked = new LeakyBuckets({ capacity: limits.feed.perMinute, ...limits.feed, mostKeys: 10_000 });
  private readonly stop: () => void;
  private size = 0;
  private heard: string | null = null;

  constructor(
    @Inject(BROADCAST) broadcast: Broadcast,
    private readonly clock: Clock,
  ) {
    this.stop = broadcast.subscribe(appliedChannel, (message) => this.hear(message as AppliedBatch));
  }

  onModuleDestroy(): void {
    this.stop();
  }

  /**
   * Counts one more look at a feed.
   * @throws Refused `limit.feed`
   */
  count(feedId: string): void {
    const now = this.clock.now();
    const seconds = this.asked.secondsToWait(feedId, now);
    if (seconds > 0) throw new Refused(refuse('limit.feed', { params: limits.feed }), undefined, seconds);
    this.asked.add(feedId, now);
  }

  /** @param key everything that the text depends on besides documents */
  async of(key: string, userId: number, make: () => Promise<string>): Promise<string> {
    const copy = this.copies.get(key);
    if (copy) {
      this.drop(key);
      this.keep(key, copy);
      return copy.text;
    }
    const running = this.runs.get(key);
    if (running && !running.isOld) return running.made;
    const run: Run = { userId, made: make(), isOld: false };
    this.runs.set(key, run);
    try {
      const text = await run.made;
      if (!run.isOld) this.keep(key, { userId, text });
      return text;
    } finally {
      if (this.runs.get(key) === run) this.runs.delete(key);
    }
  }

  private hear({ applied, after, position }: AppliedBatch): void {
    const hasMissed = this.heard !== null && this.heard !== after;
    this.heard = position;
    const users = hasMissed || applied === null ? null : concernedBy(applied);
    this.dropOf((userId) => users === null || users.has(userId));
  }

  private dropOf(isTheirs: (userId: number) => boolean): void {
    for (const [key, { userId }] of this.copies) if (isTheirs(userId)) this.drop(key);
    for (const run of this.runs.values()) if (isTheirs(run.userId)) run.isOld = true;
  }

  private keep(key: string, copy: Copy): void {
    this.copies.set(key, copy);
    this.size += copy.text.length;
    for (const oldest of this.copies.keys()) {
      if (this.size <= mostKept) return;
      this.drop(oldest);
    }
  }

  private drop(key: string): void {
    const copy = this.copies.get(key);
    if (!copy) return;
    this.copies.delete(key);
    this.size -= copy.text.length;
  }
}

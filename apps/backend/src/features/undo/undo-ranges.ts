import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type UndoRange, undoRangeOperations } from '@gos/contract';
import { type LaterChange, type RefusalCode, refuse, type Source, type Via } from '@gos/domain';
import { type ActivityDocument, activityModel } from '@gos/projections';
import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { PersonSender } from '../../engine/commands/command-sender';
import { RunCommand } from '../../engine/commands/run-command';
import { PermissionLock } from '../../engine/coordination/permission-lock';
import { Worker } from '../../engine/jobs/worker';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { parseListQuery } from '../../http/list-query';
import { Clock } from '../../kernel/clock';
import { derivedId } from '../../kernel/event-id';
import { Refused } from '../../kernel/refused';
import { StoreUnavailable } from '../../kernel/store-errors';
import { filtersIn } from '../../shared/activity/activity-filters';
import { AuditRecords } from '../../shared/activity/audit-records';
import { Happenings } from '../../shared/activity/happenings';
import { Sessions } from '../../shared/session/sessions';
import { refBy, UserAnswers } from '../../shared/user/user-answers';
import { ACCOUNTS, type Accounts, changeRecord } from '../../stores/accounts/accounts';
import { JOBS, type Jobs } from '../../stores/jobs/jobs';
import { RangeActions, refusalFor } from './range-actions';
import { reasonsOf } from './range-reasons';
import { UndoTargets } from './undo-targets';

type Actor = PersonSender['actor'];

const queue = 'undo-range';
const kept = { kind: 'setting', id: 'undo-range' } as const;
const mostShown = 100;
/** A queue runs the job of a killed process again within a minute; after that nobody works on it any more. */
const lostMs = 150_000;

interface KeptRefusal {
  readonly eventId: string;
  readonly code: RefusalCode;
  readonly later: LaterChange | null;
}

interface Kept extends Pick<UndoRange, 'id' | 'state' | 'filters' | 'startedAt' | 'endedAt'> {
  readonly by: number;
  readonly via: Via;
  readonly source?: Source;
  /** The events that represent the actions, in the order in which they are undone. */
  readonly actions: readonly string[];
  /** Number of actions that were undone or refused. */
  readonly done: number;
  readonly undone: number;
  readonly refusals: readonly KeptRefusal[];
  /** Instant of the last sign of life, in milliseconds since 1970. */
  readonly beatAt: number;
}

const hasEnded = ({ endedAt }: Pick<Kept, 'endedAt'>) => endedAt !== null;

/** Undoes ranges of actions in the background, one range at a time in the installation. The last one is kept with its report. */
@Injectable()
export class UndoRanges implements OnModuleDestroy {
  private readonly logger = new Logger('UndoRange');
  private readonly closing = new AbortController();

  constructor(
    private readonly actions: RangeActions,
    private readonly targets: UndoTargets,
    private readonly commands: CommandBus,
    private readonly records: AuditRecords,
    private readonly readModels: ActiveReadModels,
    private readonly sessions: Sessions,
    private readonly lock: PermissionLock,
    private readonly happenings: Happenings,
    private readonly users: UserAnswers,
    private readonly clock: Clock,
    worker: Worker,
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    @Inject(JOBS) private readonly jobs: Jobs,
  ) {
    const options = { attempts: 10, backoff: { delayMs: 1_000, mostMs: 60_000 } };
    worker.handle<{ readonly id: string }>(queue, options, ({ data }) => this.run(data.id));
  }

  onModuleDestroy(): void {
    this.closing.abort();
  }

  async last(reader: Actor): Promise<UndoRange | null> {
    const known = await this.kept();
    if (!known) return null;
    const { id, state, filters, startedAt, endedAt, by, actions, undone, refusals } = this.current(known);
    const shown = endedAt === null ? [] : refusals.slice(0, mostShown);
    const ids = shown.map(({ eventId }) => eventId);
    const entries = await this.readModels.getMany<ActivityDocument>(activityModel, ids);
    const found = await this.happenings.of([...entries.values()], reader);
    const people = [by, ...shown.flatMap(({ later }) => later?.by ?? [])];
    const names = await this.users.namesAmong(people, reader, []);
    const items = shown.flatMap(({ eventId, code, later }) => {
      const action = found.find((one) => one.id === eventId);
      const change = later && { ...later, by: refBy(names, later.by) };
      return action ? [{ action, refusal: { code, later: change } }] : [];
    });
    return {
      ...{ id, state, filters, startedAt, endedAt, undone, items },
      by: refBy(names, by),
      all: actions.length,
      refused: reasonsOf(refusals.map(({ code }) => code)),
    };
  }

  /** @throws Refused for a range that is empty or too large, and while another one runs */
  async start(raw: Readonly<Record<string, unknown>>, sender: PersonSender): Promise<void> {
    const query = parseListQuery(raw, undoRangeOperations.preview.query);
    const found = await this.actions.of(query);
    if (found.length === 0) throw new Refused(refuse('undo.range-empty'));
    const id = randomUUID();
    const begun: Kept = {
      id,
      state: 'waiting',
      filters: filtersIn(raw),
      startedAt: this.clock.instant(),
      endedAt: null,
      by: sender.actor.id,
      via: sender.via,
      source: sender.source,
      actions: found.map((entry) => entry.id),
      done: 0,
      undone: 0,
      refusals: [],
      beatAt: this.clock.now(),
    };
    const isBegun = await changeRecord<Kept, boolean>(this.accounts, kept.kind, kept.id, (known) =>
      known && !hasEnded(this.current(known)) ? { answer: false } : { next: begun, answer: true },
    );
    if (!isBegun) throw new Refused(refuse('undo.range-running'));
    try {
      await this.recordStart(begun, sender);
      await this.jobs.add(queue, { id, data: { id } });
    } catch (error) {
      await this.end(id, 'failed');
      throw error;
    }
  }

  /** The action under way is still undone. */
  async stop(): Promise<void> {
    await changeRecord<Kept, void>(this.accounts, kept.kind, kept.id, (known) =>
      known && !hasEnded(this.current(known))
        ? { next: { ...known, state: 'stopping' }, answer: undefined }
        : { answer: undefined },
    );
  }

  private async kept(): Promise<Kept | undefined> {
    return (await this.accounts.get<Kept>(kept.kind, kept.id))?.value;
  }

  private current(known: Kept): Kept {
    const isLost = !hasEnded(known) && this.clock.now() - known.beatAt > lostMs;
    return isLost ? { ...known, state: 'failed', endedAt: new Date(known.beatAt).toISOString() } : known;
  }

  private async recordStart({ id, filters, actions }: Kept, sender: PersonSender): Promise<void> {
    const command = { type: 'undoRange', body: { filters, found: actions.length } } as const;
    await this.records.write(command, { ...sender, eventId: id });
  }

  /** Goes on where an earlier process was. */
  private async run(id: string): Promise<void> {
    for (;;) {
      const known = await this.kept();
      if (known?.id !== id || hasEnded(known)) return;
      if (known.state === 'stopping') return this.end(id, 'stopped');
      const eventId = known.actions[known.done];
      if (eventId === undefined) return this.end(id, 'done');
      if (this.closing.signal.aborted) throw new StoreUnavailable('The process ends', 'not-written');
      const actor = await this.sessions.actorOf(known.by);
      if (actor?.role !== 'admin') return this.end(id, 'failed');
      const began = performance.now();
      await this.advance(id, known.done, await this.undo(known, eventId, actor));
      // As long a rest as the work took leaves requests their share of the process.
      await sleep(performance.now() - began, undefined, { ref: false });
    }
  }

  /** Repeating it after a crash finds the events of the first try. */
  private async undo(known: Kept, eventId: string, actor: Actor): Promise<KeptRefusal | null> {
    try {
      const entry = await this.readModels.get<ActivityDocument>(activityModel, eventId);
      const target = entry && (await this.targets.of(entry, 'range'));
      if (!target) throw new Refused(refuse(entry ? 'undo.none' : 'undo.unknown'));
      const { aggregate, id, command } = target;
      await this.commands.execute(new RunCommand(aggregate, id, command, this.senderOf(known, eventId, actor)));
      return null;
    } catch (error) {
      const { refused: code, details } = refusalFor(error, this.logger);
      const { later = null } = (code === 'undo.too-late' ? details : {}) as { readonly later?: LaterChange };
      return { eventId, code, later };
    }
  }

  private senderOf({ id, by, via, source }: Kept, eventId: string, actor: Actor): PersonSender {
    const key = `undo-range ${id} ${eventId}`;
    const again = async () => {
      const now = await this.sessions.actorOf(by);
      if (now?.role !== 'admin') throw new Refused(refuse('user.forbidden'));
      return now;
    };
    return {
      actor,
      via,
      source,
      // Undos next to each other in a stream are commands of their own.
      correlationId: derivedId(id, eventId),
      causationId: id,
      idempotency: { key, bodyHash: createHash('sha256').update(key).digest('hex') },
      ifMatch: null,
      rights: { asOf: this.lock.epoch, again },
    };
  }

  /** Another process may have done it as well. */
  private advance(id: string, done: number, refusal: KeptRefusal | null): Promise<void> {
    return changeRecord<Kept, void>(this.accounts, kept.kind, kept.id, (known) => {
      if (known?.id !== id || known.done !== done || hasEnded(known)) return { answer: undefined };
      const next: Kept = {
        ...known,
        state: known.state === 'stopping' ? 'stopping' : 'running',
        done: done + 1,
        undone: known.undone + (refusal === null ? 1 : 0),
        refusals: refusal === null ? known.refusals : [...known.refusals, refusal],
        beatAt: this.clock.now(),
      };
      return { next, answer: undefined };
    });
  }

  private end(id: string, state: 'done' | 'stopped' | 'failed'): Promise<void> {
    return changeRecord<Kept, void>(this.accounts, kept.kind, kept.id, (known) =>
      known?.id === id && !hasEnded(known)
        ? { next: { ...known, state, endedAt: this.clock.instant() }, answer: undefined }
        : { answer: undefined },
    );
  }
}

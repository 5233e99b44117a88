import {
  type Aggregate,
  type CommandOf,
  isRefusal,
  type Message,
  type RecordedEvent,
  refuse,
  targetOf,
} from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Refused } from '../../kernel/refused';
import { StoreUnavailable } from '../../kernel/store-errors';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { PermissionLock } from '../coordination/permission-lock';
import { ActiveReadModels } from '../projections/active-read-models';
import { type Answered, type CommandContext, CommandContexts } from './command-context';
import { type CommandRun, CommandRunner } from './command-runner';
import type { PersonSender } from './command-sender';
import { namingDamage } from './damaged-streams';
import { IdSequences } from './id-sequences';
import { IdempotencyKeys } from './idempotency-keys';
import { IfMatch } from './if-match';

export interface CommandResult<State> extends Answered {
  /** Position of the last event that the command caused; the position already applied when it changed nothing. */
  readonly position: string;
  /** Whether any event was appended. */
  readonly changed: boolean;
  readonly events: readonly RecordedEvent[];
  readonly before: State | null;
  readonly state: State;
}

/** Limit of numbers that are passed over because their streams are somebody else's. */
const attempts = 1_000;

/** The number in the name of a stream; null for one that is named otherwise. */
function numberIn(stream: string | null, streamOf: (id: number) => string): number | null {
  const number = Number(stream?.split('-').at(-1));
  return stream !== null && Number.isInteger(number) && streamOf(number) === stream ? number : null;
}

/** The new aggregate's number is taken already: its counter comes from an older copy. */
class NumberTaken extends Error {
  override readonly name = 'NumberTaken';
}

/** Creates only in a stream that is empty, unless an earlier try of the same command has. */
function newTargetOf<Bodies, State, E extends Message, Facts>(
  aggregate: Aggregate<Bodies, State, E, Facts>,
  id: number,
) {
  const { stream, decider } = targetOf(aggregate, id);
  const decide: typeof decider.decide = (state, command, facts) => {
    if (state !== null) throw new NumberTaken(`${stream} is there already`);
    return decider.decide(state, command, facts);
  };
  return { stream, decider: { ...decider, decide } };
}

interface Done<State> {
  readonly id: number;
  readonly outcome: CommandRun<State | null>;
}

/** A command on an instance of an aggregate; the id is null for a creation. */
export class RunCommand<Bodies, State, E extends Message, Facts> extends Command<CommandResult<State>> {
  constructor(
    readonly aggregate: Aggregate<Bodies, State, E, Facts>,
    readonly id: number | null,
    readonly command: CommandOf<Bodies>,
    readonly sender: PersonSender,
  ) {
    super();
  }
}

/** Runs the commands of every aggregate: retries, If-Match, ids. Answers once the read models show the result. */
@CommandHandler(RunCommand)
@Injectable()
export class RunCommandHandler implements ICommandHandler<RunCommand<unknown, unknown, Message, unknown>> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly keys: IdempotencyKeys,
    private readonly sequences: IdSequences,
    private readonly ifMatch: IfMatch,
    private readonly readModels: ActiveReadModels,
    private readonly contexts: CommandContexts,
    private readonly lock: PermissionLock,
    @Inject(EVENT_LOG) private readonly log: EventLog,
  ) {}

  execute<Bodies, State, E extends Message, Facts>(
    request: RunCommand<Bodies, State, E, Facts>,
  ): Promise<CommandResult<State>> {
    const { aggregate, command, sender } = request;
    const context = this.contexts.of(aggregate);
    return this.keys.serialize(sender, () =>
      namingDamage(this.log, async () => {
        this.readModels.assertKept();
        const { id, outcome } = await this.inTurn(request, context);
        const state = outcome.state!;
        const answered = (await context.answers?.(outcome, command)) ?? {
          id,
          revision: aggregate.revisionOf(state, command)!,
        };
        await this.readModels.waitUntilApplied(outcome.position);
        const position = this.readModels.answered(outcome.position);
        return {
          ...answered,
          position,
          changed: outcome.events.length > 0,
          events: outcome.events,
          before: outcome.before,
          state,
        };
      }),
    );
  }

  /** Runs the command while nobody changes the rights that it is decided by, and as the only one that changes those of others. */
  private async inTurn<Bodies, State, E extends Message, Facts>(
    request: RunCommand<Bodies, State, E, Facts>,
    context: CommandContext<Bodies, State, Facts>,
  ): Promise<Done<State>> {
    const { command, sender } = request;
    const run = async () => {
      const current = await this.withPresentRights(request);
      return this.runner.beside(context.reliesOn?.(command) ?? [], () => this.perform(current, context));
    };
    const affected = (await context.affects?.(command, request.id)) ?? [];
    if (affected.length > 0) {
      return this.lock.change([...new Set([...affected, sender.actor.id])], async () => {
        const done = await run();
        // A reader who loads the rights again has to find the new ones.
        await this.readModels.untilApplied(done.outcome.position);
        return done;
      });
    }
    // The system's rights are those of nobody, and do not change.
    return sender.actor.id === null ? run() : this.lock.during(sender.actor.id, run);
  }

  private async withPresentRights<Bodies, State, E extends Message, Facts>(
    request: RunCommand<Bodies, State, E, Facts>,
  ): Promise<RunCommand<Bodies, State, E, Facts>> {
    const { aggregate, id, command, sender } = request;
    if (sender.rights === undefined || sender.rights.asOf === this.lock.epoch) return request;
    return new RunCommand(aggregate, id, command, { ...sender, actor: await sender.rights.again() });
  }

  private async perform<Bodies, State, E extends Message, Facts>(
    request: RunCommand<Bodies, State, E, Facts>,
    context: CommandContext<Bodies, State, Facts>,
  ): Promise<Done<State>> {
    const { aggregate, command } = request;
    let id = request.id ?? 0;
    const run = async () => {
      if (!aggregate.isCreation(command.type)) return this.change(request, id, context);
      const created = await this.create(request, context);
      id = created.id;
      return created.outcome;
    };
    const outcome = await (context.around?.(run, command) ?? run());
    return { id, outcome };
  }

  /** The order of refusals: rights and visibility first, then conflicts, then rules. */
  private async change<Bodies, State, E extends Message, Facts>(
    request: RunCommand<Bodies, State, E, Facts>,
    id: number,
    context: CommandContext<Bodies, State, Facts>,
  ): Promise<CommandRun<State | null>> {
    const { aggregate, command, sender } = request;
    const target = targetOf(aggregate, id);
    await this.keys.refuseReuse(sender, target.stream);
    return this.runner.run(target, command, sender, (state) => this.factsOf(request, id, state, context));
  }

  /** The facts for a decision, once the actor has the right and If-Match names the current revision. */
  private async factsOf<Bodies, State, E extends Message, Facts>(
    { aggregate, command, sender }: RunCommand<Bodies, State, E, Facts>,
    id: number | null,
    state: State | null,
    context: CommandContext<Bodies, State, Facts>,
  ): Promise<Facts> {
    const { ifMatch } = sender;
    const facts = await context.facts(state, command, sender);
    if (ifMatch === null || aggregate.rightRefusalOf(state, command, facts) !== null) return facts;
    const other = context.compares?.(command);
    if (other) {
      const compared = await this.runner.load(other.aggregate.streamOf(other.id), other.aggregate);
      await this.ifMatch.refuseConflict(other.aggregate, other.id, compared, ifMatch, {
        fields: (compared) => other.fields(compared),
        yours: other.yours ?? null,
      });
    } else if (id !== null && state !== null) {
      const revisioned = { ...aggregate, revisionOf: (one: State) => aggregate.revisionOf(one, command) };
      await this.ifMatch.refuseConflict(revisioned, id, state, ifMatch, aggregate.conflictBasisOf(command));
    }
    return facts;
  }

  /**
   * Rights and rules are checked before an id is issued, so that none is lost. A retry of a finished creation skips the
   * checks.
   */
  private async create<Bodies, State, E extends Message, Facts>(
    request: RunCommand<Bodies, State, E, Facts>,
    context: CommandContext<Bodies, State, Facts>,
  ): Promise<Done<State>> {
    const { aggregate, command, sender } = request;
    const { name, streamOf } = aggregate;
    const used = await this.keys.usedOn(sender);
    // Where the claims lost it, the log knows what the first try created.
    const known = (await this.sequences.issued(name, sender)) ?? numberIn(used, streamOf);
    const stream = known === null ? null : streamOf(known);
    if (used !== null && used !== stream) throw new Refused(refuse('idempotency.reused'));
    const isRetry = stream !== null && (await this.runner.load(stream, aggregate)) !== null;
    let facts: Facts | undefined;
    if (!isRetry) {
      facts = await this.factsOf(request, null, null, context);
      const decided = aggregate.decide(null, command, facts, 1);
      if (isRefusal(decided)) throw new Refused(decided);
    }
    const factsNow = async () => facts ?? this.factsOf(request, null, null, context);
    let id = known ?? (await this.sequences.next(name, sender));
    for (let attempt = 1; attempt <= attempts; attempt++) {
      try {
        const outcome = await this.runner.run(newTargetOf(aggregate, id), command, sender, factsNow);
        return { id, outcome };
      } catch (error) {
        if (!(error instanceof NumberTaken)) throw error;
        id = await this.sequences.nextInstead(name, id, sender);
      }
    }
    throw new StoreUnavailable('All numbers are taken', 'not-written');
  }
}

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
import { RightsGate } from '../coordination/rights-gate';
import { ActiveReadModels } from '../projections/active-read-models';
import type { PersonContext } from './command-context';
import { type CommandRun, CommandRunner } from './command-runner';
import { type Answered, CommandSurroundings, type Surroundings } from './command-surroundings';
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

/** What is to be created has the number of something that is there already: its counter comes from an older copy. */
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
    readonly context: PersonContext,
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
    private readonly surroundings: CommandSurroundings,
    private readonly gate: RightsGate,
    @Inject(EVENT_LOG) private readonly log: EventLog,
  ) {}

  execute<Bodies, State, E extends Message, Facts>(
    request: RunCommand<Bodies, State, E, Facts>,
  ): Promise<CommandResult<State>> {
    const { aggregate, command, context } = request;
    const surroundings = this.surroundings.of(aggregate);
    return this.keys.serialize(context, () =>
      namingDamage(this.log, async () => {
        this.readModels.assertKept();
        const { id, outcome } = await this.inTurn(request, surroundings);
        const state = outcome.state!;
        const answered = (await surroundings.answers?.(outcome, command)) ?? {
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
  private inTurn<Bodies, State, E extends Message, Facts>(
    request: RunCommand<Bodies, State, E, Facts>,
    surroundings: Surroundings<Bodies, State, Facts>,
  ): Promise<Done<State>> {
    const { command, context } = request;
    const run = async () => {
      const current = await this.withPresentRights(request);
      return this.runner.beside(surroundings.reliesOn?.(command) ?? [], () => this.perform(current, surroundings));
    };
    const affected = surroundings.affects?.(command, request.id) ?? [];
    if (affected.length > 0) {
      return this.gate.change([...new Set([...affected, context.actor.id])], async () => {
        const done = await run();
        // Whoever reads their rights anew has to find the new ones.
        await this.readModels.untilApplied(done.outcome.position);
        return done;
      });
    }
    // The system's rights are those of nobody, and do not change.
    return context.actor.id === null ? run() : this.gate.during(context.actor.id, run);
  }

  private async withPresentRights<Bodies, State, E extends Message, Facts>(
    request: RunCommand<Bodies, State, E, Facts>,
  ): Promise<RunCommand<Bodies, State, E, Facts>> {
    const { aggregate, id, command, context } = request;
    if (context.rights === undefined || context.rights.asOf === this.gate.epoch) return request;
    return new RunCommand(aggregate, id, command, { ...context, actor: await context.rights.again() });
  }

  private async perform<Bodies, State, E extends Message, Facts>(
    request: RunCommand<Bodies, State, E, Facts>,
    surroundings: Surroundings<Bodies, State, Facts>,
  ): Promise<Done<State>> {
    const { aggregate, command } = request;
    let id = request.id ?? 0;
    const run = async () => {
      if (!aggregate.isCreation(command.type)) return this.change(request, id, surroundings);
      const created = await this.create(request, surroundings);
      id = created.id;
      return created.outcome;
    };
    const outcome = await (surroundings.around?.(run, command) ?? run());
    return { id, outcome };
  }

  /** The order of refusals: rights and visibility first, then conflicts, then rules. */
  private async change<Bodies, State, E extends Message, Facts>(
    request: RunCommand<Bodies, State, E, Facts>,
    id: number,
    surroundings: Surroundings<Bodies, State, Facts>,
  ): Promise<CommandRun<State | null>> {
    const { aggregate, command, context } = request;
    const target = targetOf(aggregate, id);
    await this.keys.refuseReuse(context, target.stream);
    return this.runner.run(target, command, context, (state) => this.factsOf(request, id, state, surroundings));
  }

  /** The facts for a decision, once the actor has the right and If-Match names the current revision. */
  private async factsOf<Bodies, State, E extends Message, Facts>(
    { aggregate, command, context }: RunCommand<Bodies, State, E, Facts>,
    id: number | null,
    state: State | null,
    surroundings: Surroundings<Bodies, State, Facts>,
  ): Promise<Facts> {
    const { ifMatch } = context;
    const facts = await surroundings.facts(state, command, context);
    if (ifMatch === null || aggregate.rightRefusalOf(state, command, facts) !== null) return facts;
    const other = surroundings.compares?.(command);
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
    surroundings: Surroundings<Bodies, State, Facts>,
  ): Promise<Done<State>> {
    const { aggregate, command, context } = request;
    const { name, streamOf } = aggregate;
    const used = await this.keys.usedOn(context);
    // Where the claims lost it, the log knows what the first try created.
    const known = (await this.sequences.issued(name, context)) ?? numberIn(used, streamOf);
    const stream = known === null ? null : streamOf(known);
    if (used !== null && used !== stream) throw new Refused(refuse('idempotency.reused'));
    const isRetry = stream !== null && (await this.runner.load(stream, aggregate)) !== null;
    let facts: Facts | undefined;
    if (!isRetry) {
      facts = await this.factsOf(request, null, null, surroundings);
      const decided = aggregate.decide(null, command, facts, 1);
      if (isRefusal(decided)) throw new Refused(decided);
    }
    const factsNow = async () => facts ?? this.factsOf(request, null, null, surroundings);
    let id = known ?? (await this.sequences.next(name, context));
    for (let attempt = 1; attempt <= attempts; attempt++) {
      try {
        const outcome = await this.runner.run(newTargetOf(aggregate, id), command, context, factsNow);
        return { id, outcome };
      } catch (error) {
        if (!(error instanceof NumberTaken)) throw error;
        id = await this.sequences.nextInstead(name, id, context);
      }
    }
    throw new StoreUnavailable('All numbers are taken', 'not-written');
  }
}

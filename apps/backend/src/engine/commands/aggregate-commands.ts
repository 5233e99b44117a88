import { type Decider, isRefusal, type Message, type RefusalKind, refusalKinds, refuse } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { Refused } from '../../kernel/refused';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import type { PersonContext } from './command-context';
import { CommandRunner, type Outcome, type Target } from './command-runner';
import { IdempotencyKeys } from './idempotency';
import { Numbers } from './numbers';

interface Versioned {
  readonly revision: number;
}

/** What If-Match is compared by: the fields by their paths; `yours` are those of a plain edit, null is an action. */
export interface Compared<State> {
  readonly fields: (state: State) => Readonly<Record<string, unknown>>;
  readonly yours: Readonly<Record<string, unknown>> | null;
}

/** What gets a number of its own. */
export interface Numbered<State, Command, E extends Message, Facts> {
  readonly counter: string;
  readonly streamOf: (id: number) => string;
  readonly decider: Decider<State | null, Command, E, Facts>;
}

/** What a person may not, and what is not there for them, they hear ahead of a conflict. */
const comesFirst = (kind: RefusalKind | number) => kind === 'missing' || kind === 'forbidden';

/** How commands that come over HTTP run on an aggregate: whose retry, on which revision, under which number. */
@Injectable()
export class AggregateCommands {
  constructor(
    private readonly runner: CommandRunner,
    private readonly keys: IdempotencyKeys,
    private readonly numbers: Numbers,
    @Inject(EVENT_LOG) private readonly log: EventLog,
  ) {}

  /** @param factsOf refuses what is not there for the actor; what they may not do the decision refuses, ahead of a conflict */
  async change<State extends Versioned, Command, E extends Message, Facts>(
    target: Target<State | null, Command, E, Facts>,
    command: Command,
    context: PersonContext,
    factsOf: (state: State | null) => Promise<Facts>,
    compared: Compared<State>,
  ): Promise<Outcome<State | null>> {
    await this.keys.mustFit(context, target.stream);
    return this.runner.run(target, command, context, async (state) => {
      const facts = await factsOf(state);
      const decided = target.decider.decide(state, command, facts);
      const refusedFirst = isRefusal(decided) && !decided.errors && comesFirst(refusalKinds[decided.refused]);
      if (state !== null && !refusedFirst) await this.mustBeUnchanged(target, state, context.ifMatch, compared);
      return facts;
    });
  }

  /** @param factsOf refuses what may not begin; a retry of what was done is not asked */
  async create<State, Command, E extends Message, Facts>(
    { counter, streamOf, decider }: Numbered<State, Command, E, Facts>,
    commandOf: (id: number) => Command,
    context: PersonContext,
    factsOf: () => Promise<Facts>,
  ): Promise<Outcome<State | null>> {
    const known = await this.numbers.given(counter, context);
    await this.keys.mustFit(context, known === null ? null : streamOf(known));
    const isRetry = known !== null && (await this.runner.load(streamOf(known), decider)) !== null;
    if (!isRetry) {
      const decided = decider.decide(null, commandOf(1), await factsOf());
      if (isRefusal(decided)) throw new Refused(decided);
    }
    const id = known ?? (await this.numbers.next(counter, context));
    return this.runner.run({ stream: streamOf(id), decider }, commandOf(id), context, factsOf);
  }

  /** If-Match: an edit conflicts when one of its own fields changed since, an action when anything did. */
  async mustBeUnchanged<State extends Versioned>(
    target: Pick<Target<State | null, never, never, never>, 'stream'> & {
      readonly decider: Pick<Decider<State | null, never, never, never>, 'initial' | 'evolve'>;
    },
    state: State,
    ifMatch: number | null,
    { fields, yours }: Compared<State>,
  ): Promise<void> {
    if (ifMatch === null || ifMatch === state.revision) return;
    const base = await this.asOf(target, state, ifMatch);
    const theirs = fields(state);
    const before = base === null ? theirs : fields(base);
    const conflicts = Object.keys(theirs)
      .filter((path) => yours === null || yours[path] !== undefined)
      .filter((path) => JSON.stringify(before[path]) !== JSON.stringify(theirs[path]))
      .map((path) => ({
        path,
        base: before[path] ?? null,
        theirs: theirs[path] ?? null,
        yours: yours?.[path] ?? null,
      }));
    if (yours !== null && base !== null && conflicts.length === 0) return;
    throw new Refused(refuse('conflict'), { revision: state.revision, conflicts });
  }

  /** As it was at a revision that it had; null for any other. */
  private async asOf<State extends Versioned>(
    {
      stream,
      decider,
    }: { stream: string; decider: { initial: State | null; evolve(s: State | null, e: never): State | null } },
    { revision: present }: State,
    revision: number,
  ): Promise<State | null> {
    if (revision < 1 || revision > present) return null;
    let state = decider.initial;
    for (const event of await this.log.readStream(stream, { limit: revision })) {
      state = decider.evolve(state, event as never);
    }
    return state?.revision === revision ? state : null;
  }
}

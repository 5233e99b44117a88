import type { Aggregate, CommandOf, Message } from '@gos/domain';
import { Injectable } from '@nestjs/common';
import type { PersonContext } from './command-context';
import type { Outcome } from './command-runner';

/** What commands on an aggregate need of the world beside its own stream. */
export interface Surroundings<Bodies, State, Facts> {
  /**
   * What the decision needs to know; asked anew at every attempt. Of a creation the state is null.
   * @throws Refused when there is nothing there for the actor, or a creation may not begin
   */
  facts(state: State | null, command: CommandOf<Bodies>, context: PersonContext): Promise<Facts>;
  /** Runs it within something, such as a lock. */
  around?(run: () => Promise<Outcome<State | null>>): Promise<Outcome<State | null>>;
  /** What the answer names, where that is not what the command was on. */
  answers?(outcome: Outcome<State | null>, command: CommandOf<Bodies>): Promise<Answered | null>;
}

export interface Answered {
  readonly id: number;
  readonly revision: number;
}

/** The surroundings of every aggregate, by its name. */
@Injectable()
export class CommandSurroundings {
  private readonly known = new Map<string, unknown>();

  /** Called by each when it is made. @throws for the second one of an aggregate */
  add<Bodies, State, E extends Message, Facts>(
    { name }: Aggregate<Bodies, State, E, Facts>,
    surroundings: Surroundings<Bodies, State, Facts>,
  ): void {
    if (this.known.has(name)) throw new Error(`Commands on ${name} have surroundings already`);
    this.known.set(name, surroundings);
  }

  of<Bodies, State, E extends Message, Facts>({
    name,
  }: Aggregate<Bodies, State, E, Facts>): Surroundings<Bodies, State, Facts> {
    const found = this.known.get(name);
    if (!found) throw new Error(`Commands on ${name} have no surroundings`);
    return found as Surroundings<Bodies, State, Facts>;
  }
}

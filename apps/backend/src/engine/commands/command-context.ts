import type { Aggregate, CommandOf, FieldValues, Message } from '@gos/domain';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { CommandRun } from './command-runner';
import type { PersonSender } from './command-sender';
import type { Revisioned } from './if-match';

/** Another instance, whose revision If-Match names. */
export interface Compared<State = unknown> {
  readonly aggregate: Revisioned<State>;
  readonly id: number;
  /** The fields that a conflict reports. */
  fields(state: State): FieldValues;
  /** The fields in the body of an edit, which conflicts only with changes of these. */
  readonly yours?: FieldValues;
}

/** Everything that an aggregate's commands need besides its own stream. */
export interface CommandContext<Bodies, State, Facts> {
  /**
   * The facts for the decision, read again at every attempt. The state is null for a creation.
   * @throws Refused when the actor may not see the aggregate, or may not create one
   */
  facts(state: State | null, command: CommandOf<Bodies>, sender: PersonSender): Promise<Facts>;
  /** The stream that If-Match is compared with, if it is not the command's own. */
  compares?(command: CommandOf<Bodies>): Compared | null;
  /** The people whose rights the command may lessen: none of their commands is under way while it runs. */
  affects?(command: CommandOf<Bodies>, id: number | null): readonly number[] | Promise<readonly number[]>;
  /** Streams that other commands do not change while this one runs, because its decision relies on them. */
  reliesOn?(command: CommandOf<Bodies>): readonly string[];
  /** Wraps the run, for example in a lock. */
  around?(run: () => Promise<CommandRun<State | null>>, command: CommandOf<Bodies>): Promise<CommandRun<State | null>>;
  /** The id and revision to answer, when they are not those of the command's own aggregate. */
  answers?(outcome: CommandRun<State | null>, command: CommandOf<Bodies>): Promise<Answered | null>;
}

export interface Answered {
  readonly id: number;
  readonly revision: number;
}

const SuppliesCommandsOn = DiscoveryService.createDecorator<string>();

/** Class decorator: the provider is the command context of the aggregate. The compiler checks that it is one. */
export const CommandContextOf =
  <Bodies, State, E extends Message, Facts>({ name }: Aggregate<Bodies, State, E, Facts>) =>
  (target: new (...given: never[]) => CommandContext<Bodies, State, Facts>): void => {
    Injectable()(target);
    SuppliesCommandsOn(name)(target);
  };

/** The command contexts of all aggregates, by name. */
@Injectable()
export class CommandContexts implements OnModuleInit {
  private readonly known = new Map<string, unknown>();

  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws Error for a second context of an aggregate */
  onModuleInit(): void {
    for (const found of this.discovery.getProviders({ metadataKey: SuppliesCommandsOn.KEY })) {
      const name = this.discovery.getMetadataByDecorator(SuppliesCommandsOn, found)!;
      if (this.known.has(name)) throw new Error(`Commands on ${name} have a context already`);
      this.known.set(name, found.instance);
    }
  }

  of<Bodies, State, E extends Message, Facts>({
    name,
  }: Aggregate<Bodies, State, E, Facts>): CommandContext<Bodies, State, Facts> {
    const found = this.known.get(name);
    if (!found) throw new Error(`Commands on ${name} have no context`);
    return found as CommandContext<Bodies, State, Facts>;
  }
}

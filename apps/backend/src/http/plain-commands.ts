import type { CommandAnswer, Operation, PlainOperation } from '@gos/contract';
import type { Aggregate, CommandOf, Message, ObjectShape, RefusalCode } from '@gos/domain';
import { mapTable } from '@gos/domain/kernel/tables';
import { Body as BodyParameter, Param } from '@nestjs/common';
import type { CommandBus } from '@nestjs/cqrs';
import type { PersonSender } from '../engine/commands/command-sender';
import { RunCommand } from '../engine/commands/run-command';
import { Body, type BodyClass } from './body-class';
import { commandAnswer } from './commands';
import { CommandRequest } from './request-context';
import { Serves } from './serves';
import { idParam } from './validation';

type Operations = Readonly<Record<string, Operation>>;

/** The commands that `PlainCommands` serves. */
export type PlainCommandsOf<O extends Operations> = {
  [N in keyof O]: O[N] extends PlainOperation ? N : never;
}[keyof O];

interface Settings {
  /** The refusal of an id in the path that is no number, by its name in the path. */
  readonly ids: Readonly<Record<string, RefusalCode>>;
  /** Body classes that check more than the shared shapes, by command. */
  readonly bodies?: Readonly<Record<string, BodyClass>>;
}

/** A request for a plain command, with the ids of its path by name. */
export interface PlainRequest {
  readonly ids: Readonly<Record<string, number>>;
  readonly body: object;
}

/** The aggregate that a command runs on, null for a new one, and the command's body. */
export interface PlainTarget {
  readonly id: number | null;
  readonly body: object;
}

interface Runs {
  readonly commands: CommandBus;
  targetOf(request: PlainRequest, sender: PersonSender): PlainTarget | Promise<PlainTarget>;
}

const idsIn = (route: string) => [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

/** The body class, named after the operation in the OpenAPI document. */
function bodyClassOf({ id, body }: Operation): BodyClass | null {
  if (body === null || body === 'file') return null;
  const name = `${id.charAt(0).toUpperCase()}${id.slice(1)}Dto`;
  return { [name]: class extends Body(body as ObjectShape) {} }[name]!;
}

/**
 * Makes the base class of a controller, with a method for each plain operation of the aggregate's contract: it runs the command of
 * that name on the target that `targetOf` returns.
 */
export function PlainCommands<Bodies, State, E extends Message, Facts, O extends Operations>(
  aggregate: Aggregate<Bodies, State, E, Facts>,
  operations: O,
  { ids, bodies = {} }: Settings,
) {
  const pipes = mapTable(ids, (_, code) => idParam(code));

  abstract class PlainController implements Runs {
    abstract readonly commands: CommandBus;

    /** The aggregate that the path names first, or a new one; further ids of the path join the body. */
    targetOf({ ids, body }: PlainRequest, _sender: PersonSender): PlainTarget | Promise<PlainTarget> {
      const [[, id] = [], ...further] = Object.entries(ids);
      return { id: id ?? null, body: { ...body, ...Object.fromEntries(further) } };
    }
  }

  for (const [type, operation] of Object.entries<Operation>(operations)) {
    const { summary, route } = operation;
    if (summary === undefined) continue;
    const names = idsIn(route);
    const body = bodies[type] ?? bodyClassOf(operation);
    const method = {
      async [type](this: Runs, ...given: readonly unknown[]): Promise<CommandAnswer> {
        const byName = Object.fromEntries(names.map((name, index) => [name, given[index] as number]));
        const sent = body === null ? {} : (given[names.length] as object);
        const sender = given.at(-1) as PersonSender;
        const target = await this.targetOf({ ids: byName, body: sent }, sender);
        const command = { type, body: target.body } as unknown as CommandOf<Bodies>;
        return commandAnswer(await this.commands.execute(new RunCommand(aggregate, target.id, command, sender)));
      },
    }[type]!;
    const target = PlainController.prototype;
    Object.defineProperty(target, type, { value: method, configurable: true, writable: true });
    const descriptor = Object.getOwnPropertyDescriptor(target, type)!;
    for (const [index, name] of names.entries()) Param(name, pipes[name]!)(target, type, index);
    if (body) BodyParameter()(target, type, names.length);
    CommandRequest()(target, type, names.length + (body ? 1 : 0));
    const types = [...names.map(() => Number), ...(body ? [body] : []), Object];
    Reflect.defineMetadata('design:paramtypes', types, target, type);
    (Serves(operation, summary) as MethodDecorator)(target, type, descriptor);
  }
  return PlainController;
}

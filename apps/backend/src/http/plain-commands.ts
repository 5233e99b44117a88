import type { CommandAnswer, Operation, OwnQuery, PlainOperation } from '@gos/contract';
import type { Aggregate, CommandOf, Message, ObjectShape, RefusalCode, Shape, TypeOf } from '@gos/domain';
import { Body as BodyParameter, Param, Query } from '@nestjs/common';
import type { CommandBus } from '@nestjs/cqrs';
import type { PersonSender } from '../engine/commands/command-sender';
import { type CommandResult, RunCommand } from '../engine/commands/run-command';
import { Body, type BodyClass } from './body-class';
import { commandAnswer } from './commands';
import { parseQuery } from './list-query';
import { CommandRequest, CommandRequestOf, type ContextOf } from './request-context';
import { Serves } from './serves';
import { idParam, wordParam } from './validation';

type Operations = Readonly<Record<string, Operation>>;

/** The commands that `PlainCommands` serves. */
export type PlainCommandsOf<O extends Operations> = {
  [N in keyof O]: O[N] extends PlainOperation ? N : never;
}[keyof O];

type FurtherIn<A> = A extends Shape ? Omit<TypeOf<A>, keyof CommandAnswer> : never;

/** Functions that return the further fields of answers, for each plain command that declares some. */
export type FurtherAnswers<O extends Operations, State> = {
  readonly [N in PlainCommandsOf<O> as [keyof FurtherIn<O[N]['answer']>] extends [never] ? never : N]: (
    done: CommandResult<State>,
    sender: PersonSender,
  ) => FurtherIn<O[N]['answer']> | Promise<FurtherIn<O[N]['answer']>>;
};

type LastPart<Path extends string> = Path extends `${string}/${infer Rest}` ? LastPart<Rest> : Path;
/** The parts of a route that an id follows: `tasks` and `comments` in `DELETE /tasks/{id}/comments/{commentId}`. */
type PartsWithId<R> = R extends `${infer Start}/{${string}}${infer Rest}` ? LastPart<Start> | PartsWithId<Rest> : never;

/** A part of the path that is a word. */
interface WordInPath {
  /** undefined: it is refused */
  readonly read: (word: string) => string | undefined;
  readonly refusal: RefusalCode;
}

interface Settings<O extends Operations> {
  /** The part of a path that names something, by the part before it: the refusal of an id that is no number, or a word. */
  readonly ids: Readonly<Record<PartsWithId<O[PlainCommandsOf<O>]['route']>, RefusalCode | WordInPath>>;
  /** Body classes that check more than the shared shapes. */
  readonly bodies?: { readonly [N in PlainCommandsOf<O>]?: BodyClass };
}

/** A request for a plain command, with the ids of its path by name; query parameters and words of the path join the body. */
export interface PlainRequest {
  readonly type: string;
  readonly ids: Readonly<Record<string, number>>;
  readonly body: object;
}

/** The aggregate that a command runs on, null for a new one, and the command's body. */
export interface PlainTarget {
  readonly id: number | null;
  readonly body: object;
}

const idsIn = (route: string) =>
  [...route.matchAll(/([\w-]+)\/\{(\w+)\}/g)].map(([, of, name]) => ({ of: of!, name: name! }));

/** The body class, named after the operation in the OpenAPI document. */
function bodyClassOf({ id, body }: Operation): BodyClass | null {
  if (body === null || body === 'file') return null;
  const name = `${id.charAt(0).toUpperCase()}${id.slice(1)}Dto`;
  return { [name]: class extends Body(body as ObjectShape) {} }[name]!;
}

/**
 * Makes the base class of a controller, with a method for each plain operation of the aggregate's contract: it runs the command of
 * that name on the target that `targetOf` returns. A controller whose commands declare further fields of their answers does not
 * compile without `further`.
 */
export function PlainCommands<Bodies, State, E extends Message, Facts, O extends Operations>(
  aggregate: Aggregate<Bodies, State, E, Facts>,
  operations: O,
  { ids, bodies = {} }: Settings<O>,
) {
  const pipes = new Map(
    Object.entries<RefusalCode | WordInPath>(ids).map(([part, of]) => [
      part,
      typeof of === 'string' ? { pipe: idParam(of), is: Number } : { pipe: wordParam(of.read, of.refusal), is: String },
    ]),
  );

  type Further = (done: CommandResult<State>, sender: PersonSender) => object | Promise<object>;

  abstract class PlainController {
    abstract readonly commands: CommandBus;

    /** The aggregate that the path names first, or a new one; further ids of the path join the body. */
    targetOf({ ids, body }: PlainRequest, _sender: PersonSender): PlainTarget | Promise<PlainTarget> {
      const [[, id] = [], ...further] = Object.entries(ids);
      return { id: id ?? null, body: { ...body, ...Object.fromEntries(further) } };
    }

    /** Runs after a command, for effects outside the log. */
    async after(_done: CommandResult<State>, _command: CommandOf<Bodies>): Promise<void> {}

    async runPlain(request: PlainRequest, sender: PersonSender): Promise<CommandAnswer> {
      const { id, body } = await this.targetOf(request, sender);
      const command = { type: request.type, body } as unknown as CommandOf<Bodies>;
      const done = await this.commands.execute(new RunCommand(aggregate, id, command, sender));
      await this.after(done, command);
      const { further } = this as { further?: Readonly<Record<string, Further>> };
      return { ...commandAnswer(done), ...(await further?.[request.type]?.(done, sender)) };
    }
  }

  abstract class FurtherController extends PlainController {
    abstract readonly further: FurtherAnswers<O, State>;
  }

  for (const [type, operation] of Object.entries<Operation>(operations)) {
    const { summary, route, query } = operation;
    if (summary === undefined) continue;
    const named = idsIn(route).map(({ of, name }) => ({ name, ...pipes.get(of)! }));
    const body = (bodies as Readonly<Record<string, BodyClass>>)[type] ?? bodyClassOf(operation);
    const method = {
      [type](this: PlainController, ...given: readonly unknown[]): Promise<CommandAnswer> {
        const ids: Record<string, number> = {};
        const words: Record<string, string> = {};
        for (const [index, { name, is }] of named.entries()) {
          if (is === Number) ids[name] = given[index] as number;
          else words[name] = given[index] as string;
        }
        const rest = given.slice(named.length);
        const sent = { ...(body === null ? {} : (rest.shift() as object)), ...words };
        if (!query) return this.runPlain({ type, ids, body: sent }, rest[0] as PersonSender);
        const [raw, senderOf] = rest as [Readonly<Record<string, unknown>>, ContextOf];
        const content = { ...parseQuery(raw, query as OwnQuery), ...sent };
        return this.runPlain({ type, ids, body: content }, senderOf(content));
      },
    }[type]!;
    const target = PlainController.prototype;
    Object.defineProperty(target, type, { value: method, configurable: true, writable: true });
    const parameters: readonly (readonly [ParameterDecorator, unknown])[] = [
      ...named.map(({ name, pipe, is }) => [Param(name, pipe), is] as const),
      ...(body ? [[BodyParameter(), body] as const] : []),
      ...(query
        ? [[Query(), Object] as const, [CommandRequestOf(), Object] as const]
        : [[CommandRequest(), Object] as const]),
    ];
    for (const [index, [decorate]] of parameters.entries()) decorate(target, type, index);
    Reflect.defineMetadata(
      'design:paramtypes',
      parameters.map(([, is]) => is),
      target,
      type,
    );
    const descriptor = Object.getOwnPropertyDescriptor(target, type)!;
    (Serves(operation, summary) as MethodDecorator)(target, type, descriptor);
  }
  type Made = [keyof FurtherAnswers<O, State>] extends [never] ? typeof PlainController : typeof FurtherController;
  return PlainController as Made;
}

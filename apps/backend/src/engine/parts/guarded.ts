import { InstallationMismatch } from '../../kernel/store-errors';
import type { GuardedStore } from './guarded-store';

/** Methods that ask the store for nothing, or give something else than a promise. */
const unguarded: ReadonlySet<string> = new Set(['close', 'onConnected', 'onAppended', 'all']);

type Async<T> = { readonly [M in keyof T as T[M] extends (...args: never) => Promise<unknown> ? M : never]: T[M] };

/** Functions that run around calls of some methods. */
export interface Beside<T> {
  /** Awaited before the call, and again before it is repeated over another connection. */
  readonly before?: { readonly [M in keyof Async<T>]?: () => Promise<void> };
  /** Receives the answer of the right store and the arguments of the call. */
  readonly after?: {
    readonly [M in keyof Async<T>]?: T[M] extends (...args: infer Asked) => Promise<infer Answer>
      ? (answer: Answer, asked: Asked) => void
      : never;
  };
}

/**
 * A store whose calls are only made, and only answered, while it is the right one: the part is compared before a call over a new
 * connection. Where an adapter holds back what it would send over one that was made during the call, it is compared then; else
 * afterwards, and the outcome of a write that a wrong store answered is unknown.
 */
export function guarded<T extends object>(
  store: T,
  part: GuardedStore,
  { before = {}, after = {} }: Beside<T> = {},
): T {
  const calls = new Map<PropertyKey, unknown>();
  return new Proxy(store, {
    get(target, name) {
      const known = calls.get(name);
      if (known !== undefined) return known;
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      const method = value.bind(target) as (...args: unknown[]) => Promise<unknown>;
      const call =
        typeof name === 'symbol' || unguarded.has(name)
          ? method
          : async (...args: unknown[]) => {
              await part.fits();
              const { connections } = part;
              const prepared = async () => {
                await (before as Readonly<Record<string, () => Promise<void>>>)[name]?.();
                return method(...args);
              };
              const still = async () => {
                if (part.connections !== connections) await part.fits('unknown');
              };
              const answer = await part.over(prepared).catch(async (error: unknown) => {
                if (!(error instanceof InstallationMismatch)) await still();
                throw error;
              });
              await still();
              (after as Readonly<Record<string, (answer: unknown, asked: unknown) => void>>)[name]?.(answer, args);
              return answer;
            };
      calls.set(name, call);
      return call;
    },
    // A method may be replaced for a while, as that of any object.
    set(_, name, value) {
      calls.set(name, value);
      return true;
    },
    deleteProperty: (_, name) => calls.delete(name) || true,
  });
}

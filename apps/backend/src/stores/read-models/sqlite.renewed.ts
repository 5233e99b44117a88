import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { StoreDamaged, StoreUnavailable } from '../../kernel/store-errors';
import { damaged } from '../drivers/sqlite/database';
import { openDerived, setAside } from '../drivers/sqlite/derived-file';
import type { ReadModels, Renewing } from './read-models';

const againMs = 1_000;

type RenewedReadModels = ReadModels & Renewing & { noteDamage(code: string): StoreDamaged };

/**
 * Read models in one SQLite file that is replaced by an empty one as soon as a call finds it damaged. Until then, and for calls that
 * were under way, the store is unavailable.
 */
export function renewedReadModels(file: string, openFile: (file: string) => ReadModels): RenewedReadModels {
  const logger = new Logger('Read models');
  const open = () => openDerived(file, logger, () => openFile(file));
  const listeners = new Set<(isDone: boolean) => void>();
  const calls = new Map<PropertyKey, unknown>();
  let store = open();
  let renewing: Promise<void> | null = null;
  let closed = false;

  async function replace(damage: StoreDamaged): Promise<void> {
    // Statements that are under way end first.
    await new Promise((resolve) => setImmediate(resolve));
    for (let isAside = false; !closed; ) {
      try {
        await store.close();
        if (!isAside) setAside(file, damage, logger);
        isAside = true;
        store = open();
        return;
      } catch (error) {
        logger.error(`${file} could not be replaced: ${String(error)}`);
        await sleep(againMs, undefined, { ref: false });
      }
    }
  }

  function renew(damage: StoreDamaged): void {
    if (renewing !== null || closed) return;
    for (const listener of listeners) listener(false);
    renewing = replace(damage).finally(() => {
      renewing = null;
      if (!closed) for (const listener of listeners) listener(true);
    });
  }

  function assertThere(): void {
    if (renewing !== null) throw new StoreUnavailable('The read models are being replaced', 'not-written');
  }

  function notice(error: unknown): never {
    // A document that is no JSON was damaged where SQLite does not notice it.
    const damage = error instanceof SyntaxError ? damaged(file, undefined, error) : error;
    if (damage instanceof StoreDamaged) renew(damage);
    throw damage;
  }

  const own = {
    onRenewal: (listener: (isDone: boolean) => void) => void listeners.add(listener),
    noteDamage(code: string) {
      const damage = damaged(file, undefined, { code });
      renew(damage);
      return damage;
    },
    async close() {
      closed = true;
      await renewing;
      await store.close();
    },
    async *all(...given: Parameters<ReadModels['all']>) {
      try {
        assertThere();
        yield* store.all(...given);
      } catch (error) {
        notice(error);
      }
    },
  };
  return new Proxy(own as unknown as RenewedReadModels, {
    get(_, name) {
      if (calls.has(name)) return calls.get(name);
      if (Object.hasOwn(own, name)) return own[name as keyof typeof own];
      const value: unknown = Reflect.get(store, name, store);
      if (typeof value !== 'function' || typeof name === 'symbol') return value;
      const call = async (...given: unknown[]) => {
        assertThere();
        const method = Reflect.get(store, name, store) as (...given: unknown[]) => Promise<unknown>;
        return method.apply(store, given).catch(notice);
      };
      calls.set(name, call);
      return call;
    },
    // A method may be replaced for a while, as that of any object.
    set: (_, name, value) => calls.set(name, value) !== undefined,
    deleteProperty: (_, name) => calls.delete(name) || true,
  });
}

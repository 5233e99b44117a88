import { jest } from '@jest/globals';
import type { AccountKind, Accounts } from '../../../stores/accounts/accounts';

/** Calls of a store that wait until the test releases them; later calls pass. */
export interface HeldCalls {
  /** Resolves once as many calls wait as are held. */
  readonly reached: Promise<void>;
  release(): void;
}

/**
 * Holds `count` calls of one method for one kind of record, before they read or write anything.
 * @param passed how many calls before them pass
 */
export function holdCalls(
  accounts: Accounts,
  method: 'insert' | 'replace' | 'get',
  kind: AccountKind,
  count: number,
  passed = 0,
): HeldCalls {
  const real = (accounts[method] as (...given: unknown[]) => Promise<unknown>).bind(accounts);
  let before = passed;
  let left = count;
  let reach = () => {};
  let open = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const spy = jest.spyOn(accounts, method as 'insert').mockImplementation((async (...given: unknown[]) => {
    if (given[0] === kind && before > 0) before -= 1;
    else if (given[0] === kind && left > 0) {
      left -= 1;
      if (left === 0) reach();
      await opened;
    }
    return real(...given);
  }) as never);
  const release = () => {
    spy.mockRestore();
    open();
  };
  return { reached, release };
}

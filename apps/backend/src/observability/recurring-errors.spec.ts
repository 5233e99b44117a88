import { expect, it } from '@jest/globals';
import { StoreUnavailable } from '../kernel/store-errors';
import { RecurringErrors } from './recurring-errors';

it('says an error once while it recurs, and again when another one came or it comes back later', () => {
  const said: unknown[] = [];
  let now = 0;
  const logger = { warn: (line: unknown) => said.push(line), error: (line: unknown) => said.push(line) };
  const errors = new RecurringErrors(logger, () => now);
  const away = () => new StoreUnavailable('The store is away', 'not-written', { cause: new Error('14 UNAVAILABLE') });
  for (; now < 90_000; now += 1_000) errors.report(away());
  expect(said).toEqual(['The store is away']);
  const fault = new TypeError('x is undefined');
  for (let times = 0; times < 3; times++) errors.report(fault);
  errors.report(away());
  expect(said).toEqual(['The store is away', fault, 'The store is away']);
  now += 120_000;
  errors.report(away());
  expect(said).toHaveLength(4);
});

import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addMoney } from './money';

test('money is added without rounding', () => {
  const cents = fc.bigInt({ min: 0n, max: 99_999_999_999_999n });
  const money = (sum: bigint) => ({ amount: `${sum / 100n}.${String(sum % 100n).padStart(2, '0')}`, currency: 'CZK' });
  fc.assert(fc.property(cents, cents, (a, b) => expect(addMoney(money(a), money(b))).toEqual(money(a + b))));
  expect(addMoney(null, null)).toBeNull();
  expect(addMoney(money(5n), null)).toEqual({ amount: '0.05', currency: 'CZK' });
});

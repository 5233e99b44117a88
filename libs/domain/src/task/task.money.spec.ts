import { expect, it } from '@jest/globals';
import type { Money } from '../kernel/message';
import { isMoney, withoutMoney } from './task.money';

const money: Money = { amount: '12.50', currency: 'CZK' };

it('a task’s money is told from its other fields by name', () => {
  expect(['budget', 'usedBudget', 'costReduction'].filter(isMoney)).toHaveLength(3);
  expect(['name', 'reservation', 'toString'].filter(isMoney)).toEqual([]);
});

it('without its money an answer is the same, in the same order', () => {
  const row: { readonly id: number; readonly budget: Money | null; readonly name: string } = {
    id: 1,
    budget: money,
    name: 'Pokladna',
  };
  expect(JSON.stringify(withoutMoney(row))).toBe('{"id":1,"budget":null,"name":"Pokladna"}');
});

it('money that would be shown to everybody does not compile', () => {
  const unknown: { readonly bonus: Money | null } = { bonus: money };
  const never: { readonly budget: Money } = { budget: money };
  // @ts-expect-error the table does not name it
  expect(withoutMoney(unknown)).toEqual(unknown);
  // @ts-expect-error null is not among its values
  expect(withoutMoney(never)).toEqual({ budget: null });
});

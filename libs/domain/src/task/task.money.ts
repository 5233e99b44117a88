import type { Money } from '../kernel/message';
import { keysOf, tableOf } from '../kernel/tables';
import type { Task } from './task';
import { moneyFields as plainMoneyFields } from './task.fields';

type MoneyIn<T> = { [N in keyof T]-?: Money extends T[N] ? N : never }[keyof T];

/**
 * The money of a task, by its names in answers, histories and sorting: shown only to people with the right `seeBudget`.
 * A task's new money field does not compile until it is listed here.
 */
const moneyTable = {
  budget: true,
  usedBudget: true,
  costReduction: true,
  ...tableOf(plainMoneyFields, () => true as const),
} as const satisfies Readonly<Record<MoneyIn<Task>, true>> & Readonly<Record<string, true>>;

export type MoneyField = keyof typeof moneyTable;
const moneyFields = keysOf(moneyTable);

export const isMoney = (field: string): field is MoneyField => Object.hasOwn(moneyTable, field);

/** All money in it has its name in the table, and may be null. */
type Hideable<T> = {
  readonly [N in MoneyIn<T>]: N extends MoneyField ? (null extends T[N] ? T[N] : never) : never;
};

/**
 * Returns the answer for people who may not see the money. An answer with money that the table does not name does not
 * compile.
 */
export function withoutMoney<T extends object>(answer: T & Hideable<T>): T {
  const hidden = moneyFields.filter((field) => Object.hasOwn(answer, field)).map((field) => [field, null]);
  return { ...answer, ...Object.fromEntries(hidden) };
}

import type { Money } from './message';

/** The amount in hundredths of the currency; exact to 90 trillion of it. */
export const hundredthsOf = ({ amount }: Money): number => Number(amount.replace('.', ''));

/** @param hundredths whole, 0 or more */
export function moneyOf(hundredths: number, currency: string): Money {
  const digits = String(hundredths).padStart(3, '0');
  return { amount: `${digits.slice(0, -2)}.${digits.slice(-2)}`, currency };
}

export function addMoney(a: Money | null, b: Money | null): Money | null {
  if (a === null || b === null) return a ?? b;
  return moneyOf(hundredthsOf(a) + hundredthsOf(b), a.currency);
}

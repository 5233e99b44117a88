import { type FieldError, type Money, normalizeText } from '@gos/domain';
import { currency } from './installation';
import { typedNumber } from './typed-number';

/** An amount as the interface takes it (`12.50`) of what a person types (`1 200,5`); null when it is no amount. */
export function parseMoney(text: string): string | null {
  const parts = typedNumber(text).match(/^(\d{1,12})(?:\.(\d{1,2}))?$/);
  return parts === null ? null : `${BigInt(parts[1]!)}.${(parts[2] ?? '').padEnd(2, '0')}`;
}

/** The money that a text means, by default in the installation's currency; null when it is no amount. */
export function moneyIn(text: string, inCurrency: string = currency()): Money | null {
  const amount = parseMoney(text);
  return amount === null ? null : { amount, currency: inCurrency };
}

/** The error of a text that is no amount; an empty text is no error. */
export const moneyError = (path: string, text: string): FieldError | null =>
  normalizeText(text) !== '' && parseMoney(text) === null
    ? { path, code: 'validation.money', params: { currency: currency() } }
    : null;

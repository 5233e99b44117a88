import { notFound } from '@tanstack/react-router';

/** The number of a person in an address. @throws notFound */
export function userIdOf(value: string): number {
  const id = /^[1-9]\d{0,15}$/.test(value) ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw notFound();
  return id;
}

import { notFound } from '@tanstack/react-router';

export const missingProjectId = 'projectId';

/** The number of a project in an address. @throws notFound with `missingProjectId` as its data */
export function projectIdOf(value: string): number {
  const id = /^[1-9]\d{0,15}$/.test(value) ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw notFound({ data: missingProjectId });
  return id;
}

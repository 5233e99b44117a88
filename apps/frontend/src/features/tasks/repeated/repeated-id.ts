import { notFound } from '@tanstack/react-router';

const idIn = (value: string) => (/^[1-9]\d{0,14}$/.test(value) ? Number(value) : null);

/** The number of a definition in an address. @throws notFound */
export const repeatedTaskParams = {
  parse: ({ repeatedTaskId }: { repeatedTaskId: string }) => {
    const id = idIn(repeatedTaskId);
    if (id === null) throw notFound();
    return { repeatedTaskId: id };
  },
  stringify: ({ repeatedTaskId }: { repeatedTaskId: number }) => ({ repeatedTaskId: String(repeatedTaskId) }),
};

/** The task that a new definition begins as; what makes no sense is silently absent. */
export const validateFromSearch = ({ from }: Record<string, unknown>): { readonly from?: number } => ({
  from: idIn(String(from)) ?? undefined,
});

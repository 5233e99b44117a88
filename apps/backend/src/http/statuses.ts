import { type RefusalCode, type RefusalKind, refusals } from '@gos/domain';

const statusOfKind: Record<RefusalKind, number> = { missing: 404, forbidden: 403, conflict: 409, rule: 422 };

/** The HTTP status of a refusal code. */
export function statusOf(code: RefusalCode): number {
  const [kind] = refusals[code];
  return typeof kind === 'number' ? kind : statusOfKind[kind];
}

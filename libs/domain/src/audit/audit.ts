import { type EventTable, evolveOf } from '../kernel/events';
import type { Instant, Message } from '../kernel/message';

/** The parameters of a search, as they were in its address. */
export type AuditFilters = Readonly<Record<string, string>>;

/** Events of `audit-USER`: what an auditor or admin searched and exported in the activity of the installation, and the ranges of actions that an admin undid. */
export type AuditEvent =
  /** `found`: the number of events that match */
  | Message<'ActivitySearched', { readonly filters: AuditFilters; readonly found: number; readonly at: Instant }>
  /** `filters` contain the format; `found`: the number of events that the export began with */
  | Message<'ActivityExported', { readonly filters: AuditFilters; readonly found: number }>
  /** `filters` contain the time; `found`: the number of actions in the range. The undos have this event as their cause. */
  | Message<'RangeUndoStarted', { readonly filters: AuditFilters; readonly found: number }>;

export interface Audit {
  /** The number of events so far. */
  readonly revision: number;
  readonly latest: { readonly filters: AuditFilters; readonly at: Instant } | null;
}

export const emptyAudit: Audit = { revision: 0, latest: null };

const auditEvents: EventTable<Audit, AuditEvent> = {
  ActivitySearched: { fold: (audit, { data: { filters, at } }) => ({ ...audit, latest: { filters, at } }) },
  ActivityExported: { fold: (audit) => audit },
  RangeUndoStarted: { fold: (audit) => audit },
};

const evolve = evolveOf(auditEvents);
export const evolveAudit = (audit: Audit | null, event: AuditEvent): Audit => ({
  ...evolve(audit ?? emptyAudit, event),
  revision: (audit ?? emptyAudit).revision + 1,
});

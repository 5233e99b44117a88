import type { Samples } from '../kernel/events';
import type { AuditEvent } from './audit';

/** One realistic event of each type; an event type without a sample does not compile. */
export const auditSamples = {
  ActivitySearched: {
    type: 'ActivitySearched',
    data: { filters: { by: '2', q: 'cihla' }, found: 12, at: '2026-11-20T08:00:00.000Z' },
  },
  ActivityExported: { type: 'ActivityExported', data: { filters: { projectId: '5', format: 'csv' }, found: 340 } },
  RangeUndoStarted: {
    type: 'RangeUndoStarted',
    data: {
      filters: { by: '2', from: '2026-11-20T08:00:00.000Z', to: '2026-11-20T09:00:00.000Z' },
      found: 12,
    },
  },
} satisfies Samples<AuditEvent>;

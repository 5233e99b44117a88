import { describe, expect, it } from '@jest/globals';
import { targetOf } from '../kernel/aggregate';
import { given } from '../testing/given-when-then';
import { type AuditEvent, type AuditFilters, emptyAudit, evolveAudit } from './audit';
import { type AuditCommand, auditAggregate } from './audit.commands';
import { auditSamples } from './audit.samples';

const { decider } = targetOf(auditAggregate, 2);
const command = (type: AuditCommand['type'], filters: AuditFilters, found = 3): AuditCommand => ({
  type,
  body: { filters, found },
});

const facts = (at: string, role: 'auditor' | 'admin' | 'user' = 'auditor') => ({
  actor: { id: 2, role, permissions: {} } as never,
  at,
});
const searched = (at: string, filters = {}): AuditEvent => ({
  type: 'ActivitySearched',
  data: { filters, found: 3, at },
});
const morning = '2026-11-20T08:00:00.000Z';

describe('what an auditor searches', () => {
  it('is recorded once for the pages and repetitions of an hour', () => {
    const search = command('search', { by: '2' });
    given(decider, [])
      .when(search, facts(morning))
      .thenEvents(searched(morning, { by: '2' }));
    const after = given(decider, [searched(morning, { by: '2' })]);
    after.when(command('search', { by: '2' }, 4), facts('2026-11-20T08:59:59.999Z')).thenNothing();
    after.when(search, facts('2026-11-20T09:00:00.000Z')).thenEvents(searched('2026-11-20T09:00:00.000Z', { by: '2' }));
    after.when(command('search', { by: '3' }), facts(morning)).thenEvents(searched(morning, { by: '3' }));
  });

  it('is recorded again after another search', () => {
    const both = [searched(morning, { by: '2' }), searched(morning, { by: '3' })];
    const search = command('search', { by: '2' });
    given(decider, both)
      .when(search, facts(morning))
      .thenEvents(searched(morning, { by: '2' }));
  });

  it('is recorded for each export', () => {
    const exported = auditSamples.ActivityExported;
    const again = command('export', exported.data.filters, exported.data.found);
    given(decider, []).when(again, facts(morning)).thenEvents(exported);
    given(decider, [exported]).when(again, facts(morning, 'admin')).thenEvents(exported);
  });

  it('is recorded for each range that an admin undoes, and refused to an auditor', () => {
    const started = auditSamples.RangeUndoStarted;
    const undo = command('undoRange', started.data.filters, started.data.found);
    given(decider, []).when(undo, facts(morning, 'admin')).thenEvents(started);
    given(decider, [started]).when(undo, facts(morning, 'admin')).thenEvents(started);
    given(decider, []).when(undo, facts(morning)).thenRefused('user.forbidden');
  });

  it('is refused to everybody else', () => {
    for (const type of ['search', 'export', 'undoRange'] as const) {
      given(decider, []).when(command(type, {}), facts(morning, 'user')).thenRefused('user.forbidden');
    }
  });

  it('counts its events', () => {
    expect(Object.values(auditSamples).reduce(evolveAudit, emptyAudit).revision).toBe(3);
  });
});

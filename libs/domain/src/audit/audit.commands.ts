import type { Actor } from '../kernel/actor';
import { aggregate, type CommandOf, type CommandTable } from '../kernel/aggregate';
import type { Instant } from '../kernel/message';
import { same } from '../kernel/values';
import { type Audit, type AuditEvent, type AuditFilters, emptyAudit, evolveAudit } from './audit';

interface Inspection {
  readonly filters: AuditFilters;
  readonly found: number;
}

interface AuditBodies {
  readonly search: Inspection;
  readonly export: Inspection;
  readonly undoRange: Inspection;
}
export type AuditCommand = CommandOf<AuditBodies>;

export interface AuditFacts {
  readonly actor: Actor;
  readonly at: Instant;
}

/** People who may see every event, and so search and export them. */
export const mayAudit = ({ role }: Pick<Actor, 'role'>) => role === 'admin' || role === 'auditor';

/** Milliseconds in which the pages of a search, and its repetitions, count as one search. */
const oneSearch = 3_600_000;

const auditCommands: CommandTable<AuditBodies, Audit, AuditEvent, AuditFacts, 'audit' | 'undo'> = {
  search: {
    right: 'audit',
    decide({ latest }, { filters, found }, { at }) {
      const since = latest ? Date.parse(at) - Date.parse(latest.at) : Number.POSITIVE_INFINITY;
      if (since < oneSearch && same(latest?.filters, filters)) return [];
      return [{ type: 'ActivitySearched', data: { filters, found, at } }];
    },
  },
  export: {
    right: 'audit',
    decide: (_, { filters, found }) => [{ type: 'ActivityExported', data: { filters, found } }],
  },
  undoRange: {
    right: 'undo',
    decide: (_, { filters, found }) => [{ type: 'RangeUndoStarted', data: { filters, found } }],
  },
};

export const auditAggregate = aggregate({
  name: 'audit',
  initial: emptyAudit,
  evolve: evolveAudit,
  commands: auditCommands,
  rightRefusalOf: (right, _, { actor }) =>
    (right === 'undo' ? actor.role === 'admin' : mayAudit(actor)) ? null : 'user.forbidden',
  revisionOf: () => null,
});

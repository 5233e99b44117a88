import { accountsMark } from '../../engine/parts/marks';
import { treeKind } from '../../engine/proof/tree-kind';
import { selfCheckKind } from '../../engine/self-check/self-check-kind';
import type { AccountRecord, Accounts } from '../../stores/accounts/accounts';
import type { Claims } from '../../stores/claims/claims';
import type { EventLog } from '../../stores/event-log/event-log';
import type { Files } from '../../stores/files/files';

/** The stores that cannot be rebuilt from others: they are what an export contains. */
export interface Stores {
  readonly log: EventLog;
  readonly accounts: Accounts;
  readonly claims: Claims;
  readonly files: Files;
}

/**
 * Whether an account record is no part of the content: the marks of an import and of the accounts' owner, and the tree
 * and the result of the self-check, which follow from the log and the documents.
 */
export function isMark({ kind, id }: Pick<AccountRecord, 'kind' | 'id'>): boolean {
  return (
    kind === treeKind ||
    kind === selfCheckKind ||
    [importMark, accountsMark].some((mark) => mark.kind === kind && mark.id === id)
  );
}

/** An account record that exists while an import is under way; it is not part of the content. */
export const importMark = { kind: 'setting', id: 'import' } as const;

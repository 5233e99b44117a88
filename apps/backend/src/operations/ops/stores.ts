import type { Accounts } from '../../stores/accounts/accounts';
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

/** An account record that exists while an import is under way; it is not part of the content. */
export const importMark = { kind: 'setting', id: 'import' } as const;

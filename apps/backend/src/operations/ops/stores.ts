import type { Accounts } from '../../stores/accounts/accounts';
import type { Claims } from '../../stores/claims/claims';
import type { EventLog } from '../../stores/event-log/event-log';
import type { Files } from '../../stores/files/files';

/** All that cannot be made anew: what is carried from one installation to another. */
export interface Stores {
  readonly log: EventLog;
  readonly accounts: Accounts;
  readonly claims: Claims;
  readonly files: Files;
}

/** A record of the accounts that is there while an import is under way; nothing of the installation itself. */
export const importMark = { kind: 'setting', id: 'import' } as const;

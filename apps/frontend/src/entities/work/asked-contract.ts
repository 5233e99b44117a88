import { useSyncExternalStore } from 'react';
import { onSignOut } from '../../lib/sign-out';
import type { WorkableTask } from './work-changes';

export interface Contract {
  readonly contractId: string;
  readonly name: string;
  readonly client: string;
}

/** Work that waits for which of several contracts it counts for. */
export interface ContractQuestion {
  readonly task: WorkableTask;
  readonly contracts: readonly Contract[];
  readonly answer: (contractId: string | null) => void;
}

let asked: ContractQuestion | null = null;
const watchers = new Set<() => void>();

export function askContract(question: ContractQuestion | null): void {
  asked = question;
  for (const watcher of watchers) watcher();
}
onSignOut(() => askContract(null));

function subscribe(watcher: () => void) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export const useContractQuestion = () => useSyncExternalStore(subscribe, () => asked);

import { questionOf } from '../../lib/question';
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

export const { ask: askContract, useQuestion: useContractQuestion } = questionOf<ContractQuestion>();

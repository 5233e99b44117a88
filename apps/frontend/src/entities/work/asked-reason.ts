import type { PersonRef } from '@gos/contract';
import { questionOf } from '../../lib/question';

/** A correction that waits for its reason; null answers that it was given up. */
export interface ReasonQuestion {
  /** The person whose time it is; null for the reader. */
  readonly of: PersonRef | null;
  readonly answer: (reason: string | null) => void;
}

export const { ask: askReason, useQuestion: useReasonQuestion } = questionOf<ReasonQuestion>();

import { questionOf } from '../../lib/question';

/** A correction that waits for its reason; null answers that it was given up. */
export interface ReasonQuestion {
  readonly answer: (reason: string | null) => void;
}

export const { ask: askReason, useQuestion: useReasonQuestion } = questionOf<ReasonQuestion>();

export type Department = 'office' | 'warehouse' | 'shop' | 'care' | 'accounting' | 'it' | 'abroad';

/** One kind of recurring work of the company. `{slots}` are filled per task with the words of `words.ts`. */
export interface Work {
  readonly name: string;
  /** Paragraphs by line; lines that begin with "- " become a list. */
  readonly text: string;
  /** Results that the solver may hand over. */
  readonly done: readonly string[];
  readonly tags: readonly string[];
}

/** Comments that people write on it. */
export interface Talk {
  readonly progress: readonly string[];
  readonly questions: readonly string[];
  /** one for each question, in the same order */
  readonly answers: readonly string[];
  readonly returns: readonly string[];
  readonly reservations: readonly string[];
  readonly thanks: readonly string[];
  readonly ends: readonly string[];
}

export interface Area {
  readonly works: readonly Work[];
  readonly talk: Talk;
}

import type { Problem } from '@gos/contract';
import type { RefusalCode, RefusalParams } from '@gos/domain';
import type { Language } from './languages';

export type RefusalSentences = Readonly<Record<RefusalCode, string>>;

/** Those of the languages that were loaded. */
const sentences: Partial<Record<Language, RefusalSentences>> = {};

export function learnRefusals(language: Language, learned: RefusalSentences): void {
  sentences[language] = learned;
}

/** The sentence of a refusal in the reader's language. */
export function refusalText(code: RefusalCode, locale: string, params: RefusalParams = {}): string {
  const sentence = sentences[locale === 'cs' ? 'cs' : 'en']?.[code] ?? code;
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));
}

const maxNamed = 5;

/** The tasks that a refusal is about, by name where the reader sees them. */
function namedTasks(subtasks: NonNullable<Problem['subtasks']>): string {
  const names = subtasks.slice(0, maxNamed).map(({ id, name }) => (name === null ? `#${id}` : `#${id} ${name}`));
  return [...names, ...(subtasks.length > maxNamed ? ['…'] : [])].join(', ');
}

export function problemText(problem: Pick<Problem, 'code' | 'params' | 'errors' | 'subtasks'>, locale: string): string {
  const [error] = problem.errors ?? [];
  if (problem.code === 'validation.failed' && error) return refusalText(error.code, locale, error.params);
  const sentence = refusalText(problem.code, locale, problem.params);
  return problem.subtasks?.length ? `${sentence} ${namedTasks(problem.subtasks)}` : sentence;
}

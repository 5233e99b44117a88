import { type RefusalCode, type RefusalParams, refusalSentence } from '@gos/domain';
import type { Problem } from '@gos/projections';
import { czechRefusals } from './refusal-messages';

/** The sentence of a refusal in the reader's language. */
export function refusalText(code: RefusalCode, locale: string, params: RefusalParams = {}): string {
  if (locale !== 'cs') return refusalSentence(code, params);
  return (czechRefusals[code] ?? code).replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));
}

export function problemText(problem: Pick<Problem, 'code' | 'params' | 'errors'>, locale: string): string {
  const [error] = problem.errors ?? [];
  if (problem.code === 'validation.failed' && error) return refusalText(error.code, locale, error.params);
  return refusalText(problem.code, locale, problem.params);
}

import type { RefusalCode } from '@gos/domain';
import { refusalSentences } from '@gos/domain/kernel/refusals?compiled';
import texts from './en.json';

/** The key of a refusal is its code; a text of another meaning does not compile under it. */
type Others = Readonly<Record<Exclude<keyof typeof texts, RefusalCode>, string> & Partial<Record<RefusalCode, never>>>;

/** The refusal sentences are in the domain, because the server answers with them. */
export const english = { ...(texts satisfies Others), ...refusalSentences };

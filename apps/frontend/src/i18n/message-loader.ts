import type { MessageFormatElement } from 'react-intl';
import type { Language } from '.';
import { learnRefusals, type RefusalSentences } from './refusal-text';

/** A text, or its parsed form where it takes values. */
export type Messages = Readonly<Record<string, string | MessageFormatElement[]>>;

const retries = 5;
const firstWaitMs = 350;
const parallel = 10;

let reading = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(read: () => Promise<T>): Promise<T> {
  if (reading >= parallel) await new Promise<void>((resolve) => waiting.push(resolve));
  reading++;
  try {
    return await read();
  } finally {
    reading--;
    waiting.shift()?.();
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Up to 5 retries beginning at 350 ms, each wait twice the last; at most 10 reads at once. */
export async function withRetries<T>(read: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await inTurn(read);
    } catch (error) {
      if (attempt === retries) throw error;
      await sleep(firstWaitMs * 2 ** attempt);
    }
  }
}

const loaders: Record<Language, () => Promise<{ default: Messages }>> = {
  cs: () => import('./cs.json?compiled'),
  en: () => import('./en.json?compiled'),
};

const refusals: Record<Language, () => Promise<RefusalSentences>> = {
  cs: async () => (await import('./refusal-messages')).czechRefusals,
  en: async () => (await import('@gos/domain/kernel/refusal-sentences')).refusalSentences,
};

/** The texts of a language; the sentences of refusals are known once it is answered. */
export async function loadMessages(language: Language): Promise<Messages> {
  const [messages, sentences] = await Promise.all([withRetries(loaders[language]), withRetries(refusals[language])]);
  learnRefusals(language, sentences);
  return messages.default;
}

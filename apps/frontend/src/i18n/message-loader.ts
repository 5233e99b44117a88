import { sleep } from '../lib/waits';
import type { Language, Messages } from '.';

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

const loaders: Record<Language, () => Promise<Messages>> = {
  cs: async () => (await import('./cs.json')).default,
  en: async () => (await import('./english')).english,
};

export function loadMessages(language: Language): Promise<Messages> {
  return withRetries(loaders[language]);
}

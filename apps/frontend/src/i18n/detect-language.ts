import { defaultLanguage, type Language, languages } from '.';

const known = (value: string | null | undefined): Language | undefined =>
  languages.find((language) => value?.toLowerCase().split('-')[0] === language);

function stored(storage: () => Storage): string | null {
  try {
    return storage().getItem('lng');
  } catch {
    return null;
  }
}

const cookie = () => /(?:^|; )lng=([^;]*)/.exec(document.cookie)?.[1];

/** Language that `?lng=` named when the page opened; it applies until the page closes. */
let asked: Language | undefined;

/** Returns the supported language that the address names, or undefined. */
export const askedLanguage = (): Language | undefined => asked;

/** Whether a language was chosen in this browser before. */
export const hasStoredLanguage = (): boolean =>
  [cookie(), stored(() => localStorage), stored(() => sessionStorage)].some((value) => known(value) !== undefined);

/** In the specification's order: query, cookie, local storage, session storage, browser, html tag; Czech otherwise. */
export function detectLanguage(): Language {
  asked = known(new URLSearchParams(window.location.search).get('lng'));
  const candidates = [
    askedLanguage,
    cookie,
    () => stored(() => localStorage),
    () => stored(() => sessionStorage),
    () => navigator.languages?.find((language) => known(language)) ?? navigator.language,
    () => document.documentElement.lang,
  ];
  for (const candidate of candidates) {
    const language = known(candidate());
    if (language) return language;
  }
  return defaultLanguage;
}

/** Kept in the cookie and in local storage. */
export function rememberLanguage(language: Language): void {
  // The Cookie Store is missing in browsers that we support.
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `lng=${language}; path=/; max-age=31536000; samesite=lax`;
  try {
    localStorage.setItem('lng', language);
  } catch {
    // Without storage the cookie is enough.
  }
}

export const languages = ['cs', 'en'] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = 'cs';

/** Each says its own name, whatever the reader's language. */
export const languageNames: Record<Language, string> = { cs: 'Čeština', en: 'English' };

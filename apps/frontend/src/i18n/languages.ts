export const languages = ['cs', 'en'] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = 'cs';

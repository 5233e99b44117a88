export { createTexts } from './create-texts';
export { defaultLanguage, type Language, languageNames, languages } from './languages';
export type { MessageId, Messages, Say } from './messages';
export { problemText } from './problem-text';
export { useT } from './use-t';

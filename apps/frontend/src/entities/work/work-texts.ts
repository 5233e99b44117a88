import { createTexts } from '../../i18n';
import cs from './cs.json';
import en from './en.json';

export const workTexts = { cs, en };
export const [WorkTexts, useWorkT] = createTexts(workTexts);
export type WorkMessageId = keyof typeof cs;

import { createTexts } from '../../i18n';
import cs from './cs.json';
import en from './en.json';

export const [AdminTexts, useAdminT] = createTexts({ cs, en });
export type AdminMessageId = keyof typeof cs;

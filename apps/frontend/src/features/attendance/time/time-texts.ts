import { workTexts } from '../../../entities/work/work-texts';
import { createTexts } from '../../../i18n';
import cs from './cs.json';
import en from './en.json';

export const [TimeTexts, useTimeT] = createTexts({ cs: { ...workTexts.cs, ...cs }, en: { ...workTexts.en, ...en } });

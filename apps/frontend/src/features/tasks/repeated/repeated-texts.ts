import { createTexts } from '../../../i18n';
import cs from './cs.json';
import en from './en.json';

export const [RepeatedTexts, useRepeatedT] = createTexts({ cs, en });
export type SayRepeated = ReturnType<typeof useRepeatedT>;

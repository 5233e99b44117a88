import { createTexts, type MessageId } from '../../i18n';
import cs from './cs.json';
import en from './en.json';

export const [TwoStepTexts, useTwoStepT] = createTexts({ cs, en });
export type TwoStepMessageId = MessageId | keyof typeof cs;

import { createTexts } from '../../../i18n';
import cs from './cs.json';
import en from './en.json';

export const [RecoveryTexts, useRecoveryT] = createTexts({ cs, en });

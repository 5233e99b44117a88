import { createTexts } from '../../../i18n';
import cs from './cs.json';
import en from './en.json';

export const [ReplayTexts, useReplayT] = createTexts({ cs, en });

import { createTexts } from '../../i18n';
import cs from './cs.json';
import en from './en.json';

export const [WebhooksTexts, useWebhooksT] = createTexts({ cs, en });
export type WebhooksMessageId = keyof typeof cs;
export type SayOfWebhooks = ReturnType<typeof useWebhooksT>;

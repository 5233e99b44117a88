import type { ReactNode } from 'react';
import { type Language, type MessageId, type Messages, MoreTexts, type Say, useT } from '../../i18n';
import cs from './cs.json';
import en from './en.json';

export type WebhooksMessageId = keyof typeof cs | keyof typeof en;
export type SayOfWebhooks = Say<MessageId | WebhooksMessageId>;

const texts: Record<Language, Messages<WebhooksMessageId>> = { cs, en };

/** They come with the screen and not with the texts of everybody. */
export const WebhooksTexts = ({ children }: { readonly children: ReactNode }) => (
  <MoreTexts texts={texts}>{children}</MoreTexts>
);

/** The translate function inside `WebhooksTexts`. */
export const useWebhooksT = (): SayOfWebhooks => useT<WebhooksMessageId>();

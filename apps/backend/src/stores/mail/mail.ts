import type { MailAddress } from '../../kernel/mail-address';

export interface MailMessage {
  /**
   * Names what the mail is about to whom: made of the event that caused it and its reader, the same at every attempt, so that whoever
   * gets a mail twice can recognise the second one. At most 200 of `A-Z a-z 0-9 . _ -`, not beginning with a mark.
   */
  readonly id: string;
  readonly to: MailAddress;
  readonly subject: string;
  readonly text: string;
  /** The same for programs that show HTML. */
  readonly html?: string;
}

/** This mail will never be taken: its recipient is unknown, or something in it is not allowed. Trying again changes nothing. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/**
 * Sends mails, one recipient each.
 *
 * - `send` resolves once the mail is handed over; it tries once, whoever asks decides about another attempt.
 * - Attempts with one id have one Message-ID. A mail whose outcome was unknown may arrive twice.
 */
export interface Mail {
  /**
   * @throws MailRefused for good, also where a name, an address or a subject has line breaks or other control characters;
   * StoreUnavailable for now; RangeError for an id of another form
   */
  send(message: MailMessage): Promise<void>;
  /** Lets what is on its way finish. */
  close(): Promise<void>;
}

export const MAIL = Symbol('Mail');

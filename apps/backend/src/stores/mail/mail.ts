import type { MailAddress } from '../../kernel/mail-address';

export interface MailMessage {
  /**
   * Derived from the causing event and the recipient, the same at every attempt, so that a duplicate is recognisable.
   * At most 200 characters of `A-Z a-z 0-9 . _ -`; begins with a letter or a digit.
   */
  readonly id: string;
  readonly to: MailAddress;
  readonly subject: string;
  readonly text: string;
  /** The same content as HTML. */
  readonly html?: string;
  /** The id of the thread that a mail program shows the mail in; in the form of `id`. */
  readonly thread?: string;
  /** Address that a mail program posts to when its reader wants no more of these (RFC 8058). */
  readonly unsubscribe?: URL;
}

/** The mail will never be accepted: the recipient is unknown, or something in it is not allowed. Retries are pointless. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/**
 * Sends mails to one recipient each.
 *
 * - `send` resolves once the mail is handed over. It tries once; retries are up to the caller.
 * - Attempts with one id have one Message-ID. A mail with an unknown outcome may arrive twice.
 */
export interface Mail {
  /**
   * @throws MailRefused permanently, also for line breaks or other control characters in a name, an address or the
   * subject; StoreUnavailable temporarily; RangeError for an invalid id
   */
  send(message: MailMessage): Promise<void>;
  /** Waits for mails under way. */
  close(): Promise<void>;
}

export const MAIL = Symbol('Mail');

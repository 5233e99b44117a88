import { setTimeout } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { MailAddress } from '../../kernel/mail-address';
import { type SmtpServer, smtpServerOf } from '../../kernel/smtp-url';
import { StoreUnavailable } from '../../kernel/store-errors';
import { type Mail, type MailMessage, MailRefused } from './mail';
import { sendMailOptionsOf } from './send-mail-options';

export interface SmtpOptions {
  /** In the format of `smtpServerOf`. */
  readonly url: string;
  /** Wins over the sender of the URL. */
  readonly from?: MailAddress | null;
  /** How long the server may take to connect and to greet; at most 5 seconds. */
  readonly silenceMs?: number;
  /** How long the server may be silent later on, above all after DATA (RFC 5321, 4.5.3.2.6: ten minutes). */
  readonly dataMs?: number;
  /** How long `close` waits for mails under way. */
  readonly closeMs?: number;
}

const connectMs = 5_000;
/** How long an idle connection stays open for the next mail. */
const idleMs = 10_000;

/** Sends mails over SMTP. Connections are reused, and replaced after an error. */
export class SmtpMail implements Mail {
  private readonly server: SmtpServer;
  private readonly transport;
  private readonly closeMs: number;
  private readonly sending = new Set<Promise<unknown>>();

  constructor({ url, from = null, silenceMs = connectMs, dataMs = 600_000, closeMs = 30_000 }: SmtpOptions) {
    this.closeMs = closeMs;
    this.server = smtpServerOf(url, from);
    const { host, port, tls, signIn } = this.server;
    this.transport = createTransport({
      host,
      port,
      secure: tls === 'from-start',
      requireTLS: tls === 'required',
      ...(signIn && { auth: { user: signIn.user, pass: signIn.password } }),
      pool: true,
      maxConnections: 3,
      // An interrupted mail may have arrived, so the caller decides about sending it again.
      maxRequeues: 0,
      idleTimeout: idleMs,
      connectionTimeout: Math.min(connectMs, silenceMs),
      greetingTimeout: Math.min(connectMs, silenceMs),
      socketTimeout: dataMs,
    });
  }

  async send(message: MailMessage): Promise<void> {
    const sending = this.transport.sendMail(sendMailOptionsOf(message, this.server.from));
    this.sending.add(sending);
    try {
      await sending;
    } catch (error) {
      throw this.failureOf(error as SmtpError);
    } finally {
      this.sending.delete(sending);
    }
  }

  async close(): Promise<void> {
    const limit = new AbortController();
    const waited = setTimeout(this.closeMs, undefined, { signal: limit.signal }).catch(() => {});
    await Promise.race([Promise.allSettled(this.sending), waited]);
    limit.abort();
    this.transport.close();
  }

  private failureOf(error: SmtpError): Error {
    const { host } = this.server;
    const { code, command, response, responseCode: status } = error;
    // Credentials and sender are settings: the same mail succeeds once they are corrected.
    if (code === 'EAUTH') return later(`The mail server ${host} refuses the sign-in of SMTP_URL`, error);
    if (code === 'ETLS' || ofCertificate.test(error.originalCode ?? ''))
      return later(`The mail server ${host} offers no TLS that can be trusted`, error);
    if (status === undefined && code === 'EMESSAGE') return new MailRefused('The mail is too large', { cause: error });
    if (status === undefined && code === 'EENVELOPE') {
      return new MailRefused('Mail cannot be sent to the address of the recipient', { cause: error });
    }
    if (status === undefined) {
      return new StoreUnavailable(
        `The mail server ${host} does not answer`,
        isAway(error) ? 'not-written' : 'unknown',
        {
          cause: error,
        },
      );
    }
    if (status >= 500 && /^(RCPT TO|DATA)$/.test(command ?? '')) {
      return new MailRefused(`The mail server refuses the mail: ${response}`, { cause: error });
    }
    return later(`The mail server ${host} takes no mail: ${response}`, error);
  }
}

/** The errors that nodemailer throws. */
interface SmtpError extends Error {
  readonly code?: string;
  /** The code of the system or of TLS; `code` is nodemailer's. */
  readonly originalCode?: string;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

const ofCertificate = /CERT|SSL|TLS|VERIFY/;
const later = (message: string, cause: Error) => new StoreUnavailable(message, 'not-written', { cause });

/** Whether the server was unreachable. */
function isAway({ code, message }: SmtpError): boolean {
  return code === 'EDNS' || /\b(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)\b/.test(message);
}

import { isEmailAddress } from '@gos/domain';
import type { SendMailOptions } from 'nodemailer';
import type { MailAddress } from '../../kernel/mail-address';
import { type MailMessage, MailRefused } from './mail';

const idForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;
const control = /[\p{Cc}\u2028\u2029]/u;

/**
 * The message for nodemailer. Line breaks that could inject a header are refused here, whatever the library does with
 * them.
 */
export function sendMailOptionsOf(message: MailMessage, from: MailAddress): SendMailOptions {
  const { id, thread, to, subject, text, html, unsubscribe } = message;
  for (const one of [id, thread ?? id]) {
    if (!idForm.test(one)) throw new RangeError(`A mail cannot have the id ${JSON.stringify(one)}`);
  }
  if (!isEmailAddress(to.address)) throw new MailRefused('Mail cannot be sent to the address of the recipient');
  for (const [what, value] of Object.entries({ subject, 'name of the recipient': to.name })) {
    if (control.test(value)) throw new MailRefused(`The ${what} has control characters`);
  }
  const messageIdOf = (one: string) => `<${one}@${from.address.split('@').at(-1)}>`;
  return {
    messageId: messageIdOf(id),
    // No mail has the thread's own id: all of them answer it, in whichever order they arrive.
    ...(thread !== undefined && { inReplyTo: messageIdOf(thread), references: messageIdOf(thread) }),
    from: { ...from },
    to: { ...to },
    envelope: { from: from.address, to: [to.address] },
    subject,
    text,
    ...(html !== undefined && { html }),
    // RFC 3834: suppresses automatic replies.
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    ...(unsubscribe && { list: { unsubscribe: { url: unsubscribe.href } } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

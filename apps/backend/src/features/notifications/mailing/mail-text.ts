import { type NotificationAnswer, notificationSentence } from '@gos/contract';
import type { Language } from '@gos/domain';
import { escaped } from '../../../kernel/html-text';

interface Words {
  readonly many: (count: number) => string;
  readonly digest: (count: number) => string;
  readonly hello: (name: string) => string;
  readonly work: string;
  readonly more: (count: number) => string;
  readonly settings: string;
  readonly unsubscribe: string;
}

const words: Readonly<Record<Language, Words>> = {
  cs: {
    many: (count) => `${count} upozornění`,
    digest: (count) => `Souhrn dne: ${count} upozornění`,
    hello: (name) => `Dobrý den, ${name},`,
    work: 'Moje práce',
    more: (count) => `A dalších ${count} najdete v aplikaci.`,
    settings: 'Nastavení upozornění',
    unsubscribe: 'Už neposílat',
  },
  en: {
    many: (count) => `${count} notifications`,
    digest: (count) => `Daily summary: ${count} ${count === 1 ? 'notification' : 'notifications'}`,
    hello: (name) => `Hello ${name},`,
    work: 'My work',
    more: (count) => `${count} more are in the application.`,
    settings: 'Notification settings',
    unsubscribe: 'Send no more of these',
  },
};

export interface MailOf {
  readonly items: readonly NotificationAnswer[];
  readonly reader: { readonly id: number; readonly name: string; readonly language: Language };
  readonly digest: boolean;
  readonly brandName: string;
  /** where people open the application */
  readonly origin: string;
  readonly timeZone: string;
  readonly unsubscribe: URL;
}

/** More are only counted. */
const mostListed = 50;

/** A line of a header takes no control characters. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');

function addressOf({ task, project }: NotificationAnswer, origin: string): string {
  if (task?.id) return `${origin}/tasks?taskId=${task.id}`;
  return project?.id ? `${origin}/tasks/project/${project.id}` : `${origin}/attendance/worked`;
}

/** Subject, text and HTML of a mail that tells of notifications. */
export function mailTextOf({ items, reader, digest, brandName, origin, timeZone, unsubscribe }: MailOf) {
  const { language } = reader;
  const say = words[language];
  const time = new Intl.DateTimeFormat(language === 'cs' ? 'cs' : 'en-GB', {
    timeZone,
    day: 'numeric',
    month: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
  const lines = items.slice(0, mostListed).map((item) => ({
    sentence: notificationSentence(item, reader.id, language),
    what: item.task?.name ?? item.project?.name ?? say.work,
    when: time.format(new Date(item.at)),
    address: addressOf(item, origin),
  }));
  const [first] = lines;
  const single = items.length === 1 && !digest && first;
  const count = digest ? say.digest(items.length) : say.many(items.length);
  const subject = oneLine(single ? `${first.sentence}: ${first.what}` : `${brandName}: ${count}`);
  const more = items.length > mostListed ? say.more(items.length - mostListed) : null;
  const settings = `${origin}/profile#notifications`;
  const text = [
    say.hello(reader.name),
    ...lines.map(({ sentence, what, when, address }) => `${sentence}: ${what} (${when})\n${address}`),
    ...(more ? [more] : []),
    `-- \n${brandName}\n${say.settings}: ${settings}\n${say.unsubscribe}: ${unsubscribe.href}`,
  ].join('\n\n');
  const html = `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px 16px;font:15px/1.45 -apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 16px">${escaped(say.hello(reader.name))}</p>
${lines
  .map(
    ({ sentence, what, when, address }) =>
      `<p style="margin:0 0 16px">${escaped(sentence)}<br><a href="${escaped(address)}" style="font-weight:600">${escaped(what)}</a> <span style="font-size:13px;opacity:.7;white-space:nowrap">${when}</span></p>`,
  )
  .join('\n')}
${more ? `<p style="margin:0 0 16px">${escaped(more)}</p>` : ''}
<hr style="border:0;border-top:1px solid #8886;margin:24px 0 12px">
<p style="margin:0;font-size:13px;opacity:.8">${escaped(brandName)} · <a href="${escaped(settings)}">${say.settings}</a> · <a href="${escaped(unsubscribe.href)}">${say.unsubscribe}</a></p>
</div>
</body>
</html>
`;
  return { subject, text, html };
}

import { type NotificationAnswer, notificationMonth, notificationMonthPath, notificationSentence } from '@gos/contract';
import type { Language } from '@gos/domain';
import { escaped } from '../../../kernel/html-text';

interface Words {
  readonly language: Language;
  /** @param place the name of a task or a project */
  readonly changes: (count: number, place: string) => string;
  readonly others: (count: number) => string;
  readonly digest: (content: string) => string;
  readonly hello: (name: string) => string;
  readonly work: string;
  readonly more: (count: number) => string;
  readonly settings: string;
  readonly unsubscribe: string;
}

const words: Readonly<Record<Language, Words>> = {
  cs: {
    language: 'cs',
    changes: (count, place) => `${count} ${count === 1 ? 'změna' : count < 5 ? 'změny' : 'změn'} v ${place}`,
    others: (count) => `a ${count} ${count === 1 ? 'dalším' : 'dalších'}`,
    digest: (content) => `Souhrn dne: ${content}`,
    hello: (name) => `Dobrý den, ${name},`,
    work: 'Moje práce',
    more: (count) => `A dalších ${count} najdete v aplikaci.`,
    settings: 'Nastavení upozornění',
    unsubscribe: 'Už neposílat',
  },
  en: {
    language: 'en',
    changes: (count, place) => `${count} ${count === 1 ? 'change' : 'changes'} in ${place}`,
    others: (count) => `and ${count} more`,
    digest: (content) => `Daily summary: ${content}`,
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

function addressOf(item: NotificationAnswer, origin: string): string {
  const { task, project } = item;
  if (task?.id) return `${origin}/tasks?taskId=${task.id}`;
  const month = notificationMonthPath(item);
  if (month !== null) return `${origin}${month}`;
  return project?.id ? `${origin}/tasks/project/${project.id}` : `${origin}/attendance/worked`;
}

/** The task with its number, or the project, the month of attendance, or the reader's work. */
const placeOf = (item: NotificationAnswer, say: Words): string =>
  item.task?.id ? `#${item.task.id} ${item.task.name}` : (item.project?.name ?? workOf(item, say));
const workOf = (item: NotificationAnswer, say: Words) => notificationMonth(item, say.language) ?? say.work;

/** How many changes a mail reports and where. */
function placesOf(items: readonly NotificationAnswer[], say: Words): string {
  const [first, ...others] = new Set(items.map((item) => placeOf(item, say)));
  return say.changes(items.length, [first, ...(others.length > 0 ? [say.others(others.length)] : [])].join(' '));
}

/** The thread of a mail that is about one task only. */
export function threadOf(items: readonly NotificationAnswer[]): string | undefined {
  const [id, ...others] = new Set(items.map(({ task }) => task?.id ?? null));
  return id && others.length === 0 ? `task-${id}` : undefined;
}

/** Renders subject, text and HTML of a mail about notifications. */
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
    what: item.task?.name ?? item.project?.name ?? workOf(item, say),
    when: time.format(new Date(item.at)),
    address: addressOf(item, origin),
  }));
  const [first] = lines;
  const single = items.length === 1 && !digest && first;
  const content = placesOf(items, say);
  const subject = oneLine(
    single ? `${first.sentence}: ${placeOf(items[0]!, say)}` : digest ? say.digest(content) : content,
  );
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

import { addDays, type Day, type Language, type NotificationKind } from '@gos/domain';
import type { NotificationAnswer } from './notification.answers';

type Sentence =
  | Exclude<NotificationKind, 'assigned' | 'invited'>
  | 'to-you'
  | 'assigned'
  | 'to-other'
  | 'month-back'
  | 'time-back'
  | 'accepted-for-you'
  | 'accepted-for'
  | 'meeting'
  | 'project';

const sentences: Readonly<Record<Language, Readonly<Record<Sentence, string>>>> = {
  cs: {
    'to-you': '{by} vám zadává úkol',
    'to-other': '{by} zadává úkol řešiteli: {solver}',
    assigned: '{by} zadává úkol',
    returned: '{by} vrací úkol',
    accepted: '{by} přebírá úkol',
    'accepted-for-you': '{by} přebírá úkol za vás',
    'accepted-for': '{by} přebírá úkol místo zadavatele ({contractor})',
    'to-accept': '{by} předává výsledek k převzetí',
    comment: '{by} komentuje úkol',
    mention: '{by} vás zmiňuje v komentáři',
    'deadline-moved': '{by} mění termín',
    'deadline-soon': 'Do termínu zbývá méně než den',
    'deadline-passed': 'Termín uplynul',
    meeting: '{by} vás zve na schůzku',
    project: '{by} vás přidává do projektu',
    participant: '{by} vás přidává k úkolu',
    'work-forgotten': 'Měření práce nejspíš zůstalo zapnuté',
    'days-missing': '{by} připomíná dny bez záznamu: {days}',
    'time-corrected': '{by} opravuje váš čas {days}: {reason}',
    'time-back': '{by} bere zpět opravu vašeho času {days}',
    'month-closed': '{by} uzavírá vaši docházku do {closedTo}',
    'month-reopened': '{by} znovu otevírá váš měsíc docházky: {reason}',
    'month-back': '{by} bere zpět uzavření vašeho měsíce',
    'absence-requested': '{by} žádá o volno',
    'absence-approved': '{by} schvaluje vaše volno',
    'absence-declined': '{by} zamítá vaše volno',
    'webhook-off': 'Webhook projektu se vypnul',
  },
  en: {
    'to-you': '{by} gives you a task',
    'to-other': '{by} gives a task to {solver}',
    assigned: '{by} gives a task',
    returned: '{by} returns a task',
    accepted: '{by} accepts a task',
    'accepted-for-you': '{by} accepts a task for you',
    'accepted-for': '{by} accepts a task for {contractor}',
    'to-accept': '{by} hands over a result to accept',
    comment: '{by} comments on a task',
    mention: '{by} mentions you in a comment',
    'deadline-moved': '{by} changes the deadline',
    'deadline-soon': 'The deadline is less than a day away',
    'deadline-passed': 'The deadline has passed',
    meeting: '{by} invites you to a meeting',
    project: '{by} adds you to a project',
    participant: '{by} adds you to a task',
    'work-forgotten': 'Work seems to have been left running',
    'days-missing': '{by} reminds you of days without recorded time: {days}',
    'time-corrected': '{by} corrects your time of {days}: {reason}',
    'time-back': '{by} takes back a correction of your time of {days}',
    'month-closed': '{by} closes your attendance up to {closedTo}',
    'month-reopened': '{by} opens your month of attendance again: {reason}',
    'month-back': '{by} takes back the closing of your month',
    'absence-requested': '{by} requests a day off',
    'absence-approved': '{by} approves your day off',
    'absence-declined': '{by} declines your day off',
    'webhook-off': 'A webhook of the project was switched off',
  },
};

const system: Readonly<Record<Language, string>> = { cs: 'Systém', en: 'The system' };

function sentenceOf({ kind, solver, project, onBehalfOf, reason }: NotificationAnswer, readerId: number): Sentence {
  if (kind === 'assigned') return solver === null ? 'assigned' : solver.id === readerId ? 'to-you' : 'to-other';
  if (kind === 'accepted' && onBehalfOf !== null)
    return onBehalfOf.id === readerId ? 'accepted-for-you' : 'accepted-for';
  if (kind === 'invited') return project === null ? 'meeting' : 'project';
  if (kind === 'time-corrected' && reason === null) return 'time-back';
  if (kind === 'month-reopened' && reason === null) return 'month-back';
  return kind;
}

const formatted = (language: Language, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { ...options, timeZone: 'UTC' });
const noon = (day: Day) => new Date(`${day}T12:00:00Z`);

/** Runs of days that follow each other, such as `2–6 Nov, 9 Nov`. @param days in their order */
function daysText(days: readonly Day[], language: Language): string {
  const format = formatted(language, { day: 'numeric', month: language === 'cs' ? 'numeric' : 'short' });
  const runs: { readonly first: Day; last: Day }[] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run && addDays(run.last, 1) === day) run.last = day;
    else runs.push({ first: day, last: day });
  }
  return runs.map(({ first, last }) => format.formatRange(noon(first), noon(last))).join(', ');
}

/** Longer reasons are cut: the sentence is the subject of an email. */
const mostOfReason = 200;

function cutText(text: string): string {
  const characters = [...text];
  return characters.length > mostOfReason ? `${characters.slice(0, mostOfReason).join('')}…` : text;
}

/** The month that a notification is about, such as `Listopad 2026`, or null. */
export function notificationMonth({ month }: NotificationAnswer, language: Language): string | null {
  if (month === null) return null;
  const text = formatted(language, { month: 'long', year: 'numeric' }).format(noon(`${month}-01`));
  return text.slice(0, 1).toLocaleUpperCase(language) + text.slice(1);
}

/** The page of the reader's month that a notification is about, below the address of the application, or null. */
export const notificationMonthPath = ({ month }: NotificationAnswer): string | null =>
  month === null ? null : `/attendance?month=${Number(month.slice(5))}&year=${Number(month.slice(0, 4))}`;

/** The notification with the people of its sentence as `nameIt` returns them. */
export const withPeople = (
  { by, solver, onBehalfOf, ...rest }: NotificationAnswer,
  nameIt: (person: NotificationAnswer['by']) => NotificationAnswer['by'],
): NotificationAnswer => ({ ...rest, by: nameIt(by), solver: nameIt(solver), onBehalfOf: nameIt(onBehalfOf) });

/** The event in one sentence, for screens and e-mails. */
export const notificationSentence = (item: NotificationAnswer, readerId: number, language: Language): string =>
  sentences[language][sentenceOf(item, readerId)]
    .replace('{by}', () => item.by?.name ?? system[language])
    .replace('{days}', () => daysText(item.days, language))
    .replace('{closedTo}', () => (item.closedTo === null ? '' : daysText([item.closedTo], language)))
    .replace('{reason}', () => cutText(item.reason ?? ''))
    .replace('{solver}', () => item.solver?.name ?? '')
    .replace('{contractor}', () => item.onBehalfOf?.name ?? '');

/** The names of the kinds where a person chooses how each is mailed. */
export const notificationKindNames: Readonly<Record<Language, Readonly<Record<NotificationKind, string>>>> = {
  cs: {
    assigned: 'Zadání úkolu',
    returned: 'Vrácení úkolu',
    accepted: 'Převzetí úkolu',
    'to-accept': 'Výsledek k převzetí',
    comment: 'Komentáře',
    mention: 'Zmínky o mně',
    'deadline-moved': 'Změna termínu',
    'deadline-soon': 'Blížící se termín',
    'deadline-passed': 'Uplynulý termín',
    invited: 'Pozvání na schůzku a do projektu',
    participant: 'Přidání k úkolu',
    'work-forgotten': 'Zapomenuté měření práce',
    'days-missing': 'Připomenutí chybějících dnů',
    'time-corrected': 'Oprava mého času',
    'month-closed': 'Uzavření mého měsíce',
    'month-reopened': 'Nové otevření mého měsíce',
    'absence-requested': 'Žádost o volno',
    'absence-approved': 'Schválené volno',
    'absence-declined': 'Zamítnuté volno',
    'webhook-off': 'Vypnutý webhook',
  },
  en: {
    assigned: 'A task is given',
    returned: 'A task is returned',
    accepted: 'A task is accepted',
    'to-accept': 'A result to accept',
    comment: 'Comments',
    mention: 'Mentions of me',
    'deadline-moved': 'A deadline is changed',
    'deadline-soon': 'A deadline comes near',
    'deadline-passed': 'A deadline has passed',
    invited: 'Invitations to meetings and projects',
    participant: 'Being added to a task',
    'work-forgotten': 'Work left running',
    'days-missing': 'A reminder of missing days',
    'time-corrected': 'My time is corrected',
    'month-closed': 'My month is closed',
    'month-reopened': 'My closed month is opened again',
    'absence-requested': 'A day off is requested',
    'absence-approved': 'My day off is approved',
    'absence-declined': 'My day off is declined',
    'webhook-off': 'A webhook is switched off',
  },
};

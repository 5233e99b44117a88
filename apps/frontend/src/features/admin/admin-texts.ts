import type { AdminPart, AdminProcess } from '@gos/contract';
import { useIntl } from 'react-intl';

/** `úkol, úkoly, úkolů`, by how many there are. */
const counted = (locale: string, forms: readonly [one: string, few: string, many: string]) => {
  const rules = new Intl.PluralRules(locale);
  return (count: number) => {
    const rule = rules.select(count);
    return `${count.toLocaleString(locale)} ${rule === 'one' ? forms[0] : rule === 'few' ? forms[1] : forms[2]}`;
  };
};

const englishEvents = counted('en', ['event', 'events', 'events']);
const englishSeconds = counted('en', ['second', 'seconds', 'seconds']);
const englishAttempts = counted('en', ['attempt', 'attempts', 'attempts']);

/** Only admins read them, so they come with the page and not with the texts of everybody. */
const en = {
  running: 'Everything runs',
  failing: 'Trouble',
  stale: 'The state could not be loaded; below is the last known one.',
  error: 'The state of operations could not be loaded.',
  retry: 'Try again',
  forbidden: 'This page is for admins',
  forbiddenText: 'Operations are looked after by those with the role of an admin.',
  unknown: 'This could not be found out just now.',
  parts: {
    title: 'Servers',
    'event-log': 'Event log',
    'read-models': 'Read models',
    documents: 'Documents',
    accounts: 'People and sign-ins',
    jobs: 'Job queues',
    files: 'Files',
  } satisfies Record<AdminPart['part'], string> & { title: string },
  stores: {
    folder: 'in the data folder',
    eventstoredb: 'EventStoreDB',
    mongodb: 'MongoDB',
    redis: 'Redis',
    s3: 'S3',
  } satisfies Record<AdminPart['store'], string>,
  fine: 'Fine',
  reasons: {
    'no-answer': 'Does not answer in time',
    unreachable: 'Cannot be reached',
    behind: 'Behind the event log',
    'not-built': 'Being built for the first time',
  } satisfies Record<NonNullable<AdminPart['reason']>, string>,
  processes: {
    title: 'Processes',
    role: 'Role',
    where: 'Where',
    version: 'Version',
    since: 'Runs since',
    leads: 'keeps the documents',
    answers: 'answers you',
    nobody: 'No process keeps the documents: one with the role all or projector has to run.',
    pid: (pid: number) => `process ${pid}`,
  },
  roles: { all: 'everything', api: 'api', projector: 'projector', worker: 'worker' } satisfies Record<
    AdminProcess['role'],
    string
  >,
  models: {
    title: 'Documents for screens',
    caughtUp: 'They show everything that is in the event log.',
    behind: (events: number, seconds: number) =>
      `They lack ${events >= 1_000 ? '1,000 or more events' : englishEvents(events)}, the oldest is ${englishSeconds(Math.round(seconds))} old.`,
    rebuildAll: 'Rebuild all',
    rebuild: 'Rebuild',
    rebuildOne: (name: string) => `Rebuild ${name}`,
    note: 'They are built anew beside the live ones; nobody notices anything until they are swapped.',
    name: 'Documents',
    state: 'State',
    build: 'Build',
    upToDate: 'Up to date',
    late: 'Behind',
    building: 'Being built',
    progress: (name: string, events: number, done: number, of: number) =>
      `${name}: ${englishEvents(events)} (${done + 1} of ${of})`,
    waiting: 'Waiting for the process that keeps the documents',
    done: 'Rebuilt',
    failed: 'The last rebuild failed. The reason is in the log of the process that keeps the documents.',
    started: 'The rebuild has begun',
  },
  modelNames: {
    user: 'People',
    access: 'Rights',
    project: 'Projects',
    board: 'Boards',
    'keyed-command': 'Repeated commands',
    task: 'Tasks',
    'task-discussion': 'Discussions',
    'task-activity': 'History of tasks',
    milestone: 'Milestones',
  } as Readonly<Record<string, string>>,
  queues: {
    title: 'Job queues',
    page: 'Open the page of the queues',
    empty: 'No job has been added yet.',
    name: 'Queue',
    waiting: 'Waiting',
    active: 'Running',
    delayed: 'Delayed',
    dead: 'Failed',
    show: (queue: string, count: number) => `Show failed jobs of the queue ${queue}: ${count}`,
  },
  dead: {
    title: (queue: string) => `Failed jobs of the queue ${queue}`,
    none: 'No job has failed for good.',
    error: 'The failed jobs could not be loaded.',
    selectAll: 'Select all on this page',
    select: (id: string) => `Select ${id}`,
    job: 'Job',
    reason: 'Why it failed',
    at: 'Failed',
    attempts: englishAttempts,
    data: 'Data',
    retry: (count: number) => (count === 0 ? 'Run again' : `Run again (${count})`),
    retryAll: 'Run all again',
    remove: (count: number) => (count === 0 ? 'Remove' : `Remove (${count})`),
    retried: (count: number) => `Run again: ${count}`,
    removed: (count: number) => `Removed: ${count}`,
    confirmTitle: 'Remove failed jobs?',
    confirmText: (count: number) => `What ${count === 1 ? 'it was' : `these ${count} were`} to do will not be done.`,
    cancel: 'Cancel',
    close: 'Close the list',
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
    previous: 'Previous',
    next: 'Next',
  },
};

type AdminTexts = typeof en;

const czechEvents = counted('cs', ['událost', 'události', 'událostí']);
const czechSeconds = counted('cs', ['sekunda', 'sekundy', 'sekund']);
const czechAttempts = counted('cs', ['pokus', 'pokusy', 'pokusů']);

const cs: AdminTexts = {
  running: 'Vše běží',
  failing: 'Něco neběží',
  stale: 'Stav se nepodařilo načíst, níže je poslední známý.',
  error: 'Stav provozu se nepodařilo načíst.',
  retry: 'Zkusit znovu',
  forbidden: 'Tato stránka je pro správce',
  forbiddenText: 'O provoz se starají lidé s rolí správce.',
  unknown: 'Tohle se teď nepodařilo zjistit.',
  parts: {
    title: 'Servery',
    'event-log': 'Záznam událostí',
    'read-models': 'Úložiště dokumentů',
    documents: 'Dokumenty',
    accounts: 'Lidé a přihlášení',
    jobs: 'Fronty úloh',
    files: 'Soubory',
  },
  stores: {
    folder: 've složce s daty',
    eventstoredb: 'EventStoreDB',
    mongodb: 'MongoDB',
    redis: 'Redis',
    s3: 'S3',
  },
  fine: 'V pořádku',
  reasons: {
    'no-answer': 'Neodpovídá včas',
    unreachable: 'Není dosažitelné',
    behind: 'Za záznamem událostí',
    'not-built': 'Poprvé se sestavují',
  },
  processes: {
    title: 'Procesy',
    role: 'Role',
    where: 'Kde',
    version: 'Verze',
    since: 'Běží od',
    leads: 'vede dokumenty',
    answers: 'odpovídá vám',
    nobody: 'Dokumenty nevede žádný proces: musí běžet některý s rolí all nebo projector.',
    pid: (pid) => `proces ${pid}`,
  },
  roles: { all: 'vše', api: 'api', projector: 'projector', worker: 'worker' },
  models: {
    title: 'Dokumenty pro obrazovky',
    caughtUp: 'Ukazují vše, co je v záznamu událostí.',
    behind: (events, seconds) =>
      `Chybí jim ${events >= 1_000 ? '1 000 nebo více událostí' : czechEvents(events)}, stáří nejstarší: ${czechSeconds(Math.round(seconds))}.`,
    rebuildAll: 'Sestavit vše znovu',
    rebuild: 'Sestavit znovu',
    rebuildOne: (name) => `Sestavit znovu: ${name}`,
    note: 'Sestavují se vedle živých; dokud se nevymění, nikdo nic nepozná.',
    name: 'Dokumenty',
    state: 'Stav',
    build: 'Sestavení',
    upToDate: 'Aktuální',
    late: 'Pozadu',
    building: 'Sestavuje se',
    progress: (name, events, done, of) => `${name}: ${czechEvents(events)} (${done + 1} z ${of})`,
    waiting: 'Čeká se na proces, který vede dokumenty',
    done: 'Sestaveno',
    failed: 'Poslední sestavení selhalo. Proč, je v logu procesu, který vede dokumenty.',
    started: 'Sestavování začalo',
  },
  modelNames: {
    user: 'Lidé',
    access: 'Práva',
    project: 'Projekty',
    board: 'Nástěnky',
    'keyed-command': 'Opakované příkazy',
    task: 'Úkoly',
    'task-discussion': 'Diskuze',
    'task-activity': 'Historie úkolů',
    milestone: 'Milníky',
  },
  queues: {
    title: 'Fronty úloh',
    page: 'Otevřít stránku front',
    empty: 'Zatím nebyla přidána žádná úloha.',
    name: 'Fronta',
    waiting: 'Čeká',
    active: 'Běží',
    delayed: 'Odloženo',
    dead: 'Selhalo',
    show: (queue, count) => `Ukázat selhané úlohy fronty ${queue}: ${count}`,
  },
  dead: {
    title: (queue) => `Selhané úlohy fronty ${queue}`,
    none: 'Žádná úloha natrvalo neselhala.',
    error: 'Selhané úlohy se nepodařilo načíst.',
    selectAll: 'Vybrat vše na této stránce',
    select: (id) => `Vybrat ${id}`,
    job: 'Úloha',
    reason: 'Proč selhala',
    at: 'Selhala',
    attempts: czechAttempts,
    data: 'Data',
    retry: (count) => (count === 0 ? 'Spustit znovu' : `Spustit znovu (${count})`),
    retryAll: 'Spustit znovu vše',
    remove: (count) => (count === 0 ? 'Odstranit' : `Odstranit (${count})`),
    retried: (count) => `Spuštěno znovu: ${count}`,
    removed: (count) => `Odstraněno: ${count}`,
    confirmTitle: 'Odstranit selhané úlohy?',
    confirmText: (count) =>
      count === 1 ? 'Co měla úloha udělat, se neudělá.' : `Co měly tyto úlohy (${count}) udělat, se neudělá.`,
    cancel: 'Zrušit',
    close: 'Zavřít seznam',
    page: (page, pages) => `Strana ${page} z ${pages}`,
    previous: 'Předchozí',
    next: 'Další',
  },
};

export function useAdminTexts(): AdminTexts {
  return useIntl().locale === 'cs' ? cs : en;
}

import type { Servers } from '../../kernel/config';
import type { Misfit } from '../../kernel/store-errors';

type Part = Misfit['part'];

const names: Readonly<Record<Part, string>> = {
  'event-log': 'event log',
  accounts: 'accounts',
  claims: 'claims (numbers given out)',
  'read-models': 'read models',
  jobs: 'jobs',
};

/** Where the operator finds the part: the setting that leads to its server, or its file in the data folder. */
function placeOf(part: Part, { eventStoreDb, mongoDb, redis }: Servers): string {
  switch (part) {
    case 'event-log':
      return eventStoreDb === null ? 'log.sqlite' : 'EVENTSTOREDB_URL';
    case 'jobs':
      return redis === null ? 'jobs.sqlite' : 'REDIS_URL';
    default:
      return mongoDb === null ? `${part === 'read-models' ? 'views' : part}.sqlite` : 'MONGODB_URL';
  }
}

const counted = (events: number) => (events === 1 ? '1 event' : `${events} events`);
const advice = 'docs/operations.md, "When a part is lost, old or wrong", says how';

/** Returns one sentence with the problem and its remedy. */
export function sentenceOfMisfit({ part, kind, missing }: Misfit, servers: Servers): string {
  const place = placeOf(part, servers);
  if (part === 'event-log') {
    switch (kind) {
      case 'lost':
        return `The event log (${place}) is empty, but the accounts and claims are of an installation that has one: bring its log back (${advice}).`;
      case 'older': {
        const lacks = missing === null ? 'events' : counted(missing);
        return `The event log (${place}) lacks ${lacks} that other parts have followed: bring the newer log back, or let them follow this one with "npm run ops -- accept-log" (${advice}).`;
      }
      case 'another':
        return `The event log (${place}) is another installation's than the accounts and claims: bring the one back that belongs to them (${advice}).`;
    }
  }
  if (part === 'accounts' && kind === 'lost') {
    return `The accounts (${place}) are empty, but the event log knows people: bring the accounts back, or give the people new ones with "npm run ops -- user restore" (${advice}).`;
  }
  if (kind === 'lost')
    return `The ${names[part]} (${place}) are gone: they are made again from the event log by themselves.`;
  return `The ${names[part]} (${place}) are another installation's than the event log: bring the ones back that belong to it (${advice}).`;
}
